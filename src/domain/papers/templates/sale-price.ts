/** Price and payment of a sale, as tables with sums. */
import { financeTotal, saleSum, VAT_RATE } from '../amounts.ts';
import { fieldFacts } from '../blocks.ts';
import { centsOf, money, type PaperField, printedValue, shortDay, textOf } from '../fields.ts';
import { printedLabel } from '../labels/own-fields.ts';
import { listRows, OPTIONS, PAYMENTS } from '../lists.ts';
import type { Block, BlockOf, Fact, TableColumn } from '../paper.ts';
import type { PaperData } from '../paper-data.ts';
import type { SaleTemplate } from './sale.ts';
import { hasMargin, isUsedSale } from './sale-rules.ts';

const COLUMNS: readonly TableColumn[] = [
  { head: 'Voce', share: 6 },
  { head: 'Codice', share: 2 },
  { head: 'Importo', share: 2, align: 'right' },
];

/** Formats a price; an invalid one is printed as typed, and reported by the check. */
const priced = (text: string): string => {
  const cents = centsOf(text);
  return cents === undefined ? text : money(cents, 'it');
};

export function priceBlocks(template: SaleTemplate, data: PaperData): Block[] {
  const { values } = data;
  const { hasPlusPackage: plus } = template;
  const sum = saleSum(values);
  const priceRow = (name: 'LIST_PRICE' | 'ROAD_COSTS' | 'REGISTRATION_TAX'): string[][] => {
    const text = textOf(values, name);
    const label =
      name === 'LIST_PRICE' && isUsedSale(template, values) ? 'Prezzo del veicolo' : printedLabel(name, 'it');
    return text === '' && name !== 'LIST_PRICE' ? [] : [[label, '', priced(text)]];
  };
  const options = listRows(OPTIONS, values).map((row) => [
    row.text('NAME'),
    row.text('CODE'),
    priced(row.text('PRICE')),
  ]);
  const discount = sum.discount === 0 ? [] : [[printedLabel('DISCOUNT', 'it'), '', money(-sum.discount, 'it')]];
  const rows = [
    ...priceRow('LIST_PRICE'),
    ...options,
    ...(plus ? [[plusName(data), '', priced(textOf(values, 'PLUS_PRICE'))]] : []),
    ...discount,
    ...priceRow('ROAD_COSTS'),
    ...priceRow('REGISTRATION_TAX'),
  ];
  const margin = hasMargin(values);
  const totals = margin
    ? []
    : [
        { label: 'di cui imponibile', value: money(sum.taxed - sum.vat, 'it') },
        { label: `di cui IVA ${VAT_RATE}\u00a0%`, value: money(sum.vat, 'it') },
      ];
  return [
    {
      kind: 'table',
      heading: 'Prezzo',
      columns: COLUMNS,
      rows,
      totals: [...totals, { label: 'Totale chiavi in mano', value: money(sum.total, 'it') }],
    },
    ...(margin ? [MARGIN] : []),
  ];
}

const MARGIN: Block = {
  kind: 'paragraph',
  tone: 'note',
  text: 'Operazione soggetta al regime del margine per i beni usati (art. 36 D.L. 41/1995): l’IVA non è esposta e non è detraibile da chi acquista.',
};

function plusName({ values }: PaperData): string {
  const name = textOf(values, 'PLUS_NAME');
  const months = textOf(values, 'PLUS_MONTHS');
  const km = printedValue(
    { name: 'PLUS_KM', kind: 'km', group: 'price', required: false },
    textOf(values, 'PLUS_KM'),
    'it',
  );
  const limits = [months === '' ? '' : `${months} mesi`, km].filter(Boolean).join(', ');
  return [`Pacchetto ${name}`.trim(), limits === '' ? '' : `(${limits})`].filter(Boolean).join(' ');
}

/** The financed amount and the total repayment. */
export function financeBlock(
  heading: string,
  fields: readonly PaperField[],
  data: PaperData,
): BlockOf<'facts'> | undefined {
  const facts = fieldFacts(fields, data, 'it');
  if (facts.length === 0) return undefined;
  const total: Fact = { label: 'Totale delle rate', value: money(financeTotal(data.values), 'it') };
  return { kind: 'facts', heading, facts: [...facts, total] };
}

/** All payments, and the remainder due on delivery: they add up to the price. */
export function paymentBlock(data: PaperData): BlockOf<'table'> {
  const { values } = data;
  const { total, rest } = saleSum(values);
  const paymentRow = (name: string, label: string, when: string): string[][] =>
    textOf(values, name) === '' ? [] : [[label, when, priced(textOf(values, name))]];
  const means = textOf(values, 'DEPOSIT_MEANS');
  const rows = [
    ...paymentRow('DEPOSIT_AMOUNT', ['Caparra confirmatoria', means].filter(Boolean).join(', '), 'Alla firma'),
    ...paymentRow('TRADE_IN_VALUE', 'Valutazione del veicolo in permuta', 'Al ritiro del veicolo'),
    ...paymentRow(
      'FINANCE_AMOUNT',
      ['Finanziamento', textOf(values, 'FINANCE_COMPANY')].filter(Boolean).join(', '),
      'Alla consegna',
    ),
    ...listRows(PAYMENTS, values).map((row) => [row.text('NAME'), dueOf(row.text('DUE')), priced(row.text('AMOUNT'))]),
    ...(rest > 0 ? [['Saldo', 'Alla consegna', money(rest, 'it')]] : []),
  ];
  return {
    kind: 'table',
    heading: 'Pagamenti',
    columns: [
      { head: 'Causale', share: 6 },
      { head: 'Scadenza', share: 2 },
      { head: 'Importo', share: 2, align: 'right' },
    ],
    rows,
    totals: [{ label: 'Totale', value: money(total, 'it') }],
  };
}

const dueOf = (text: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? shortDay(text) : text);
