/** What counts as a document's number. */
import { expect, it } from 'vitest';
import { typedNumber } from './typed-number.ts';

it.each([
  ['41', 41],
  [' #41 ', 41],
  ['n. 41', 41],
  ['N.41', 41],
  ['n° 41', 41],
  ['numero 41', 41],
  ['Documento 41', 41],
  ['0041', 41],
  ['0', null],
  ['PV-41', null],
  ['41a', null],
  ['+39 333', null],
  ['1234567890123456', null],
  ['', null],
])('"%s" is %s', (text, number) => expect(typedNumber(text)).toBe(number));
