/** What counts as a document's number. */
import { expect, it } from 'vitest';
import { typedNumber } from './typed-number.ts';

it.each(['41', ' #41 ', 'n. 41', 'N.41', 'n° 41', 'numero 41', 'Documento 41', '0041'])('"%s" is 41', (text) =>
  expect(typedNumber(text)).toBe(41),
);

it.each(['0', 'PV-41', '41a', '+39 333', '1234567890123456', ''])('"%s" is not a number', (text) =>
  expect(typedNumber(text)).toBeNull(),
);
