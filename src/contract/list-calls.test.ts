/** The list calls as browsers of this kind make them, and what each of them means (specification §7 "Filter mapping", P-15, P-20). */
import { parse } from 'node:querystring';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { fieldIssues } from '#domain/validation.ts';
import type { Criterion } from './criteria.ts';
import { countDocuments, searchDocuments } from './documents.ts';
import { searchDossiers } from './dossiers.ts';
import type { Endpoint } from './endpoint.ts';
import { searchFolders } from './folders.ts';

/** A criterion as one line: `field operator value|value`. */
const line = ({ field, operator, values }: Criterion): string =>
  `${field} ${operator} ${values.map((value) => (value instanceof Date ? value.toISOString() : String(value))).join('|')}`;

const lines = (criteria: unknown): string[] => (criteria as Criterion[]).map(line);

function refusals(schema: z.ZodType | undefined, value: unknown): string[] {
  const parsed = schema?.safeParse(value, { reportInput: true });
  if (parsed === undefined || parsed.success) return [];
  return fieldIssues('x', parsed.error).map(({ field, code }) => `${field} ${code}`);
}

interface Call {
  endpoint: Endpoint;
  query?: string;
  body?: unknown;
}

function meaning({ endpoint, query = '', body }: Call) {
  const paging = endpoint.query?.parse(parse(query)) as { page: number; size: number; sort: string[] };
  return { ...paging, criteria: lines(endpoint.body?.parse(body)) };
}

const OPEN_STATUSES = ['DRAFT', 'READY_TO_SIGN', 'PENDING_START_SIGN'];

describe('the specification’s own calls', () => {
  it.each<[string, Call, object]>([
    [
      'the dashboard’s latest documents',
      {
        endpoint: searchDocuments,
        query: 'page=0&size=15&sort=id,desc',
        body: { status: { in: OPEN_STATUSES }, legalEntity: { equals: 'LE001' } },
      },
      {
        ...{ page: 0, size: 15, sort: ['id,desc'] },
        criteria: ['status in DRAFT|READY_TO_SIGN|PENDING_START_SIGN', 'legalEntity equals LE001'],
      },
    ],
    [
      'a folder’s documents',
      {
        endpoint: searchDocuments,
        query: 'page=0&size=10000&sort=fileName%2Casc',
        body: { folderId: { equals: 3120 } },
      },
      { page: 0, size: 10_000, sort: ['fileName,asc'], criteria: ['folderId equals 3120'] },
    ],
    [
      'open folders of the user’s brands and of one customer',
      {
        endpoint: searchFolders,
        query: 'page=0&size=5&sort=lastModifiedDate,desc&sort=id,desc',
        body: {
          status: { equals: 'OPEN' },
          brand: { in: ['bmw', 'mini'] },
          dossierId: { equals: '902' },
          lastName: { contains: 'provetti' },
          plate: { contains: 'AB1' },
        },
      },
      {
        ...{ page: 0, size: 5, sort: ['lastModifiedDate,desc', 'id,desc'] },
        criteria: [
          ...['status equals OPEN', 'brand in bmw|mini', 'dossierId equals 902'],
          ...['lastName contains provetti', 'plate contains AB1'],
        ],
      },
    ],
    [
      'open customers',
      {
        endpoint: searchDossiers,
        query: 'page=2&size=10&sort=lastName,asc',
        body: { status: { equals: 'OPEN' }, genericFilter: { contains: 'Rossi' }, createdBy: { equals: 'dealer' } },
      },
      {
        ...{ page: 2, size: 10, sort: ['lastName,asc'] },
        criteria: ['status equals OPEN', 'genericFilter contains Rossi', 'createdBy equals dealer'],
      },
    ],
    ['nothing asked for at all', { endpoint: searchDossiers }, { page: 0, size: 20, sort: ['id,desc'], criteria: [] }],
  ])('%s', (_name, call, expected) => {
    expect(meaning(call)).toMatchObject(expected);
  });

  it('the count of signed documents of a folder type', () => {
    const query = 'status.in=PRIVACY_UPDATING&status.in=SIGNED&folderType.equals=SALE_NEW&legalEntity.equals=LE001';
    expect(lines(countDocuments.query?.parse(parse(query)))).toEqual([
      ...['status in PRIVACY_UPDATING|SIGNED', 'folderType equals SALE_NEW', 'legalEntity equals LE001'],
    ]);
  });
});

