/** Own activity is derived from the authors and dates of the rows, and never includes another user's changes. */
import { describe, expect, it } from 'vitest';
import type { FolderRow } from '../../api/answer-types.ts';
import { type OwnRow, ownEvents } from './own-activity.ts';

const row = (id: number, given: Partial<FolderRow>): OwnRow => ({
  kind: 'folder',
  row: {
    id,
    createdBy: 'dealer',
    createdDate: '2026-11-20T08:00:00.000Z',
    lastModifiedBy: 'dealer',
    lastModifiedDate: '2026-11-20T08:00:00.000Z',
    ...given,
  } as FolderRow,
});
const told = (rows: OwnRow[], most = 20) => ownEvents('dealer', rows, most).map(({ row: { id }, did }) => [id, did]);

describe('own activity', () => {
  it('is only a creation if nothing has changed since', () => {
    expect(told([row(1, {})])).toEqual([[1, 'created']]);
  });

  it('includes the last change, newest first', () => {
    const changed = row(1, { lastModifiedDate: '2026-11-20T10:00:00.000Z' });
    const later = row(2, { createdDate: '2026-11-20T09:00:00.000Z', lastModifiedDate: '2026-11-20T09:00:00.000Z' });
    expect(told([changed, later])).toEqual([
      [1, 'changed'],
      [2, 'created'],
      [1, 'created'],
    ]);
  });

  it('excludes changes by others', () => {
    expect(told([row(1, { lastModifiedBy: 'admin', lastModifiedDate: '2026-11-20T10:00:00.000Z' })])).toEqual([
      [1, 'created'],
    ]);
  });

  it('excludes creations by others', () => {
    expect(told([row(1, { createdBy: 'admin', lastModifiedBy: 'admin' })])).toEqual([]);
  });

  it('includes own changes of others’ rows', () => {
    const theirs = row(1, { createdBy: 'admin', lastModifiedDate: '2026-11-20T10:00:00.000Z' });
    expect(told([theirs])).toEqual([[1, 'changed']]);
  });

  it('has no duplicate for a row created and changed by the user', () => {
    const both = { lastModifiedDate: '2026-11-20T10:00:00.000Z' };
    expect(told([row(1, both), row(2, {}), row(1, both)])).toEqual([
      [1, 'changed'],
      [1, 'created'],
      [2, 'created'],
    ]);
  });

  it('is limited in number', () => {
    expect(told([row(1, {}), row(2, {}), row(3, {})], 2)).toHaveLength(2);
  });
});
