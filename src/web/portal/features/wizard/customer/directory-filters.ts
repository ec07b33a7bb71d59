/** Filters of a search in RSP or a DMS: at least two, each of at least three characters. Pure. */
import { type CustomerFilterField, MIN_FILTER_LENGTH, MIN_FILTERS } from '#domain/customer-search/customer.ts';

export type CustomerKind = 'person' | 'company';

export const FILTERS_OF: Readonly<Record<CustomerKind, readonly CustomerFilterField[]>> = {
  person: ['firstName', 'lastName', 'fiscalCode', 'mobilePhone', 'email', 'city'],
  company: ['organizationName', 'organizationId', 'fiscalCode', 'mobilePhone', 'email', 'city'],
};

export type Filters = Readonly<Partial<Record<CustomerFilterField, string>>>;

/** The last search, kept while another option is shown. */
export interface Lookup {
  kind: CustomerKind;
  filters: Filters;
  asked: { kind: CustomerKind; filters: Filters } | null;
}
export const NO_LOOKUP: Lookup = { kind: 'person', filters: {}, asked: null };

const filterText = (filters: Filters, field: CustomerFilterField): string => filters[field]?.trim() ?? '';

export const isShort = (filters: Filters, field: CustomerFilterField): boolean => {
  const { length } = filterText(filters, field);
  return length > 0 && length < MIN_FILTER_LENGTH;
};

/** The number of usable filters, and whether they are enough for a search. */
export function judgeFilters(filters: Filters, kind: CustomerKind): { count: number; ready: boolean } {
  const fields = FILTERS_OF[kind];
  const count = fields.filter((field) => filterText(filters, field).length >= MIN_FILTER_LENGTH).length;
  return { count, ready: count >= MIN_FILTERS && !fields.some((field) => isShort(filters, field)) };
}

/** The query of the call: `field.contains=text`. */
export function filterQuery(filters: Filters, kind: CustomerKind): Record<string, string> {
  return Object.fromEntries(
    FILTERS_OF[kind]
      .filter((field) => filterText(filters, field) !== '')
      .map((field) => [`${field}.contains`, filterText(filters, field)]),
  );
}
