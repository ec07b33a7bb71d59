/** List calls as browsers of this application send them, and their meaning. */
import { parse } from 'node:querystring';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { fieldIssues } from '#domain/validation.ts';
import { rowsOf, wordsIn } from '#test/rows.ts';
import { downloadUsers, listUsers, USER_CRITERIA, USER_SORTS } from '../accounts/users.ts';
import { countDocuments, DOCUMENT_CRITERIA, DOCUMENT_SORTS, searchDocuments } from '../documents.ts';
import { DOSSIER_CRITERIA, DOSSIER_SORTS, searchDossiers } from '../dossiers.ts';
import { FOLDER_CRITERIA, FOLDER_SORTS, searchFolders } from '../folders.ts';
import {
  ACTIVATION_CRITERIA,
  ACTIVATION_SORTS,
  LICENSE_CRITERIA,
  LICENSE_SORTS,
  listActivations,
  listLicenses,
} from '../licenses.ts';
import { listServices, SERVICE_CRITERIA, SERVICE_SORTS } from '../services.ts';
import { searchWaiting } from '../signing/waiting.ts';
import { listVideos, VIDEO_CRITERIA, VIDEO_SORTS } from '../videos.ts';
import type { CriteriaFields, Criterion, CriterionValue } from './criteria.ts';
import { sortsOf } from './criteria.ts';
import type { Endpoint } from './endpoint.ts';

const worded = (value: CriterionValue): string => {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? `${worded(value.from)}/${worded(value.until)}` : String(value);
};

/** A criterion as one line: `field operator value|value`. */
const line = ({ field, operator, values }: Criterion): string => `${field} ${operator} ${values.map(worded).join('|')}`;

const lines = (criteria: unknown): string[] => (criteria as Criterion[]).map(line);

/** Criteria of a list that reads them from its URL. */
const criteriaIn = ({ query: schema }: Endpoint, query: string): string[] =>
  lines((schema?.parse(parse(query)) as { criteria: unknown } | undefined)?.criteria);

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

