/** Quotes, proposals and contracts: every amount is calculated in cents, and inconsistencies are refused with the field's name. */
import { describe, expect, it } from 'vitest';
import { rowsOf } from '#test/rows.ts';
import { fieldMessage } from '../errors.ts';
import { financeTotal, includedVat, orderSum, saleSum } from './amounts.ts';
import { composePaper, paperFields } from './compose-paper.ts';
import { money, type PaperValues } from './fields.ts';
import type { BlockOf, Paper } from './paper.ts';
import type { PaperData } from './paper-data.ts';
import { SAMPLE_DATA, sampleData } from './sample-data.ts';

const compose = (type: string, change: PaperValues = {}, data: Partial<PaperData> = {}) =>
  composePaper(type, { ...sampleData(paperFields(type), change), ...data });
const refused = (type: string, change: PaperValues, data: Partial<PaperData> = {}) =>
  compose(type, change, data).missing.map((issue) => `${issue.field}: ${fieldMessage(issue, 'it')}`);
const table = (paper: Paper, heading: string) =>
  paper.blocks.find((block): block is BlockOf<'table'> => block.kind === 'table' && block.heading === heading);
const clauses = (paper: Paper) =>
  paper.blocks.flatMap((block) => (block.kind === 'clauses' ? block.clauses.map(({ heading }) => heading) : []));
const boxes = (paper: Paper) => paper.blocks.flatMap((block) => (block.kind === 'signatures' ? block.signatures : []));
const NEW = 'SALE_NEW_PROPOSAL';
const USED = 'SALE_USED_PROPOSAL';
const COMPANY = { ...SAMPLE_DATA.customer, organizationName: 'Esempio Servizi S.r.l.' };

describe('the price', () => {
  it('is list price, options, package and on-the-road costs less the discount, and the tax outside VAT', () => {
    const values = { ...sampleData(paperFields('SALE_USED_PROPOSAL_PLUS')).values };
    expect(saleSum(values)).toEqual({
      before: 36_900_00 + 950_00 + 1_480_00 + 1_190_50 + 690_00,
      discount: 2_200_00,
      taxed: 39_860_50,
      vat: includedVat(39_860_50),
      outside: 312_40,
      total: 40_172_90,
      paid: 2_000_00 + 7_500_00 + 20_000_00 + 3_000_00,
      rest: 40_172_90 - 32_500_00,
    });
  });

  it.each(
    rowsOf(`
      12200 | 2200
      1 | 0
      3 | 1
      3917050 | 706353
      99999999999 | 18032786885
    `),
  )('of %s cents contains %s cents of VAT', (gross, vat) => {
    expect(includedVat(Number(gross))).toBe(Number(vat));
  });

  it('is printed line by line with its sums', () => {
    const price = table(compose(NEW).paper, 'Prezzo');
    expect(price?.rows.map(([name, , amount]) => `${name} ${amount}`)).toEqual([
      'Prezzo di listino €\u00a036.900,00',
      'Vernice metallizzata €\u00a0950,00',
      'Pacchetto assistenza alla guida €\u00a01.480,00',
      'Cerchi in lega da 18 pollici €\u00a01.190,50',
      'Sconto − €\u00a02.200,00',
      'Messa su strada €\u00a0850,00',
      'IPT e bolli (fuori campo IVA) €\u00a0312,40',
    ]);
    expect(price?.totals).toEqual([
      { label: 'di cui imponibile', value: '€\u00a032.106,97' },
      { label: 'di cui IVA 22\u00a0%', value: '€\u00a07.063,53' },
      { label: 'Totale chiavi in mano', value: '€\u00a039.482,90' },
    ]);
  });

  it('shows no VAT under the margin scheme, and states the reason', () => {
    const { paper } = compose(USED, { VAT_REGIME: 'margin' });
    expect(table(paper, 'Prezzo')?.totals?.map(({ label }) => label)).toEqual(['Totale chiavi in mano']);
    expect(JSON.stringify(paper.blocks)).toContain('art. 36 D.L. 41/1995');
  });

  it('is refused with the field’s name when the sum is wrong', () => {
    expect(refused(NEW, { DISCOUNT: '50000' })).toEqual(['DISCOUNT: Lo sconto supera il prezzo, €\u00a040.520,50']);
    expect(refused(NEW, { TOTAL_PRICE: '39482,91' })).toEqual(['TOTAL_PRICE: La somma delle voci è €\u00a039.482,90']);
    expect(compose(NEW, { TOTAL_PRICE: '39482,90' }).missing).toEqual([]);
    expect(refused(NEW, { OPTION_4_NAME: 'Gancio di traino' })).toEqual(['OPTION_4_PRICE: Campo obbligatorio']);
    expect(refused(NEW, { OPTION_4_NAME: 'Gancio', OPTION_4_PRICE: 'da vedere' })).toHaveLength(1);
  });
});

