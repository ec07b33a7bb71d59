/** Somebody else saved while this person typed: what each did survives (specification §5). */
import { expect, test } from 'vitest';
import { mergeTyped, standsThere } from './three-way.ts';

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

test('what was sent stands there when every change does, whatever others changed besides', () => {
  const sent = { ...base, name: 'Annalisa', roles: ['C'] };
  expect(standsThere(base, sent, sent)).toBe(true);
  expect(standsThere(base, sent, { ...sent, email: 'b@example.com' })).toBe(true);
  expect(standsThere(base, sent, { ...sent, roles: ['A', 'B'] })).toBe(false);
  expect(standsThere(base, sent, { ...sent, name: 'Annetta' })).toBe(false);
});

test('what was taken away stands there when it is gone', () => {
  const { email: _, ...sent } = base;
  expect(standsThere(base, sent, sent)).toBe(true);
  expect(standsThere(base, sent, base)).toBe(false);
});
