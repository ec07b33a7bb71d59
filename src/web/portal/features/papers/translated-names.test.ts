/** The page's wording for names that come from the papers. */
import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { papers } from '../../text/it/papers/papers.ts';
import {
  placeholderName,
  productVersionName,
  withNamedPlaceholders,
  withPlaceholderCodes,
} from './translated-names.ts';

const t = ((key: string) => {
  const [, group, name] = key.split('.');
  return group === 'placeholder' ? papers.placeholder[name as keyof typeof papers.placeholder] : papers.draftWord;
}) as unknown as TFunction;

describe('the product’s version', () => {
  it.each(['bozza 1 → bozza 1', 'draft 1 → bozza 1', 'Entwurf 2 → bozza 2', '2026.1 → 2026.1'])('%s', (row) => {
    const [version = '', read] = row.split(' → ');
    expect(productVersionName(t, version)).toBe(read);
  });
});

describe('placeholders', () => {
  it('have the page’s names, except those that only a newer server has', () => {
    expect(placeholderName(t, 'deductible')).toBe('Franchigia');
    expect(placeholderName(t, 'newOne')).toBe('newOne');
  });

  it('are renamed inside a clause, which is otherwise unchanged', () => {
    expect(withNamedPlaceholders(t, 'Con {insurer}, polizza {policy} (art. 1) {newOne}.')).toBe(
      'Con {Compagnia}, polizza {Polizza} (art. 1) {newOne}.',
    );
  });

  it('are stored by code again, and unknown ones stay as typed', () => {
    const names = ['insurer', 'policy', 'newOne'];
    const kept = 'Con {insurer}, polizza {policy} (art. 1) {newOne}.';
    expect(withPlaceholderCodes(t, withNamedPlaceholders(t, kept), names)).toBe(kept);
    expect(withPlaceholderCodes(t, kept, names)).toBe(kept);
    expect(withPlaceholderCodes(t, '{PEC} {iban} {Compagnia', names)).toBe('{PEC} {iban} {Compagnia');
  });

  it('are also accepted in Italian while the page is in English', () => {
    const english = ((key: string) => key) as unknown as TFunction;
    expect(withPlaceholderCodes(english, 'Con {Compagnia}.', ['insurer'])).toBe('Con {insurer}.');
  });
});
