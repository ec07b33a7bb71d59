/** Mobile numbers as people read and type them. */
import { expect, test } from 'vitest';
import { rowsOf } from '../../shared/rows.suite.ts';
import { completePhone, formatPhone } from './phone-number.ts';

test.each([
  ['+39 3471180264', '+39\u00a0347\u00a01180264'],
  ['+393471180264', '+39\u00a0347\u00a01180264'],
  ['+41 791234567', '+41\u00a0791\u00a0234567'],
])('%s is shown in groups', (stored, shown) => {
  expect(formatPhone(stored)).toBe(shown);
});

test.each(['3471180264', '+39 347', '+39 347 1180264', 'n.d.', ''])('"%s" is shown unchanged', (stored) => {
  expect(formatPhone(stored)).toBe(stored);
});

test.each([
  ...rowsOf(`
    3471234567         | +39 3471234567
    347.123.4567       | +39 3471234567
    +39 347 123 4567   | +39 3471234567
    +393471234567      | +39 3471234567
    0039 3471234567    | +39 3471234567
    393471234567       | +39 3471234567
    (+39) 347-123.4567 | +39 3471234567
    0041 79 123 45 67  | +41 791234567
    +41 79 123 45 67   | +41 791234567
    +39 06 123 4567    | +39 061234567
  `),
  [' 347 123 4567 ', '+39 3471234567'],
  ['+39 ', ''],
])('"%s" is completed', (typed, whole) => {
  expect(completePhone(typed)).toBe(whole);
});

test.each(['347123456', '34712345678', '0511234567', '+44 7700900123', '+41 791234567', 'tre', ''])(
  '"%s" is not an Italian mobile number and is unchanged',
  (typed) => {
    expect(completePhone(typed)).toBe(typed);
  },
);
