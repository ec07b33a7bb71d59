/** Codes, names and contacts found in the text of a paper. */
import { describe, expect, it } from 'vitest';
import { fiscalCodeOf } from '#domain/codes/fiscal-code.ts';
import { rowsOf } from '../../../shared/rows.suite.ts';
import { findInText } from './found-in-text.ts';
import { splitName } from './names-in-text.ts';

const code = fiscalCodeOf({
  ...{ firstName: 'Ginevra', lastName: 'Provetti', birthDate: '1984-05-17' },
  ...{ sex: 'F', place: 'A944' },
});

describe('the data found in a text', () => {
  it('are the customer and the car', () => {
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
  ])('are the sold car, not the traded-in one (%#)', (text) => {
    const { plates, vins } = findInText(text);
    expect([plates, vins]).toEqual([['EE111EE'], ['WBA00000000000002']]);
  });

  it('include a single car, even under a trade-in', () => {
    expect(findInText('Permuta\nTarga EE222EE').plates).toEqual(['EE222EE']);
  });

  it('include both cars if nothing distinguishes them', () => {
    expect(findInText('Targa EE111EE, targa EE222EE').plates).toEqual(['EE111EE', 'EE222EE']);
  });

  it('have no duplicates', () => {
    const text = `${code} ${code} GB481KT GB 481 KT WMW11GD07T2A40418 WMW11GD07T2A40418`;
    const { fiscalCodes, plates, vins } = findInText(text);
    expect([fiscalCodes, plates, vins]).toEqual([[code], ['GB481KT'], ['WMW11GD07T2A40418']]);
  });

  it.each(
    rowsOf(`
      a code with a wrong check character                    | ${code.slice(0, 15)}${code[15] === 'X' ? 'Y' : 'X'}
      part of a longer word                                  | A${code}B AGB481KTC XWMW11GD07T2A40418Y
      seventeen digits, an IBAN, a word of seventeen letters | 12345678901234567 IT60X0542811101000000123456 PRECIPITEVOLISSIM
      a VIN with I, O or Q                                   | WMW11GD07TIOQ0418
      a fixed line                                           | Tel. 051 1234567
      a motorcycle plate without its label                   | articolo AB12345
      nothing                                                |
    `),
  )('exclude %s', (_what, text) => {
    const found = findInText(text);
    expect([found.fiscalCodes, found.plates, found.vins, found.phones, found.names]).toEqual([[], [], [], [], []]);
  });

  it('include a motorcycle by its label', () => {
    expect(findInText('Targa: AB 12345').plates).toEqual(['AB12345']);
  });

  it('include a name across a line break, and nothing after it', () => {
    expect(findInText('Cliente: Ginevra\nProvetti\nVia Roma 1').names).toEqual(['Ginevra Provetti']);
    expect(findInText('Sig. Rossi\nVia Roma 1').names).toEqual([]);
  });

  it('include phone numbers with and without the country code', () => {
    expect(findInText('+39 333 0000001, 3330000002, +393330000003').phones).toEqual([
      '+39 3330000001',
      '+39 3330000002',
      '+39 3330000003',
    ]);
  });
});

