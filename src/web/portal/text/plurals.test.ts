/** Texts that count, in each of Italian's plurals. */
import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { rowsOf } from '../../shared/rows.suite.ts';
import { initTexts } from './language.ts';

describe('a text that counts', () => {
  it.each(
    rowsOf(`
      1       | 1 cliente
      2       | 2 clienti
      1000000 | 1000000 clienti
    `),
  )('has its Italian plural for %s', async (count, text) => {
    await initTexts('it');
    expect(i18next.t('label.customers', { count: Number(count) })).toBe(text);
  });
});
