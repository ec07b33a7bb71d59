/** Which texts in an address are the id of a record. */
import { expect, it } from 'vitest';
import { recordIdIn } from './record-id.ts';

it.each([
  ['1', 1],
  ['1000', 1000],
  ['999999999999999', 999_999_999_999_999],
])('%s is an id', (text, id) => expect(recordIdIn(text)).toBe(id));

it.each([undefined, '', '0', '007', '1e3', '0x10', ' 1', '1.0', '-1', '+1', '١', '1000000000000000'])(
  '%s is none',
  (text) => expect(recordIdIn(text)).toBeNull(),
);