describe('the case number', () => {
  it.each(
    rowsOf(`
      Proposta d'acquisto n. PV-1-0999 del 20/11/2026 | PV-1-0999
      Preventivo nuovo nr. 2026/417                   | 2026/417
      Numero proposta: PV-77                          | PV-77
      N. commessa 4711                                | 4711
      ORDINE DI LAVORO N° ODL-12                      | ODL-12
      Numero della pratica: 88                        | 88
    `),
  )('is read in «%s»', (text, number) => {
    expect(findInText(text).numbers).toEqual([number]);
  });

  it.each(
    rowsOf(`
      Proposta valida 30 giorni
      n. di telaio WMW11GD07T2A40418
      Contratto n. da assegnare
      Telefono n. 051 123
    `),
  )('is not read in «%s»', (text = '') => {
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

  it('labelled as the customer’s has priority', () => {
    const text = 'Autoesempio, Via Emilia 1, 40100 Bologna. Cliente residente in Via dei Campioni 18, 40121 Bologna';
    expect(findInText(text).addresses).toEqual([bologna]);
  });

  it.each(['Via libera 30 giorni', 'via e-mail 40121 Bologna', '40121 Bologna'])('is not read in «%s»', (text) => {
    expect(findInText(text).addresses).toEqual([]);
  });
});

describe('a name in two parts', () => {
  it('ends with the surname, unless the codice fiscale indicates otherwise', () => {
    expect(splitName('Ginevra Provetti', undefined)).toEqual({ firstName: 'Ginevra', lastName: 'Provetti' });
    expect(splitName('Provetti Ginevra', code)).toEqual({ firstName: 'Ginevra', lastName: 'Provetti' });
    expect(splitName('Ginevra Maria Provetti', code)).toEqual({ firstName: 'Ginevra Maria', lastName: 'Provetti' });
  });
});

const mario = fiscalCodeOf({
  ...{ firstName: 'Mario', lastName: 'De Luca', birthDate: '1970-01-02' },
  ...{ sex: 'M', place: 'F205' },
});

describe('a name in several fields, or identified by a codice fiscale', () => {
  it.each([
    ...rowsOf(`
      Cognome: Provetti Nome: Ginevra                          | Ginevra    | Provetti
      COGNOME Provetti NOME Ginevra Data di nascita 17/05/1984 | Ginevra    | Provetti
      Cognome De Luca Nome Mario                               | Mario      | De Luca
      Cognome e nome: Provetti Ginevra C.F. ${code}            | Ginevra    | Provetti
      Cognome e Nome: De Luca Mario cod. fisc. ${mario}        | Mario      | De Luca
      DE LUCA MARIO ${mario}                                   | MARIO      | DE LUCA
      Venditore: Sig. Aldo Prova. PROVETTI GINEVRA, ${code}    | GINEVRA    | PROVETTI
      Cliente: Sofia Dell’Orto                                 | Sofia      | Dell’Orto
      Cliente: Anna Maria Provetti                             | Anna Maria | Provetti
      Cliente: Luca Della Rovere                               | Luca       | Della Rovere
    `),
    ['Nome: Ginevra\nCognome: Provetti', 'Ginevra', 'Provetti'],
    [`Spett.le Mario De Luca\nVia Roma 1 ${mario}`, 'Mario', 'De Luca'],
  ])('«%s»', (text, firstName, lastName) => {
    const { names, fiscalCodes } = findInText(text);
    expect(splitName(names[0] ?? '', fiscalCodes[0])).toEqual({ firstName, lastName });
  });

  it('is not composed of two distant people, or of form labels', () => {
    expect(findInText(`Cognome: Provetti ${'x '.repeat(100)} Nome: Aldo`).names).toEqual([]);
    expect(findInText('Cognome: Nome: Data di nascita: Via Roma').names).toEqual([]);
  });
});

describe('headings and labels of a form', () => {
  it.each([
    'CLIENTE\nCONTRATTO DI VENDITA',
    'ACQUIRENTE\nDATI DEL CLIENTE',
    'Cliente\nProposta Di Acquisto',
    'CLIENTE\nINFORMATIVA PRIVACY',
    'Cliente Codice Fiscale',
    'Il Cliente Firma Leggibile',
    'CLIENTE\nVEICOLO NUOVO',
    'Acquirente Venditore Firma',
    'Cliente:\nTermini E Condizioni Generali',
    'Sottoscritto\nTRATTAMENTO DEI DATI PERSONALI',
    'Contraente\nModalità Di Pagamento',
    'CLIENTE PERSONA FISICA',
    'Intestatario\nCondizioni Particolari',
    'CLIENTE\nAUTORIZZAZIONE AL TRATTAMENTO',
    'Proponente\nPrezzo Totale',
    'Acquirente\nLuogo Data',
    'Cognome: CONTRATTO\nNome: DATI DEL VEICOLO',
    'CLIENTE\nNORME DI SICUREZZA',
  ])('are not names: %j', (text) => {
    expect(findInText(text).names).toEqual([]);
  });

  it.each([
    ...rowsOf(`
      Cliente: Ginevra Provetti Codice Fiscale   | Ginevra Provetti
      Cliente: Ginevra Provetti Nata a Bologna   | Ginevra Provetti
      CLIENTE: GINEVRA PROVETTI DATI DEL VEICOLO | GINEVRA PROVETTI
      Cliente: Carlo Di Stefano Via Roma 1       | Carlo Di Stefano
      Cliente: Clemente Normanni                 | Clemente Normanni
      Acquirente: Viola Pratico                  | Viola Pratico
      Cliente: Nova Datini                       | Nova Datini
      Cliente: Marco Del Prete Firma             | Marco Del Prete
    `),
    ['CONTRATTO DI VENDITA\nDATI DEL CLIENTE\nCliente: Ginevra Provetti', 'Ginevra Provetti'],
    ['CLIENTE\nACQUIRENTE Ginevra Provetti', 'Ginevra Provetti'],
  ])('keep the name beside them: %j', (text, name) => {
    expect(findInText(text).names).toEqual([name]);
  });
});

describe('contacts in common notations', () => {
  it.each(
    rowsOf(`
      333-1234567
      333/1234567
      333.1234567
      333 12 34 567
      333.123.45.67
      +39-333-123-4567
      (+39) 333 1234567
      0039 333 1234567
      +39\u00a0333\u00a01234567
      +39 333‑1234567
    `),
  )('the mobile %s', (number = '') => {
    expect(findInText(`Cell. ${number}, ore ufficio`).phones).toEqual(['+39 3331234567']);
  });

  it.each(
    rowsOf(`
      prezzo 350.000.000
      P.IVA 33312345678
      12-333-1234567
      333123456789
      333-1234567-12
      2026/3331234567
    `),
  )('no mobile in %s', (text = '') => {
    expect(findInText(text).phones).toEqual([]);
  });

  it.each(
    rowsOf(`
      P.zza Garibaldi 1, 40121 Bologna     | P.zza Garibaldi 1
      P.za Garibaldi, n. 1 - 40121 Bologna | P.za Garibaldi, n. 1
      P.zza G. Verdi n° 3/A 40121 Bologna  | P.zza G. Verdi n° 3/A
      V.le Europa 12 40121 Bologna         | V.le Europa 12
      C.so Italia, 3 20122 Bologna         | C.so Italia, 3
      L.go Augusto 7, 20122 Bologna        | L.go Augusto 7
      P.le Roma 4, 20122 Bologna           | P.le Roma 4
      Loc. Pian di Sopra 9, 20122 Bologna  | Loc. Pian di Sopra 9
      Fraz. San Vito 9, 20122 Bologna      | Fraz. San Vito 9
      Via Roma n. 18/b, 40121 Bologna      | Via Roma n. 18/b
      PIAZZA GARIBALDI 1, 40121 BOLOGNA    | PIAZZA GARIBALDI 1
    `),
  )('the street in «%s»', (text, street) => {
    expect(findInText(text).addresses.map((address) => address.street)).toEqual([street]);
  });

  it('a codice fiscale in groups', () => {
    const groups = `${code.slice(0, 3)} ${code.slice(3, 6)} ${code.slice(6, 11)} ${code.slice(11)}`;
    expect(findInText(`C.F. ${groups}`).fiscalCodes).toEqual([code]);
  });
});

describe('an account number is never suggested for a field', () => {
  it.each(
    rowsOf(`
      IT60X0542811101000000123456
      IT60 X054 2811 1010 0000 0123 456
      it60x0542811101000000123456
      IT 60 X 05428 11101 000000123456
      IT60-X054-2811-1010-0000-0123-456
      IT60\u00a0X054\u00a02811\u00a01010\u00a00000\u00a00123\u00a0456
      IBAN: IT99 X054 2811 1010 3331 2345 678
      DE89 3704 0044 0532 0130 00
      FR14 2004 1010 0505 0001 3M02 606
      GB29 NWBK 6016 1331 9268 19
      CH93 0076 2011 6238 5295 7
      ES91 2100 0418 4502 0005 1332
      SM86U0322509800000000270100
    `),
  )('%s', (iban = '') => {
    const nothing = {
      fiscalCodes: [],
      names: [],
      emails: [],
      phones: [],
      plates: [],
      vins: [],
      numbers: [],
      addresses: [],
      homes: [],
    };
    expect(findInText(`Coordinate bancarie: ${iban}`)).toEqual(nothing);
    expect(findInText(`Bonifico su ${iban} causale acconto`)).toEqual(nothing);
    expect(findInText(`${iban} targa GB481KT`).plates).toEqual(['GB481KT']);
  });
});
