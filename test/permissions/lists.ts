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
  mayAtAll,
} from './callers.ts';
import { MARKED, whereOf } from './cases.ts';
import { type Fixture, TARGETS, targetLogin } from './ground.ts';
import { DEALERS_ASKED, FIGURES, figuresUrl, searchUrl } from './office-rows.ts';

type Listed = Record<string, unknown> & { id: number };

interface Known {
  readonly id: number;
  readonly place: Place;
  readonly by: string;
}

/** Every record and its place. */
function everything({ cases, strangerInDms }: Fixture): Record<'customers' | 'folders' | 'documents', Known[]> {
  const known = (place: Place, ids: readonly number[]): Known[] =>
    ids.map((id) => ({ id, place, by: whereOf(place).by }));
  const of = (ids: (place: Place) => readonly number[]) => PLACES.flatMap((place) => known(place, ids(place)));
  return {
    customers: of((place) => [cases[place].dossierId, cases[place].emptyDossierId]),
    folders: of((place) => [cases[place].folderId, cases[place].emptyFolderId, cases[place].jobFolderId]),
    documents: [
      ...of((place) => {
        const { documentId, waitingId, paperId, draftId } = cases[place];
        return [documentId, waitingId, paperId, draftId];
      }),
      { id: strangerInDms, place: 'ownOfDms', by: 'dealer' },
    ],
  };
}

const sorted = (ids: readonly number[]): number[] => [...ids].sort((one, other) => one - other);
const same = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Calls as one caller and records every deviation. */
class Look {
  readonly wrong: string[] = [];
  private readonly ground: Fixture;
  private readonly who: Caller;

  constructor(ground: Fixture, who: Caller) {
    this.ground = ground;
    this.who = who;
  }

  get(url: string): Promise<LightMyRequestResponse> {
    return this.ground.app.inject({ method: 'GET', url, headers: this.ground.headers(this.who.login) });
  }

  private post(url: string, payload: object): Promise<LightMyRequestResponse> {
    return this.ground.app.inject({ method: 'POST', url, payload, headers: this.ground.headers(this.who.login) });
  }

  note(what: string, seen: readonly unknown[], expected: readonly unknown[]): void {
    if (!same(seen, expected)) this.wrong.push(`${what}: ${JSON.stringify(seen)}, not ${JSON.stringify(expected)}`);
  }

  /** Checks the rows and the total of a list, both exactly. */
  async list(what: string, answer: LightMyRequestResponse, expected: readonly number[]): Promise<Listed[]> {
    if (answer.statusCode !== 200) {
      this.wrong.push(`${what}: ${answer.statusCode} ${answer.body.slice(0, 200)}`);
      return [];
    }
    const rows = answer.json<Listed[]>();
    this.note(what, sorted(rows.map(({ id }) => id)), sorted(expected));
    this.note(`${what}, total`, [answer.headers['x-total-count']], [String(expected.length)]);
    return rows;
  }

  /** The same rows for every form of the query; foreign rows cannot be queried by id either. */
  async search(path: string, all: readonly Known[], seen: readonly Known[], name: string): Promise<Listed[]> {
    const ids = seen.map(({ id }) => id);
    const foreign = all.filter(({ id }) => !ids.includes(id)).map(({ id }) => id);
    const found = await this.list(path, await this.post(`${path}?size=10000`, {}), ids);
    const byName = { [name]: { contains: MARKED } };
    await this.list(`${path} by name`, await this.post(`${path}?size=10000`, byName), ids);
    await this.list(`${path} of foreign ids`, await this.post(path, { id: { in: [0, ...foreign] } }), []);
    const page = await this.post(`${path}?page=0&size=1`, {});
    this.note(`${path}, total of a short page`, [page.headers['x-total-count']], [String(ids.length)]);
    return found;
  }

  /** Customers or folders with more than a given number of folders or documents: hidden ones do not count. */
  async fuller(path: string, field: string, than: number, expected: readonly Listed[]): Promise<void> {
    const ids = expected.filter((row) => Number(row[field]) > than).map(({ id }) => id);
    const answer = await this.post(`${path}?size=10000&sort=${field},desc`, { [field]: { greaterThan: than } });
    await this.list(`${path} of more than ${than}`, answer, ids);
  }

  /** The waiting list, its total and its figures: documents of which the caller may start a signature. */
  async waiting(expected: readonly number[]): Promise<void> {
    const path = '/api/documents-ext/waiting';
    await this.list('waiting', await this.post(`${path}/search?size=10000`, {}), expected);
    const { sent, opened, stuck } = (await this.get(`${path}/count`)).json();
    this.note('waiting, counted', [sent + opened + stuck], [expected.length]);
  }

