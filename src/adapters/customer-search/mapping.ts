/** The mapping file: an installation's names for paths and fields, where they differ from the protocol's. */
import { z } from 'zod';
import {
  CUSTOMER_FILTER_FIELDS,
  type DirectoryCustomer,
  type OutsideDirectory,
} from '#domain/customer-search/customer.ts';
import type { Message } from '#domain/errors.ts';
import { fieldMessage } from '#domain/field-message.ts';
import { fieldIssues } from '#domain/validation.ts';
import { ExplainedError, reasonOf } from '#ports/explained-error.ts';

/** Required: used in filters or sorting, or to identify a record. */
const NEEDED = ['businessId', ...CUSTOMER_FILTER_FIELDS] as const;
const OPTIONAL = ['street', 'postalCode', 'birthDate', 'birthPlace', 'representativeFiscalCode'] as const;
export const RECORD_FIELDS = [...NEEDED, ...OPTIONAL, 'hst'] as const satisfies readonly (keyof DirectoryCustomer)[];
export type RecordField = (typeof RECORD_FIELDS)[number];

export const DATE_FORMATS = ['YYYY-MM-DD', 'DD/MM/YYYY', 'DD.MM.YYYY', 'YYYYMMDD'] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

const MAX_DEPTH = 6;
/** By the message of the schema, which is its English. */
const ITALIAN: Readonly<Record<string, string>> = {
  'expected a name such as total': 'serve un nome, per esempio total',
  'expected a name, or names with dots such as address.city':
    'serve un nome, o nomi con punti, per esempio address.city',
  [`expected at most ${MAX_DEPTH} names`]: `servono al massimo ${MAX_DEPTH} nomi`,
  'expected a path below the address, such as customers/search':
    'serve un percorso sotto l’indirizzo, per esempio customers/search',
  'expected a path below the address with {key}, such as customers/{key}':
    'serve un percorso sotto l’indirizzo con {key}, per esempio customers/{key}',
  'expected different values for individual and organization': 'servono valori diversi per individual e organization',
};
const name = z.string().regex(/^[\w$@-]{1,64}$/, { message: 'expected a name such as total' });
const place = z
  .string()
  .regex(/^[\w$@-]{1,64}(?:\.[\w$@-]{1,64})*$/, { message: 'expected a name, or names with dots such as address.city' })
  .refine((text) => text.split('.').length <= MAX_DEPTH, { message: `expected at most ${MAX_DEPTH} names` });
const SEGMENTS = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[\w.~-]+(?:\/[\w.~-]+)*$/;
const path = z.string().regex(SEGMENTS, { message: 'expected a path below the address, such as customers/search' });
const keyPath = z
  .string()
  .refine((text) => text.split('{key}').length === 2 && SEGMENTS.test(text.replace('{key}', 'key')), {
    message: 'expected a path below the address with {key}, such as customers/{key}',
  });
const values = z.array(z.string().min(1).max(64)).min(1).max(20);

const namedFields = (system: OutsideDirectory) => ({
  ...Object.fromEntries(NEEDED.map((field) => [field, place.optional()])),
  ...Object.fromEntries(OPTIONAL.map((field) => [field, place.nullable().optional()])),
  ...(system === 'DMS' ? { hst: place.optional() } : {}),
});

const common = (system: OutsideDirectory) => ({
  fields: z.strictObject(namedFields(system)).default({}),
  request: z
    .strictObject({
      filters: name.default('filters'),
      dealers: name.default('dealers'),
      sort: name.default('sort'),
      offset: name.default('offset'),
      limit: name.default('limit'),
    })
    .prefault({}),
  answer: z.strictObject({ rows: place.default('items'), total: place.default('total') }).prefault({}),
  dates: z.enum(DATE_FORMATS).default('YYYY-MM-DD'),
  /** Strings that mean "no value". */
  absent: z.array(z.string().max(64)).max(20).default([]),
  /** Records per request. */
  pageSize: z.number().int().min(1).max(1_000).default(100),
  authentication: z.enum(['basic', 'body']).default('basic'),
});

