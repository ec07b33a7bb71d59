/** Co-signers of a generated paper next to the customer: each further borrower signs in person, with a separate link. */
import { type Borrower, borrowerOf } from './borrowers.ts';
import { paperFields } from './compose-paper.ts';
import type { PaperValues } from './fields.ts';
import { MAX_DRIVERS } from './labels/driver-fields.ts';
import { namedDrivers } from './loan-rules.ts';

/** Borrowers named so far; empty for a paper that only the customer signs. */
export function coSigners(type: string, values: PaperValues): Borrower[] {
  if (!paperFields(type).some(({ driver = 1 }) => driver > 1)) return [];
  return namedDrivers(values, MAX_DRIVERS)
    .filter((driver) => driver > 1)
    .map((borrower) => borrowerOf(values, borrower));
}