describe('a criterion written in several ways', () => {
  it.each<[string, unknown]>([
    ['nested', { status: { in: ['DRAFT', 'SIGNED'] } }],
    ['with a dotted key', { 'status.in': ['DRAFT', 'SIGNED'] }],
    ['joined by commas', { 'status.in': 'DRAFT,SIGNED' }],
    ['joined by commas inside', { status: { in: 'DRAFT,SIGNED' } }],
    ['with indexes in brackets', { 'status.in[0]': 'DRAFT', 'status.in[1]': 'SIGNED' }],
    ['with empty brackets', { 'status.in[]': ['DRAFT', 'SIGNED'] }],
    ['with dotted indexes', { 'status.in.0': 'DRAFT', 'status.in.1': 'SIGNED' }],
  ])('means the same: %s', (_name, body) => {
    expect(lines(searchDocuments.body?.parse(body))).toEqual(['status in DRAFT|SIGNED']);
  });

  it.each([
    'status.in=DRAFT&status.in=SIGNED',
    'status.in=DRAFT,SIGNED',
    'status.in.0=DRAFT&status.in.1=SIGNED',
    'status.in[0]=DRAFT&status.in[1]=SIGNED',
    'status.in%5B%5D=DRAFT&status.in%5B%5D=SIGNED',
  ])('means the same in an address: %s', (query) => {
    expect(lines(countDocuments.query?.parse(parse(query)))).toEqual(['status in DRAFT|SIGNED']);
  });

  it.each([
    'sort=id,desc&sort=fileName,asc',
    'sort.0=id,desc&sort.1=fileName,asc',
    'sort[0]=id,desc&sort[1]=fileName,asc',
  ])('sorts by several keys: %s', (query) => {
    expect(searchDocuments.query?.parse(parse(query))).toMatchObject({ sort: ['id,desc', 'fileName,asc'] });
  });

  it('is left out when it is null, as forms leave it', () => {
    expect(lines(searchFolders.body?.parse({ plate: null, vin: { contains: null }, status: undefined }))).toEqual([]);
  });
});

describe('fields of folder and customer', () => {
  it.each<[string, Endpoint, object, string[]]>([
    ['unprefixed in folders', searchFolders, { fiscalCode: { equals: 'X1' } }, ['fiscalCode equals X1']],
    [
      'as dossierDTO in folders',
      searchFolders,
      { 'dossierDTO.lastName': { contains: 'ross' }, 'dossierDTO.hst.equals': '10001' },
      ['dossierDTO.lastName contains ross', 'dossierDTO.hst equals 10001'],
    ],
    [
      'as folderDTO in folders',
      searchFolders,
      { 'folderDTO.plate': { equals: 'AB123CD' } },
      ['folderDTO.plate equals AB123CD'],
    ],
    [
      'unprefixed in documents',
      searchDocuments,
      { plate: { equals: 'AB123CD' }, organizationName: { contains: 'srl' } },
      ['plate equals AB123CD', 'organizationName contains srl'],
    ],
    [
      'as folderDTO and dossierDTO in documents',
      searchDocuments,
      { 'folderDTO.status.in': 'OPEN,CLOSED', 'dossierDTO.email': { contains: '@example' } },
      ['folderDTO.status in OPEN|CLOSED', 'dossierDTO.email contains @example'],
    ],
  ])('are understood %s', (_name, endpoint, body, expected) => {
    expect(lines(endpoint.body?.parse(body))).toEqual(expected);
  });
});