const schemas = {
  RSP: z.strictObject({
    ...common('RSP'),
    paths: z
      .strictObject({
        people: path.default('people/search'),
        companies: path.default('companies/search'),
        customer: keyPath.default('customers/{key}'),
      })
      .prefault({}),
    kind: z
      .strictObject({
        field: place.default('kind'),
        individual: values.default(['INDIVIDUAL']),
        organization: values.default(['ORGANIZATION']),
      })
      .refine(({ individual, organization }) => !individual.some((value) => organization.includes(value)), {
        message: 'expected different values for individual and organization',
      })
      .prefault({}),
  }),
  DMS: z.strictObject({
    ...common('DMS'),
    paths: z
      .strictObject({ customers: path.default('customers/search'), customer: keyPath.default('customers/{key}') })
      .prefault({}),
  }),
};

export interface Mapping {
  readonly paths: {
    readonly people: string;
    readonly companies: string;
    readonly customers: string;
    readonly customer: string;
  };
  /** Null: the system has no such field. */
  readonly fields: Readonly<Record<RecordField, string | null>>;
  /** Null: the system does not distinguish people and companies. */
  readonly kind: {
    readonly field: string;
    readonly individual: readonly string[];
    readonly organization: readonly string[];
  } | null;
  readonly request: Readonly<Record<'filters' | 'dealers' | 'sort' | 'offset' | 'limit', string>>;
  readonly answer: { readonly rows: string; readonly total: string };
  readonly dates: DateFormat;
  readonly absent: readonly string[];
  readonly pageSize: number;
  readonly authentication: 'basic' | 'body';
}

export class InvalidMapping extends ExplainedError {
  override readonly name = 'InvalidMapping';
  /** Each begins with the path in the file. */
  readonly problems: readonly Message[];
  constructor(problems: readonly Message[]) {
    super({ it: problems.map(({ it }) => it).join('; '), en: problems.map(({ en }) => en).join('; ') });
    this.problems = problems;
  }
}

/** @param text content of the file; `{}` uses the names of the built-in protocol. @throws InvalidMapping with every problem. */
export function readMapping(system: OutsideDirectory, text: string): Mapping {
  const parsed = schemas[system].safeParse(parse(text));
  if (!parsed.success) throw new InvalidMapping(parsed.error.issues.map(problemOf));
  const { paths, fields, ...rest } = parsed.data;
  const fieldNames = fields as Partial<Record<RecordField, string | null>>;
  return {
    ...rest,
    kind: 'kind' in parsed.data ? parsed.data.kind : null,
    paths: { people: '', companies: '', customers: '', ...paths },
    fields: Object.fromEntries(
      RECORD_FIELDS.map((field) => [
        field,
        fieldNames[field] === undefined ? (field === 'hst' && system === 'RSP' ? null : field) : fieldNames[field],
      ]),
    ) as Mapping['fields'],
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const { it, en } = reasonOf(error);
    throw new InvalidMapping([{ it: `non è JSON: ${it}`, en: `not JSON: ${en}` }]);
  }
}

function problemOf(issue: z.core.$ZodIssue): Message {
  const path = issue.path.join('.') || 'file';
  if (issue.code === 'unrecognized_keys') {
    const keys = issue.keys.join(', ');
    return { it: `${path}: sconosciuto ${keys}`, en: `${path}: unknown ${keys}` };
  }
  return { it: `${path}: ${italianOf(issue)}`, en: `${path}: ${issue.message}` };
}

function italianOf(issue: z.core.$ZodIssue): string {
  const own = ITALIAN[issue.message];
  if (own !== undefined) return own;
  if (issue.code === 'invalid_value') return `valori ammessi: ${issue.values.join(', ')}`;
  const [mapped] = fieldIssues('mapping', new z.ZodError([issue]));
  return mapped === undefined ? issue.message : fieldMessage(mapped, 'it');
}
