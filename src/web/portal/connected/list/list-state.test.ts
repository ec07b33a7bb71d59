/** The search call of a list. */
import { expect, test } from 'vitest';
import { criteriaOf } from './list-state.ts';

const FIELDS = { hst: 'hst', origin: 'searchType' };

test('the text that is searched for, and each chosen filter by the name of its field', () => {
  expect(criteriaOf({ text: 'greco', filters: { origin: 'DMS', hst: '10001' } }, FIELDS)).toEqual({
    genericFilter: { contains: 'greco' },
    hst: { equals: '10001' },
    searchType: { equals: 'DMS' },
  });
});
test('nothing where nothing is searched for or chosen', () => {
  expect(criteriaOf({ text: '', filters: {} }, FIELDS)).toEqual({});
});
test('no filter that the call has no field for', () => {
  expect(criteriaOf({ text: '', filters: { from: '2026-11-20' } }, FIELDS)).toEqual({});
});