describe('the payments', () => {
  it('end with the balance at delivery, and add up to the price', () => {
    const payments = table(compose(NEW).paper, 'Pagamenti');
    expect(payments?.rows.at(-1)).toEqual(['Saldo', 'Alla consegna', '€\u00a06.982,90']);
    expect(payments?.totals).toEqual([{ label: 'Totale', value: '€\u00a039.482,90' }]);
  });

  it('have no balance when they cover the price to the cent, and are refused one cent above it', () => {
    const exact = { PAYMENT_2_NAME: 'Saldo, bonifico', PAYMENT_2_DUE: '2027-01-20', PAYMENT_2_AMOUNT: '6982,90' };
    const covered = compose(NEW, exact);
    expect(covered.missing).toEqual([]);
    expect(table(covered.paper, 'Pagamenti')?.rows.at(-1)).toEqual([
      'Saldo, bonifico',
      '20/01/2027',
      '€\u00a06.982,90',
    ]);
    expect(refused(NEW, { ...exact, PAYMENT_2_AMOUNT: '6982,91' })).toEqual([
      'PAYMENT_2_AMOUNT: I pagamenti superano il totale, €\u00a039.482,90',
    ]);
  });

  it('require the means of a deposit and the traded-in vehicle', () => {
    expect(refused(NEW, { DEPOSIT_MEANS: '' })).toEqual(['DEPOSIT_MEANS: Campo obbligatorio']);
    expect(refused(NEW, { TRADE_IN_PLATE: '' })).toEqual(['TRADE_IN_PLATE: Campo obbligatorio']);
    expect(refused(NEW, { TRADE_IN_VALUE: '' })).toEqual(['TRADE_IN_VALUE: Campo obbligatorio']);
  });
});

describe('a finance example', () => {
  it('prints the total amount payable', () => {
    expect(financeTotal(sampleData(paperFields(NEW)).values)).toBe(36 * 389_90 + 9_800_00);
    expect(JSON.stringify(compose(NEW).paper)).toContain(money(36 * 389_90 + 9_800_00, 'it'));
  });

  it('is refused with impossible rates or instalments', () => {
    expect(refused(NEW, { FINANCE_TAEG: '5,949' })).toEqual(['FINANCE_TAEG: Il TAEG non può essere inferiore al TAN']);
    expect(compose(NEW, { FINANCE_TAEG: '5,95' }).missing).toEqual([]);
    expect(refused(NEW, { FINANCE_FINAL: '' })).toEqual([
      'FINANCE_INSTALMENT: La somma di rate e maxirata è €\u00a014.036,40: meno dell’importo finanziato',
    ]);
    expect(refused(NEW, { FINANCE_TAN: '', FINANCE_TAEG: '' })).toEqual([
      'FINANCE_TAN: Campo obbligatorio',
      'FINANCE_TAEG: Campo obbligatorio',
    ]);
  });
});

