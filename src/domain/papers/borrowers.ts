/** A further borrower from the fields of a generated paper; without the templates, so that pages that only show borrowers stay small. */
import { driverFieldName, MAX_DRIVERS } from './labels/driver-fields.ts';
import { type PaperValues, textOf } from './paper-values.ts';

export interface Borrower {
  /** Number in the paper's signature fields, starting at 2. */
  borrower: number;
  firstName: string;
  lastName: string;
  /** As typed. */
  phone: string;
  email: string;
}

export function borrowerOf(values: PaperValues, borrower: number): Borrower {
  // A single field contains the whole name: everything after the first word is taken as the surname, and the
  // certificate contains the whole.
  const [firstName = '', ...rest] = textOf(values, driverFieldName(borrower, 'NAME')).split(/\s+/);
  return {
    borrower,
    firstName,
    lastName: rest.join(' '),
    phone: textOf(values, driverFieldName(borrower, 'PHONE')),
    email: textOf(values, driverFieldName(borrower, 'EMAIL')),
  };
}

/** Borrowers with a name so far. */
export const namedBorrowers = (values: PaperValues): Borrower[] =>
  Array.from({ length: MAX_DRIVERS - 1 }, (_, index) => borrowerOf(values, index + 2)).filter(
    ({ firstName }) => firstName !== '',
  );
