/** The personal data in a codice fiscale, and mismatches with a person. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shippedPlaces } from '#server/dossiers/places.ts';
import { existsOn } from '../places/gazetteer.ts';
import {
  type ClaimedPerson,
  fiscalCodeCheck,
  fiscalCodeMismatches,
  fiscalCodeOf,
  isValidFiscalCode,
  readFiscalCode,
} from './fiscal-code.ts';

const places = shippedPlaces();
const TODAY = '2026-11-21';
const read = (code: string) => readFiscalCode(code, TODAY, places);
const withCheck = (first15: string) => first15 + fiscalCodeCheck(first15);

const OMOCODIA = [14, 13, 12, 10, 9, 7, 6];
/** The code as assigned after collisions: letters replace digits from the right, with a new check character. */
function omocodic(code: string, times: number): string {
  const characters = [...code.slice(0, 15)];
  for (const index of OMOCODIA.slice(0, times)) characters[index] = 'LMNPQRSTUV'[Number(characters[index])] ?? '';
  return withCheck(characters.join(''));
}

describe('a codice fiscale contains', () => {
  it.each([
    ['RSSMRA85T10A562S', '1985-12-10', 'M', 'San Giuliano Terme'],
    ['RSSMRA80A01H501U', '1980-01-01', 'M', 'Roma'],
    ['FRNSST75D50A717N', '1975-04-10', 'F', 'Battipaglia'],
    ['RSSMRA85T10A56NH', '1985-12-10', 'M', 'San Giuliano Terme'],
    ['RSSMRA85T10A5S2E', '1985-12-10', 'M', 'San Giuliano Terme'],
    ['rssmra80a01h501u', '1980-01-01', 'M', 'Roma'],
  ])('%s: birth date, sex and place', (code, birthDate, sex, name) => {
    expect(read(code)).toMatchObject({ birthDate, sex, place: { name } });
  });

  it.each([
    'RSSMRA85T10A562T',
    '12345678903',
    'RSSMRA85T10A562',
    withCheck('RSSMRA01B29H501'),
    withCheck('RSSMRA80A35H501'),
    // Days end at 71: 40 is added for women.
    'RSSMRA85T90A562A',
  ])('nothing when it is %s', (code) => {
    expect(read(code)).toBeNull();
    expect(isValidFiscalCode(code)).toBe(false);
  });

  it('the latest birth date that makes its owner at least fourteen', () => {
    expect(read(withCheck('RSSMRA12S21H501'))?.birthDate).toBe('2012-11-21');
    expect(read(withCheck('RSSMRA12S22H501'))?.birthDate).toBe('1912-11-22');
    expect(read(withCheck('RSSMRA26A01H501'))?.birthDate).toBe('1926-01-01');
    expect(read(withCheck('RSSMRA00B29H501'))?.birthDate).toBe('2000-02-29');
  });

  it('a foreign state, and no comune that is unknown or did not exist on that day', () => {
    expect(read(withCheck('RSSMRA80A01Z112'))?.place).toMatchObject({
      name: 'Germania',
      kind: 'state',
      province: 'EE',
    });
    // Presicce-Acquarica has existed only since 2019.
    expect(read(withCheck('RSSMRA80A01M428'))?.place).toBeNull();
    expect(read(withCheck('RSSMRA80A01Z999'))?.place).toBeNull();
  });

  it('the data of every person it was derived from, in every omocodic form', () => {
    const name = fc.stringMatching(/^[A-Z][a-zàèìòùé' ]{1,20}$/);
    const day = fc
      .integer({ min: Date.UTC(1912, 10, 22), max: Date.UTC(2012, 10, 21) })
      .map((time) => new Date(time).toISOString().slice(0, 10));
    fc.assert(
      fc.property(
        name,
        name,
        day,
        fc.constantFrom('M' as const, 'F' as const),
        fc.constantFrom(...places.all),
        fc.integer({ min: 0, max: OMOCODIA.length }),
        (firstName, lastName, birthDate, sex, place, times) => {
          const person = { firstName, lastName, birthDate };
          const code = omocodic(fiscalCodeOf({ ...person, sex, place: place.code }), times);
          const existed = place.kind === 'state' || existsOn(place, birthDate);
          expect(read(code)).toEqual({ birthDate, sex, place: existed ? place : null });
          expect(fiscalCodeMismatches(code, { ...person, birthPlace: place.name }, places)).toEqual([]);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('a codice fiscale differs from a person', () => {
  const mario = { firstName: 'Mario', lastName: 'Rossi', birthDate: '1985-12-10', birthPlace: 'San Giuliano Terme' };
  const mismatches = (change: ClaimedPerson, code = 'RSSMRA85T10A56NH') =>
    fiscalCodeMismatches(code, { ...mario, ...change }, places);

  it.each([
    [{}, []],
    [{ lastName: 'Bianchi' }, ['lastName']],
    [{ firstName: 'Luca' }, ['firstName']],
    // The three letters are the same.
    [{ firstName: 'Maria' }, []],
    [{ birthDate: '1985-12-11' }, ['birthDate']],
    [{ birthDate: '1984-12-10' }, ['birthDate']],
    [{ birthPlace: 'Pisa' }, ['birthPlace']],
    [{ birthPlace: 'S. Giuliano Terme (PI)' }, []],
    // The name before marriage, and the first of two given names.
    [{ lastName: 'Rossi Bianchi', firstName: 'Mario Luca' }, []],
    [{ lastName: 'Bianchi', firstName: 'Luca', birthDate: '1990-01-01' }, ['firstName', 'lastName', 'birthDate']],
  ] as [ClaimedPerson, string[]][])('%j', (change, expected) => {
    expect(mismatches(change)).toEqual(expected);
  });

  it('but not where a value is missing', () => {
    expect(fiscalCodeMismatches('RSSMRA85T10A562S', {}, places)).toEqual([]);
    expect(fiscalCodeMismatches('RSSMRA85T10A562S', { ...mario, birthPlace: 'Pisa' })).toEqual([]);
    expect(mismatches({ birthPlace: 'Londra, Regno Unito' }, withCheck('RSSMRA85T10Z114'))).toEqual([]);
    expect(mismatches({ birthPlace: 'Inghilterra' }, withCheck('RSSMRA85T10Z114'))).toEqual([]);
    expect(mismatches({ birthPlace: 'Londra' }, withCheck('RSSMRA85T10Z114'))).toEqual(['birthPlace']);
  });

  it('but not in accents, apostrophes and letters of other alphabets', () => {
    const codeOf = (lastName: string, firstName: string) =>
      fiscalCodeOf({ firstName, lastName, birthDate: '1985-12-10', sex: 'F', place: 'H501' });
    expect(codeOf('D’Àngelo', 'Zoë')).toMatch(/^DNGZOE/);
    expect(codeOf('Sørensen', 'Łucja')).toBe(codeOf('Sorensen', 'Lucja'));
    expect(codeOf('Groß', 'Æsa')).toBe(codeOf('Gross', 'Aesa'));
    expect(codeOf('Fò', 'Bo')).toMatch(/^FOXBOX/);
    expect(codeOf('Bianchi', 'Gianfranco')).toMatch(/^BNCGFR/);
  });
});