  async count(query: string, expected: number): Promise<void> {
    const answer = await this.get(`/api/documents/count${query}`);
    this.note(`count${query}`, [answer.json()], [expected]);
  }
}

async function casesOf(look: Look, ground: Fixture, who: Caller): Promise<void> {
  const all = everything(ground);
  const customers = all.customers.filter(({ place }) => customerLetter(who, place) !== '-');
  const folders = all.folders.filter(({ place }) => folderLetter(who, place) !== '-');
  const documents = all.documents.filter(
    ({ place, by }) => folderLetter(who, place) !== '-' && (!isDms(who) || by === who.login),
  );
  const listed = await look.search('/api/dossiers/search', all.customers, customers, 'lastName');
  for (const row of listed) {
    const place = PLACES.find((one) => ground.cases[one].dossierId === row.id);
    const inside = place === undefined ? 0 : folders.filter((folder) => folder.place === place).length;
    look.note(`folders of customer ${row.id}`, [row.numberOfFolders], [inside]);
  }
  await look.fuller('/api/dossiers/search', 'numberOfFolders', 0, listed);
  const opened = await look.search('/api/folders-ext/search', all.folders, folders, 'dossierDTO.lastName');
  for (const row of opened) {
    const place = PLACES.find((one) => ground.cases[one].folderId === row.id);
    const inside = place === undefined ? 0 : documents.filter((document) => document.place === place).length;
    look.note(`documents of folder ${row.id}`, [row.numberOfDocuments], [inside]);
  }
  // The folder of the DMS account contains five, four of them created by it.
  await look.fuller('/api/folders-ext/search', 'numberOfDocuments', 4, opened);
  const read = await look.search('/api/documents-ext/search', all.documents, documents, 'dossierDTO.lastName');
  for (const row of read) {
    // Links are shown only to callers who may start a signature there.
    const place = PLACES.find((one) => ground.cases[one].waitingId === row.id);
    const told = place !== undefined && mayAtAll(who, 'start signing') && folderLetter(who, place) === 'W';
    look.note(`link of document ${row.id}`, [row.signUrl !== null], [told]);
  }
  if (mayAtAll(who, 'start signing')) {
    const waiting = all.documents.filter(
      ({ id, place }) => ground.cases[place].waitingId === id && folderLetter(who, place) === 'W',
    );
    await look.waiting(waiting.map(({ id }) => id));
  }
  await look.count('', documents.length);
  for (const entity of ['LE001', 'LE002']) {
    const there = documents.filter(({ place }) => ENTITY_OF[whereOf(place).hst] === entity);
    await look.count(`?legalEntity.equals=${entity}`, there.length);
  }
  for (const type of ['SALE_NEW', 'SERVICE', 'VEHICLE_EXIT_REQUEST']) {
    const there = documents.filter(({ place }) => whereOf(place).type === type);
    await look.count(`?folderType.equals=${type}`, there.length);
  }
  const signed = documents.filter(({ id, place }) => ground.cases[place].documentId === id);
  await look.count('?status.in=PRIVACY_UPDATING,SIGNED', signed.length);
}

async function usersOf(look: Look, who: Caller): Promise<void> {
  const people = [
    ...CALLERS.map(({ login, hstList, authorities }) => ({ login, hstList, authorities, activated: true })),
    ...Object.entries(TARGETS).map(([name, target]) => ({ login: targetLogin(name), ...target })),
  ];
  const within = people.filter(({ hstList }) => isOffice(who) || hstList.some((hst) => who.hstList.includes(hst)));
  if (mayAtAll(who, 'see users')) {
    const answer = await look.get('/api/users?size=10000');
    const logins = answer.json<{ login: string }[]>().map(({ login }) => login);
    look.note('users', logins.sort(), within.map(({ login }) => login).sort());
    look.note('users, total', [answer.headers['x-total-count']], [String(within.length)]);
    const foreign = people.filter((one) => !within.includes(one)).map(({ login }) => login);
    const asked = await look.get(`/api/users?login.in=${['nobody-at-all', ...foreign].join(',')}`);
    look.note('foreign users by login', [asked.body, asked.headers['x-total-count']], ['[]', '0']);
  }
  if (mayAtAll(who, 'see customers')) {
    const named: string[] = [];
    for (let from = 0; from < people.length; from += 50) {
      const some = people.slice(from, from + 50).map(({ login }) => login);
      const answer = await look.get(`/api/coworkers/names?login=${some.join(',')}`);
      named.push(...answer.json<{ login: string }[]>().map(({ login }) => login));
    }
    const seen = people.filter(
      (one) =>
        within.includes(one) || one.authorities.some((role) => role === 'ROLE_ADMIN' || role === 'ROLE_BMW_ITALIA'),
    );
    look.note('names', named.sort(), seen.map(({ login }) => login).sort());
  }
  for (const hst of DEALERS_ASKED) {
    const answer = await look.get(
      `/api/coworkers/authorities/ROLE_SALE_DEALER${hst === 'unsaid' ? '' : `?hst=${hst}`}`,
    );
    const sellers = people.filter((one) => one.activated && one.authorities.includes('ROLE_SALE_DEALER'));
    const asked = sellers.filter(
      ({ hstList }) =>
        (isOffice(who) && hst === 'unsaid') ||
        hstList.some((one) => hasDealer(who, one) && (hst === 'unsaid' || one === hst)),
    );
    const logins = answer.json<{ login: string }[]>().map(({ login }) => login);
    look.note(`coworkers of ${hst}`, logins.sort(), asked.map(({ login }) => login).sort());
  }
}

