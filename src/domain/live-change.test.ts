/** Content and recipients of a live update. */
import { describe, expect, it } from 'vitest';
import type { Actor } from './access.ts';
import type { DocumentStatus } from './documents/document-states.ts';
import { changeFor, readChange, type ScopedChange, seesChange, seesManyChanges } from './live-change.ts';

const told = (part: object): ScopedChange => {
  const change = readChange(
    JSON.stringify({
      ...{ entity: 'document', id: 7, kind: 'changed', status: 'SIGNED', folderId: 5, dossierId: 6 },
      ...{ hst: '10001', brand: 'bmw', folderType: 'SALE_NEW', createdBy: 'sales', startedBy: 'dealer' },
      ...part,
    }),
  );
  if (change === null || 'many' in change) throw new Error('not understood');
  return change;
};

describe('a database notification', () => {
  it('is one change, or a dealer with many changes', () => {
    expect(readChange('{"entity":"many","hst":"10001"}')).toEqual({ many: { hst: '10001' } });
    for (const wrong of ['{"entity":"many"}', '{"entity":"unknown","id":1}', 'null', '{']) {
      expect(readChange(wrong)).toBeNull();
    }
  });
});

describe('an activation', () => {
  const actor = (role: Actor['authorities'][number], hstList: string[]): Actor => ({
    ...{ id: 1, login: 'x', authorities: [role], hstList },
    brands: [{ brand: 'bmw', permissions: ['SALE_NEW'] }],
  });
  const change = told({ entity: 'activation', dossierId: null, folderId: null, status: 'DRAFT' });

  it('is reported to users of its dealer, and has no customer', () => {
    expect(change.change).toMatchObject({ entity: 'activation', id: 7, dossierId: null });
    expect(seesChange(actor('ROLE_ADMIN', []), change)).toBe(true);
    expect(seesChange(actor('ROLE_BMW_ITALIA', []), change)).toBe(true);
    expect(seesChange(actor('ROLE_SUPERVISOR_DEALER', ['10001']), change)).toBe(true);
    expect(seesChange(actor('ROLE_SUPERVISOR_DEALER', ['10002']), change)).toBe(false);
    expect(seesChange(actor('ROLE_DEALER', ['10001']), change)).toBe(false);
  });

  it('causes no reload for many changes of another dealer', () => {
    expect(seesManyChanges(actor('ROLE_SUPERVISOR_DEALER', ['10002']), { many: { hst: '10001' } })).toBe(false);
    expect(readChange(JSON.stringify({ entity: 'document', id: 7, kind: 'changed', hst: '10001' }))).toBeNull();
  });
});

describe('the outcome of a signature', () => {
  it.each<[DocumentStatus | undefined, DocumentStatus, string | null, string | undefined]>([
    ['COMPLETING', 'SIGNED', null, 'signed'],
    ['COMPLETING', 'PRIVACY_UPDATING', null, 'signed'],
    // Reported once: the consents follow automatically.
    ['PRIVACY_UPDATING', 'SIGNED', null, undefined],
    ['SIGNED', 'SIGNED', null, undefined],
    [undefined, 'SIGNED', null, undefined],
    ['START_SIGN', 'COMPLETING', null, undefined],
    ['START_SIGN', 'READY_TO_SIGN', 'signing.declined', 'declined'],
    ['START_SIGN', 'READY_TO_SIGN', 'signing.notMe', 'declined'],
    ['START_SIGN', 'READY_TO_SIGN', 'signing.locked', 'locked'],
    ['START_SIGN', 'READY_TO_SIGN', 'signing.cancelled', undefined],
    ['READY_TO_SIGN', 'READY_TO_SIGN', 'signing.declined', undefined],
    ['START_SIGN', 'EXPIRED', null, 'expired'],
    ['EXPIRED', 'READY_TO_SIGN', null, undefined],
    ['PENDING_START_SIGN', 'READY_TO_SIGN', 'signing.preparationFailed', undefined],
  ])('from %s to %s because of %s: %s', (was, status, reason, outcome) => {
    expect(changeFor({ login: 'dealer' }, told({ was, status, reason })).outcome).toBe(outcome);
  });

  it('is reported to staff who have to complete it once the customers have signed', () => {
    const waiting = { status: 'START_SIGN', was: undefined, reason: undefined };
    expect(changeFor({ login: 'dealer' }, told({ ...waiting, customersSigned: true })).outcome).toBe('customerSigned');
    expect(changeFor({ login: 'sales' }, told({ ...waiting, customersSigned: true })).outcome).toBe('customerSigned');
    for (const login of ['admin', 'dealer']) {
      const change = told({ ...waiting, customersSigned: login === 'admin' });
      expect(changeFor({ login }, change)).not.toHaveProperty('outcome');
    }
  });

  it('is reported only to the document’s creator and the user who started it', () => {
    const signed = told({ was: 'COMPLETING' });
    expect(changeFor({ login: 'sales' }, signed).outcome).toBe('signed');
    expect(changeFor({ login: 'admin' }, signed)).toEqual(signed.change);
    expect(changeFor({ login: 'admin' }, signed)).not.toHaveProperty('outcome');
    const nobodys = told({ was: 'COMPLETING', createdBy: null, startedBy: null });
    expect(changeFor({ login: 'null' }, nobodys)).not.toHaveProperty('outcome');
  });
});
