/** What lists, totals, counts and figures show each caller of the authorisation matrix: all permitted rows and no others. */
import type { LightMyRequestResponse } from 'fastify';
import { PLACES, type Place } from '../attacks/files/places.ts';
import {
  CALLERS,
  type Caller,
  customerLetter,
  ENTITY_OF,
  folderLetter,
  hasDealer,
  isDms,
  isOffice,
  mayEver,
} from './callers.ts';
import { MARKER_PREFIX, scopeOf } from './cases.ts';
import { type Fixture, TARGETS, targetLogin } from './matrix-fixture.ts';
import { FIGURES, figuresUrl, SEARCHED_DEALERS, searchUrl } from './office-rows.ts';

type Listed = Record<string, unknown> & { id: number };

interface Known {
  readonly id: number;
  readonly place: Place;
  readonly by: string;
}

/** Every record and its place. */
function allRecords({ cases, strangerInDms }: Fixture): Record<'customers' | 'folders' | 'documents', Known[]> {
  const known = (place: Place, ids: readonly number[]): Known[] =>
    ids.map((id) => ({ id, place, by: scopeOf(place).by }));
  const recordsOf = (ids: (place: Place) => readonly number[]) => PLACES.flatMap((place) => known(place, ids(place)));
  return {
    customers: recordsOf((place) => [cases[place].dossierId, cases[place].emptyDossierId]),
    folders: recordsOf((place) => [cases[place].folderId, cases[place].emptyFolderId, cases[place].jobFolderId]),
    documents: [
      ...recordsOf((place) => {
        const { documentId, waitingId, paperId, draftId } = cases[place];
        return [documentId, waitingId, paperId, draftId];
      }),
      { id: strangerInDms, place: 'ownOfDms', by: 'dealer' },
    ],
  };
}

const sorted = (ids: readonly number[]): number[] => [...ids].sort((first, second) => first - second);
const isSame = (first: readonly unknown[], second: readonly unknown[]): boolean =>
  JSON.stringify(first) === JSON.stringify(second);

/** Calls as one caller and records every deviation. */
class ListChecker {
  readonly wrong: string[] = [];
  private readonly fixture: Fixture;
  private readonly caller: Caller;

  constructor(fixture: Fixture, caller: Caller) {
    this.fixture = fixture;
    this.caller = caller;
  }

  get(url: string): Promise<LightMyRequestResponse> {
    return this.fixture.app.inject({ method: 'GET', url, headers: this.fixture.headers(this.caller.login) });
  }

  private post(url: string, payload: object): Promise<LightMyRequestResponse> {
    return this.fixture.app.inject({ method: 'POST', url, payload, headers: this.fixture.headers(this.caller.login) });
  }

  compare(what: string, seen: readonly unknown[], expected: readonly unknown[]): void {
    if (!isSame(seen, expected)) this.wrong.push(`${what}: ${JSON.stringify(seen)}, not ${JSON.stringify(expected)}`);
  }

  /** Checks the rows and the total of a list, both exactly. */
  async list(what: string, answer: LightMyRequestResponse, expected: readonly number[]): Promise<Listed[]> {
    if (answer.statusCode !== 200) {
      this.wrong.push(`${what}: ${answer.statusCode} ${answer.body.slice(0, 200)}`);
      return [];
    }
    const rows = answer.json<Listed[]>();
    this.compare(what, sorted(rows.map(({ id }) => id)), sorted(expected));
    this.compare(`${what}, total`, [answer.headers['x-total-count']], [String(expected.length)]);
    return rows;
  }

  /** The same rows for every form of the query; foreign rows cannot be queried by id either. */
  async search(path: string, all: readonly Known[], seen: readonly Known[], name: string): Promise<Listed[]> {
    const ids = seen.map(({ id }) => id);
    const foreign = all.filter(({ id }) => !ids.includes(id)).map(({ id }) => id);
    const listed = await this.list(path, await this.post(`${path}?size=10000`, {}), ids);
    const byName = { [name]: { contains: MARKER_PREFIX } };
    await this.list(`${path} by name`, await this.post(`${path}?size=10000`, byName), ids);
    await this.list(`${path} of foreign ids`, await this.post(path, { id: { in: [0, ...foreign] } }), []);
    const page = await this.post(`${path}?page=0&size=1`, {});
    this.compare(`${path}, total of a short page`, [page.headers['x-total-count']], [String(ids.length)]);
    return listed;
  }

  /** Customers or folders with more than a given number of folders or documents: hidden ones do not count. */
  async moreThan(path: string, field: string, than: number, expected: readonly Listed[]): Promise<void> {
    const ids = expected.filter((row) => Number(row[field]) > than).map(({ id }) => id);
    const answer = await this.post(`${path}?size=10000&sort=${field},desc`, { [field]: { greaterThan: than } });
    await this.list(`${path} of more than ${than}`, answer, ids);
  }

