/** A changed document in the lists that show it: a start replaces it in lists. */
import { describe, expect, test } from 'vitest';
import type { DocumentRow } from '../../api/shapes.ts';
import { replaceRow } from './use-document-mutations.ts';

const row = (id: number, part: Partial<DocumentRow> = {}) => ({ id, status: 'READY_TO_SIGN', ...part }) as DocumentRow;

describe('the answer of a start', () => {
  test('replaces the row of the same document and keeps what only lists carry', () => {
    const folderDTO = { id: 7 } as DocumentRow['folderDTO'];
    const page = { rows: [row(1, { folderDTO }), row(2)], total: 57 };
    expect(replaceRow(page, row(1, { status: 'PENDING_START_SIGN' }))).toEqual({
      rows: [row(1, { status: 'PENDING_START_SIGN', folderDTO }), row(2)],
      total: 57,
    });
  });
  test('adds nothing to a list that does not show the document', () => {
    const page = { rows: [row(2)], total: 1 };
    expect(replaceRow(page, row(1))).toEqual(page);
  });
  test('leaves a list alone that has not been read', () => {
    expect(replaceRow(undefined, row(1))).toBeUndefined();
  });
});
