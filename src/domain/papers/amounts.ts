/** Calculates amounts in whole cents: price and payment of a sale, total of a workshop order, and inconsistencies. */
import type { FieldIssue } from '../errors.ts';
import { centsOf, money, type PaperValues, textOf, thousandthsOf } from './fields.ts';
import { JOBS, listRows, OPTIONS, PARTS, PAYMENTS } from './lists.ts';

/** Per cent. */
export const VAT_RATE = 22;

export const includedVat = (gross: number): number => gross - Math.round((gross * 100) / (100 + VAT_RATE));

/** VAT added to a net amount. */
const vatOn = (net: number): number => Math.round((net * VAT_RATE) / 100);

/** Unreadable amounts count as zero here; they are reported elsewhere. */
const fieldCents = (values: PaperValues, name: string): number => centsOf(textOf(values, name)) ?? 0;

const centsOrZero = (text: string): number => centsOf(text) ?? 0;

const issue = (field: string, code: FieldIssue['code'], amount?: number): FieldIssue => ({
  objectName: 'document',
  field,
  code,
  ...(amount === undefined ? {} : { parameters: { amount: money(amount, 'it') } }),
});

/** All amounts include VAT, except `outside`. */
export interface SaleSum {
  /** List price, options and package: the basis of a discount. */
  before: number;
  discount: number;
  /** Amount including VAT. */
  taxed: number;
  vat: number;
  /** Registration tax and duties. */
  outside: number;
  total: number;
  /** Payments, without the remainder. */
  paid: number;
  /** Remainder due on delivery. */
  rest: number;
}

export function saleSum(values: PaperValues): SaleSum {
  const options = listRows(OPTIONS, values).reduce((sum, row) => sum + centsOrZero(row.text('PRICE')), 0);
  const before = fieldCents(values, 'LIST_PRICE') + options + fieldCents(values, 'PLUS_PRICE');
  const discount = fieldCents(values, 'DISCOUNT');
  const taxed = before - discount + fieldCents(values, 'ROAD_COSTS');
  const outside = fieldCents(values, 'REGISTRATION_TAX');
  const total = taxed + outside;
  const planned = listRows(PAYMENTS, values).reduce((sum, row) => sum + centsOrZero(row.text('AMOUNT')), 0);
  const otherPayments = ['DEPOSIT_AMOUNT', 'TRADE_IN_VALUE', 'FINANCE_AMOUNT'].reduce(
    (sum, name) => sum + fieldCents(values, name),
    0,
  );
  const paid = otherPayments + planned;
  return { before, discount, taxed, vat: includedVat(taxed), outside, total, paid, rest: total - paid };
}

const FINANCE = ['FINANCE_MONTHS', 'FINANCE_INSTALMENT', 'FINANCE_TAN', 'FINANCE_TAEG'] as const;

/** Total repayment of the customer to the finance company. */
export const financeTotal = (values: PaperValues): number =>
  Number(/^\d{1,3}$/.test(textOf(values, 'FINANCE_MONTHS')) ? textOf(values, 'FINANCE_MONTHS') : 0) *
    fieldCents(values, 'FINANCE_INSTALMENT') +
  fieldCents(values, 'FINANCE_FINAL');

function financeIssues(values: PaperValues): FieldIssue[] {
  const amount = fieldCents(values, 'FINANCE_AMOUNT');
  if (textOf(values, 'FINANCE_AMOUNT') === '') {
    const isStarted = [...FINANCE, 'FINANCE_FINAL', 'FINANCE_COMPANY'].some((name) => textOf(values, name) !== '');
    return isStarted ? [issue('FINANCE_AMOUNT', 'required')] : [];
  }
  const missing = FINANCE.filter((name) => textOf(values, name) === '');
  if (missing.length > 0) return missing.map((name) => issue(name, 'required'));
  const [tan, taeg] = ['FINANCE_TAN', 'FINANCE_TAEG'].map((name) => thousandthsOf(textOf(values, name)) ?? 0);
  return [
    ...(financeTotal(values) < amount ? [issue('FINANCE_INSTALMENT', 'instalmentsTooLow', financeTotal(values))] : []),
    ...((taeg ?? 0) < (tan ?? 0) ? [issue('FINANCE_TAEG', 'rateBelowNominal')] : []),
  ];
}