describe('dates', () => {
  it.each([
    ['an instant stays that instant', '2026-11-20T08:12:00.000Z', '2026-11-20T08:12:00.000Z'],
    ['one with a zone too', '2026-11-20T08:12:00+02:00', '2026-11-20T06:12:00.000Z'],
    ['a bare date is midnight in Rome', '2026-07-01', '2026-06-30T22:00:00.000Z'],
    ['a local date-time is Rome time', '2026-11-20T08:12', '2026-11-20T07:12:00.000Z'],
  ])('%s: no bound is shifted', (_name, given, meant) => {
    for (const operator of ['greaterThan', 'greaterThanOrEqual', 'lessThan', 'lessThanOrEqual', 'equals']) {
      expect(lines(searchDocuments.body?.parse({ createdDate: { [operator]: given } }))).toEqual([
        `createdDate ${operator} ${meant}`,
      ]);
    }
  });

  it('both ends of a period are one field with two operators', () => {
    const body = { processDate: { greaterThanOrEqual: '2026-11-01', lessThan: '2026-12-01' } };
    expect(lines(searchFolders.body?.parse(body))).toEqual([
      ...['processDate greaterThanOrEqual 2026-10-31T23:00:00.000Z', 'processDate lessThan 2026-11-30T23:00:00.000Z'],
    ]);
  });

  it('of birth are days', () => {
    expect(lines(searchDossiers.body?.parse({ birthDate: { equals: '1980-01-01' } }))).toEqual([
      'birthDate equals 1980-01-01',
    ]);
    expect(refusals(searchDossiers.body, { birthDate: { equals: '1980-02-30' } })).toEqual(['birthDate.equals type']);
  });
});

describe('what is refused, and named', () => {
  it.each<[Endpoint, unknown, string[]]>([
    [searchFolders, { targa: { equals: 'x' } }, ['targa unknown']],
    [searchFolders, { 'dossierDTO.notes': { equals: 'x' } }, ['dossierDTO.notes unknown']],
    [searchFolders, { 'dossierDTO.genericFilter': { contains: 'rossi' } }, ['dossierDTO.genericFilter unknown']],
    [searchFolders, { plate: { like: 'x' } }, ['plate.like unknown']],
    [searchFolders, { plate: 'AB123CD' }, ['plate type']],
    [searchFolders, { plate: { contains: 'AB' } }, ['plate.contains min']],
    [searchFolders, { genericFilter: { contains: '  a  ' } }, ['genericFilter.contains min']],
    [searchFolders, { genericFilter: { contains: '😀😀' } }, ['genericFilter.contains min']],
    [searchFolders, { genericFilter: { equals: 'rossi' } }, ['genericFilter.equals unknown']],
    [searchFolders, { brand: { contains: 'bmw' } }, ['brand.contains unknown']],
    [searchFolders, { id: { equals: 'abc' } }, ['id.equals type']],
    [searchFolders, { id: { equals: 1e300 } }, ['id.equals type']],
    [searchFolders, { notes: { contains: 'a\u0000bc' } }, ['notes.contains type']],
    [searchFolders, { notes: { contains: 'x'.repeat(256) } }, ['notes.contains type']],
    [searchFolders, { processDate: { greaterThan: '2026-13-01' } }, ['processDate.greaterThan type']],
    [searchFolders, { page: { equals: 1 } }, ['page unknown']],
    [searchFolders, JSON.parse('{"__proto__": {"equals": 1}}'), ['__proto__ unknown']],
    [searchFolders, { constructor: { equals: 1 } }, ['constructor unknown']],
    [searchDocuments, { fileName: { greaterThan: 'a' } }, ['fileName.greaterThan unknown']],
    [searchDocuments, { status: { in: Array.from({ length: 1001 }, () => 'DRAFT') } }, ['status.in type']],
  ])('%#: %j', (endpoint, body, expected) => {
    expect(refusals(endpoint.body, body)).toEqual(expected);
  });

  it.each([
    ['page=-1', ['page integer']],
    ['size=0', ['size integer']],
    ['size=10001', ['size integer']],
    ['page=1&page=2', ['page type']],
    ['pagina=1', ['pagina unknown']],
    ['status.equals=OPEN', ['status.equals unknown']],
  ])('in an address: %s', (query, expected) => {
    expect(refusals(searchFolders.query, parse(query))).toEqual(expected);
  });
});
