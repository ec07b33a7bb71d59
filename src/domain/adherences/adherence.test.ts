/** Which adherence covers which document, and the required content of a revocation. */
import { describe, expect, it } from 'vitest';
import { fieldIssues } from '../validation.ts';
import { coveringAdherence, revocationSchema } from './adherence.ts';

const GINEVRA = {
  ...{ firstName: 'Ginevra', lastName: "D'Esempi", birthDate: '1980-01-01', birthPlace: 'Roma' },
  mobilePhone: '+39 3331234567',
};
const MINE = {
  ...{ id: 1, personCode: 'PRVGVR80A41H501D', legalEntity: 'LE001', coversNational: true, signer: GINEVRA },
};
const of = (documentType: string, change: object = {}) => ({
  ...{ personCode: MINE.personCode, legalEntity: 'LE001', documentType, person: GINEVRA },
  ...change,
});

describe('an adherence covers', () => {
  it('the documents of its person for its legal entity only', () => {
    expect(coveringAdherence([MINE], of('SALE_NEW_PROPOSAL'))).toBe(MINE);
    expect(coveringAdherence([MINE], of('SALE_NEW_PROPOSAL', { legalEntity: 'LE002' }))).toBeUndefined();
    expect(coveringAdherence([MINE], of('SALE_NEW_PROPOSAL', { personCode: 'RSSMRA80A01H501U' }))).toBeUndefined();
    expect(coveringAdherence([MINE], of('SALE_NEW_PROPOSAL', { personCode: null }))).toBeUndefined();
  });

  it.each([
    ['another first name', { firstName: 'Marta' }, false],
    ['another last name', { lastName: 'Altri' }, false],
    ['another day of birth', { birthDate: '1980-01-02' }, false],
    ['another place of birth', { birthPlace: 'Milano' }, false],
    ['another telephone', { mobilePhone: '+39 3331234568' }, false],
    ['the name in another spelling', { firstName: 'GINEVRA', lastName: 'd’ESEMPI' }, true],
    ['first and last name the other way round', { firstName: "D'Esempi", lastName: 'Ginevra' }, true],
    ['the place with its province', { birthPlace: 'Roma (RM)' }, true],
    ['the same telephone without the space', { mobilePhone: '+393331234567' }, true],
    ['a paper that does not state the birth', { birthDate: null, birthPlace: null }, true],
  ])('no person who differs from its module: %s', (_what, change, isCovered) => {
    const covering = coveringAdherence([MINE], of('SALE_NEW_PROPOSAL', { person: { ...GINEVRA, ...change } }));
    expect(covering).toBe(isCovered ? MINE : undefined);
  });

  it('any person with the codice fiscale where the module’s signer was not stored', () => {
    const withoutSigner = { ...MINE, signer: null };
    const person = { ...GINEVRA, firstName: 'Marta' };
    expect(coveringAdherence([withoutSigner], of('SALE_NEW_PROPOSAL', { person }))).toBe(withoutSigner);
  });

  it('the national company’s privacy form only when its module names that company', () => {
    const withoutNational = { ...MINE, coversNational: false };
    expect(coveringAdherence([MINE], of('PRIVACY_NSC'))).toBe(MINE);
    expect(coveringAdherence([withoutNational], of('PRIVACY_NSC'))).toBeUndefined();
    expect(coveringAdherence([withoutNational], of('PRIVACY_DEALER'))).toBe(withoutNational);
  });
});

describe('a revocation', () => {
  const GOOD = { date: '2026-11-21', via: 'PHONE', requestedBy: ' La figlia ', reason: '' };
  it('states when and how it was requested; who and why are optional', () => {
    expect(revocationSchema.parse(GOOD)).toEqual({ ...GOOD, requestedBy: 'La figlia', reason: null });
    expect(revocationSchema.parse({ date: '2026-11-21', via: 'POST' })).toMatchObject({ requestedBy: null });
  });
  it.each([
    [{ date: '31/02/2026' }, 'date date'],
    [{ date: '2026-02-30' }, 'date date'],
    [{ date: undefined }, 'date required'],
    [{ via: 'FAX' }, 'via oneOf'],
    [{ reason: 'x'.repeat(1001) }, 'reason max'],
    [{ controller: 'LE001' }, 'controller unknown'],
  ])('refuses %j', (change, refused) => {
    const parsed = revocationSchema.safeParse({ ...GOOD, ...change }, { reportInput: true });
    const issues = parsed.success ? [] : fieldIssues('adherence', parsed.error);
    expect(issues.map(({ field, code }) => `${field} ${code}`)).toEqual([refused]);
  });
});
