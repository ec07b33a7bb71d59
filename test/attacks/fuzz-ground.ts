/** Where the fuzzing gets its values: naughty strings, odd values and headers, JSON that is none. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { OPERATIONS } from '#contract/index.ts';
import { corporaFolder } from '../corpora/corpus.ts';

/** Every endpoint of the contract. */
export const ENDPOINTS: readonly Endpoint[] = OPERATIONS.map(({ endpoint }) => endpoint);

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

/** What a criterion of each kind would be compared with, and some that it would not. */
export const CRITERION_VALUES: Readonly<Record<string, readonly unknown[]>> = {
  text: [
    'prov',
    'a',
    'admin',
    'x'.repeat(255),
    'x'.repeat(256),
    '%%%',
    '___',
    '\\\\\\',
    '  \u00e9\u00e9  ',
    "o'n",
    '\u0301\u0301\u0301',
  ],
  search: [
    'prov',
    'PV-1',
    'foto.png',
    'ab',
    '%_%',
    '\\%_',
    'x'.repeat(255),
    '123',
    '\n\n\n',
    '\u0130\u0130\u0130',
    "' or '",
  ],
  code: ['LE001', '10001', 'SIGNED', 'bmw', 'SALE_NEW', '', 'OTP,FEA', 'DRAFT'],
  number: [1, 0, -1, 2 ** 31, 2 ** 53 - 1, 2 ** 53, '7', '999999999999999', '9999999999999999', 1.5, '1e3'],
  instant: [
    '2026-11-20T08:00:00Z',
    '2026-11-20',
    '2026-03-29T02:30',
    '2026-10-25T02:30',
    '0000-01-01',
    '1800-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59Z',
    '9999-12-31T23:59:59-14:00',
    '10000-01-01',
  ],
  date: ['1980-01-01', '1800-01-01', '9999-12-31', '0000-01-01', '2026-02-30', '2026-11-20T08:00:00Z', ''],
  boolean: [true, false, 'true', 'FALSE', 1, 'true,false'],
  set: ['bmw', 'ROLE_ADMIN', '10001', 'SALE_NEW', '', 'bmw,mini', '{}', '{a,b}', 'NULL', '"'],
};

export const CONTENT_TYPES: readonly string[] = [
  'application/json; charset=utf-7',
  'application/json; charset=',
  'application/json;;;',
  ' application/json',
  'application/json ; a="',
  'APPLICATION/JSON',
  'application/json\t',
  'application/json, application/json',
  'application/problem+json',
  'text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'application/x-www-form-urlencoded',
  'x'.repeat(5_000),
  '/',
  ';',
  '',
  '__proto__',
];

/** Ranges of bytes: nonsense, overflowing, thousands of them. */
const RANGES: readonly string[] = [
  'bytes=0-0',
  'bytes=-1',
  'bytes=-0',
  'bytes=5-',
  'bytes=999999999-',
  'bytes=5-1',
  'bytes=0-18446744073709551616',
  `bytes=${'9'.repeat(400)}-`,
  `bytes=-${'9'.repeat(400)}`,
  `bytes=0-0${',0-0'.repeat(3_000)}`,
  'bytes=',
  'bytes=-',
  'bytes=--1',
  'bytes=0x0-1',
  'lines=0-1',
  'bytes = 0 - 1',
];

export const ODD_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ...RANGES.map((value) => ['range', value] as const),
  ...[
    'key-1',
    'key-1',
    'key-2',
    'key-3',
    '',
    ' ',
    'a b',
    '\u00e9',
    'x'.repeat(255),
    'x'.repeat(256),
    '__proto__',
    "'--",
  ].map((value) => ['idempotency-key', value] as const),
  ...['"x"', 'W/"x"', '*', '', 'Fri, 20 Nov 2026 08:00:00 GMT', '"'.repeat(5_000), '"x", *'].flatMap((value) => [
    ['if-range', value] as const,
    ['if-none-match', value] as const,
  ]),
  ...['it', 'en', 'en;q=0.5, it;q=0.4', '*', 'zz;q=9', ';;;q', ',,,,', 'en-'.repeat(3_000), '\u00ff'.repeat(300)].map(
    (value) => ['accept-language', value] as const,
  ),
  ['content-encoding', 'gzip'],
  ['content-length', '1'],
  ['content-length', '999999'],
  ['content-length', '-1'],
  ['content-length', 'x'],
  ['transfer-encoding', 'identity'],
  ['expect', '100-continue'],
  ['accept', 'text/html;q=9'],
  ['accept-encoding', 'gzip, br;q=x'],
  ['authorization', `Bearer ${'a'.repeat(20_000)}`],
  ['authorization', 'Basic YWRtaW46ZGVtbw=='],
  ['cookie', 'a'.repeat(20_000)],
  ['cookie', '=;=;;;__proto__=1; fascicolo_session=%; fascicolo_session=%ff'],
  ['user-agent', '\u00e9'.repeat(10_000)],
  ['user-agent', ''],
  ['x-forwarded-for', '1.1.1.1, '.repeat(1_000)],
  ['origin', 'https://attacker.example'],
  ['host', 'attacker.example'],
  ['x-http-method-override', 'DELETE'],
];
