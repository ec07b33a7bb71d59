/** The search call of a list. */
import { expect, test } from 'vitest';
import { criteriaOf } from './list-state.ts';

const FIELDS = { hst: 'hst', origin: 'searchType' };

test('includes the search text, and each selected filter by its field', () => {
  expect(criteriaOf({ text: 'greco', filters: { origin: 'DMS', hst: '10001' } }, FIELDS)).toEqual({
    genericFilter: { contains: 'greco' },
    hst: { equals: '10001' },
    searchType: { equals: 'DMS' },
  });
});
test('is empty without a search and filters', () => {
  expect(criteriaOf({ text: '', filters: {} }, FIELDS)).toEqual({});
});
test('omits filters without a field in the call', () => {
  expect(criteriaOf({ text: '', filters: { from: '2026-11-20' } }, FIELDS)).toEqual({});
});
