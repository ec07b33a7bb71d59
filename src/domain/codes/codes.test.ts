/** Italian codes against reference vectors. */
import { describe, expect, it } from 'vitest';
import { referenceDataAt } from '#server/dossiers/places.ts';
import { dossierWarnings, folderWarnings } from './code-warnings.ts';
import { fiscalCodeCheck, fiscalCodeOf, isValidFiscalCode } from './fiscal-code.ts';
import { isValidVatNumber, vatNumberOf } from './vat-number.ts';
import { isUsualPlate, isUsualPostalCode, isUsualVin, normalisePlate } from './vehicle.ts';

const withCheck = (first15: string) => first15 + fiscalCodeCheck(first15);

describe('codice fiscale', () => {
  it.each(['RSSMRA85T10A562S', 'RSSMRA80A01H501U', 'FRNSST75D50A717N', 'rssmra80a01h501u'])('accepts %s', (code) => {
    expect(isValidFiscalCode(code)).toBe(true);
  });

  it.each(['RSSMRA85T10A56NH', 'RSSMRA85T10A5S2E'])('accepts the omocodic %s', (code) => {
    expect(isValidFiscalCode(code)).toBe(true);
  });

  it.each([
    ['a wrong check character', 'RSSMRA85T10A562T'],
    ['a day that no month has', withCheck('RSSMRA80A35H501')],
    ['the 31st of April', withCheck('FRNSST75D71A717')],
    ['fewer characters', 'RSSMRA85T10A562'],
    ['eleven digits, which are no personal code', '12345678903'],
  ])('doubts %s', (_what, code) => {
    expect(isValidFiscalCode(code)).toBe(false);
  });

  it('is derived from names, birth date, sex and place', () => {
    const mario = { firstName: 'Mario', lastName: 'Rossi', birthDate: '1980-01-01', sex: 'M', place: 'H501' } as const;
    expect(fiscalCodeOf(mario)).toBe('RSSMRA80A01H501U');
    expect(
      fiscalCodeOf({ firstName: 'Sestina', lastName: 'Ferrini', birthDate: '1975-04-10', sex: 'F', place: 'A717' }),
    ).toMatch(/^FRRSTN75D50A717[A-Z]$/);
    expect(fiscalCodeOf({ ...mario, firstName: 'Gianfranco', lastName: 'Fò' })).toMatch(/^FOXGFR/);
  });
});

describe('partita IVA', () => {
  it('has a check digit', () => {
    expect(isValidVatNumber('12345678903')).toBe(true);
    expect(isValidVatNumber('12345678901')).toBe(false);
  });

  it('is not all zeros, too long, or letters', () => {
    expect(isValidVatNumber('00000000000')).toBe(false);
    expect(isValidVatNumber('123456789030')).toBe(false);
    expect(isValidVatNumber('1234567890A')).toBe(false);
  });

  it('can be generated for an office that was never assigned', () => {
    expect(isValidVatNumber(vatNumberOf(1234, '999'))).toBe(true);
    expect(vatNumberOf(1234, '999')).toMatch(/^0001234999\d$/);
  });
});

describe('vehicles and places', () => {
  it('accepts the usual plates of cars and motorcycles', () => {
    expect(normalisePlate('ab-123 cd')).toBe('AB123CD');
    expect(isUsualPlate('AB 123 CD')).toBe(true);
    expect(isUsualPlate('AB12345')).toBe(true);
    expect(isUsualPlate('AI123CD')).toBe(false);
    expect(isUsualPlate('MI 4A1234')).toBe(false);
  });

  it('doubts I, O and Q in a VIN and requires no check digit', () => {
    expect(isUsualVin('1M8GDM9AXKP042788')).toBe(true);
    expect(isUsualVin('WBA1234567O901234')).toBe(false);
  });

  it('accepts Italian postal codes', () => {
    expect(isUsualPostalCode('40121')).toBe(true);
    expect(isUsualPostalCode('00001')).toBe(false);
    expect(isUsualPostalCode('SW1A 1AA')).toBe(false);
  });
});

