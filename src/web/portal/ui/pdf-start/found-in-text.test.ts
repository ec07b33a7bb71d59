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
      numbers: [],
      addresses: [],
      homes: [],
    });
  });

  it.each([
    [
      'VEICOLO\nTarga\nEE111EE\nTelaio\nWBA00000000000002\nPREZZO\nVEICOLO IN PERMUTA\nTarga\nEE222EE\nTelaio\nWBA00000000000003\nPAGAMENTI',
    ],
    [
      'VEICOLO IN PERMUTA\nTarga\nEE222EE\nTelaio\nWBA00000000000003\nVEICOLO\nTarga\nEE111EE\nTelaio\nWBA00000000000002',
    ],
    ['Targa EE111EE telaio WBA00000000000002\nPermuta: targa EE222EE telaio WBA00000000000003'],
    ['Usato in permuta:\nEE222EE WBA00000000000003\nVEICOLO NUOVO\nEE111EE WBA00000000000002'],
    ['Targa EE111EE\nTelaio WBA00000000000002\nNessuna permuta'],
  ])('is the car that is sold, not the one that is traded in (%#)', (text) => {
    const { plates, vins } = findInText(text);
    expect([plates, vins]).toEqual([['EE111EE'], ['WBA00000000000002']]);
  });

  it('is the only car there is, even under a trade-in', () => {
    expect(findInText('Permuta\nTarga EE222EE').plates).toEqual(['EE222EE']);
  });

  it('is both cars where nothing tells them apart', () => {
    expect(findInText('Targa EE111EE, targa EE222EE').plates).toEqual(['EE111EE', 'EE222EE']);
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

  it('reads a name across the end of a line, and nothing after it', () => {
    expect(findInText('Cliente: Ginevra\nProvetti\nVia Roma 1').names).toEqual(['Ginevra Provetti']);
    expect(findInText('Sig. Rossi\nVia Roma 1').names).toEqual([]);
  });

  it('reads numbers with and without the country', () => {
    expect(findInText('+39 333 0000001, 3330000002, +393330000003').phones).toEqual([
      '+39 3330000001',
      '+39 3330000002',
      '+39 3330000003',
    ]);
  });
});

describe('the number of a case', () => {
  it.each([
    ["Proposta d'acquisto n. PV-1-0999 del 20/11/2026", 'PV-1-0999'],
    ['Preventivo nuovo nr. 2026/417', '2026/417'],
    ['Numero proposta: PV-77', 'PV-77'],
    ['N. commessa 4711', '4711'],
    ['ORDINE DI LAVORO N° ODL-12', 'ODL-12'],
    ['Numero della pratica: 88', '88'],
  ])('is read in «%s»', (text, number) => {
    expect(findInText(text).numbers).toEqual([number]);
  });

  it.each([
    'Proposta valida 30 giorni',
    'n. di telaio WMW11GD07T2A40418',
    'Contratto n. da assegnare',
    'Telefono n. 051 123',
  ])('is not read in «%s»', (text) => {
    expect(findInText(text).numbers).toEqual([]);
  });
});

describe('an address', () => {
  const bologna = { street: 'Via dei Campioni 18', postalCode: '40121', city: 'Bologna' };

  it.each([
    ['Via dei Campioni 18, 40121 Bologna (BO) telaio', bologna],
    ['Via dei Campioni 18 - 40121 Bologna, tel. 051', bologna],
    ['Via dei Campioni 18, 40121 Bologna BO Cell. 333', bologna],
    ['Via dei Campioni 18, 40121 Bologna a mezzo', bologna],
    ['residente in Via dei Campioni 18\n40121 Bologna\nC.F.', bologna],
    ['Corso Italia, 3/b 20122 Milano', { street: 'Corso Italia, 3/b', postalCode: '20122', city: 'Milano' }],
    [
      'Piazza 4 Novembre 1, 40069 Zola Predosa e-mail',
      { street: 'Piazza 4 Novembre 1', postalCode: '40069', city: 'Zola Predosa' },
    ],
    [
      "Via L. Ariosto 5, 41012 Reggio nell'Emilia",
      { street: 'Via L. Ariosto 5', postalCode: '41012', city: "Reggio nell'Emilia" },
    ],
  ])('is read in «%s»', (text, address) => {
    expect(findInText(text).addresses).toEqual([address]);
  });

  it('that is said to be the customer’s goes before any other', () => {
    const text = 'Autoesempio, Via Emilia 1, 40100 Bologna. Cliente residente in Via dei Campioni 18, 40121 Bologna';
    expect(findInText(text).addresses).toEqual([bologna]);
  });

  it.each(['Via libera 30 giorni', 'via e-mail 40121 Bologna', '40121 Bologna'])('is not read in «%s»', (text) => {
    expect(findInText(text).addresses).toEqual([]);
  });
});

describe('a name in two parts', () => {
  it('ends with the surname, unless the codice fiscale says it comes first', () => {
    expect(splitName('Ginevra Provetti', undefined)).toEqual({ firstName: 'Ginevra', lastName: 'Provetti' });
    expect(splitName('Provetti Ginevra', code)).toEqual({ firstName: 'Ginevra', lastName: 'Provetti' });
    expect(splitName('Ginevra Maria Provetti', code)).toEqual({ firstName: 'Ginevra Maria', lastName: 'Provetti' });
  });
});
