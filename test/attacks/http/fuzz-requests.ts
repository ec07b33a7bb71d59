/** Generates random requests to every endpoint of the contract: nearly valid, wild, and malformed ones. */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { z } from 'zod';
import type { Endpoint } from '#contract/definition/endpoint.ts';
import { OPERATIONS } from '#contract/index.ts';
import { CONTENT_TYPES, CRITERION_VALUES, NAUGHTY, ODD_HEADERS, ODD_VALUES, RAW_BODIES } from './fuzz-values.ts';

/** The kinds of rows that an address can name. */
export const KINDS = [
  'document',
  'folder',
  'dossier',
  'user',
  'service',
  'license',
  'activation',
  'video',
  'signed',
] as const;
export type Kind = (typeof KINDS)[number];

/** The material for sent requests: rows from earlier answers, files, signers' links and the cookies of their phones. */
export interface FuzzFixture {
  rows: Record<Kind, Record<string, unknown>[]>;
  links: { token: string; cookie: string }[];
  /** Base64. */
  files: { pdf: string; png: string };
}

const LOCATIONS: readonly [RegExp, Kind][] = [
  [/^\/api\/(signed|audit)-documents/, 'signed'],
  [/^\/api\/documents/, 'document'],
  [/^\/api\/folders/, 'folder'],
  [/^\/api\/dossiers/, 'dossier'],
  [/^\/api\/users/, 'user'],
  [/^\/api\/intesys-services/, 'service'],
  [/^\/api\/licenses/, 'license'],
  [/^\/api\/activations/, 'activation'],
  [/^\/api\/videos/, 'video'],
];
export const kindOf = (path: string): Kind | undefined => LOCATIONS.find(([pattern]) => pattern.test(path))?.[1];

/** One change at some place of a body. */
interface Mutation {
  at: number;
  how: 'replace' | 'drop' | 'wrap' | 'add' | 'repeat' | 'token';
  value: unknown;
  name: string;
}

type Body =
  | { from: 'none' }
  | { from: 'example' | 'row'; which: number; mutations: readonly Mutation[] }
  | { from: 'criteria'; criteria: Record<string, unknown> }
  | { from: 'schema'; value: unknown }
  | { from: 'raw'; text: string };

/** A request planned before the existing rows are known. */
export interface Plan {
  endpoint: Endpoint;
  /** A method other than the endpoint's. */
  method: string | undefined;
  who: number;
  /** The index of a row, or a text in its place. */
  target: number | string;
  query: readonly [name: string, value: string][];
  body: Body;
  headers: Record<string, string>;
}

export interface WiredRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  payload: string | undefined;
}

const odd = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ODD_VALUES) },
  { weight: 2, arbitrary: fc.constantFrom(...NAUGHTY) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Numbers that JSON text can express and a JavaScript value cannot. */
const TOKENS = ['1e400', '-1e400', '-0', '-0.0', '1E+2', '9007199254740993', '0.1e-400', '1'.repeat(400), '1.0'];

const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(1_000),
  how: fc.constantFrom('replace', 'replace', 'replace', 'drop', 'wrap', 'add', 'repeat', 'token'),
  value: odd,
  name: fc.constantFrom('id', 'status', 'legalEntity', 'createdBy', '__proto__', 'constructor', 'toString', ...NAUGHTY),
});

interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  /** False after a tuple that allows no further items. */
  items?: Schema | false;
  /** The items of a tuple. */
  prefixItems?: Schema[];
}

/** Mostly valid for the schema, often nearly, sometimes arbitrary. */
function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  const fitting = ((): fc.Arbitrary<unknown> => {
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
    if ('const' in schema) return fc.constant(schema.const);
    const either = schema.anyOf ?? schema.oneOf;
    if (either !== undefined) return fc.oneof(...either.map(valuesOf));
    if (schema.properties !== undefined) {
      const members = Object.entries(schema.properties).map(([name, inner]) => [name, valuesOf(inner)] as const);
      return fc.record(Object.fromEntries(members), { requiredKeys: [] });
    }
    switch (schema.type) {
      case 'string':
        return fc.oneof(fc.string({ maxLength: 30 }), fc.constantFrom(...NAUGHTY));
      case 'integer':
      case 'number':
        return fc.oneof(fc.integer({ min: 0, max: 20 }), fc.maxSafeInteger(), fc.double());
      case 'boolean':
        return fc.boolean();
      case 'array':
        if (schema.prefixItems !== undefined) return fc.tuple(...schema.prefixItems.map(valuesOf));
        return fc.array(schema.items ? valuesOf(schema.items) : odd, { maxLength: 5 });
      default:
        return odd;
    }
  })();
  return fc.oneof({ weight: 5, arbitrary: fitting }, { weight: 1, arbitrary: odd });
}

