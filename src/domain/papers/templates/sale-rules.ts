/** Validates a quote, proposal, acceptance or contract, and computes the end of an offer. */

import { addDays } from '../../calendar-day.ts';
import { isCompany } from '../../dossiers/customer-name.ts';
import type { Warning } from '../../dossiers/dossier.ts';
import { documentIssue, type FieldIssue } from '../../errors.ts';
import { saleSumIssues } from '../amounts.ts';
import { type PaperValues, shortDay, textOf } from '../fields.ts';
import { listIssues, OPTIONS, PAYMENTS } from '../lists.ts';
import type { PaperData } from '../paper-data.ts';
import { type SaleTemplate, USED_REQUIRED_FIELDS } from './sale.ts';

const integerOf = (values: PaperValues, name: string): number | undefined => {
  const text = textOf(values, name);
  return /^\d{1,7}$/.test(text) ? Number(text) : undefined;
};

const dayOf = (values: PaperValues, name: string): string => {
  const text = textOf(values, name);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : '';
};

export const isUsedSale = ({ vehicle }: SaleTemplate, values: PaperValues): boolean =>
  vehicle === 'used' || (vehicle === 'asked' && textOf(values, 'SALE_KIND') === 'used');

export const hasMargin = (values: PaperValues): boolean => textOf(values, 'VAT_REGIME') === 'margin';

/** Longer offers are unrealistic, and the resulting date might not be representable. */
const MAX_DAYS = 365;

/** The last day on which the proposal binds the customer; empty without a number of days. */
export function irrevocableUntil(values: PaperValues, date: string): string {
  const days = integerOf(values, 'IRREVOCABLE_DAYS');
  if (days === undefined || days > MAX_DAYS) return '';
  return addDays(date, days);
}

export function saleIssues(template: SaleTemplate, { values, date, customer }: PaperData): FieldIssue[] {
  const { stage, vehicle } = template;
  if (stage === 'acceptance') {
    const hash = textOf(values, 'PROPOSAL_SHA256');
    return hash !== '' && !/^[0-9a-f]{64}$/i.test(hash) ? [documentIssue('PROPOSAL_SHA256', 'fingerprint')] : [];
  }
  const issues = [...listIssues(OPTIONS, values), ...listIssues(PAYMENTS, values), ...saleSumIssues(values)];
  const isBinding = stage !== 'quote';
  const isUsed = isUsedSale(template, values);
  const needed = isBinding && isUsed && vehicle === 'asked' ? [...USED_REQUIRED_FIELDS] : [];
  // The guarantee towards a business is set by law and needs no agreement.
  const guaranteed = isBinding && isUsed && !isCompany(customer) ? ['WARRANTY_MONTHS'] : [];
  issues.push(
    ...[...needed, ...guaranteed]
      .filter((name) => textOf(values, name) === '')
      .map((name) => documentIssue(name, 'required')),
  );
  if (vehicle === 'asked' && !isUsedSale(template, values) && hasMargin(values))
    issues.push(documentIssue('VAT_REGIME', 'oneOf'));
  issues.push(...pairIssues(values, 'TRADE_IN_VALUE', ['TRADE_IN_MODEL', 'TRADE_IN_PLATE']));
  issues.push(...pairIssues(values, 'DEPOSIT_AMOUNT', isBinding ? ['DEPOSIT_MEANS'] : []));
  for (const name of ['VALID_UNTIL', 'DELIVERY_DATE']) {
    const day = dayOf(values, name);
    if (day !== '' && day < date) issues.push(documentIssue(name, 'beforePaper'));
  }
  const days = integerOf(values, 'IRREVOCABLE_DAYS');
  if (days === 0) issues.push(documentIssue('IRREVOCABLE_DAYS', 'positive'));
  if (days !== undefined && days > MAX_DAYS)
    issues.push({ ...documentIssue('IRREVOCABLE_DAYS', 'numberMax'), parameters: { limit: MAX_DAYS } });
  const months = integerOf(values, 'WARRANTY_MONTHS');
  const tooShort = isUsed && !isCompany(customer) && months !== undefined && months < 12;
  return tooShort ? [...issues, documentIssue('WARRANTY_MONTHS', 'warrantyTooShort')] : issues;
}

/** An amount requires its description. */
function pairIssues(values: PaperValues, amount: string, others: readonly string[]): FieldIssue[] {
  const isStarted = [amount, ...others].some((name) => textOf(values, name) !== '');
  if (!isStarted) return [];
  return [amount, ...others]
    .filter((name) => textOf(values, name) === '')
    .map((name) => documentIssue(name, 'required'));
}

const LATE_WARNING = {
  it: 'La proposta era irrevocabile fino al {date}: verifica che il cliente la confermi.',
  en: 'The proposal was irrevocable until {date} only: make sure that the customer confirms it.',
} as const;

/** Warns of an acceptance after the proposal has expired. */
export function saleWarnings({ stage }: SaleTemplate, { values, date, messages }: PaperData): Warning[] {
  const until = stage === 'acceptance' ? dayOf(values, 'PROPOSAL_UNTIL') : '';
  if (until === '' || until >= date) return [];
  const message = LATE_WARNING[messages].replace('{date}', shortDay(until));
  return [{ field: 'PROPOSAL_UNTIL', code: 'acceptance.late', message }];
}
