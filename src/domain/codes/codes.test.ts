/** Italian codes against the vectors of the fact sheet (D-80 to D-86). */
import { describe, expect, it } from 'vitest';
import { fiscalCodeCheck, fiscalCodeMismatch, fiscalCodeOf, isFiscalCodeSound } from './fiscal-code.ts';
import { isVatNumberSound, vatNumberOf } from './vat-number.ts';
import { isUsualPlate, isUsualPostalCode, isUsualVin, normalisePlate } from './vehicle.ts';
import { dossierWarnings, folderWarnings } from './warnings.ts';

const withCheck = (first15: string) => first15 + fiscalCodeCheck(first15);

describe('codice fiscale', () => {
  it.each(['RSSMRA85T10A562S', 'RSSMRA80A01H501U', 'FRNSST75D50A717N', 'rssmra80a01h501u'])('accepts %s', (code) => {
    expect(isFiscalCodeSound(code)).toBe(true);
  });

  it.each(['RSSMRA85T10A56NH', 'RSSMRA85T10A5S2E'])('accepts the omocodic %s', (code) => {
    expect(isFiscalCodeSound(code)).toBe(true);
  });

  it.each([
    ['a wrong check character', 'RSSMRA85T10A562T'],
    ['a day that no month has', withCheck('RSSMRA80A35H501')],
    ['the 31st of April', withCheck('FRNSST75D71A717')],
    ['fewer characters', 'RSSMRA85T10A562'],
    ['eleven digits, which are no personal code', '12345678903'],
  ])('doubts %s', (_what, code) => {
    expect(isFiscalCodeSound(code)).toBe(false);
  });

  it('is derived from names, birth date, sex and place', () => {
    const mario = { firstName: 'Mario', lastName: 'Rossi', birthDate: '1980-01-01', sex: 'M', place: 'H501' } as const;
    expect(fiscalCodeOf(mario)).toBe('RSSMRA80A01H501U');
    expect(
      fiscalCodeOf({ firstName: 'Sestina', lastName: 'Ferrini', birthDate: '1975-04-10', sex: 'F', place: 'A717' }),
    ).toMatch(/^FRRSTN75D50A717[A-Z]$/);
    expect(fiscalCodeOf({ ...mario, firstName: 'Gianfranco', lastName: 'Fò' })).toMatch(/^FOXGFR/);
  });

  it('is compared with the person, omocodia undone', () => {
    const mario = { firstName: 'Mario', lastName: 'Rossi', birthDate: '1985-12-10' };
    expect(fiscalCodeMismatch('RSSMRA85T10A56NH', mario)).toBe(false);
    expect(fiscalCodeMismatch('RSSMRA85T10A562S', { ...mario, lastName: 'Bianchi' })).toBe(true);
    expect(fiscalCodeMismatch('RSSMRA85T10A562S', { ...mario, firstName: 'Maria' })).toBe(false);
    expect(fiscalCodeMismatch('RSSMRA85T10A562S', { ...mario, firstName: 'Luca' })).toBe(true);
    expect(fiscalCodeMismatch('RSSMRA85T10A562S', { ...mario, birthDate: '1985-12-11' })).toBe(true);
  });
});

describe('partita IVA', () => {
  it('has a check digit', () => {
    expect(isVatNumberSound('12345678903')).toBe(true);
    expect(isVatNumberSound('12345678901')).toBe(false);
  });

  it('is not all zeros, nor longer, nor letters', () => {
    expect(isVatNumberSound('00000000000')).toBe(false);
    expect(isVatNumberSound('123456789030')).toBe(false);
    expect(isVatNumberSound('1234567890A')).toBe(false);
  });

  it('can be made for an office that was never assigned', () => {
    expect(isVatNumberSound(vatNumberOf(1234, '999'))).toBe(true);
    expect(vatNumberOf(1234, '999')).toMatch(/^0001234999\d$/);
  });
});

describe('vehicles and places', () => {
  it('knows the usual plates of cars and motorcycles', () => {
    expect(normalisePlate('ab-123 cd')).toBe('AB123CD');
    expect(isUsualPlate('AB 123 CD')).toBe(true);
    expect(isUsualPlate('AB12345')).toBe(true);
    expect(isUsualPlate('AI123CD')).toBe(false);
    expect(isUsualPlate('MI 4A1234')).toBe(false);
  });

  it('doubts I, O and Q in a VIN and asks for no check digit', () => {
    expect(isUsualVin('1M8GDM9AXKP042788')).toBe(true);
    expect(isUsualVin('WBA1234567O901234')).toBe(false);
  });

  it('knows Italian postal codes', () => {
    expect(isUsualPostalCode('40121')).toBe(true);
    expect(isUsualPostalCode('00001')).toBe(false);
    expect(isUsualPostalCode('SW1A 1AA')).toBe(false);
  });
});

describe('warnings', () => {
  const mario = {
    firstName: 'Mario',
    lastName: 'Rossi',
    organizationName: null,
    birthDate: '1980-01-01',
    fiscalCode: 'RSSMRA80A01H501U',
    representativeFiscalCode: null,
    postalCode: '40121',
  };

  it('are none for a customer whose codes fit', () => {
    expect(dossierWarnings(mario, 'it')).toEqual([]);
  });

  it('name the field and speak the language of the reader', () => {
    expect(dossierWarnings({ ...mario, fiscalCode: 'RSSMRA80A01H501A' }, 'it')).toEqual([
      { field: 'fiscalCode', code: 'fiscalCode.check', message: expect.stringContaining('carattere di controllo') },
    ]);
    expect(dossierWarnings({ ...mario, firstName: 'Luca' }, 'en')).toEqual([
      { field: 'fiscalCode', code: 'fiscalCode.mismatch', message: expect.stringContaining('tax code') },
    ]);
    expect(dossierWarnings({ ...mario, fiscalCode: '12345678901', postalCode: '1' }, 'it')).toMatchObject([
      { code: 'vatNumber.check' },
      { code: 'postalCode.format' },
    ]);
  });

  it('compare a company’s representative with the person named, not the company’s own number', () => {
    const company = { ...mario, organizationName: 'Prova S.r.l.', fiscalCode: '12345678903' };
    expect(dossierWarnings({ ...company, representativeFiscalCode: 'RSSMRA80A01H501U' }, 'it')).toEqual([]);
  });

  it('speak of plate and VIN of a folder', () => {
    expect(folderWarnings({ plate: 'AB123CD', vin: null }, 'it')).toEqual([]);
    expect(folderWarnings({ plate: 'ZZ', vin: 'WBA1234567O901234' }, 'it')).toMatchObject([
      { field: 'plate', code: 'plate.format' },
      { field: 'vin', code: 'vin.letters' },
    ]);
  });
});