const described = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;

/** The fields of a search, from its schema; null if it is no search. */
function criteriaOf(schema: z.ZodType | undefined): Record<string, string> | null {
  const criteria = (schema?.meta()?.criteria ?? {}) as Record<string, string>;
  return Object.keys(criteria).length > 0 ? criteria : null;
}

const OPERATORS = [
  'equals',
  'notEquals',
  'in',
  'contains',
  'greaterThan',
  'greaterThanOrEqual',
  'lessThan',
  'lessThanOrEqual',
];
const ODD_OPERATORS = ['specified', 'EQUALS', '', '__proto__', 'in[0]', 'in[]', 'in.0', 'equals[9999]', '$ne'];

/** A field, an operator, and a value that mostly fits both. */
function criterionOf(fields: Record<string, string>): fc.Arbitrary<[field: string, operator: string, value: unknown]> {
  const knownCriterion = fc.constantFrom(...Object.keys(fields)).chain((field) => {
    const fitting = fc.constantFrom(...(CRITERION_VALUES[fields[field] ?? ''] ?? CRITERION_VALUES.text ?? []));
    const value = fc.oneof({ weight: 8, arbitrary: fitting }, { weight: 1, arbitrary: odd });
    return fc.oneof(
      { weight: 5, arbitrary: fc.tuple(fc.constant(field), fc.constantFrom(...OPERATORS), value) },
      { weight: 2, arbitrary: fc.tuple(fc.constant(field), fc.constant('in'), fc.array(value, { maxLength: 4 })) },
      { weight: 1, arbitrary: fc.tuple(fc.constant(field), fc.constantFrom(...ODD_OPERATORS), fc.array(value)) },
    );
  });
  const wild = fc.tuple(fc.constantFrom(...NAUGHTY), fc.constantFrom(...ODD_OPERATORS), odd);
  return fc.oneof({ weight: 12, arbitrary: knownCriterion }, { weight: 1, arbitrary: wild });
}

const criteriaBody = (fields: Record<string, string>): fc.Arbitrary<Record<string, unknown>> =>
  fc.array(fc.tuple(criterionOf(fields), fc.boolean()), { maxLength: 3 }).map((criteria) => {
    const body: Record<string, unknown> = Object.create(null);
    for (const [[field, operator, value], dotted] of criteria) {
      if (dotted) body[`${field}.${operator}`] = value;
      else body[field] = { [operator]: value };
    }
    return body;
  });

const NUMBERS = ['0', '1', '2', '20', '10000', '-1', '10001', '999999999', '1e3', '1.5', '', ' ', '٣', '0x1'];
const SORTS = [
  ...['id', 'lastModifiedDate', 'createdDate', 'createdBy', 'fileName', 'customerName', 'fullname', 'status'],
  ...['lastName', 'dossierDTO.lastName', 'folderDTO.plate', 'folderDTO.id', 'authority', 'notes'],
];
const ODD_SORTS = ['password', '__proto__', 'id;drop', "id'--", '(select 1)', 'search_text', 'app_user.login', ''];

const paging: fc.Arbitrary<[string, string]> = fc.oneof(
  fc.tuple(fc.constantFrom('page', 'size'), fc.constantFrom(...NUMBERS)),
  fc
    .tuple(
      fc.constantFrom(...SORTS, ...SORTS, ...ODD_SORTS),
      fc.constantFrom('asc', 'desc', 'ASC', '', 'asc,desc', 'x'),
    )
    .map(([field, order]): [string, string] => ['sort', `${field},${order}`]),
);

