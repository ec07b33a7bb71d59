/** Where RSP or a DMS says something else of a customer than the customer's own data (specification §3, §4). Pure. */
import type { OutsideDirectory } from '#domain/customer-search/customer.ts';
import type { DossierRow } from '../../api/shapes.ts';

/** Own field beside the ending of the rsp… and dms… ones. */
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
const theirsOf = (dossier: DossierRow, system: OutsideDirectory, ending: (typeof PAIRS)[number][1]) =>
  dossier[`${PREFIX[system]}${ending}`];

/** Spaces make no difference of a telephone number, and their number none of a name. */
const compared = (field: ComparedField, value: string | null): string =>
  (value ?? '').replace(field === 'mobilePhone' ? /\s/g : /\s+/g, field === 'mobilePhone' ? '' : ' ').trim();

/** True once the system was asked and had an answer. */
export function isKnown(dossier: DossierRow, system: OutsideDirectory): boolean {
  return PAIRS.some(([, ending]) => theirsOf(dossier, system, ending) !== null);
}

/** What the system says and we do not; what it does not know differs from nothing. */
export function differences(dossier: DossierRow, system: OutsideDirectory): Difference[] {
  return PAIRS.flatMap(([field, ending]) => {
    const theirs = theirsOf(dossier, system, ending);
    if (theirs === null || compared(field, theirs) === compared(field, dossier[field])) return [];
    return [{ field, mine: dossier[field], theirs }];
  });
}

/** The whole customer with the chosen values taken over. */
export function takenOver(dossier: DossierRow, chosen: readonly Difference[]): DossierRow {
  return { ...dossier, ...Object.fromEntries(chosen.map(({ field, theirs }) => [field, theirs])) };
}
