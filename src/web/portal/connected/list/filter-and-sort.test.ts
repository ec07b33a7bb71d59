/** Loaded rows, filtered, sorted and paginated by the page. */
import { describe, expect, test, vi } from 'vitest';
import { noAnswer } from '../../api/failure.ts';
import { findsAll, localPage, sortBy } from './filter-and-sort.ts';

const query = (rows: readonly number[] | undefined) => ({
  data: rows && { rows: [...rows], total: rows.length },
  ...{ error: null, isError: false, isPlaceholderData: false, refetch: vi.fn() },
});

describe('a page that is cut here', () => {
  const found = [1, 2, 3, 4, 5, 6, 7];
  test('has the rows of its number and the total of all', () => {
    expect(localPage(query(found), found, { page: 1, size: 3 }).data).toEqual({ rows: [4, 5, 6], total: 7 });
  });
  test('beyond the end is the last one', () => {
    expect(localPage(query(found), found, { page: 8, size: 5 }).data?.rows).toEqual([6, 7]);
  });
  test('is not there before the rows are', () => {
    expect(localPage(query(undefined), [], { page: 0, size: 3 }).data).toBeUndefined();
  });
  test('tells none because of filters from none at all', () => {
    expect(localPage(query(found), [], { page: 0, size: 3 }).isFilteredOut).toBe(true);
    expect(localPage(query([]), [], { page: 0, size: 3 }).isFilteredOut).toBe(false);
  });
  test('fails as the call does', () => {
    const error = noAnswer('absent');
    const failed = { ...query(found), error, isError: true };
    expect(localPage(failed, found, { page: 0, size: 3 })).toMatchObject({ error, isError: true });
  });
});

describe('rows are found', () => {
  test.each([
    ['by every word, in any order and case', 'ROSSI mario', true],
    ['not by one of two words', 'mario bianchi', false],
    ['all of them by nothing', '', true],
    ['all of them by spaces', '  ', true],
  ])('%s', (_how, text, expected) => {
    expect(findsAll(text, 'Mario Rossi')).toBe(expected);
  });
});

test('rows that are equal keep their own order whichever way the list is turned', () => {
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
