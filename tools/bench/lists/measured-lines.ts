/** The measured lines: each one's actor, calls and targets. */
import { ACTORS, type ActorName } from './actors.ts';
import { type Call, OPEN_STATUSES, openDocuments, post, search } from './client.ts';
import type { Samples } from './search-terms.ts';

/** p95 in ms at the largest size, and the allowed factor compared with the smallest size. */
export interface Target {
  readonly ms: number;
  readonly growth: number | null;
}

export interface Line {
  readonly group: string;
  readonly label: string;
  readonly actor: ActorName | null;
  readonly target: Target | null;
  /** Used in rotation. Empty if the actor sees too little for the question. */
  readonly calls: readonly Call[];
}

export const lineKey = (line: Line): string => [line.group, line.label, line.actor].join(' | ');

/** Lists, counts, statistics, codes. */
const FLAT: Target = { ms: 30, growth: 1.5 };
/** First and last name. */
const NAME: Target = { ms: 50, growth: null };
const BROAD: Target = { ms: 300, growth: null };
/** All content of a folder in one response. */
const LARGE_FOLDER: Target = { ms: 60, growth: null };

/** The most common surname, the most common pair of names, a word in many file names, one that only old files have. */
const SURNAME = 'rossi';
const PAIR = 'giuseppe rossi';
const WORD = 'contratto';
const OLD = 'scan_2023';

const PAGE_SIZE = 15;
const DEEP_PAGE = 400;
const ALL_CUSTOMERS = Object.keys(ACTORS) as ActorName[];

export type SamplesOf = Readonly<Record<ActorName, Samples>>;

const get = (path: string, query: Record<string, string> = {}): Call => {
  const text = new URLSearchParams(query).toString();
  return { method: 'GET', path: text === '' ? path : `${path}?${text}` };
};

const containing = (words: readonly string[], criteria: object = {}) =>
  words.map((word) => search('documents', { genericFilter: { contains: word }, ...criteria }));

/** Filters by the actor's own legal entity; the administrator rotates through all of them. */
function entities(name: ActorName): string[] {
  if (name !== 'admin') return [ACTORS[name].legalEntity];
  return Array.from({ length: 12 }, (_, index) => `LE${String(1 + index * 5).padStart(3, '0')}`);
}

type Made = Omit<Line, 'group'>;

function lists(samples: SamplesOf): Made[] {
  const sorts = { id: 'id,desc', 'last change': 'lastModifiedDate,desc', 'file name': 'fileName,asc' };
  const pages = Object.entries(sorts).flatMap(([by, sort]) => [
    ...ALL_CUSTOMERS.map((actor) => ({
      label: `documents, page 1 by ${by}`,
      actor,
      target: FLAT,
      calls: [search('documents', {}, { sort })],
    })),
    ...ALL_CUSTOMERS.map((actor) => ({
      label: `documents, page ${DEEP_PAGE} by ${by}`,
      actor,
      target: FLAT,
      calls:
        samples[actor].documents < DEEP_PAGE * PAGE_SIZE
          ? []
          : [search('documents', {}, { sort, page: DEEP_PAGE - 1 })],
    })),
  ]);
  const open = ALL_CUSTOMERS.map((actor) => ({
    label: 'dashboard, open documents',
    actor,
    target: FLAT,
    calls: samples[actor].hasOpen ? entities(actor).map(openDocuments) : [],
  }));
  const folders = (['folders', 'dossiers'] as const).flatMap((list) =>
    ALL_CUSTOMERS.map((actor) => ({
      label: `${list}, page 1`,
      actor,
      target: FLAT,
      calls: [search(list, { status: { equals: 'OPEN' } })],
    })),
  );
  const users = (['admin', 'supervisor'] as const).map((actor) => ({
    label: 'users, page 1',
    actor,
    target: FLAT,
    calls: [get('/api/users', { page: '0', size: '20', sort: 'id,desc' })],
  }));
  return [...open, ...pages, ...folders, ...users];
}