describe('the specification’s own requests', () => {
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

describe('a criterion in several notations', () => {
  it.each<[string, unknown]>([
    ['nested', { status: { in: ['DRAFT', 'SIGNED'] } }],
    ['with a dotted key', { 'status.in': ['DRAFT', 'SIGNED'] }],
    ['joined by commas', { 'status.in': 'DRAFT,SIGNED' }],
    ['joined by commas inside', { status: { in: 'DRAFT,SIGNED' } }],
    ['with indexes in brackets', { 'status.in[0]': 'DRAFT', 'status.in[1]': 'SIGNED' }],
    ['with empty brackets', { 'status.in[]': ['DRAFT', 'SIGNED'] }],
    ['with dotted indexes', { 'status.in.0': 'DRAFT', 'status.in.1': 'SIGNED' }],
  ])('has the same meaning: %s', (_name, body) => {
    expect(lines(searchDocuments.body?.parse(body))).toEqual(['status in DRAFT|SIGNED']);
  });

  it.each(
    wordsIn(`
      status.in=DRAFT&status.in=SIGNED status.in=DRAFT,SIGNED status.in.0=DRAFT&status.in.1=SIGNED
      status.in[0]=DRAFT&status.in[1]=SIGNED status.in%5B%5D=DRAFT&status.in%5B%5D=SIGNED
    `),
  )('has the same meaning in a URL: %s', (query) => {
    expect(lines(countDocuments.query?.parse(parse(query)))).toEqual(['status in DRAFT|SIGNED']);
  });

  it.each([
    'sort=id,desc&sort=fileName,asc',
    'sort.0=id,desc&sort.1=fileName,asc',
    'sort[0]=id,desc&sort[1]=fileName,asc',
  ])('sorts by several keys: %s', (query) => {
    expect(searchDocuments.query?.parse(parse(query))).toMatchObject({ sort: ['id,desc', 'fileName,asc'] });
  });

  it.each<[string, unknown]>([
    ['null', { plate: null, vin: { contains: null }, status: undefined }],
    ['an empty text', { plate: { contains: '' }, 'vin.equals': '', status: { notEquals: '' } }],
    [
      'an empty text where a number, a day or a truth is asked for',
      { id: { equals: '' }, processDate: { lessThan: '' } },
    ],
    ['an empty object', { plate: {}, genericFilter: {} }],
    ['nothing but its name', { plate: '' }],
  ])('is omitted when it is %s, as forms submit it', (_name, body) => {
    expect(lines(searchFolders.body?.parse(body))).toEqual([]);
  });

  it('is omitted from a URL when it is empty', () => {
    const query =
      'login.contains=&genericFilter.contains=&activated.equals=&id.greaterThan=&createdDate.lessThan=&login=';
    expect(criteriaIn(listUsers, query)).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['a list', { brand: { in: [] } }],
    ['a text', { brand: { in: '' } }],
    ['a list of an empty text', { 'brand.in': [''] }],
    ['a list in brackets', { 'brand.in[]': '' }],
  ])('matches nothing when %s is empty', (_name, body) => {
    expect(lines(searchFolders.body?.parse(body))).toEqual(['brand in ']);
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
  ])('are accepted %s', (_name, endpoint, body, expected) => {
    expect(lines(endpoint.body?.parse(body))).toEqual(expected);
  });
});

describe('dates', () => {
  it.each(
    rowsOf(`
      an instant stays that instant | 2026-11-20T08:12:00.000Z | 2026-11-20T08:12:00.000Z
      one with a zone too | 2026-11-20T08:12:00+02:00 | 2026-11-20T06:12:00.000Z
      a bare date is midnight in Rome | 2026-07-01 | 2026-06-30T22:00:00.000Z
      a local date-time is Rome time | 2026-11-20T08:12 | 2026-11-20T07:12:00.000Z
    `),
  )('%s: no bound is shifted', (_name, given, meant) => {
    for (const operator of ['greaterThan', 'greaterThanOrEqual', 'lessThan', 'lessThanOrEqual']) {
      expect(lines(searchDocuments.body?.parse({ createdDate: { [operator]: given } }))).toEqual([
        `createdDate ${operator} ${meant}`,
      ]);
    }
  });

  it.each(
    rowsOf(`
      a day in winter | 2026-11-20 | 2026-11-19T23:00:00.000Z/2026-11-20T23:00:00.000Z
      a day in summer | 2026-07-01 | 2026-06-30T22:00:00.000Z/2026-07-01T22:00:00.000Z
      a day of 23 hours | 2026-03-29 | 2026-03-28T23:00:00.000Z/2026-03-29T22:00:00.000Z
      a day of 25 hours | 2026-10-25 | 2026-10-24T22:00:00.000Z/2026-10-25T23:00:00.000Z
      the last day there is | 9999-12-31 | 9999-12-30T23:00:00.000Z/9999-12-31T23:00:00.000Z
      an instant | 2026-11-20T08:12:00.000Z | 2026-11-20T08:12:00.000Z
      a local date-time | 2026-11-20T08:12 | 2026-11-20T07:12:00.000Z
    `),
  )('equality with %s: the whole day for a date without time', (_name, given, meant) => {
    const asked = { createdDate: { equals: given, notEquals: given, in: [given, '2026-01-02T00:00:00Z'] } };
    expect(lines(searchDocuments.body?.parse(asked))).toEqual([
      `createdDate equals ${meant}`,
      `createdDate notEquals ${meant}`,
      `createdDate in ${meant}|2026-01-02T00:00:00.000Z`,
    ]);
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

describe('operators of each kind of field', () => {
  it.each<[Endpoint, object, string[]]>([
    [searchFolders, { brand: { contains: 'bmw' } }, ['brand contains bmw']],
    [searchDocuments, { status: { contains: 'sign' } }, ['status contains sign']],
    [searchDocuments, { 'folderDTO.type': { contains: 'SALE' } }, ['folderDTO.type contains SALE']],
    [searchDossiers, { brands: { notEquals: 'mini' } }, ['brands notEquals mini']],
    [
      searchDossiers,
      { hst: { notEquals: '10001' }, birthDate: { notEquals: '1980-01-01' } },
      ['hst notEquals 10001', 'birthDate notEquals 1980-01-01'],
    ],
    [
      searchDossiers,
      { dmsCity: { contains: 'bolo' }, rspLastName: { equals: 'Rossi' } },
      ['dmsCity contains bolo', 'rspLastName equals Rossi'],
    ],
    [
      searchDocuments,
      { 'folder.type': { equals: 'SALE_NEW' }, 'folder.id': { in: '1,2' } },
      ['folder.type equals SALE_NEW', 'folder.id in 1|2'],
    ],
  ])('%#: %j', (endpoint, body, expected) => {
    expect(lines(endpoint.body?.parse(body))).toEqual(expected);
  });

  it.each<[Endpoint, string, string[]]>([
    [
      listUsers,
      'authority.notEquals=ROLE_DEALER&mobilePhone.contains=333',
      ['authority notEquals ROLE_DEALER', 'mobilePhone contains 333'],
    ],
    [
      listServices,
      'folderTypeSet.notEquals=SERVICE&serviceType.contains=SPACE',
      ['folderTypeSet notEquals SERVICE', 'serviceType contains SPACE'],
    ],
    [
      listLicenses,
      'hstList.notEquals=10001&legalEntity.contains=LE0',
      ['hstList notEquals 10001', 'legalEntity contains LE0'],
    ],
    [listVideos, 'duration.lessThan=200&title.notEquals=x', ['duration lessThan 200', 'title notEquals x']],
  ])('%#: %s', (endpoint, query, expected) => {
    expect(criteriaIn(endpoint, query)).toEqual(expected);
  });
});

describe('a page', () => {
  const LISTS: [string, Endpoint, object][] = [
    ['documents', searchDocuments, {}],
    ['what waits', searchWaiting, {}],
    ['folders', searchFolders, {}],
    ['dossiers', searchDossiers, {}],
    ['users', listUsers, {}],
    ['users in a file', downloadUsers, {}],
    ['licences', listLicenses, {}],
    ['activations', listActivations, {}],
    ['services, which the browser asks for without a size and keeps', listServices, { size: 10_000 }],
    ['videos, which have an order of their own', listVideos, { sort: ['order,asc'] }],
  ];

  it.each(LISTS)('of %s is the first of 20, newest first, by default', (_name, { query }, otherwise) => {
    expect(query?.parse({})).toMatchObject({ page: 0, size: 20, sort: ['id,desc'], ...otherwise });
  });

  it.each(LISTS)('of %s has up to 10000 rows', (_name, { query }) => {
    expect(query?.parse({ page: '7', size: '10000', sort: 'id,asc' })).toMatchObject({
      ...{ page: 7, size: 10_000, sort: ['id,asc'] },
    });
    expect(refusals(query, { size: '10001' })).toEqual(['size numberMax']);
  });
});

describe('sort orders', () => {
  it.each<[string, CriteriaFields, readonly string[], string[]]>([
    ['documents', DOCUMENT_CRITERIA, DOCUMENT_SORTS, ['customerName']],
    ['folders', FOLDER_CRITERIA, FOLDER_SORTS, ['customerName']],
    ['dossiers', DOSSIER_CRITERIA, DOSSIER_SORTS, ['customerName']],
    ['users', USER_CRITERIA, USER_SORTS, ['authority', 'authorities', 'hst', 'hstList']],
    ['licences', LICENSE_CRITERIA, LICENSE_SORTS, []],
    ['activations', ACTIVATION_CRITERIA, ACTIVATION_SORTS, []],
    ['services', SERVICE_CRITERIA, SERVICE_SORTS, ['signatureType']],
    ['videos', VIDEO_CRITERIA, VIDEO_SORTS, []],
  ])('of %s exist for every criterion with one value', (_name, criteria, sorts, more) => {
    const single = Object.entries(criteria).flatMap(([field, kind]) =>
      ['set', 'search'].includes(kind) ? [] : [field],
    );
    expect([...sorts].sort()).toEqual([...single, ...more].sort());
  });

  it.each([
    [FOLDER_SORTS, ['plate', 'lastName', 'dossierDTO.lastName', 'folderDTO.plate', 'fiscalCode', 'rspCity']],
    [DOCUMENT_SORTS, ['fileName', 'plate', 'folderDTO.plate', 'dossierDTO.lastName', 'lastName', 'hst', 'folder.type']],
    [DOSSIER_SORTS, ['lastName', 'birthDate', 'syncStatus', 'dmsCity', 'numberOfFolders', 'activationsCount']],
    [USER_SORTS, ['fullname', 'authority', 'mobilePhone']],
  ] as const)('%#: accept the column names of the original lists', (sorts, names) => {
    expect(sorts).toEqual(expect.arrayContaining([...names]));
  });

  it('exclude criteria without a single value, and fields inside another row’s list', () => {
    expect(sortsOf({ a: 'set', b: 'search', c: 'text' })).toEqual(['c']);
    for (const sorts of [FOLDER_SORTS, DOCUMENT_SORTS] as const) {
      expect(sorts.filter((name) => /DTO\.numberOf|genericFilter|brands$/.test(name))).toEqual([]);
    }
  });
});

describe('an invalid criterion is refused by name', () => {
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
    [searchFolders, { brand: { contains: 'bm' } }, ['brand.contains min']],
    [searchFolders, { brand: { like: '' } }, ['brand.like unknown']],
    [searchFolders, { targa: '' }, ['targa unknown']],
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

  it.each(
    rowsOf(`
      page=-1 | page numberMin
      size=0 | size numberMin
      size=10001 | size numberMax
      page=1&page=2 | page type
      pagina=1 | pagina unknown
      status.equals=OPEN | status.equals unknown
    `),
  )('in a URL: %s', (query = '', expected) => {
    expect(refusals(searchFolders.query, parse(query))).toEqual([expected]);
  });
});