function queryOf(endpoint: Endpoint): fc.Arbitrary<Plan['query']> {
  const wild = fc.tuple(
    fc.constantFrom('x', '__proto__', 'page[]', 'sort.0', 'id', 'preview', 'brand', 'lang'),
    fc.constantFrom(...NAUGHTY),
  );
  if (endpoint.query === undefined) return fc.oneof({ weight: 9, arbitrary: fc.constant([]) }, fc.array(wild));
  const example = Object.entries(endpoint.example?.query ?? {}).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const named = example.map(([name]) => fc.tuple(fc.constant(name), fc.constantFrom(...NAUGHTY)));
  const members = described(endpoint.query).properties;
  const fields = criteriaOf(endpoint.query);
  const criteria =
    fields === null
      ? []
      : [
          criterionOf(fields).map(([field, operator, value]): [string, string] => [
            `${field}.${operator}`,
            typeof value === 'string' ? value : String(JSON.stringify(value) ?? ''),
          ]),
        ];
  const others = Object.keys(members ?? {}).map((name) =>
    fc.tuple(fc.constant(name), fc.constantFrom(...NAUGHTY, 'LE001', 'true', '10001', 'bmw')),
  );
  return fc.array(fc.oneof(paging, ...named, ...criteria, ...criteria, ...others, { weight: 1, arbitrary: wild }), {
    maxLength: 4,
  });
}

function bodyOf(endpoint: Endpoint): fc.Arbitrary<Body> {
  const raw = fc.record({ from: fc.constant('raw' as const), text: fc.constantFrom(...RAW_BODIES) });
  const none = fc.constant<Body>({ from: 'none' });
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') {
    return fc.oneof({ weight: 40, arbitrary: none }, { weight: 1, arbitrary: raw });
  }
  const fields = criteriaOf(endpoint.body);
  const nearly = fc.record({
    from: fc.constantFrom('example' as const, 'row' as const),
    which: fc.nat(1_000),
    mutations: fc.oneof(
      { weight: 3, arbitrary: fc.array(mutation, { minLength: 1, maxLength: 1 }) },
      { weight: 2, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(mutation, { maxLength: 4 }) },
    ),
  });
  const wild = fc.record({
    from: fc.constant('schema' as const),
    value: endpoint.body === undefined ? odd : valuesOf(described(endpoint.body)),
  });
  const search = fc.record({
    from: fc.constant('criteria' as const),
    criteria: criteriaBody(fields ?? { id: 'number' }),
  });
  return fc.oneof(
    { weight: 60, arbitrary: fields === null ? nearly : search },
    { weight: 20, arbitrary: wild },
    { weight: 4, arbitrary: none },
    { weight: 2, arbitrary: raw },
  );
}

const headers: fc.Arbitrary<Record<string, string>> = fc
  .oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.array(fc.constantFrom(...ODD_HEADERS), { maxLength: 2 }))
  .map((headerPairs) => Object.fromEntries(headerPairs));

const contentType = fc.oneof(
  { weight: 20, arbitrary: fc.constant('application/json') },
  { weight: 1, arbitrary: fc.constantFrom(...CONTENT_TYPES) },
);

