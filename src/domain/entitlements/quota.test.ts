/** Quota figures: a document's usage, which service is used up first, why the quota is exhausted. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DOCUMENT_STATUSES } from '../documents/document-states.ts';
import { addAllowances, distributeUsage, quotaApplies, quotaRefusal, spaceOf } from './quota.ts';

const paper = { fileSize: 100, archivable: true, status: 'FINISH', deleted: false } as const;

describe('the storage of a document', () => {
  it('is its size on disk, and in the archive once it is signed or finished', () => {
    const archived = DOCUMENT_STATUSES.filter((status) => spaceOf({ ...paper, status }).STRONGDOX_SPACE > 0);
    expect(archived).toEqual(['PRIVACY_UPDATING', 'SIGNED', 'FINISH']);
    for (const status of DOCUMENT_STATUSES) expect(spaceOf({ ...paper, status }).DISK_SPACE).toBe(100);
  });

  it('is zero in the archive unless archivable, and zero once deleted or without a file', () => {
    expect(spaceOf({ ...paper, archivable: false })).toEqual({ DISK_SPACE: 100, STRONGDOX_SPACE: 0 });
    expect(spaceOf({ ...paper, deleted: true })).toEqual({ DISK_SPACE: 0, STRONGDOX_SPACE: 0 });
    expect(spaceOf({ ...paper, fileSize: null })).toEqual({ DISK_SPACE: 0, STRONGDOX_SPACE: 0 });
  });

  it('never prevents a signature from completing', () => {
    expect(DOCUMENT_STATUSES.filter((status) => !quotaApplies(status))).toEqual(['PRIVACY_UPDATING', 'SIGNED']);
  });
});

describe('the total', () => {
  it('of several legal entities is missing as soon as one has no limit', () => {
    expect(addAllowances([])).toEqual({ active: 0, total: null });
    expect(addAllowances([{ active: 1, total: 5 }])).toEqual({ active: 1, total: 5 });
    expect(
      addAllowances([
        { active: 1, total: 5 },
        { active: 0, total: 0 },
      ]),
    ).toEqual({ active: 1, total: 5 });
    expect(
      addAllowances([
        { active: 1, total: 5 },
        { active: 0, total: null },
      ]),
    ).toEqual({ active: 1, total: null });
  });

  it('distinguishes used-up from expired services', () => {
    expect(quotaRefusal('OTP', { active: 2, total: 5 })).toBe('quota.otpSpent');
    expect(quotaRefusal('OTP', { active: 0, total: 0 })).toBe('quota.otpExpired');
    expect(quotaRefusal('DISK_SPACE', { active: 1, total: 5 })).toBe('quota.spaceSpent');
    expect(quotaRefusal('STRONGDOX_SPACE', { active: 0, total: 0 })).toBe('quota.archiveExpired');
  });
});

describe('the usage', () => {
  const service = fc.record({
    total: fc.integer({ min: 1, max: 50 }),
    expiresAt: fc.constantFrom(null, '2027-01-01', '2028-01-01'),
  });

  it('is distributed completely: only the last service exceeds its total, none is used before an earlier one is full', () => {
    fc.assert(
      fc.property(fc.array(service, { minLength: 1, maxLength: 6 }), fc.integer({ min: 0, max: 400 }), (list, used) => {
        const services = list.map((template, id) => ({ ...template, id }));
        const shares = distributeUsage(services, used);
        expect([...shares.values()].reduce((sum, share) => sum + share, 0)).toBe(used);
        const order = [...shares.keys()].map((id) => services[id] ?? services[0]);
        for (const [index, current] of order.entries()) {
          const share = shares.get(current?.id ?? -1) ?? 0;
          if (index < order.length - 1) expect(share).toBeLessThanOrEqual(current?.total ?? 0);
          const next = order[index + 1];
          if (next === undefined) continue;
          expect((current?.expiresAt ?? '9') <= (next.expiresAt ?? '9')).toBe(true);
          if ((shares.get(next.id) ?? 0) > 0) expect(share).toBe(current?.total);
        }
      }),
    );
  });
});
