/** The forms of licences and activations: what is sent, and what is refused before it is sent. */
import { describe, expect, test } from 'vitest';
import type { LicenseRow } from '../../api/queries/entitlements.ts';
import {
  activationBody,
  activationIssues,
  activationValues,
  base64Of,
  fewerThanUsed,
  fileProblem,
  licenseBody,
  licenseIssues,
  licenseValues,
} from './license-values.ts';

const license = { id: 4, expiresAt: '2027-12-31', activationsCount: 3, licenseAmount: 5 } as LicenseRow;
const filled = { ...licenseValues(null, 'LE001'), licenseCode: 'LIC-9', licenseAmount: '10' };

describe('the licence form', () => {
  test('requires only code, legal entity and number', () => {
    const codes = licenseIssues(licenseValues(null)).map(({ field, code }) => `${field} ${code}`);
    expect(codes.sort()).toEqual(['legalEntity required', 'licenseAmount required', 'licenseCode required']);
    expect(licenseIssues(filled)).toEqual([]);
  });
  test('refuses fewer seats than are in use', () => {
    expect(fewerThanUsed({ ...filled, licenseAmount: '2' }, license)).toBe(true);
    expect(fewerThanUsed({ ...filled, licenseAmount: '3' }, license)).toBe(false);
    expect(fewerThanUsed({ ...filled, licenseAmount: '0' }, license)).toBe(false);
    expect(fewerThanUsed({ ...filled, licenseAmount: '1' }, null)).toBe(false);
  });
  test.each([
    ['a.afgclic', 1, null],
    ['A.AFGCLIC', 1_048_576, null],
    ['a.afgclic', 1_048_577, 'fileLarge'],
    ['a.afgclic', 0, 'fileSmall'],
    ['a.pdf', 10, 'fileType'],
    ['.afgclic', 10, 'fileType'],
  ])('a file %s of %i bytes: %s', (name, size, problem) => {
    expect(fileProblem({ name, size })).toBe(problem);
  });
  test('sends a new file as base64, for any bytes and size, and omits it otherwise', async () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 256);
    const content = await base64Of(new Blob([bytes]));
    expect(Uint8Array.from(atob(content), (character) => character.charCodeAt(0))).toEqual(bytes);
    const file = new File([bytes], 'a.afgclic');
    expect(await licenseBody({ ...filled, file }, null)).toMatchObject({ afgclic: { fileName: 'a.afgclic', content } });
    expect(await licenseBody(filled, null)).not.toHaveProperty('afgclic');
  });
});

describe('the activation form', () => {
  test('starts with the day of its licence and the only dealer', () => {
    expect(activationValues(null, license, ['10001'])).toMatchObject({ hst: '10001', expiresAt: '31/12/2027' });
    expect(activationValues(null, license, ['10001', '10002']).hst).toBe('');
  });
  test('requires only a dealer', () => {
    const values = { ...activationValues(null, license, []), expiresAt: '' };
    expect(activationIssues(values, null, license).map(({ field }) => field)).toEqual(['hst']);
    expect(activationBody(values, null, license)).toMatchObject({ licenseId: 4, deviceLabel: null, expiresAt: null });
  });
  test('refuses a day after the licence, unless it was stored before', () => {
    const values = { ...activationValues(null, license, ['10001']), expiresAt: '01/01/2028' };
    expect(activationIssues(values, null, license).map(({ code }) => code)).toEqual(['afterLicense']);
    expect(activationIssues(values, { expiresAt: '2028-01-01' }, license)).toEqual([]);
    expect(activationIssues({ ...values, expiresAt: '31/12/2027' }, null, license)).toEqual([]);
  });
  test('refuses an invalid day with a single error', () => {
    const values = { ...activationValues(null, license, ['10001']), expiresAt: 'domani' };
    expect(activationIssues(values, null, license).map(({ code }) => code)).toEqual(['date']);
  });
});
