/** The searched text is found in a line regardless of accents and case. */
import { expect, it } from 'vitest';
import { rowsOf } from '../../../shared/rows.suite.ts';
import { markedParts } from './matched-parts.ts';

const hits = (text: string, searched: string) =>
  markedParts(text, searched)
    .map((part) => (part.hit ? `[${part.text}]` : part.text))
    .join('');

it.each([
  ...rowsOf(`
    Ginevra Provetti | prov  | Ginevra [Prov]etti
    Niccolò Città    | colo  | Nic[colò] Città
    Bianca Fantasia  | rossi | Bianca Fantasia
    Bianca Fantasia  |       | Bianca Fantasia
  `),
  ['GA482KT', ' ga4 ', '[GA4]82KT'],
])('%s searched for "%s"', (text, searched, shown) => expect(hits(text, searched)).toBe(shown));