const planOf = (endpoint: Endpoint, callers: number): fc.Arbitrary<Plan> =>
  fc.record({
    endpoint: fc.constant(endpoint),
    method: fc.oneof(
      { weight: 40, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS') },
    ),
    who: fc.nat(callers - 1),
    target: fc.oneof(
      { weight: 12, arbitrary: fc.nat(1_000) },
      { weight: 1, arbitrary: fc.constantFrom('0', '-1', '987654321', '999999999999999', '1e3', '007', ...NAUGHTY) },
    ),
    query: queryOf(endpoint),
    body: bodyOf(endpoint),
    headers: fc
      .tuple(headers, contentType)
      .map(([given, type]) => (type === '' ? given : { 'content-type': type, ...given })),
  });

/** Requests spread evenly over all endpoints, by one of the given callers. */
export const planFor = (callers: number): fc.Arbitrary<Plan> =>
  fc.oneof(...OPERATIONS.map(({ endpoint }) => planOf(endpoint, callers)));

/** Texts that a database, a header or a number cannot hold, for any place that takes a text. */
const HARSH_TEXTS = ['\u0000', 'a\u0000b', '9'.repeat(400), '\'\\"%_', '-1', '\u202e', '9999-12-31T23:59:59-14:00'];
const HARSH_VALUES = [
  ...HARSH_TEXTS,
  '\ud800',
  2 ** 53,
  -1,
  1.5,
  [],
  {},
  null,
  true,
  ['\u0000'],
  [['x']],
  { '\u0000': 1 },
];

/**
 * Every parameter, every criterion with every operator and every position of every example, one after the other, each
 * with an invalid value; sent by the first of the callers, who has the most rights.
 * @param thorough with all such values; otherwise each position gets a different one.
 */
export function* sweep(thorough: boolean): Generator<Plan> {
  let turn = 0;
  const some = function* <T>(values: readonly T[]): Generator<T> {
    turn += 1;
    if (thorough) yield* values;
    else yield values[turn % values.length] as T;
  };
  for (const { endpoint } of OPERATIONS) {
    const headers = { 'content-type': 'application/json' };
    const shown = Object.entries(endpoint.example?.query ?? {}).map(([name, value]): [string, string] => [
      name,
      `${value}`,
    ]);
    const plain: Plan = { endpoint, method: undefined, who: 0, target: 0, query: [], body: { from: 'none' }, headers };
    const good: Body = { from: 'example', which: 1, mutations: [] };
    const body: Body = endpoint.body === undefined ? plain.body : good;
    if (endpoint.path.includes('{')) for (const target of HARSH_TEXTS) yield { ...plain, target, body };
    const fields = Object.keys(criteriaOf(endpoint.query) ?? {});
    const names = [
      ...Object.keys(endpoint.query === undefined ? {} : (described(endpoint.query).properties ?? {})),
      ...fields.flatMap((field) => OPERATORS.map((operator) => `${field}.${operator}`)),
      ...(fields.length === 0 ? [] : ['page', 'size', 'sort']),
    ];
    for (const name of names) {
      const others = shown.filter(([other]) => other !== name);
      // Each separate parameter has its own parser; the fields of all lists share one.
      const values = name.includes('.') ? some(HARSH_TEXTS) : HARSH_TEXTS;
      for (const value of values) yield { ...plain, body, query: [...others, [name, value]] };
    }
    const searched = criteriaOf(endpoint.body);
    for (const [field, kind] of Object.entries(searched ?? {})) {
      for (const operator of OPERATORS) {
        for (const value of some([...(CRITERION_VALUES[kind] ?? []), ...HARSH_VALUES])) {
          yield { ...plain, body: { from: 'criteria', criteria: { [field]: { [operator]: value } } } };
        }
      }
    }
    const places = searched === null ? containersOf(structuredClone(endpoint.example?.body)).length : 0;
    for (let at = 0; at < places; at += 1) {
      for (const value of thorough
        ? HARSH_VALUES
        : [...some(HARSH_VALUES), ...some(HARSH_VALUES), ...some(HARSH_VALUES)]) {
        for (const from of endpoint.method === 'PUT' ? (['row', 'example'] as const) : (['example'] as const)) {
          yield { ...plain, body: { from, which: 1, mutations: [{ at, how: 'replace', value, name: '' }] } };
        }
      }
    }
  }
}

const itemAt = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];

/** Fields that refer to other rows. */
const NAMES_OF: Readonly<Record<string, Kind>> = { folderId: 'folder', dossierId: 'dossier', licenseId: 'license' };

/** The contract's example, referring to existing rows. */
function exampleWithRows(fixture: FuzzFixture, endpoint: Endpoint, which: number): unknown {
  const kind = kindOf(endpoint.path);
  const fitted = (value: unknown, key = ''): unknown => {
    if (Array.isArray(value)) return value.map((inner) => fitted(inner));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fitted(inner, name)]));
    }
    const named = key === 'id' ? kind : NAMES_OF[key];
    if (named !== undefined && typeof value === 'number') return itemAt(fixture.rows[named], which)?.id ?? value;
    if (key === 'login' || key === 'licenseCode') return `f-${randomUUID()}`;
    return value;
  };
  const body = fitted(endpoint.example?.body);
  if (typeof body !== 'object' || body === null) return body;
  return withFile(fixture, body as Record<string, unknown>, which);
}

/** Every tenth document is a real PDF to be signed, the others are pictures, because the gate is slow. */
function withFile(fixture: FuzzFixture, body: Record<string, unknown>, which: number): Record<string, unknown> {
  const inside = body.document === undefined ? body : (body.document as Record<string, unknown>);
  if (typeof inside.content !== 'string' || typeof inside.type !== 'string') return body;
  const file =
    which % 10 === 0
      ? { content: fixture.files.pdf, fileSize: null }
      : {
          type: 'OTHER_IDENTITY',
          sigType: null,
          signable: false,
          archivable: which % 3 === 0,
          fileName: 'foto.png',
          mimeType: 'image/png',
          content: fixture.files.png,
          fileSize: null,
        };
  const paper = { ...inside, ...file };
  return body.document === undefined ? paper : { ...body, document: paper };
}

