/** The identity document shown for the FEA module, as typed and as sent. Pure. */

import { dateIssue } from '#domain/date-issue.ts';
import type { FieldIssue } from '#domain/errors.ts';
import { centuryOf, parsedDay, parseTypedDate } from '../../../text/typed-dates.ts';

export const IDENTITY_TYPES = ['identityCard', 'passport', 'drivingLicence', 'residencePermit'] as const;

/** Raw input, with the field names of the server's refusals; dates as gg/mm/aaaa. `file`: a photo or scan of it. */
export type IdentityValues = {
  ID_TYPE: string;
  ID_NUMBER: string;
  ID_ISSUER: string;
  ID_ISSUED: string;
  ID_EXPIRY: string;
  file: File | null;
};

export const NO_IDENTITY: IdentityValues = {
  ...{ ID_TYPE: '', ID_NUMBER: '', ID_ISSUER: '', ID_ISSUED: '', ID_EXPIRY: '' },
  file: null,
};

/** Only unreadable values: the server reports missing ones itself, after the missing customer data. */
export function identityIssues(values: IdentityValues): FieldIssue[] {
  return (['ID_ISSUED', 'ID_EXPIRY'] as const)
    .filter((field) => values[field].trim() !== '' && parseTypedDate(values[field], centuryOf(field)) === null)
    .map((field) => ({ objectName: 'document', field, ...dateIssue(parsedDay(values[field], centuryOf(field))) }));
}

/** Complete even when partly empty: the server reports what is missing of an identity document. */
export function identityBody(values: IdentityValues): Record<string, string | null> {
  const text = (value: string) => (value.trim() === '' ? null : value.trim());
  return {
    type: text(values.ID_TYPE),
    number: text(values.ID_NUMBER),
    issuer: text(values.ID_ISSUER),
    issueDate: parseTypedDate(values.ID_ISSUED, 'past'),
    expiryDate: parseTypedDate(values.ID_EXPIRY),
  };
}
