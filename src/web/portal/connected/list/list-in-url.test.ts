/** Which list parameters an address may set. */
import { describe, expect, test } from 'vitest';
import { type ListRules, otherParameters, readListState, writeListState } from './list-in-url.ts';

const rules: ListRules = {
  sorting: { field: 'lastModifiedDate', order: 'desc' },
  sortable: ['city', 'lastModifiedDate'],
  choices: { hst: ['10001', '10002'], brand: ['bmw', 'mini'] },
};
const dated: ListRules = { ...rules, days: ['from'], ids: ['dossier'] };
const usual = { page: 0, size: 10, sorting: rules.sorting, text: '', filters: {} };

describe('a list reads its URL', () => {
  test('with defaults: first page, ten rows, the usual order', () => {
    expect(readListState({}, '', rules)).toEqual(usual);
  });
  test('with pages counted from one, size, order and filters', () => {
    const search = { page: '3', size: '5', sort: 'city,asc', hst: '10002', brand: 'mini' };
    expect(readListState(search, 'ferrari', rules)).toEqual({
      page: 2,
      size: 5,
      sorting: { field: 'city', order: 'asc' },
      text: 'ferrari',
      filters: { hst: '10002', brand: 'mini' },
    });
  });
  test.each(['0', '-1', '1.5', 'x', '', '1e2', '0x2', '1e9', 'NaN'])(
    'and replaces page "%s" with the first one',
    (page) => {
      expect(readListState({ page }, '', rules).page).toBe(0);
    },
  );
  test.each(['0', '4', '20', '10000', 'dieci'])('and does not show %s rows at a time', (size) => {
    expect(readListState({ size }, '', rules).size).toBe(10);
  });
  test.each(['email,asc', 'city', 'city,up', ',asc', 'city;drop,asc'])('and does not sort by "%s"', (sort) => {
    expect(readListState({ sort }, '', rules).sorting).toEqual(rules.sorting);
  });
  test.each([
    ['a dealer of somebody else', { hst: '99999' }],
    ['a brand that does not exist', { brand: 'BMW' }],
    ['a filter this list does not have', { status: 'DELETED' }],
    ['a name every object has', { toString: 'x' }],
  ] as [string, Record<string, string>][])('and ignores %s', (_what, search) => {
    expect(readListState(search, '', rules).filters).toEqual({});
  });
});

describe('a list reads days and ids from its URL', () => {
  test('if they are valid', () => {
    expect(readListState({ from: '2026-11-20', dossier: '902' }, '', dated).filters).toEqual({
      from: '2026-11-20',
      dossier: '902',
    });
  });
  test.each(['2026-02-31', '20/11/2026', '2026-11', 'oggi', ''])('and ignores the day "%s"', (from) => {
    expect(readListState({ from }, '', dated).filters).toEqual({});
  });
  test.each(['0', '-1', '1.5', 'x', '1e9', '9'.repeat(16)])('and ignores the id "%s"', (dossier) => {
    expect(readListState({ dossier }, '', dated).filters).toEqual({});
  });
});

describe('a list writes its URL', () => {
  test('without parameters for default values', () => {
    expect(writeListState(readListState({}, '', rules), rules)).toEqual({});
  });
  test('so that it can be read back', () => {
    const search = { page: '2', size: '3', sort: 'city,desc', brand: 'bmw' };
    expect(writeListState(readListState(search, '', rules), rules)).toEqual(search);
  });
  test('without the search text', () => {
    const written = writeListState(readListState({}, 'RSSMRA80A01H501U', rules), rules);
    expect(JSON.stringify(written)).not.toContain('RSSMRA80A01H501U');
  });
});

describe('the URL of a list', () => {
  test('keeps foreign parameters, such as the open dialog', () => {
    const search = {
      page: '3',
      size: '5',
      sort: 'city,asc',
      hst: '10002',
      from: '2026-11-20',
      dossier: '7',
      user: '12',
    };
    expect(otherParameters(search, dated)).toEqual({ user: '12' });
  });
});