/** Orders other than the lists' defaults; without an index for one, a whole scope is read and sorted. */
function otherOrders(): Made[] {
  const sorts = [
    ['documents', 'customerName,asc'],
    ['documents', 'createdDate,desc'],
    ['documents', 'status,asc'],
    ['documents', 'fileSize,desc'],
    ['folders', 'lastModifiedDate,desc'],
    ['folders', 'processDate,desc'],
    ['folders', 'plate,asc'],
    ['dossiers', 'customerName,asc'],
    ['dossiers', 'city,asc'],
  ] as const;
  return sorts.flatMap(([list, sort]) =>
    (['admin', 'big', 'supervisor'] as const).map((actor) => ({
      label: `${list} by ${sort.split(',')[0]}`,
      actor,
      target: null,
      calls: [search(list, list === 'documents' ? {} : { status: { equals: 'OPEN' } }, { sort })],
    })),
  );
}

function folderContents(samples: SamplesOf): Made[] {
  const wholeFolder = { size: 10_000, sort: 'fileName,asc' };
  const inFolder = (id: number) => search('documents', { folderId: { equals: id } }, wholeFolder);
  return [
    ...ALL_CUSTOMERS.map((actor) => ({
      label: 'one folder of 4',
      actor,
      target: FLAT,
      calls: samples[actor].folders.map(inFolder),
    })),
    ...(['admin', 'big'] as const).map((actor) => {
      const { largeFolder } = samples[actor];
      const calls = largeFolder === null ? [] : [inFolder(largeFolder)];
      return { label: 'one folder of 3,000', actor, target: LARGE_FOLDER, calls };
    }),
  ];
}

function countsAndStatistics(): Made[] {
  const types = ['SALE_NEW', 'SALE_USED', 'SERVICE', 'PRIVACY'];
  const counts = ALL_CUSTOMERS.map((actor) => ({
    label: 'documents/count, three filters',
    actor,
    target: FLAT,
    calls: types.map((type) =>
      get('/api/documents/count', {
        'status.in': 'SIGNED,FINISH',
        'folderType.equals': type,
        'legalEntity.equals': entities(actor)[0] ?? '',
      }),
    ),
  }));
  const statistics = ['number-otp-used', 'documents-size', 'archived-documents-size'].flatMap((name) =>
    (['admin', 'big', 'supervisor', 'small'] as const).map((actor) => ({
      label: `statistics/${name}`,
      actor,
      target: FLAT,
      calls: entities(actor).map((legalEntity) => get(`/api/statistics/${name}`, { legalEntity })),
    })),
  );
  return [...counts, ...statistics];
}

function codes(samples: SamplesOf): Made[] {
  return ALL_CUSTOMERS.flatMap((actor) =>
    Object.entries({
      plate: samples[actor].plates,
      'end of VIN': samples[actor].vinEnds,
      'proposal number': samples[actor].proposals,
    }).map(([what, words]) => ({ label: `documents by ${what}`, actor, target: FLAT, calls: containing(words) })),
  );
}

function names(samples: SamplesOf): Made[] {
  const everybody = ALL_CUSTOMERS.map((actor) => ({
    label: 'documents by first and last name',
    actor,
    target: NAME,
    calls: containing(samples[actor].names),
  }));
  const some = (['admin', 'big', 'supervisor'] as const).flatMap((actor) => [
    { label: `documents by "${PAIR}"`, actor, target: NAME, calls: containing([PAIR]) },
    {
      label: 'documents by name, only open ones',
      actor,
      target: NAME,
      calls: containing(samples[actor].names, { status: { in: OPEN_STATUSES } }),
    },
  ]);
  return [...everybody, ...some];
}

