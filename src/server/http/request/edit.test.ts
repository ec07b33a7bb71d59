/** Rules of every edit. */
import { describe, expect, it } from 'vitest';
import { changedFixedFields, editDate, refuseStale } from './edit.ts';

const at = (text: string) => new Date(`2026-11-20T08:00:${text}Z`);

describe('fixed fields', () => {
  const stored = { hst: '10001', dossierId: 7, jobId: null };
  it('may be sent unchanged or omitted', () => {
    expect(changedFixedFields('folder', { hst: '10001', dossierId: 7, jobId: null }, stored)).toEqual([]);
    expect(changedFixedFields('folder', { hst: null, dossierId: undefined }, stored)).toEqual([]);
    expect(changedFixedFields('folder', {}, stored)).toEqual([]);
  });

  it('are refused with any other value, also of another type', () => {
    expect(changedFixedFields('folder', { hst: '10002', dossierId: '7', jobId: 'x' }, stored)).toEqual(
      ['hst', 'dossierId', 'jobId'].map((field) => ({ objectName: 'folder', field, code: 'readOnly' })),
    );
    expect(changedFixedFields('folder', { hst: ['10001'], dossierId: {} }, stored)).toHaveLength(2);
  });
});

describe('an edit of an older version', () => {
  it('is refused', () => {
    expect(() => refuseStale(at('00.000'), at('00.001'))).toThrow('conflict.stale');
  });

  it('is not one of the current version or without a version', () => {
    for (const read of [at('00.001'), at('09.000'), null, undefined]) {
      expect(() => refuseStale(read, at('00.001'))).not.toThrow();
    }
  });
});

describe('the date of an edit', () => {
  it('is the current time, and always later than the previous one', () => {
    expect(editDate(at('00.000'), at('05.000'))).toEqual(at('05.000'));
    expect(editDate(at('05.000'), at('05.000'))).toEqual(at('05.001'));
    expect(editDate(at('05.000'), at('01.000'))).toEqual(at('05.001'));
  });
});