/** Inconsistencies in a sale's amounts. */
export function saleSumIssues(values: PaperValues): FieldIssue[] {
  const { before, discount, total, paid } = saleSum(values);
  const issues: FieldIssue[] = [];
  if (discount > before) issues.push(issue('DISCOUNT', 'discountTooHigh', before));
  const typed = centsOf(textOf(values, 'TOTAL_PRICE'));
  if (typed !== undefined && typed !== total) issues.push(issue('TOTAL_PRICE', 'totalDiffers', total));
  if (discount <= before && paid > total) issues.push(issue(lastPaymentField(values), 'paymentsExceed', total));
  return [...issues, ...financeIssues(values)];
}

/** If the payments exceed the price, report where the user looks first: the last line, else the largest payment. */
function lastPaymentField(values: PaperValues): string {
  const row = listRows(PAYMENTS, values).at(-1);
  if (row) return row.field('AMOUNT');
  const paymentFields = ['DEPOSIT_AMOUNT', 'TRADE_IN_VALUE', 'FINANCE_AMOUNT'];
  return paymentFields.toSorted((a, b) => fieldCents(values, b) - fieldCents(values, a))[0] ?? 'DEPOSIT_AMOUNT';
}

export interface OrderLine {
  name: string;
  code: string;
  /** As typed. */
  quantity: string;
  unit: number;
  amount: number;
}

/** Without VAT, except the total. */
export interface OrderSum {
  jobs: OrderLine[];
  parts: OrderLine[];
  labour: number;
  material: number;
  consumables: number;
  net: number;
  vat: number;
  total: number;
}

const sumOf = (lines: readonly OrderLine[]): number => lines.reduce((sum, { amount }) => sum + amount, 0);

export function orderSum(values: PaperValues): OrderSum {
  const rate = fieldCents(values, 'LABOUR_RATE');
  const jobs = listRows(JOBS, values).map((row): OrderLine => {
    const hours = thousandthsOf(row.text('HOURS')) ?? 0;
    const amount = Math.round((hours * rate) / 1000);
    return { name: row.text('NAME'), code: '', quantity: row.text('HOURS'), unit: rate, amount };
  });
  const parts = listRows(PARTS, values).map((row): OrderLine => {
    const quantity = row.text('QUANTITY');
    const unit = centsOrZero(row.text('PRICE'));
    const amount = (/^\d{1,7}$/.test(quantity) ? Number(quantity) : 0) * unit;
    return { name: row.text('NAME'), code: row.text('CODE'), quantity, unit, amount };
  });
  const [labour, material, consumables] = [sumOf(jobs), sumOf(parts), fieldCents(values, 'CONSUMABLES')];
  const net = labour + material + consumables;
  const vat = vatOn(net);
  return { jobs, parts, labour, material, consumables, net, vat, total: net + vat };
}

/** An order must not exceed the amount authorised by the customer. */
export function orderSumIssues(values: PaperValues): FieldIssue[] {
  const { total } = orderSum(values);
  const maximum = centsOf(textOf(values, 'MAX_AUTHORISED'));
  const unpriced =
    listRows(JOBS, values).some((row) => row.text('HOURS') !== '') && textOf(values, 'LABOUR_RATE') === '';
  return [
    ...(unpriced ? [issue('LABOUR_RATE', 'required')] : []),
    ...(maximum !== undefined && maximum < total ? [issue('MAX_AUTHORISED', 'belowEstimate', total)] : []),
  ];
}
