/** Compares the customer's own data with RSP and DMS data. Pure. */
import type { OutsideDirectory } from '#domain/customer-search/customer.ts';
import type { DossierRow } from '../../api/answer-types.ts';

/** The own field, and the suffix of the rsp… and dms… fields. */
const PAIRS = [
  ['organizationName', 'CompanyName'],
  ['firstName', 'FirstName'],
  ['lastName', 'LastName'],
  ['mobilePhone', 'Phone'],
  ['street', 'Address'],
  ['city', 'City'],
  ['postalCode', 'PostalCode'],
] as const;
export type ComparedField = (typeof PAIRS)[number][0];

export interface Difference {
  field: ComparedField;
  mine: string | null;
  theirs: string;
}

const PREFIX = { RSP: 'rsp', DMS: 'dms' } as const;
const externalValue = (dossier: DossierRow, system: OutsideDirectory, ending: (typeof PAIRS)[number][1]) =>
  dossier[`${PREFIX[system]}${ending}`];

/** Ignore spaces in a phone number, and repeated spaces in a name. */
const comparable = (field: ComparedField, value: string | null): string =>
  (value ?? '').replace(field === 'mobilePhone' ? /\s/g : /\s+/g, field === 'mobilePhone' ? '' : ' ').trim();

/** True when the system has returned data. */
export function hasData(dossier: DossierRow, system: OutsideDirectory): boolean {
  return PAIRS.some(([, ending]) => externalValue(dossier, system, ending) !== null);
}

/** Fields where the system's value differs from ours; a missing value is not a difference. */
export function differences(dossier: DossierRow, system: OutsideDirectory): Difference[] {
  return PAIRS.flatMap(([field, ending]) => {
    const external = externalValue(dossier, system, ending);
    if (external === null || comparable(field, external) === comparable(field, dossier[field])) return [];
    return [{ field, mine: dossier[field], theirs: external }];
  });
}

/** The complete customer with the chosen values applied. */
export function withExternalValues(dossier: DossierRow, chosen: readonly Difference[]): DossierRow {
  return { ...dossier, ...Object.fromEntries(chosen.map(({ field, theirs }) => [field, theirs])) };
}
