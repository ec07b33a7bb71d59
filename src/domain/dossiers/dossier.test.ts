/** A dossier's origin, and accepted spellings of its tax code. */
import { describe, expect, it } from 'vitest';
import { dossierSchemaFes } from './dossier.ts';

const body = {
  ...{ hst: '10001', firstName: 'Ada', lastName: 'Nuovi', city: 'Bologna', postalCode: '40121', street: 'Via 1' },
  ...{ mobilePhone: '+39 3331234567', email: 'ada@example.com' },
};
const accepts = (change: object): boolean => dossierSchemaFes.safeParse({ ...body, ...change }).success;

describe('a dossier', () => {
  it('has RSP or a DMS, existing or new, as its origin, and nothing else', () => {
    for (const searchType of ['RSP', 'DMS']) expect(accepts({ searchType }), searchType).toBe(true);
    for (const dossierType of ['existing', 'new']) expect(accepts({ dossierType }), dossierType).toBe(true);
    for (const wrong of ['rsp', 'SAP', 'old', '']) {
      expect(accepts({ searchType: wrong }), wrong).toBe(false);
      expect(accepts({ dossierType: wrong }), wrong).toBe(false);
    }
  });

  it('accepts a partita IVA with country prefix, and stores the number only', () => {
    const kept = (fiscalCode: string) => dossierSchemaFes.parse({ ...body, fiscalCode }).fiscalCode;
    for (const typed of ['01234567897', 'IT01234567897', 'it 01234567897'])
      expect(kept(typed), typed).toBe('01234567897');
    expect(kept('rssmra80a01h501u')).toBe('RSSMRA80A01H501U');
    for (const wrong of ['FR01234567897', 'IT0123456789', 'ITIT01234567897']) {
      expect(accepts({ fiscalCode: wrong }), wrong).toBe(false);
    }
  });
});
