/** Somebody else saved while this person typed: what each did survives (specification §5). */
import { expect, test } from 'vitest';
import { mergeTyped } from './three-way.ts';

const base = { name: 'Anna', email: 'a@example.com', roles: ['A', 'B'], active: true };

test('what was typed stays, what others saved comes in', () => {
  const mine = { ...base, name: 'Annalisa' };
  const theirs = { ...base, email: 'b@example.com' };
  expect(mergeTyped(base, mine, theirs)).toEqual({ values: { ...theirs, name: 'Annalisa' }, both: [] });
});

test('a field that both changed keeps the typed text and is named', () => {
  const found = mergeTyped(base, { ...base, name: 'Annalisa', active: false }, { ...base, name: 'Annetta' });
  expect(found).toEqual({ values: { ...base, name: 'Annalisa', active: false }, both: ['name'] });
});

test('the same change made twice is no quarrel, and the order of a list is none', () => {
  const same = { ...base, email: 'c@example.com' };
  expect(mergeTyped(base, same, { ...same, roles: ['B', 'A'] }).both).toEqual([]);
  expect(mergeTyped(base, { ...base, roles: ['B', 'A'] }, { ...base, roles: ['C'] }).values.roles).toEqual(['C']);
});
