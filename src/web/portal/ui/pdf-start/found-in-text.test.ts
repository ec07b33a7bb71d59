/** Codes, names and contacts found in the text of a paper (P-19). */
import { describe, expect, it } from 'vitest';
import { fiscalCodeOf } from '#domain/codes/fiscal-code.ts';
import { findInText, splitName } from './found-in-text.ts';

const code = fiscalCodeOf({
  ...{ firstName: 'Ginevra', lastName: 'Provetti', birthDate: '1984-05-17' },
  ...{ sex: 'F', place: 'A944' },
});

describe('what a text says', () => {
  it('is the customer and the car', () => {
    const text = `Cliente: Ginevra Provetti nata il 17/05/1984 C.F. ${code.toLowerCase()} e-mail Ginevra@Example.com cell. 333 123 4567
      Veicolo targa GB 481 KT telaio WMW11GD07T2A40418`;
    expect(findInText(text)).toEqual({
      fiscalCodes: [code],
      names: ['Ginevra Provetti'],
      emails: ['ginevra@example.com'],
      phones: ['+39 3331234567'],
      plates: ['GB481KT'],
      vins: ['WMW11GD07T2A40418'],
    });
  });

  it('says each thing once', () => {
    const text = `${code} ${code} GB481KT GB 481 KT WMW11GD07T2A40418 WMW11GD07T2A40418`;
    const { fiscalCodes, plates, vins } = findInText(text);
    expect([fiscalCodes, plates, vins]).toEqual([[code], ['GB481KT'], ['WMW11GD07T2A40418']]);
  });

  it.each([
    ['a code with a wrong check character', `${code.slice(0, 15)}${code[15] === 'X' ? 'Y' : 'X'}`],
    ['part of a longer word', `A${code}B AGB481KTC XWMW11GD07T2A40418Y`],
    [
      'seventeen digits, an IBAN, a word of seventeen letters',
      '12345678901234567 IT60X0542811101000000123456 PRECIPITEVOLISSIM',
    ],
    ['a VIN with I, O or Q', 'WMW11GD07TIOQ0418'],
    ['a fixed line', 'Tel. 051 1234567'],
    ['a motorcycle plate without its label', 'articolo AB12345'],
    ['nothing', ''],
  ])('leaves out %s', (_what, text) => {
    const found = findInText(text);
    expect([found.fiscalCodes, found.plates, found.vins, found.phones, found.names]).toEqual([[], [], [], [], []]);
  });

  it('knows a motorcycle by its label', () => {
    expect(findInText('Targa: AB 12345').plates).toEqual(['AB12345']);
  });

  it('reads numbers with and without the country', () => {
    expect(findInText('+39 333 0000001, 3330000002, +393330000003').phones).toEqual([
      '+39 3330000001',
      '+39 3330000002',
      '+39 3330000003',
    ]);
  });
});

describe('a name in two parts', () => {
  it('ends with the surname, unless the codice fiscale says it comes first', () => {
    expect(splitName('Ginevra Provetti', undefined)).toEqual({ firstName: 'Ginevra', lastName: 'Provetti' });
    expect(splitName('Provetti Ginevra', code)).toEqual({ firstName: 'Ginevra', lastName: 'Provetti' });
    expect(splitName('Ginevra Maria Provetti', code)).toEqual({ firstName: 'Ginevra Maria', lastName: 'Provetti' });
  });
});
