/** Loaded rows, filtered, sorted and paginated by the page. */
import { describe, expect, test, vi } from 'vitest';
import { noAnswer } from '../../api/failure.ts';
import { localPage, matchesAll, sortBy } from './filter-and-sort.ts';

const query = (rows: readonly number[] | undefined) => ({
  data: rows && { rows: [...rows], total: rows.length },
  ...{ error: null, isError: false, isPlaceholderData: false, refetch: vi.fn() },
});

describe('a page of rows filtered in the browser', () => {
  const found = [1, 2, 3, 4, 5, 6, 7];
  test('has the rows of its number and the total of all', () => {
    expect(localPage(query(found), found, { page: 1, size: 3 }).data).toEqual({ rows: [4, 5, 6], total: 7 });
  });
  test('past the end is the last one', () => {
    expect(localPage(query(found), found, { page: 8, size: 5 }).data?.rows).toEqual([6, 7]);
  });
  test('is absent before the rows have loaded', () => {
    expect(localPage(query(undefined), [], { page: 0, size: 3 }).data).toBeUndefined();
  });
  test('distinguishes no rows due to filters from no rows at all', () => {
    expect(localPage(query(found), [], { page: 0, size: 3 }).isFilteredOut).toBe(true);
    expect(localPage(query([]), [], { page: 0, size: 3 }).isFilteredOut).toBe(false);
  });
  test('fails as the request does', () => {
    const error = noAnswer('absent');
    const failed = { ...query(found), error, isError: true };
    expect(localPage(failed, found, { page: 0, size: 3 })).toMatchObject({ error, isError: true });
  });
});

describe('a search finds rows', () => {
  test.each([
    ['by every word, in any order and case', 'ROSSI mario', true],
    ['not by one of two words', 'mario bianchi', false],
    ['all of them by nothing', '', true],
    ['all of them by spaces', '  ', true],
  ])('%s', (_how, text, expected) => {
    expect(matchesAll(text, 'Mario Rossi')).toBe(expected);
  });
});

test('equal rows keep their order in both sort directions', () => {
  const rows = [
    { id: 2, key: 'b' },
    { id: 1, key: 'b' },
    { id: 3, key: 'a' },
  ];
  const ids = (order: 'asc' | 'desc') =>
    sortBy(
      rows,
      order,
      ({ key }) => key,
      (a, b) => a.id - b.id,
    ).map(({ id }) => id);
  expect([ids('asc'), ids('desc')]).toEqual([
    [3, 1, 2],
    [1, 2, 3],
  ]);
});
