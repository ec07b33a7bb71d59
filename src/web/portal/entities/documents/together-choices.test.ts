/** Which documents of a folder are proposed for signing together, and why the others are not. */
import { describe, expect, it } from 'vitest';
import type { DocumentRow } from '../../api/answer-types.ts';
import { proposedTogether, togetherChoices } from './together-choices.ts';

const READY = {
  ...{ folderId: 7, type: 'SALE_NEW_RFO', sigType: 'OTP', status: 'READY_TO_SIGN', signable: true },
  ...{ mimeType: 'application/pdf', feaBlocked: false, feaModuleId: null },
} as const;
const row = (id: number, other: Partial<DocumentRow> = {}) => ({ ...READY, id, ...other }) as DocumentRow;
const reasons = (rows: DocumentRow[], chosen: number[], folder = 'OPEN') =>
  togetherChoices(rows, folder, chosen).map(({ row: { id }, reason }) => [id, reason]);

describe('the documents that may be signed together', () => {
  it('are the ready ones, each with its obstacle', () => {
    const rows = [
      row(1),
      row(2, { status: 'SIGNED' }),
      row(3, { type: 'FEA_MODULE' }),
      row(4, { sigType: 'GRAPHOMETRIC' }),
      row(5, { sigType: 'FEA' }),
      row(6, { feaBlocked: true }),
      row(7, { mimeType: 'image/png' }),
      row(8),
    ];
    expect(reasons(rows, [1])).toEqual([
      [1, null],
      [3, 'module'],
      [4, 'byHand'],
      [5, 'otherKind'],
      [6, 'feaModuleMissing'],
      [7, 'notPdf'],
      [8, null],
    ]);
    expect(proposedTogether(rows, 'OPEN')).toEqual([1, 8]);
  });

  it('are all of one kind, determined by the first selected one', () => {
    const rows = [row(1), row(2, { sigType: 'FEA', feaBlocked: false }), row(3, { sigType: 'FEA', feaBlocked: false })];
    expect(reasons(rows, [2, 3])).toEqual([
      [1, 'otherKind'],
      [2, null],
      [3, null],
    ]);
  });

  it('exclude two forms with the same consents', () => {
    const rows = [row(1), row(2, { type: 'PRIVACY_DEALER' }), row(3, { type: 'PRIVACY_DEALER' })];
    expect(proposedTogether(rows, 'OPEN')).toEqual([2, 1]);
    expect(reasons(rows, [1, 2])).toEqual([
      [2, null],
      [3, 'sameForm'],
      [1, null],
    ]);
  });

  it('depend on the initial document, which comes first if it cannot be combined', () => {
    const rows = [row(1), row(2, { sigType: 'FEA' }), row(3, { sigType: 'FEA' })];
    expect(proposedTogether(rows, 'OPEN')).toEqual([1]);
    expect(proposedTogether(rows, 'OPEN', { with: 3 })).toEqual([3, 2]);
    expect(proposedTogether(rows, 'OPEN', { with: 9 })).toEqual([1]);
  });

  it('are none in a closed folder, and at most ten', () => {
    const rows = Array.from({ length: 12 }, (_, index) => row(index + 1));
    expect(proposedTogether(rows, 'OPEN')).toHaveLength(10);
    expect(proposedTogether(rows, 'CLOSED')).toEqual([]);
    expect(reasons([row(1)], [], 'CLOSED')).toEqual([[1, 'folderClosed']]);
  });
});
