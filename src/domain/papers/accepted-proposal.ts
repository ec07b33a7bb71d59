/** Copies the values of the accepted proposal to the acceptance: agreed values are never typed again. */
import { saleSum } from './amounts.ts';
import type { PaperValues } from './fields.ts';
import { textOf } from './paper-values.ts';
import { SALE_TEMPLATES } from './templates/sale.ts';
import { irrevocableUntil } from './templates/sale-rules.ts';

const stageOf = (type: string) => (Object.hasOwn(SALE_TEMPLATES, type) ? SALE_TEMPLATES[type]?.stage : undefined);

export const isAcceptance = (type: string): boolean => stageOf(type) === 'acceptance';
export const isProposal = (type: string): boolean => stageOf(type) === 'proposal';

const COPIED_FIELDS = [
  ...(['SALE_KIND', 'VEHICLE_MODEL', 'VEHICLE_VERSION', 'VEHICLE_TYPE_CODE', 'VEHICLE_COLOUR'] as const),
  ...(['VEHICLE_INTERIOR', 'VEHICLE_PLATE', 'VEHICLE_VIN', 'DELIVERY_DATE', 'SELLER'] as const),
];

/**
 * The acceptance's values in stored form; an uploaded proposal supplies only its date.
 * @param day `YYYY-MM-DD` in Rome, on which it was signed.
 */
export function acceptedValues(proposal: PaperValues, day: string): Record<string, string> {
  const { total } = saleSum(proposal);
  const price = `${Math.floor(total / 100)},${String(total % 100).padStart(2, '0')}`;
  const values: Record<string, string> = {
    ...Object.fromEntries(COPIED_FIELDS.map((name) => [name, textOf(proposal, name)])),
    ACCEPTED_PRICE: textOf(proposal, 'LIST_PRICE') === '' ? '' : price,
    PROPOSAL_DATE: day,
    PROPOSAL_UNTIL: irrevocableUntil(proposal, day),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}