describe('a proposal', () => {
  it('prints the last day it is binding, across the end of a month and a year', () => {
    const until = (IRREVOCABLE_DAYS: string, date: string) =>
      JSON.stringify(compose(NEW, { IRREVOCABLE_DAYS, DELIVERY_DATE: '2028-01-01' }, { date }).paper);
    expect(until('10', '2026-11-20')).toContain('30 novembre 2026');
    expect(until('45', '2026-11-20')).toContain('4 gennaio 2027');
    expect(until('10', '2028-02-20')).toContain('1 marzo 2028');
  });

  it('is refused without an irrevocability period, or with more than a year', () => {
    expect(refused(NEW, { IRREVOCABLE_DAYS: '0' })).toEqual(['IRREVOCABLE_DAYS: Deve essere maggiore di zero']);
    expect(refused(NEW, { IRREVOCABLE_DAYS: '366' })).toEqual(['IRREVOCABLE_DAYS: Deve essere al massimo 365']);
    expect(refused(NEW, { DELIVERY_DATE: '2026-11-19' })).toEqual(['DELIVERY_DATE: Precede la data del documento']);
  });

  it('has onerous clauses in a separate signature field, with their numbers on this paper', () => {
    for (const [type, change] of [
      [NEW, {}],
      [NEW, { DEPOSIT_AMOUNT: '', DEPOSIT_MEANS: '' }],
      [USED, { SALE_PLACE: 'remote' }],
    ] as const) {
      const { paper } = compose(type, change);
      const [agreement, approval, ...more] = boxes(paper);
      expect([agreement?.id, approval?.id, more]).toEqual(['Firma_cliente', 'Approvazione_cliente', []]);
      const numbers = [...(approval?.caption.split('approvo')[1] ?? '').matchAll(/\d+/g)].map(Number);
      const named = numbers.map((number) => clauses(paper)[number - 1]);
      expect(named).toContain('Irrevocabilità della proposta');
      expect(named).toContain('Legge applicabile e foro');
      expect(named.includes('Caparra confirmatoria')).toBe(clauses(paper).includes('Caparra confirmatoria'));
    }
  });

  it('prints the right of withdrawal only for a consumer who buys off premises', () => {
    const has = (change: PaperValues, data: Partial<PaperData> = {}) =>
      clauses(compose(NEW, change, data).paper).includes('Recesso');
    expect(has({ SALE_PLACE: 'remote' })).toBe(true);
    expect(has({ SALE_PLACE: 'offPremises' })).toBe(true);
    expect(has({})).toBe(false);
    expect(has({ SALE_PLACE: 'remote' }, { customer: COMPANY })).toBe(false);
  });
});

describe('a used vehicle', () => {
  it('has a guarantee of at least a year for a consumer', () => {
    expect(refused(USED, { WARRANTY_MONTHS: '11' })).toEqual([
      'WARRANTY_MONTHS: Per il consumatore non meno di 12 mesi (art. 133 Codice del consumo)',
    ]);
    expect(refused(USED, { WARRANTY_MONTHS: '' })).toEqual(['WARRANTY_MONTHS: Campo obbligatorio']);
    expect(compose(USED, { WARRANTY_MONTHS: '' }, { customer: COMPANY }).missing).toEqual([]);
  });

  it('must be stated in the older types, which cover both', () => {
    const asked = { VEHICLE_FIRST_REGISTRATION: '', VEHICLE_KM: '', VAT_REGIME: '', WARRANTY_MONTHS: '' };
    expect(refused('SALE_CONTRACT', { ...asked, SALE_KIND: 'new' })).toEqual([]);
    expect(refused('SALE_CONTRACT', { ...asked, SALE_KIND: 'used' })).toEqual(
      Object.keys(asked).map((name) => `${name}: Campo obbligatorio`),
    );
    expect(refused('SALE_CONTRACT', { SALE_KIND: 'new', VAT_REGIME: 'margin' })).toEqual([
      'VAT_REGIME: Valore non ammesso',
    ]);
  });

  it('has plate and VIN of the folder unless others are typed', () => {
    const { paper } = compose('SALE_USED_CONTRACT', { VEHICLE_PLATE: '', VEHICLE_VIN: '' });
    const vehicle = paper.blocks.find((block) => block.kind === 'facts' && block.heading === 'Veicolo');
    expect(JSON.stringify(vehicle)).toContain('EE000EE');
    expect(JSON.stringify(vehicle)).toContain('WBA00000000000001');
  });
});

