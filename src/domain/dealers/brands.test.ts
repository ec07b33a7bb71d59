/** Which brands a dealer handles. */
import { describe, expect, it } from 'vitest';
import { DEALER_FIELDS, type Dealer, handlesBrand } from './brands.ts';

const nobody = Object.fromEntries(DEALER_FIELDS.map((field) => [field, '-'])) as unknown as Dealer;

describe('a dealer', () => {
  it('handles a brand only with the codes C, F, S and O', () => {
    for (const code of ['C', 'F', 'S', 'O']) {
      expect(handlesBrand({ ...nobody, tipo_mini: code }, 'mini'), code).toBe(true);
      expect(handlesBrand({ ...nobody, tipo_mini: code }, 'bmw'), code).toBe(false);
    }
    for (const code of ['-', '', 'X', 'c', 'CF'])
      expect(handlesBrand({ ...nobody, tipo_mini: code }, 'mini')).toBe(false);
  });
});
