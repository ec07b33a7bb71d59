/** A changed document in the lists that show it: a start replaces it in lists. */
import { describe, expect, test } from 'vitest';
import type { DocumentRow } from '../../api/answer-types.ts';
import { replaceRow } from './use-document-mutations.ts';

const row = (id: number, part: Partial<DocumentRow> = {}) => ({ id, status: 'READY_TO_SIGN', ...part }) as DocumentRow;

describe('the response of a start', () => {
  test('replaces the row of the document and keeps list-only fields', () => {
    const folderDTO = { id: 7 } as DocumentRow['folderDTO'];
    const page = { rows: [row(1, { folderDTO }), row(2)], total: 57 };
    expect(replaceRow(page, row(1, { status: 'PENDING_START_SIGN' }))).toEqual({
      rows: [row(1, { status: 'PENDING_START_SIGN', folderDTO }), row(2)],
      total: 57,
    });
  });
  test('adds nothing to a list without the document', () => {
    const page = { rows: [row(2)], total: 1 };
    expect(replaceRow(page, row(1))).toEqual(page);
  });
  test('does not change a list that is not loaded', () => {
    expect(replaceRow(undefined, row(1))).toBeUndefined();
  });
});