describe('an acceptance', () => {
  it('names the proposal, and warns when that is no longer binding', () => {
    const { paper, warnings } = compose('SALE_NEW_ACCEPTANCE', { PROPOSAL_UNTIL: '2026-11-19' });
    expect(JSON.stringify(paper)).toContain('PV-2026-0418');
    expect(warnings.map(({ field, message }) => `${field}: ${message}`)).toEqual([
      'PROPOSAL_UNTIL: La proposta era irrevocabile fino al 19/11/2026: verifica che il cliente la confermi.',
    ]);
    expect(compose('SALE_NEW_ACCEPTANCE', { PROPOSAL_UNTIL: '2026-11-20' }).warnings).toEqual([]);
    expect(refused('SALE_NEW_ACCEPTANCE', { PROPOSAL_SHA256: 'abc' })).toEqual([
      'PROPOSAL_SHA256: Impronta SHA-256 non valida: 64 cifre esadecimali',
    ]);
  });
});

describe('a work order', () => {
  const values = sampleData(paperFields('SERVICE_ODL')).values;

  it('adds hours and parts to the cent, plus VAT', () => {
    const { labour, material, consumables, net, vat, total } = orderSum(values);
    expect([labour, material, consumables]).toEqual([241_40, 178_40, 12_00]);
    expect([net, vat, total]).toEqual([431_80, 95_00, 526_80]);
    expect(orderSum({ JOB_1_NAME: 'x', JOB_1_HOURS: '0,333', LABOUR_RATE: '100' }).labour).toBe(33_30);
  });

  it('is refused when it exceeds the amount authorised by the customer', () => {
    expect(refused('SERVICE_ODL', { MAX_AUTHORISED: '526,79' })).toEqual([
      'MAX_AUTHORISED: Inferiore al preventivo, €\u00a0526,80 IVA inclusa',
    ]);
    expect(compose('SERVICE_ODL', { MAX_AUTHORISED: '526,80' }).missing).toEqual([]);
    expect(refused('SERVICE_ODL', { LABOUR_RATE: '' })).toContain('LABOUR_RATE: Campo obbligatorio');
  });

  it('requires an order, unless it is for a diagnosis', () => {
    const nothing = Object.fromEntries(
      Object.keys(values)
        .filter((name) => name.startsWith('JOB_'))
        .map((name) => [name, '']),
    );
    expect(refused('SERVICE_ODL', nothing)).toEqual(['JOB_1_NAME: Campo obbligatorio']);
    expect(refused('SERVICE_ODL', { ...nothing, DIAGNOSIS_ONLY: true })).toEqual([]);
  });
});

describe('photos', () => {
  const printed = (fields: Record<string, string>) =>
    compose('SERVICE_VAB', fields).paper.blocks.find((block): block is BlockOf<'photos'> => block.kind === 'photos');
  const [first, second] = ['a1'.repeat(32), 'b2'.repeat(32)];

  it('are printed on a check-in report with their captions, numbered in order', () => {
    const block = printed({ PHOTO_1_FILE: first, PHOTO_3_FILE: second, PHOTO_3_TEXT: 'graffio sul paraurti' });
    expect(block?.photos).toEqual([
      { sha256: first, caption: 'Foto 1', alt: 'Foto 1 del veicolo' },
      {
        sha256: second,
        caption: 'Foto 2: graffio sul paraurti',
        alt: 'Foto 2 del veicolo: graffio sul paraurti',
      },
    ]);
    expect(printed({})).toBeUndefined();
  });

  it('require an image, identified by its hash', () => {
    expect(refused('SERVICE_VAB', { PHOTO_1_TEXT: 'graffio' })).toEqual(['PHOTO_1_FILE: Campo obbligatorio']);
    expect(refused('SERVICE_VAB', { PHOTO_1_FILE: 'foto.jpg' })).toEqual([
      'PHOTO_1_FILE: Foto non trovata: caricala di nuovo',
    ]);
  });
});

