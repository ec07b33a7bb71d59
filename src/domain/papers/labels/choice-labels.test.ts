/** No field of a generated paper offers or prints a code in place of a text. */
import { expect, test } from 'vitest';
import { paperFields, paperTypes } from '../compose-paper.ts';
import { LICENCE_CATEGORIES } from '../fields.ts';
import { choiceLabel } from './choice-labels.ts';

const categories: readonly string[] = LICENCE_CATEGORIES;
const offered = new Map(
  paperTypes
    .flatMap(paperFields)
    .flatMap(({ name, choices = [] }) => choices.map((value) => [`${name} ${value}`, { name, value }] as const)),
);

test.each(['it', 'en'] as const)('every option of a paper has a label in %s', (language) => {
  const bare = [...offered.values()].filter(({ name, value }) => choiceLabel(name, value, language) === value);
  // Licence categories need no text.
  expect(bare.filter(({ value }) => !categories.includes(value))).toEqual([]);
  expect(offered.size).toBeGreaterThan(categories.length);
});

test('the identity card has its Italian name', () => {
  expect(choiceLabel('ID_TYPE', 'identityCard', 'it')).toBe('Carta d’identità');
  expect(choiceLabel('ID_TYPE', 'identityCard', 'en')).toBe('Identity card');
});
