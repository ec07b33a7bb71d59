/** The corrections to propose for each field of a customer. */
import { parseTypedDate } from '../../../text/typed-dates.ts';
import type { CustomerValues } from '../customer-values.ts';
import { correctedEmail } from './corrected-email.ts';
import { correctedFiscalCode } from './corrected-fiscal-code.ts';
import { nameInCase, placeInCase } from './letter-case.ts';

/** The text to replace the input with; `take` when one click corrects more than this field. */
export type Suggestion = string | { text: string; take: () => void } | null;

type Field = Exclude<keyof CustomerValues, 'kind'>;

interface FilledForm {
  values: CustomerValues;
  onFill: (values: Partial<CustomerValues>) => void;
  placeOf: Parameters<typeof correctedFiscalCode>[2];
}

type Rule = (typed: string, form: FilledForm) => Suggestion | Promise<Suggestion>;

/** Both names, when both need the same correction. */
const names: Rule = (typed, { values, onFill }) => {
  const [firstName, lastName] = [nameInCase(values.firstName), nameInCase(typed)];
  if (firstName === null || lastName === null) return lastName;
  return { text: `${firstName} ${lastName}`, take: () => onFill({ firstName, lastName }) };
};

const fiscalCode: Rule = (typed, { values, placeOf }) => {
  const { firstName, lastName, birthPlace } = values;
  const birthDate = parseTypedDate(values.birthDate, 'past');
  const person = {
    ...(firstName.trim() && { firstName }),
    ...(lastName.trim() && { lastName }),
    ...(birthPlace.trim() && { birthPlace }),
    ...(birthDate && { birthDate }),
  };
  return correctedFiscalCode(typed, person, placeOf);
};

/**
 * Fields without a rule are formatted or come from a list: numbers are completed, dates are written in full, places are
 * selected. A company name may have any capitalization.
 */
const RULES: Readonly<Partial<Record<Field, Rule>>> = {
  firstName: nameInCase,
  lastName: names,
  ...{ fiscalCode, representativeFiscalCode: fiscalCode },
  email: correctedEmail,
  ...{ street: placeInCase, city: placeInCase },
};

export const ofCustomer = (field: Field, form: FilledForm) => RULES[field]?.(form.values[field], form) ?? null;