describe('damage marks', () => {
  const sketch = (paper: Paper) => paper.blocks.find((block): block is BlockOf<'sketch'> => block.kind === 'sketch');

  it('are numbered on the drawing at their positions, two at one position side by side', () => {
    const { paper } = compose('SERVICE_VAB', { DAMAGE_3_PLACE: 'rearBumper', DAMAGE_3_TEXT: 'vernice scheggiata' });
    const marks = sketch(paper)?.marks ?? [];
    expect(marks.map(({ number, text }) => `${number} ${text}`)).toEqual([
      '1 Paraurti posteriore: graffio di 4 cm, lato sinistro',
      '2 Porta anteriore destra: ammaccatura leggera sotto la maniglia',
      '3 Paraurti posteriore: vernice scheggiata',
    ]);
    const places = new Set(marks.map(({ x, y }) => `${x} ${y}`));
    expect(places.size).toBe(3);
    expect(marks.every(({ x, y }) => x >= 0 && x <= 1 && y >= 0 && y <= 1)).toBe(true);
  });

  it('at neighbouring positions do not overlap', () => {
    const all = ['rearBumper', 'rear', 'boot', 'rear', 'rearBumper', 'boot'].flatMap((place, index) => [
      [`DAMAGE_${index + 1}_PLACE`, place],
      [`DAMAGE_${index + 1}_TEXT`, 'graffio'],
    ]);
    const marks = sketch(compose('SERVICE_VAB', Object.fromEntries(all)).paper)?.marks ?? [];
    expect(marks).toHaveLength(6);
    const along = marks.map(({ y }) => y).toSorted((a, b) => a - b);
    expect(along.slice(1).every((y, index) => y - (along[index] ?? 0) >= 0.06 - 1e-9)).toBe(true);
    expect(along.every((y) => y >= 0 && y <= 1)).toBe(true);
  });

  it('require a position and a description', () => {
    expect(refused('LOAN_COURTESY_VEHICLE', { DAMAGE_3_PLACE: 'roof' })).toEqual(['DAMAGE_3_TEXT: Campo obbligatorio']);
    expect(refused('LOAN_COURTESY_VEHICLE', { DAMAGE_1_PLACE: 'motore' })).toEqual([
      expect.stringMatching(/^DAMAGE_1_PLACE: Valore non ammesso. Valori ammessi: frontBumper, /),
    ]);
  });

  it('are drawn on a loan’s paper if there are any, on a check-in always', () => {
    const none = { DAMAGE_1_PLACE: '', DAMAGE_1_TEXT: '', DAMAGE_2_PLACE: '', DAMAGE_2_TEXT: '' };
    expect(sketch(compose('LOAN_COURTESY_VEHICLE').paper)?.marks).toHaveLength(2);
    expect(sketch(compose('LOAN_COURTESY_VEHICLE', none).paper)).toBeUndefined();
    expect(sketch(compose('SERVICE_VAB', none).paper)?.alt).toContain('nessun danno annotato');
  });

  it('are drawn on a motorcycle for a motorcycle brand', () => {
    const moto = { letterhead: { ...SAMPLE_DATA.letterhead, brand: 'moto' as const } };
    expect(sketch(compose('SERVICE_VAB', {}, moto).paper)?.vehicle).toBe('motorcycle');
  });
});
