/** The specification's "Customer search": at least two filters of at least three characters, in RSP and DMS, for people and companies. */
import { z } from 'zod';
import { searchDmsCustomers, searchRspCompanies, searchRspCustomers } from '../../src/contract/customer-search.ts';
import type { Endpoint } from '../../src/contract/definition/endpoint.ts';
import { CUSTOMER_FILTER_FIELDS } from '../../src/domain/customer-search/customer.ts';
import { type Change, issuesOf, type ValidationRule, type ValidationTable } from './table.ts';

const NONE = { 'lastName.contains': undefined, 'city.contains': undefined };
const onlyFilters = (filters: Change): Change => ({ ...NONE, ...filters });

const TWO: ValidationRule = {
  rule: 'at least two filters; the dealer does not count, and the same field twice counts once',
  field: 'filters',
  accepted: [
    ...CUSTOMER_FILTER_FIELDS.filter((field) => field !== 'lastName').map((field) =>
      onlyFilters({ 'lastName.contains': 'pro', [`${field}.equals`]: 'esempio' }),
    ),
    { 'hst.equals': '10001' },
    onlyFilters(Object.fromEntries(CUSTOMER_FILTER_FIELDS.map((field) => [`${field}.contains`, 'pro']))),
  ],
  refused: [
    onlyFilters({}),
    ...CUSTOMER_FILTER_FIELDS.map((field) => onlyFilters({ [`${field}.contains`]: 'esempio' })),
    onlyFilters({ 'lastName.contains': 'pro', 'hst.equals': '10001' }),
    onlyFilters({ 'lastName.contains': 'pro', 'lastName.equals': 'provetti' }),
    onlyFilters({ 'lastName.contains': 'pro', 'city.contains': '' }),
  ].map((change): [Change, string] => [change, 'twoFilters']),
};

const LONG_ENOUGH = CUSTOMER_FILTER_FIELDS.flatMap((field) =>
  (['contains', 'equals'] as const).map((operator): ValidationRule => {
    const name = `${field}.${operator}`;
    // In addition to two that are long enough.
    const beside = onlyFilters({
      'firstName.equals': 'mario',
      'organizationId.equals': '00030019996',
      'email.equals': 'a@b.it',
    });
    const others = Object.fromEntries(Object.entries(beside).filter(([key]) => !key.startsWith(`${field}.`)));
    return {
      rule: `${name} has at least three characters`,
      field: name,
      accepted: [
        { ...others, [name]: 'abc' },
        { ...others, [name]: ' àbc ' },
        // As a form sends an emptied filter.
        { ...others, [name]: '' },
      ],
      refused: ['a', 'ab', ' a ', '  '].map((value): [Change, string] => [{ ...others, [name]: value }, 'min']),
    };
  }),
);

const KNOWN: ValidationRule = {
  rule: 'only the listed filters, with contains and equals',
  field: 'street.contains',
  accepted: [],
  refused: [[{ 'street.contains': 'via di prova' }, 'unknown']],
};

const OPERATOR: ValidationRule = {
  rule: 'no other operator',
  field: 'firstName.in',
  accepted: [],
  refused: [[{ 'firstName.in': 'mario,maria' }, 'unknown']],
};

const table = (name: string, { path, query: schema }: Pick<Endpoint, 'path' | 'query'>): ValidationTable => ({
  name: `a search of ${name}`,
  objectName: 'customer',
  body: () => ({ 'lastName.contains': 'pro', 'city.contains': 'bol' }),
  browser: (query) => issuesOf('customer', schema ?? z.never(), query),
  send: (portal, query) =>
    portal.callAs('dealer', 'GET', `${path}?${new URLSearchParams(query as Record<string, string>)}`),
  rules: [TWO, ...LONG_ENOUGH, KNOWN, OPERATOR],
});

export const CUSTOMER_SEARCHES: readonly ValidationTable[] = [
  table('people in RSP', searchRspCustomers),
  table('companies in RSP', searchRspCompanies),
  table('people and companies in the DMS', searchDmsCustomers),
];
