/** Mobile numbers as people read them. */
import { expect, test } from 'vitest';
import { formatPhone } from './phone.ts';

test.each([
  ['+39 3471180264', '+39\u00a0347\u00a01180264'],
  ['+393471180264', '+39\u00a0347\u00a01180264'],
  ['+41 791234567', '+41\u00a0791\u00a0234567'],
])('%s is shown in groups', (stored, shown) => {
  expect(formatPhone(stored)).toBe(shown);
});

test.each(['3471180264', '+39 347', '+39 347 1180264', 'n.d.', ''])('"%s" is left as it came', (stored) => {
  expect(formatPhone(stored)).toBe(stored);
});
