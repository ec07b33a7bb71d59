/** Where a dossier comes from (specification §3, §9). */
import { describe, expect, it } from 'vitest';
import { dossierSchemaFes } from './dossier.ts';

const body = {
  ...{ hst: '10001', firstName: 'Ada', lastName: 'Nuovi', city: 'Bologna', postalCode: '40121', street: 'Via 1' },
  ...{ mobilePhone: '+39 3331234567', email: 'ada@example.com' },
};
const accepts = (change: object): boolean => dossierSchemaFes.safeParse({ ...body, ...change }).success;

describe('a dossier', () => {
  it('is of RSP or a DMS, existing or new, and nothing else', () => {
    for (const searchType of ['RSP', 'DMS']) expect(accepts({ searchType }), searchType).toBe(true);
    for (const dossierType of ['existing', 'new']) expect(accepts({ dossierType }), dossierType).toBe(true);
    for (const wrong of ['rsp', 'SAP', 'old', '']) {
      expect(accepts({ searchType: wrong }), wrong).toBe(false);
      expect(accepts({ dossierType: wrong }), wrong).toBe(false);
    }
  });
});