  /** The waiting list, its total and its figures: documents of which the caller may start a signature. */
  async waiting(expected: readonly number[]): Promise<void> {
    const path = '/api/documents-ext/waiting';
    await this.list('waiting', await this.post(`${path}/search?size=10000`, {}), expected);
    const { sent, opened, stuck } = (await this.get(`${path}/count`)).json();
    this.compare('waiting, counted', [sent + opened + stuck], [expected.length]);
  }

  async count(query: string, expected: number): Promise<void> {
    const answer = await this.get(`/api/documents/count${query}`);
    this.compare(`count${query}`, [answer.json()], [expected]);
  }
}

async function checkCases(checker: ListChecker, fixture: Fixture, caller: Caller): Promise<void> {
  const all = allRecords(fixture);
  const customers = all.customers.filter(({ place }) => customerLetter(caller, place) !== '-');
  const folders = all.folders.filter(({ place }) => folderLetter(caller, place) !== '-');
  const documents = all.documents.filter(
    ({ place, by }) => folderLetter(caller, place) !== '-' && (!isDms(caller) || by === caller.login),
  );
  const listed = await checker.search('/api/dossiers/search', all.customers, customers, 'lastName');
  for (const row of listed) {
    const place = PLACES.find((candidate) => fixture.cases[candidate].dossierId === row.id);
    const inside = place === undefined ? 0 : folders.filter((folder) => folder.place === place).length;
    checker.compare(`folders of customer ${row.id}`, [row.numberOfFolders], [inside]);
  }
  await checker.moreThan('/api/dossiers/search', 'numberOfFolders', 0, listed);
  const opened = await checker.search('/api/folders-ext/search', all.folders, folders, 'dossierDTO.lastName');
  for (const row of opened) {
    const place = PLACES.find((candidate) => fixture.cases[candidate].folderId === row.id);
    const inside = place === undefined ? 0 : documents.filter((document) => document.place === place).length;
    checker.compare(`documents of folder ${row.id}`, [row.numberOfDocuments], [inside]);
  }
  // The folder of the DMS account contains five, four of them created by it.
  await checker.moreThan('/api/folders-ext/search', 'numberOfDocuments', 4, opened);
  const read = await checker.search('/api/documents-ext/search', all.documents, documents, 'dossierDTO.lastName');
  for (const row of read) {
    // Links are shown only to callers who may start a signature there.
    const place = PLACES.find((candidate) => fixture.cases[candidate].waitingId === row.id);
    const isListed = place !== undefined && mayEver(caller, 'start signing') && folderLetter(caller, place) === 'W';
    checker.compare(`link of document ${row.id}`, [row.signUrl !== null], [isListed]);
  }
  if (mayEver(caller, 'start signing')) {
    const waiting = all.documents.filter(
      ({ id, place }) => fixture.cases[place].waitingId === id && folderLetter(caller, place) === 'W',
    );
    await checker.waiting(waiting.map(({ id }) => id));
  }
  await checker.count('', documents.length);
  for (const entity of ['LE001', 'LE002']) {
    const there = documents.filter(({ place }) => ENTITY_OF[scopeOf(place).hst] === entity);
    await checker.count(`?legalEntity.equals=${entity}`, there.length);
  }
  for (const type of ['SALE_NEW', 'SERVICE', 'VEHICLE_EXIT_REQUEST']) {
    const there = documents.filter(({ place }) => scopeOf(place).type === type);
    await checker.count(`?folderType.equals=${type}`, there.length);
  }
  const signed = documents.filter(({ id, place }) => fixture.cases[place].documentId === id);
  await checker.count('?status.in=PRIVACY_UPDATING,SIGNED', signed.length);
}

async function checkUsers(checker: ListChecker, who: Caller): Promise<void> {
  const people = [
    ...CALLERS.map(({ login, hstList, authorities }) => ({ login, hstList, authorities, activated: true })),
    ...Object.entries(TARGETS).map(([name, target]) => ({ login: targetLogin(name), ...target })),
  ];
  const within = people.filter(({ hstList }) => isOffice(who) || hstList.some((hst) => who.hstList.includes(hst)));
  if (mayEver(who, 'see users')) {
    const answer = await checker.get('/api/users?size=10000');
    const logins = answer.json<{ login: string }[]>().map(({ login }) => login);
    checker.compare('users', logins.sort(), within.map(({ login }) => login).sort());
    checker.compare('users, total', [answer.headers['x-total-count']], [String(within.length)]);
    const foreign = people.filter((user) => !within.includes(user)).map(({ login }) => login);
    const foreignUsers = await checker.get(`/api/users?login.in=${['nobody-at-all', ...foreign].join(',')}`);
    checker.compare('foreign users by login', [foreignUsers.body, foreignUsers.headers['x-total-count']], ['[]', '0']);
  }
  if (mayEver(who, 'see customers')) {
    const named: string[] = [];
    for (let from = 0; from < people.length; from += 50) {
      const some = people.slice(from, from + 50).map(({ login }) => login);
      const answer = await checker.get(`/api/coworkers/names?login=${some.join(',')}`);
      named.push(...answer.json<{ login: string }[]>().map(({ login }) => login));
    }
    const seen = people.filter(
      (one) =>
        within.includes(one) || one.authorities.some((role) => role === 'ROLE_ADMIN' || role === 'ROLE_BMW_ITALIA'),
    );
    checker.compare('names', named.sort(), seen.map(({ login }) => login).sort());
  }
  for (const hst of SEARCHED_DEALERS) {
    const answer = await checker.get(
      `/api/coworkers/authorities/ROLE_SALE_DEALER${hst === 'unsaid' ? '' : `?hst=${hst}`}`,
    );
    const sellers = people.filter((seller) => seller.activated && seller.authorities.includes('ROLE_SALE_DEALER'));
    const expectedSellers = sellers.filter(
      ({ hstList }) =>
        (isOffice(who) && hst === 'unsaid') ||
        hstList.some((dealer) => hasDealer(who, dealer) && (hst === 'unsaid' || dealer === hst)),
    );
    const logins = answer.json<{ login: string }[]>().map(({ login }) => login);
    checker.compare(`coworkers of ${hst}`, logins.sort(), expectedSellers.map(({ login }) => login).sort());
  }
}

