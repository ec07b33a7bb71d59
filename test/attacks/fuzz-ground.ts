/** Where the fuzzing gets its values: the contract's own schemas, naughty strings, JSON that is none. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { z } from 'zod';
import * as dealers from '#contract/dealers.ts';
import * as documents from '#contract/documents.ts';
import * as dossiers from '#contract/dossiers.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import * as folders from '#contract/folders.ts';
import * as identity from '#contract/identity.ts';
import * as signing from '#contract/signing.ts';
import { corporaFolder } from '../corpora/corpus.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/** Every endpoint of the contract. */
export const ENDPOINTS: readonly Endpoint[] = [dealers, documents, dossiers, folders, identity, signing]
  .flatMap((module) => Object.values<unknown>(module))
  .filter(isEndpoint);

const OWN_STRINGS: readonly string[] = [
  '',
  ' ',
  '\t\n\r',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udc00y',
  '\u202eevil',
  '\ufeff',
  '\u2028\u2029',
  '🚗'.repeat(300),
  'ß'.repeat(200),
  'İ'.repeat(255),
  'a'.repeat(255),
  'a'.repeat(256),
  'a'.repeat(70_000),
  "'; DROP TABLE dossier; --",
  "' or 1=1 --",
  '%',
  '_',
  '\\',
  '%%%',
  "\\' \\\\ %",
  '$1',
  '{}',
  '[]',
  'null',
  'undefined',
  'NaN',
  '-1',
  '0x10',
  '1e5',
  '9007199254740993',
  '99999999999999999999999',
  '1.0000000000000000000001',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '9999-12-31T23:59:59.999-14:00',
  '1800-01-01T00:00:00+14:00',
  '2026-03-29T02:30',
  '2026-13-45T99:99:99Z',
  '-271821-04-20T00:00:00.000Z',
  '+275760-09-13T00:00:00.000Z',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '<script>alert(1)</script>',
  '../../../etc/passwd',
  'file:///etc/passwd',
  'bmw,mini,',
  ',,,,',
  'id,desc,asc',
  'id;desc',
  '+39 3331234567',
  '+393331234567\n+393331234568',
  'a@b.c\r\nBcc: x@y.z',
];

/** Read from CORPORA when it is there. */
function corpus(folder: string): string[] {
  const path = join(folder, 'naughty/blns.json');
  return existsSync(path) ? z.array(z.string()).parse(JSON.parse(readFileSync(path, 'utf8'))) : [];
}

export const NAUGHTY: readonly string[] = [...OWN_STRINGS, ...(corporaFolder === null ? [] : corpus(corporaFolder))];

/** Values of every kind, none of them expected anywhere. */
export const ODD_VALUES: readonly unknown[] = [
  ...OWN_STRINGS,
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e21,
  1e308,
  5e-324,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  [],
  [[]],
  [null],
  ['a', 1, {}],
  {},
  { a: { b: { c: [] } } },
  { equals: {} },
  { length: 1e9 },
  { toString: 1 },
];

const nest = (open: string, close: string, depth: number): string => open.repeat(depth) + close.repeat(depth);

/** Bodies that are no JSON, too much JSON, or JSON with a trick. */
export const RAW_BODIES: readonly string[] = [
  '',
  ' ',
  '{',
  '}',
  '[',
  '"',
  "{'a':1}",
  '{"a":1,}',
  '{"a":1}}',
  '{a:1}',
  'NaN',
  'Infinity',
  '-',
  '01',
  '1e999',
  '-1e999',
  '1e-999',
  `${'9'.repeat(5_000)}`,
  '{"id":1e400}',
  'null',
  'true',
  '0',
  '"text"',
  '[]',
  '[null]',
  '\ufeff{}',
  '{}\u0000',
  '{"\\u0000":"\\u0000"}',
  '{"\\ud800":"\\udfff"}',
  '{"a":"\u0001"}',
  '{"a":1,"a":2,"a":{"a":3}}',
  '{"id":{"equals":1},"id":{"equals":2}}',
  '{"__proto__":{"admin":true}}',
  '{"a":{"__proto__":null}}',
  '{"\\u005f_proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"constructor":1,"toString":2,"valueOf":3,"hasOwnProperty":4}',
  nest('[', ']', 100_000),
  `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  `{"dossier":${nest('[', ']', 50_000)},"folder":${nest('[', ']', 50_000)}}`,
  `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":${index}`).join()}}`,
  `[${'0,'.repeat(100_000)}0]`,
  `"${'a'.repeat(900_000)}"`,
  `"${'\\u0000'.repeat(100_000)}"`,
];

