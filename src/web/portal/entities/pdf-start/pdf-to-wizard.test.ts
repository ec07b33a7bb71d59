/** From a PDF to the wizard: accepted files, the customer, a single handover. */
import { describe, expect, it } from 'vitest';
import { personIn, searchTexts } from './customer-in-pdf.tsx';
import { findInText } from './found-in-text.ts';
import { leavePdfStart, peekPdfStart, takePdfStart } from './handover.ts';
import { fileTrouble } from './pdf-facts.ts';

const nothing = findInText('');
const pdf = { name: 'a.pdf', type: 'application/pdf', size: 10 };

describe('a dropped file', () => {
  it('must be one PDF of 1 byte to 25 MiB', () => {
    expect(fileTrouble([pdf])).toBeNull();
    expect(fileTrouble([{ ...pdf, name: 'A.PDF', type: '' }])).toBeNull();
    expect(fileTrouble([pdf, pdf])).toBe('many');
    expect(fileTrouble([])).toBe('notPdf');
    expect(fileTrouble([{ ...pdf, name: 'a.png', type: 'image/png' }])).toBe('notPdf');
    expect(fileTrouble([{ ...pdf, name: 'a.png', type: '' }])).toBe('notPdf');
    expect(fileTrouble([{ ...pdf, size: 0 }])).toBe('small');
    expect(fileTrouble([{ ...pdf, size: 26_214_400 }])).toBeNull();
    expect(fileTrouble([{ ...pdf, size: 26_214_401 }])).toBe('large');
  });
});

describe('the customer of the document', () => {
  it('is searched by codice fiscale, and by name only without one', () => {
    const both = { ...nothing, fiscalCodes: ['A', 'B', 'C', 'D'], names: ['Ginevra Provetti'] };
    expect(searchTexts(both)).toEqual(['A', 'B', 'C']);
    expect(searchTexts({ ...both, fiscalCodes: [] })).toEqual(['Ginevra Provetti']);
    expect(searchTexts(nothing)).toEqual([]);
  });

  it.each([
    [['autoesempio@pec.example.com', 'ginevra.provetti@example.com'], 'ginevra.provetti@example.com'],
    [['ginevra.provetti@example.com', 'autoesempiobologna@example.com'], 'ginevra.provetti@example.com'],
    [['info@dealer.example', 'g.provetti@example.com', 'dealer@legalmail.it'], 'g.provetti@example.com'],
    [['ginevra@example.com', 'provetti@example.com'], undefined],
    [['a@x.it', 'b@x.it'], undefined],
    [['societa@pec.example.com'], 'societa@pec.example.com'],
  ])('of the addresses %j has %s', (emails, email) => {
    expect(personIn({ ...nothing, names: ['Ginevra Provetti'], emails })?.email).toBe(email);
  });

  it('has the labelled address, even with the dealer’s street', () => {
    const home = { street: 'Via di Prova 1', postalCode: '40121', city: 'Bologna' };
    const found = { ...nothing, names: ['Ginevra Provetti'], addresses: [home] };
    expect(personIn({ ...found, homes: [home] }, ['Via di Prova 1'])).toMatchObject(home);
    expect(personIn(found, ['Via di Prova 1'])).not.toHaveProperty('street');
  });

  it('is suggested as far as the text is clear', () => {
    expect(personIn(nothing)).toBeNull();
    expect(
      personIn({ ...nothing, names: ['Ginevra Provetti'], emails: ['a@x.it', 'b@x.it'], phones: ['+39 3331234567'] }),
    ).toEqual({ firstName: 'Ginevra', lastName: 'Provetti', mobilePhone: '+39 3331234567' });
  });

  it('has the only address that is not the dealer’s', () => {
    const address = (street: string) => ({ street, postalCode: '40121', city: 'Bologna' });
    const at = (...streets: string[]) =>
      personIn({ ...nothing, names: ['Ginevra Provetti'], addresses: streets.map(address) }, ['Via Emilia 1'])?.street;
    expect(at('Via Emilia 1', 'Via Roma 2')).toBe('Via Roma 2');
    expect(at('Via Roma 2', 'Via Roma 3')).toBeUndefined();
    expect(personIn({ ...nothing, addresses: [address('Via Roma 2')] })).toBeNull();
  });
});

describe('the data handed over', () => {
  it('wait at their own address until they are taken', () => {
    const file = new File(['%PDF-1.7'], 'a.pdf');
    leavePdfStart('/app/wizard/bmw/sale_new/a', {
      ...{ file, dossier: null, person: null, hst: null, plate: null, vin: null, businessId: null },
    });
    expect(peekPdfStart('/app/wizard/mini/sale_new/a')).toBeNull();
    takePdfStart('/app/wizard/mini/sale_new/a');
    expect(peekPdfStart('/app/wizard/bmw/sale_new/a')?.file).toBe(file);
    takePdfStart('/app/wizard/bmw/sale_new/a');
    expect(peekPdfStart('/app/wizard/bmw/sale_new/a')).toBeNull();
  });
});