describe('warnings', () => {
  const mario = {
    firstName: 'Mario',
    lastName: 'Rossi',
    birthDate: '1980-01-01',
    birthPlace: 'Roma',
    fiscalCode: 'RSSMRA80A01H501U',
    representativeFiscalCode: null,
    city: 'Bologna',
    postalCode: '40121',
  };
  const context = referenceDataAt(new Date('2026-11-21T12:00:00Z'));
  const warningsFor = (change: Partial<Parameters<typeof dossierWarnings>[0]>) =>
    dossierWarnings({ ...mario, ...change }, 'it', context).map(({ field, code }) => `${field}: ${code}`);

  it('are absent for a customer with consistent codes', () => {
    expect(warningsFor({})).toEqual([]);
    expect(warningsFor({ birthPlace: 'Roma (RM)' })).toEqual([]);
  });

  it('name the field and are in the user’s language', () => {
    expect(dossierWarnings({ ...mario, fiscalCode: 'RSSMRA80A01H501A' }, 'it', context)).toEqual([
      { field: 'fiscalCode', code: 'fiscalCode.check', message: expect.stringContaining('carattere di controllo') },
    ]);
    expect(dossierWarnings({ ...mario, firstName: 'Luca' }, 'en', context)).toEqual([
      { field: 'firstName', code: 'fiscalCode.firstName', message: expect.stringContaining('tax code') },
    ]);
    expect(dossierWarnings({ ...mario, birthDate: '1980-01-02', birthPlace: 'Milano' }, 'it', context)).toMatchObject([
      { field: 'birthDate', message: expect.stringContaining('01/01/1980') },
      { field: 'birthPlace', message: expect.stringContaining('Roma (RM)') },
    ]);
  });

  it('cover mismatches of a person and an address', () => {
    expect(warningsFor({ fiscalCode: '12345678901', postalCode: '1' })).toEqual([
      'fiscalCode: vatNumber.check',
      'postalCode: postalCode.format',
    ]);
    expect(warningsFor({ lastName: 'Bianchi' })).toEqual(['lastName: fiscalCode.lastName']);
    expect(warningsFor({ firstName: 'Ginevra', lastName: 'Provetti' })).toEqual(['fiscalCode: fiscalCode.mismatch']);
    expect(warningsFor({ postalCode: '20121' })).toEqual(['postalCode: postalCode.city']);
    expect(warningsFor({ city: 'Mestre', postalCode: '20121' })).toEqual([]);
    expect(warningsFor({ fiscalCode: null, birthPlace: 'Atlantide' })).toEqual(['birthPlace: birthPlace.unknown']);
    expect(warningsFor({ birthPlace: 'Atlantide' })).toEqual(['birthPlace: fiscalCode.birthPlace']);
  });

  it('cover minors, but not a person who turns eighteen today', () => {
    expect(warningsFor({ fiscalCode: null, birthDate: '2008-11-22' })).toEqual(['birthDate: birthDate.minor']);
    expect(warningsFor({ fiscalCode: null, birthDate: '2008-11-21' })).toEqual([]);
  });

  it('ignore localities where they are not available', () => {
    const without = { today: '2026-11-21', placeOf: () => undefined };
    expect(dossierWarnings({ ...mario, birthPlace: 'Atlantide', postalCode: '20121' }, 'it', without)).toEqual([]);
  });

  it('compare a company’s representative with the named person, not with the company’s own number', () => {
    expect(warningsFor({ fiscalCode: '12345678903', representativeFiscalCode: 'RSSMRA80A01H501U' })).toEqual([]);
    expect(warningsFor({ fiscalCode: '12345678903', representativeFiscalCode: 'RSSMRA85T10A562S' })).toEqual([
      'birthDate: fiscalCode.birthDate',
      'birthPlace: fiscalCode.birthPlace',
    ]);
  });

  it('cover plate and VIN of a folder', () => {
    expect(folderWarnings({ plate: 'AB123CD', vin: null }, 'it')).toEqual([]);
    expect(folderWarnings({ plate: 'ZZ', vin: 'WBA1234567O901234' }, 'it')).toMatchObject([
      { field: 'plate', code: 'plate.format' },
      { field: 'vin', code: 'vin.letters' },
    ]);
  });
});