/** Bodies of the JSON test suite, when CORPORA has it. */
export function jsonSuite(): Buffer[] {
  const folder = corporaFolder === null ? null : join(corporaFolder, 'json/test_parsing');
  if (folder === null || !existsSync(folder)) return [];
  return readdirSync(folder).map((name) => readFileSync(join(folder, name)));
}

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
}

const oddValue = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ODD_VALUES) },
  { weight: 2, arbitrary: fc.constantFrom(...NAUGHTY) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Mostly what the schema wants, often nearly, sometimes anything. */
function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  const fitting = ((): fc.Arbitrary<unknown> => {
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
    if ('const' in schema) return fc.constant(schema.const);
    if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(valuesOf));
    if (schema.properties !== undefined) return objectsOf(schema.properties);
    switch (schema.type) {
      case 'string':
        return fc.oneof(fc.string({ maxLength: 30 }), fc.constantFrom(...NAUGHTY));
      case 'integer':
      case 'number':
        return fc.oneof(fc.integer({ min: 0, max: 20 }), fc.maxSafeInteger(), fc.double());
      case 'boolean':
        return fc.boolean();
      case 'array':
        return fc.array(schema.items === undefined ? oddValue : valuesOf(schema.items), { maxLength: 5 });
      default:
        return oddValue;
    }
  })();
  return fc.oneof({ weight: 5, arbitrary: fitting }, { weight: 1, arbitrary: oddValue });
}

function objectsOf(properties: Record<string, Schema>): fc.Arbitrary<unknown> {
  const known = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valuesOf(schema)])),
    { requiredKeys: [] },
  );
  return fc
    .tuple(known, fc.option(fc.tuple(fc.constantFrom(...NAUGHTY), oddValue), { freq: 8 }))
    .map(([object, more]) => (more === null ? object : { ...object, [more[0]]: more[1] }));
}

const described = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;

const CRITERIA = Object.keys({ ...documents.DOCUMENT_CRITERIA, ...dossiers.DOSSIER_CRITERIA });
const OPERATORS = ['equals', 'notEquals', 'in', 'contains', 'greaterThan', 'lessThanOrEqual', 'specified', '__proto__'];
const criteria = fc.dictionary(
  fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...CRITERIA) },
    { weight: 1, arbitrary: fc.constantFrom(...NAUGHTY) },
  ),
  fc.oneof(
    fc.dictionary(fc.constantFrom(...OPERATORS), fc.oneof(oddValue, fc.array(oddValue)), { maxKeys: 2 }),
    oddValue,
  ),
  { maxKeys: 3 },
);

/** Bodies for an endpoint; undefined when it takes none. */
export function bodiesOf(endpoint: Endpoint, parts: Record<string, z.ZodType>): fc.Arbitrary<unknown> {
  if (endpoint.path.endsWith('/search')) return criteria;
  if (endpoint.body === undefined) return fc.oneof(fc.constant(undefined), oddValue);
  const schema = described(endpoint.body);
  for (const [name, part] of Object.entries(parts)) {
    if (schema.properties?.[name] !== undefined) schema.properties[name] = described(part);
  }
  return valuesOf(schema);
}
