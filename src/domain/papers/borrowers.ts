/** A further borrower as the fields of a paper name them; free of the templates, so that a page that only shows them stays small (P-6, D-111). */
import { driverFieldName, MAX_DRIVERS } from './labels/driver-names.ts';
import { type PaperValues, textOf } from './values.ts';

export interface Borrower {
  /** As in the signature boxes of the paper, from 2. */
  borrower: number;
  firstName: string;
  lastName: string;
  /** As typed. */
  phone: string;
  email: string;
}

export function borrowerOf(values: PaperValues, borrower: number): Borrower {
  // One field holds the whole name: what follows the first word is taken for the surname, the whole is what is certified.
  const [firstName = '', ...rest] = textOf(values, driverFieldName(borrower, 'NAME')).split(/\s+/);
  return {
    borrower,
    firstName,
    lastName: rest.join(' '),
    phone: textOf(values, driverFieldName(borrower, 'PHONE')),
    email: textOf(values, driverFieldName(borrower, 'EMAIL')),
  };
}

/** Those who have a name so far. */
export const namedBorrowers = (values: PaperValues): Borrower[] =>
  Array.from({ length: MAX_DRIVERS - 1 }, (_, index) => borrowerOf(values, index + 2)).filter(
    ({ firstName }) => firstName !== '',
  );