/** Lists of named records, compared with the matrix rows that request each one. */
const NAMED_LISTS = [
  ['/api/licenses', 'licenses'],
  ['/api/activations', 'activations'],
  ['/api/intesys-services', 'services'],
  ['/api/videos', 'videos'],
] as const;

async function namedLists(look: Look, ground: Fixture): Promise<void> {
  for (const [path, kind] of NAMED_LISTS) {
    const answers = new Map<number, number>();
    for (const id of Object.values(ground[kind])) answers.set(id, (await look.get(`${path}/${id}`)).statusCode);
    const list = await look.get(`${path}?size=10000`);
    const shown = [...answers].filter(([, status]) => status === 200).map(([id]) => id);
    // Each record is also a row of the matrix; the list must show exactly the visible ones.
    if (list.statusCode === 200) await look.list(path, list, shown);
    else look.note(`${path} one by one`, [...new Set(answers.values())], [403]);
  }
}

async function directories(look: Look, ground: Fixture, who: Caller): Promise<void> {
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
  const own = all.filter((hst) => hasDealer(who, hst));
  const dealers = await ground.app.inject({
    method: 'POST',
    url: '/tools/conc/list',
    payload: { fields: 'hst2011' },
    headers: ground.headers(who.login),
  });
  const listed = dealers.json<{ concs: { hst2011: string }[] }>().concs.map(({ hst2011 }) => hst2011);
  look.note('dealers', listed.sort(), own);
  const entities = (await look.get('/api/legal-entities')).json<{ hstList: string[] }[]>();
  look.note('dealers of legal entities', entities.flatMap(({ hstList }) => hstList).sort(), own);
  if (!mayAtAll(who, 'find customers')) return;
  const found = await look.get(`${searchUrl('/api/dms/customers', 'unsaid')}&size=1000`);
  const whose = [...new Set(found.json<{ hst: string }[]>().map(({ hst }) => hst))].sort();
  look.note(
    'dealers whose DMS was searched',
    whose.filter((hst) => !own.includes(hst)),
    [],
  );
  if (own.length > 0 && whose.length === 0) look.wrong.push('the search in the DMS finds nobody');
}

/** The figures of each legal entity, and for the office without a choice the sum of all. */
async function figuresOf(look: Look, ground: Fixture, who: Caller): Promise<void> {
  const numbers = (body: string): number[] => (body.match(/\d+/g) ?? []).map(Number);
  for (const what of FIGURES) {
    const truth = async (entity: string): Promise<string> =>
      (await ground.app.inject({ url: figuresUrl(what, entity), headers: ground.headers('admin') })).body;
    const own = await look.get(figuresUrl(what, 'unsaid'));
    if (own.statusCode !== 200) continue;
    const [one, two] = [await truth('LE001'), await truth('LE002')];
    if (one === two) look.wrong.push(`${what}: the legal entities cannot be told apart`);
    if (isOffice(who)) {
      const sum = numbers(one).map((figure, index) => figure + (numbers(two)[index] ?? 0));
      look.note(what, numbers(own.body), sum);
    } else look.note(what, [own.body], [ENTITY_OF[who.hstList[0] ?? ''] === 'LE001' ? one : two]);
  }
}

/** Every list, total, count or figure that is wrong for this caller. */
export async function listProblems(ground: Fixture, who: Caller): Promise<string[]> {
  const look = new Look(ground, who);
  if (mayAtAll(who, 'see customers')) {
    await casesOf(look, ground, who);
    await usersOf(look, who);
  }
  await namedLists(look, ground);
  await directories(look, ground, who);
  await figuresOf(look, ground, who);
  return look.wrong;
}