function broad(samples: SamplesOf): Made[] {
  const surname = ALL_CUSTOMERS.map((actor) => ({
    label: `documents by "${SURNAME}"`,
    actor,
    target: BROAD,
    calls: containing([SURNAME]),
  }));
  const rest = (['admin', 'big', 'supervisor'] as const).flatMap((actor) =>
    [
      { label: `documents by "${WORD}"`, calls: containing([WORD]) },
      { label: `documents by "${OLD}" (all old)`, calls: containing([OLD]) },
      { label: `documents by "${SURNAME}", only signed`, calls: containing([SURNAME], { status: { in: ['SIGNED'] } }) },
      {
        label: `documents by "${SURNAME}", only open`,
        calls: containing([SURNAME], { status: { in: OPEN_STATUSES } }),
      },
      {
        label: `documents by "${SURNAME}", by file name`,
        calls: [search('documents', { genericFilter: { contains: SURNAME } }, { sort: 'fileName,asc' })],
      },
      {
        label: `documents by "${SURNAME}", page ${DEEP_PAGE}`,
        calls:
          samples[actor].documents / 20 < DEEP_PAGE * PAGE_SIZE
            ? []
            : [search('documents', { genericFilter: { contains: SURNAME } }, { page: DEEP_PAGE - 1 })],
      },
    ].map((line) => ({ ...line, actor, target: BROAD })),
  );
  return [...surname, ...rest];
}

/** Swaps the second and third letters of the last word. */
const slip = (name: string): Call =>
  post('/api/dossiers/similar', { text: name.replace(/(\S)(\S)(\S)(\S*)$/, '$1$3$2$4') });

/** The list of all documents: the count of each view, and the results by period, type and seller. */
function allDocuments(): Made[] {
  const month = { createdDate: { greaterThanOrEqual: '2026-11-01T00:00:00Z', lessThan: '2026-12-01T00:00:00Z' } };
  const refused = { status: { in: ['READY_TO_SIGN'] }, declined: { equals: true } };
  const sorted = { sort: 'createdDate,desc' };
  const views = (criteria: object): Call => post('/api/documents-ext/views/count', criteria);
  return (['admin', 'big', 'supervisor', 'small'] as const).flatMap((actor) =>
    [
      { label: 'views of all documents', target: FLAT, calls: [views({})] },
      { label: 'views of a month', target: BROAD, calls: [views(month)] },
      { label: 'documents of a month', target: BROAD, calls: [search('documents', month, sorted)] },
      { label: 'refused documents', target: FLAT, calls: [search('documents', refused, sorted)] },
    ].map((line) => ({ ...line, actor })),
  );
}

function customers(samples: SamplesOf): Made[] {
  const find = (list: 'folders' | 'dossiers', words: readonly string[]) =>
    words.map((word) => search(list, { status: { equals: 'OPEN' }, genericFilter: { contains: word } }));
  return (['admin', 'big', 'supervisor', 'small'] as const).flatMap((actor) => [
    { label: 'customers by first and last name', actor, target: NAME, calls: find('dossiers', samples[actor].names) },
    { label: 'customers by telephone', actor, target: FLAT, calls: find('dossiers', samples[actor].phones) },
    { label: 'customers by codice fiscale', actor, target: FLAT, calls: find('dossiers', samples[actor].fiscalCodes) },
    { label: 'customers by a name with a slip', actor, target: NAME, calls: samples[actor].names.map(slip) },
    { label: `customers by "${SURNAME}"`, actor, target: BROAD, calls: find('dossiers', [SURNAME]) },
    { label: 'folders by plate', actor, target: FLAT, calls: find('folders', samples[actor].plates) },
    { label: 'folders by first and last name', actor, target: NAME, calls: find('folders', samples[actor].names) },
    { label: `folders by "${SURNAME}"`, actor, target: BROAD, calls: find('folders', [SURNAME]) },
  ]);
}

/** All lines for one database; the same lines in the same order for each. */
export function linesFor(samples: SamplesOf): Line[] {
  const groups: Record<string, Made[]> = {
    Floor: [
      { label: 'GET /health', actor: null, target: null, calls: [get('/health')] },
      { label: 'GET /api/account', actor: 'admin', target: null, calls: [get('/api/account')] },
    ],
    'Default lists': lists(samples),
    'Other orders': otherOrders(),
    'A folder’s documents': folderContents(samples),
    'Counts and statistics': countsAndStatistics(),
    'Searches by code': codes(samples),
    'Searches by name': names(samples),
    'Broad searches': broad(samples),
    'All documents': allDocuments(),
    'Customers and folders': customers(samples),
  };
  return Object.entries(groups).flatMap(([group, made]) => made.map((line) => ({ group, ...line })));
}
