/** Another user saved while this one typed: both changes survive. */
import { expect, test } from 'vitest';
import { isAlreadyApplied, merge } from './merge-changes.ts';

const base = { name: 'Anna', email: 'a@example.com', roles: ['A', 'B'], active: true };

test('typed values stay, and other users’ changes are merged in', () => {
  const mine = { ...base, name: 'Annalisa' };
  const theirs = { ...base, email: 'b@example.com' };
  expect(merge(base, mine, theirs)).toEqual({ values: { ...theirs, name: 'Annalisa' }, both: [] });
});

test('a field changed by both keeps the typed text and is named', () => {
  const found = merge(base, { ...base, name: 'Annalisa', active: false }, { ...base, name: 'Annetta' });
  expect(found).toEqual({ values: { ...base, name: 'Annalisa', active: false }, both: ['name'] });
});

test('the same change by both is no conflict, and neither is the order of a list', () => {
  const same = { ...base, email: 'c@example.com' };
  expect(merge(base, same, { ...same, roles: ['B', 'A'] }).both).toEqual([]);
  expect(merge(base, { ...base, roles: ['B', 'A'] }, { ...base, roles: ['C'] }).values.roles).toEqual(['C']);
});

test('a save is already applied if all its changes are stored, even if other fields changed', () => {
  const sent = { ...base, name: 'Annalisa', roles: ['C'] };
  expect(isAlreadyApplied(base, sent, sent)).toBe(true);
  expect(isAlreadyApplied(base, sent, { ...sent, email: 'b@example.com' })).toBe(true);
  expect(isAlreadyApplied(base, sent, { ...sent, roles: ['A', 'B'] })).toBe(false);
  expect(isAlreadyApplied(base, sent, { ...sent, name: 'Annetta' })).toBe(false);
});

test('a removal is already applied if the value is no longer stored', () => {
  const { email: _, ...sent } = base;
  expect(isAlreadyApplied(base, sent, sent)).toBe(true);
  expect(isAlreadyApplied(base, sent, base)).toBe(false);
});
