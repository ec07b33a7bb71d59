/** Another user saved while this one typed: both changes survive. */
import { expect, test } from 'vitest';
import { isAlreadyApplied, merge } from './merge.ts';

const base = { name: 'Anna', email: 'a@example.com', roles: ['A', 'B'], active: true };

test('what was typed stays, what others saved comes in', () => {
  const mine = { ...base, name: 'Annalisa' };
  const theirs = { ...base, email: 'b@example.com' };
  expect(merge(base, mine, theirs)).toEqual({ values: { ...theirs, name: 'Annalisa' }, both: [] });
});

test('a field that both changed keeps the typed text and is named', () => {
  const found = merge(base, { ...base, name: 'Annalisa', active: false }, { ...base, name: 'Annetta' });
  expect(found).toEqual({ values: { ...base, name: 'Annalisa', active: false }, both: ['name'] });
});

test('the same change made twice is no quarrel, and the order of a list is none', () => {
  const same = { ...base, email: 'c@example.com' };
  expect(merge(base, same, { ...same, roles: ['B', 'A'] }).both).toEqual([]);
  expect(merge(base, { ...base, roles: ['B', 'A'] }, { ...base, roles: ['C'] }).values.roles).toEqual(['C']);
});

test('what was sent stands there when every change does, whatever others changed besides', () => {
  const sent = { ...base, name: 'Annalisa', roles: ['C'] };
  expect(isAlreadyApplied(base, sent, sent)).toBe(true);
  expect(isAlreadyApplied(base, sent, { ...sent, email: 'b@example.com' })).toBe(true);
  expect(isAlreadyApplied(base, sent, { ...sent, roles: ['A', 'B'] })).toBe(false);
  expect(isAlreadyApplied(base, sent, { ...sent, name: 'Annetta' })).toBe(false);
});

test('what was taken away stands there when it is gone', () => {
  const { email: _, ...sent } = base;
  expect(isAlreadyApplied(base, sent, sent)).toBe(true);
  expect(isAlreadyApplied(base, sent, base)).toBe(false);
});
