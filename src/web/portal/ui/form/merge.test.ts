/** Two people change the same row. */
import { describe, expect, test } from 'vitest';
import { mergeTyped } from './merge.ts';

const before = { notes: '', total: '1000', types: ['SALE_NEW', 'SERVICE'] };

describe('what two people typed', () => {
  test('is put together when they changed different fields', () => {
    const typed = { ...before, notes: 'Rinnovo' };
    const saved = { ...before, total: '2000' };
    expect(mergeTyped(before, typed, saved)).toEqual({ values: { ...saved, notes: 'Rinnovo' }, both: [] });
  });
  test('keeps what was typed where both changed it, and says so', () => {
    const typed = { ...before, total: '3000' };
    const saved = { ...before, total: '2000' };
    expect(mergeTyped(before, typed, saved)).toEqual({ values: { ...before, total: '3000' }, both: ['total'] });
  });
  test('is no conflict when both typed the same', () => {
    const typed = { ...before, total: '2000' };
    expect(mergeTyped(before, typed, typed)).toEqual({ values: typed, both: [] });
  });
  test('does not take another order of the same choices for a change', () => {
    const typed = { ...before, types: ['SERVICE', 'SALE_NEW'] };
    const saved = { ...before, types: ['PRIVACY'] };
    expect(mergeTyped(before, typed, saved)).toEqual({ values: saved, both: [] });
  });
});