/** Lists of named records, compared with the matrix rows that request each one. */
const NAMED_LISTS = [
  ['/api/licenses', 'licenses'],
  ['/api/activations', 'activations'],
  ['/api/intesys-services', 'services'],
  ['/api/videos', 'videos'],
] as const;

async function checkNamedLists(checker: ListChecker, fixture: Fixture): Promise<void> {
  for (const [path, kind] of NAMED_LISTS) {
    const answers = new Map<number, number>();
    for (const id of Object.values(fixture[kind])) answers.set(id, (await checker.get(`${path}/${id}`)).statusCode);
    const list = await checker.get(`${path}?size=10000`);
    const shown = [...answers].filter(([, status]) => status === 200).map(([id]) => id);
    // Each record is also a row of the matrix; the list must show exactly the visible ones.
    if (list.statusCode === 200) await checker.list(path, list, shown);
    else checker.compare(`${path} one by one`, [...new Set(answers.values())], [403]);
  }
}

async function checkDirectories(checker: ListChecker, fixture: Fixture, caller: Caller): Promise<void> {
  const all = [
    '10001',
    '10002',
    '10003',
    '10004',
    '10005',
    '10006',
    '10007',
    '10008',
    '10009',
    '10010',
    '10011',
    '10012',
  ];
  const own = all.filter((hst) => hasDealer(caller, hst));
  const dealers = await fixture.app.inject({
    method: 'POST',
    url: '/tools/conc/list',
    payload: { fields: 'hst2011' },
    headers: fixture.headers(caller.login),
  });
  const listed = dealers.json<{ concs: { hst2011: string }[] }>().concs.map(({ hst2011 }) => hst2011);
  checker.compare('dealers', listed.sort(), own);
  const entities = (await checker.get('/api/legal-entities')).json<{ hstList: string[] }[]>();
  checker.compare('dealers of legal entities', entities.flatMap(({ hstList }) => hstList).sort(), own);
  if (!mayEver(caller, 'find customers')) return;
  const dmsAnswer = await checker.get(`${searchUrl('/api/dms/customers', 'unsaid')}&size=1000`);
  const whose = [...new Set(dmsAnswer.json<{ hst: string }[]>().map(({ hst }) => hst))].sort();
  checker.compare(
    'dealers whose DMS was searched',
    whose.filter((hst) => !own.includes(hst)),
    [],
  );
  if (own.length > 0 && whose.length === 0) checker.wrong.push('the search in the DMS finds nobody');
}

/** The figures of each legal entity, and for the office without a choice the sum of all. */
async function checkFigures(checker: ListChecker, fixture: Fixture, caller: Caller): Promise<void> {
  const numbers = (body: string): number[] => (body.match(/\d+/g) ?? []).map(Number);
  for (const what of FIGURES) {
    const truth = async (entity: string): Promise<string> =>
      (await fixture.app.inject({ url: figuresUrl(what, entity), headers: fixture.headers('admin') })).body;
    const own = await checker.get(figuresUrl(what, 'unsaid'));
    if (own.statusCode !== 200) continue;
    const [one, secondEntity] = [await truth('LE001'), await truth('LE002')];
    if (one === secondEntity) checker.wrong.push(`${what}: the legal entities cannot be told apart`);
    if (isOffice(caller)) {
      const sum = numbers(one).map((figure, index) => figure + (numbers(secondEntity)[index] ?? 0));
      checker.compare(what, numbers(own.body), sum);
    } else checker.compare(what, [own.body], [ENTITY_OF[caller.hstList[0] ?? ''] === 'LE001' ? one : secondEntity]);
  }
}

/** Every list, total, count or figure that is wrong for this caller. */
export async function listProblems(fixture: Fixture, caller: Caller): Promise<string[]> {
  const checker = new ListChecker(fixture, caller);
  if (mayEver(caller, 'see customers')) {
    await checkCases(checker, fixture, caller);
    await checkUsers(checker, caller);
  }
  await checkNamedLists(checker, fixture);
  await checkDirectories(checker, fixture, caller);
  await checkFigures(checker, fixture, caller);
  return checker.wrong;
}