/** Every object or array of a value with one of its keys. */
function containersOf(
  value: unknown,
  found: [Record<string, unknown>, string][] = [],
): [Record<string, unknown>, string][] {
  if (typeof value !== 'object' || value === null) return found;
  const holder = value as Record<string, unknown>;
  for (const key of Object.keys(holder)) {
    found.push([holder, key]);
    containersOf(holder[key], found);
  }
  return found;
}

/** Written as text, because repeated keys and numbers out of range exist only there. */
function mutatedText(value: unknown, mutations: readonly Mutation[]): string | undefined {
  const copy: unknown = structuredClone(value);
  const texts: [mark: string, text: string][] = [];
  const marked = (text: string): string => {
    const mark = `\u0001mark${texts.length}\u0001`;
    texts.push([JSON.stringify(mark), text]);
    return mark;
  };
  for (const { at, how, value: wanted, name } of mutations) {
    const [holder, key] = itemAt(containersOf(copy), at) ?? [];
    if (holder === undefined || key === undefined) continue;
    if (how === 'drop') delete holder[key];
    else if (how === 'wrap') holder[key] = at % 2 === 0 ? [holder[key]] : { equals: holder[key] };
    else if (how === 'add')
      Object.defineProperty(holder, name, { value: wanted, enumerable: true, configurable: true, writable: true });
    else if (how === 'token') holder[key] = marked(itemAt(TOKENS, at) ?? '0');
    else if (how === 'repeat') {
      const again = `${JSON.stringify(key)}:${JSON.stringify(holder[key]) ?? 'null'}`;
      holder[key] = marked(`${JSON.stringify(wanted) ?? 'null'},${again}`);
    } else holder[key] = wanted;
  }
  return texts.reduce((text, [mark, by]) => text?.replace(mark, () => by), JSON.stringify(copy));
}

function bodyText(fixture: FuzzFixture, { endpoint, body }: Plan): string | undefined {
  switch (body.from) {
    case 'none':
      return undefined;
    case 'raw':
      return body.text;
    case 'criteria':
      return JSON.stringify(body.criteria);
    case 'schema':
      return JSON.stringify(body.value);
    default: {
      const kind = kindOf(endpoint.path);
      const row = endpoint.method === 'PUT' && kind !== undefined ? itemAt(fixture.rows[kind], body.which) : undefined;
      const value = body.from === 'row' && row !== undefined ? row : exampleWithRows(fixture, endpoint, body.which);
      return mutatedText(value, body.mutations);
    }
  }
}

export function linkFor(fixture: FuzzFixture, { target }: Plan): FuzzFixture['links'][number] {
  return itemAt(fixture.links, Number(target) || 0) ?? { token: 'none', cookie: '' };
}

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed()).slice(0, 2_000);

/** The request as it is sent, without the headers of the caller. */
export function requestOf(fixture: FuzzFixture, plan: Plan): WiredRequest {
  const { endpoint, target, query } = plan;
  const kind = kindOf(endpoint.path);
  const row = kind === undefined ? undefined : itemAt(fixture.rows[kind], Number(target) || 0);
  const name = (example: unknown): string =>
    typeof target === 'string' ? target : String(row?.id ?? example ?? target);
  const path = endpoint.path
    .replace('{token}', typeof target === 'string' ? encoded(target) : linkFor(fixture, plan).token)
    .replace(/\{(\w+)\}/, (_all, parameter: string) => encoded(name(endpoint.example?.params?.[parameter])));
  const search = (endpoint.path === '/api/events' ? withoutWaiting(query) : query)
    .map(([key, value]) => `${encoded(key)}=${encoded(value)}`)
    .join('&');
  return {
    method: plan.method ?? endpoint.method,
    url: search === '' ? path : `${path}?${search}`,
    headers: plan.headers,
    payload: bodyText(fixture, plan),
  };
}

/** Otherwise a live stream requested for minutes would be read for minutes. */
function withoutWaiting(query: Plan['query']): Plan['query'] {
  const lasting = (value: string) => Number(value) >= 0 && Number(value) <= 600;
  return [...query.filter(([key, value]) => key !== 'seconds' || !lasting(value)), ['seconds', '0']];
}
