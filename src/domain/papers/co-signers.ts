/** Who signs a paper beside the customer: each further borrower, in person and by a link of their own (P-6, D-111). */
import { type Borrower, borrowerOf } from './borrowers.ts';
import { paperFields } from './compose.ts';
import type { PaperValues } from './fields.ts';
import { MAX_DRIVERS } from './labels/driver-names.ts';
import { namedDrivers } from './rules.ts';

/** Those who are named so far; empty for a paper that the customer alone signs. */
export function coSigners(type: string, values: PaperValues): Borrower[] {
  if (!paperFields(type).some(({ driver = 1 }) => driver > 1)) return [];
  return namedDrivers(values, MAX_DRIVERS)
    .filter((driver) => driver > 1)
    .map((borrower) => borrowerOf(values, borrower));
}
