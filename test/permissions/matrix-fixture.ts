/** Builds the world of the authorisation matrix: one server, its dealers, all callers, and one record of each kind at each place. */

import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { buildApp } from '#server/app.ts';
import { insertDirectory } from '#server/dealers/index.ts';
import { DEALERS, LEGAL_ENTITIES } from '#server/demo/dealers.ts';
import { insertServices } from '#server/entitlements/index.ts';
import { createUser, type NewUser } from '#server/identity/index.ts';
import { prepareSession } from '#server/identity/sessions.ts';
import { startSigning } from '#server/signing/index.ts';
import { testNow } from '#test/clock.ts';
import { FOLDER_TYPES } from '../../src/domain/folders/folder-types.ts';
import { PLACE_SCOPES, PLACES } from '../attacks/files/places.ts';
import { cheapVerifier } from '../password.ts';
import { Stage } from '../stages/signing-stage.ts';
import { makeWorld } from '../world.ts';
import { CALLERS } from './callers.ts';
import { CaseMaker, type Cases, create } from './cases.ts';

/** Ids by the names that the rows of the matrix use. */
export type IdsByName = Readonly<Record<string, number>>;

export interface Fixture {
  readonly stage: Stage;
  readonly app: FastifyInstance;
  readonly maker: CaseMaker;
  readonly cases: Cases;
  readonly users: IdsByName;
  readonly licenses: IdsByName;
  readonly activations: IdsByName;
  readonly services: IdsByName;
  readonly videos: IdsByName;
  readonly webhooks: IdsByName;
  readonly paperVersions: IdsByName;
  /** Changes that create an administrator and wait for a second one. */
  readonly proposals: IdsByName;
  /** Keys of customers in the DMS, by dealer. */
  readonly dmsCustomers: Readonly<Record<string, string>>;
  /** At a dealer in the scope of the DMS account, but not created by that account. */
  readonly strangerInDms: number;
  headers(login: string): Record<string, string>;
  close(): Promise<void>;
}

const UNKNOWN_ID = 987_654_321;
const BMW = [{ brand: 'bmw' as const, permissions: ['SALE_NEW'] }];

/** Users to be viewed and edited, by dealer and role. */
export const TARGETS: Readonly<Record<string, Pick<NewUser, 'authorities' | 'hstList' | 'brands' | 'activated'>>> = {
  here: { authorities: ['ROLE_SALE_DEALER'], hstList: ['10001'], brands: BMW, activated: true },
  there: { authorities: ['ROLE_SALE_DEALER'], hstList: ['10002'], brands: BMW, activated: true },
  elsewhere: { authorities: ['ROLE_SALE_DEALER'], hstList: ['10003'], brands: BMW, activated: true },
  hereAndElsewhere: { authorities: ['ROLE_SALE_DEALER'], hstList: ['10001', '10003'], brands: BMW, activated: true },
  inactive: { authorities: ['ROLE_SALE_DEALER'], hstList: ['10001'], brands: BMW, activated: false },
  office: { authorities: ['ROLE_BMW_ITALIA'], hstList: [], brands: [], activated: true },
  supervisorHere: { authorities: ['ROLE_SUPERVISOR_DEALER'], hstList: ['10001'], brands: BMW, activated: true },
  sa3Here: { authorities: ['ROLE_SA3'], hstList: ['10001'], brands: BMW, activated: true },
  // Not active yet: a proposal to activate it is pending.
  proposed: { authorities: ['ROLE_ADMIN'], hstList: [], brands: [], activated: false },
  dmsHere: { authorities: ['ROLE_DMS_GMT'], hstList: ['10001'], brands: BMW, activated: true },
};
export const targetLogin = (name: string): string => `target-${name}`;

async function addUsers(stage: Stage): Promise<Record<string, number>> {
  const { world } = stage.test;
  const passwordVerifier = cheapVerifier('demo');
  const people = [
    ...CALLERS.map(({ login, authorities, hstList, brands }) => ({
      login,
      authorities,
      hstList,
      brands,
      activated: true,
    })),
    ...Object.entries(TARGETS).map(([name, target]) => ({ login: targetLogin(name), ...target })),
  ];
  const ids: Record<string, number> = { absent: UNKNOWN_ID };
  await world.database.transaction(async (tx) => {
    for (const person of people) {
      const rest = { firstName: 'Prova', lastName: person.login, email: `${person.login}@example.com` };
      const { id } = await createUser(tx, { ...person, ...rest, passwordVerifier }, null, world.clock.now());
      ids[person.login] = id;
    }
  });
  return ids;
}

/** The services of each legal entity: totals differ, so that a mix-up would show. */
const SERVICES = [
  ['signature', 'LE001', 'SIGNATURE_TYPE', {}],
  ['signatureThere', 'LE002', 'SIGNATURE_TYPE', {}],
  ['expired', 'LE001', 'SIGNATURE_TYPE', { expires_at: '2020-12-31' }],
  ['otp', 'LE001', 'OTP', { total_otp: 111 }],
  ['otpThere', 'LE002', 'OTP', { total_otp: 222 }],
  ['disk', 'LE001', 'DISK_SPACE', { total_space: 1_001 }],
  ['diskThere', 'LE002', 'DISK_SPACE', { total_space: 2_002 }],
  ['archive', 'LE001', 'STRONGDOX_SPACE', { total_space: 3_003 }],
  ['archiveThere', 'LE002', 'STRONGDOX_SPACE', { total_space: 4_004 }],
  ['deleted', 'LE001', 'SIGNATURE_TYPE', { deleted_date: testNow() }],
] as const;

async function addServices(stage: Stage): Promise<Record<string, number>> {
  const { database, clock } = stage.test.world;
  const made = { created_by: null, created_date: clock.now(), last_modified_by: null, last_modified_date: clock.now() };
  const rows = SERVICES.map(([, entity, type, change]) => ({
    service_type: type,
    legal_entity: entity,
    expires_at: null,
    total_space: null,
    total_otp: null,
    signature_types: type === 'SIGNATURE_TYPE' ? ['FES' as const] : [],
    folder_types: type === 'SIGNATURE_TYPE' ? [...FOLDER_TYPES] : [],
    notes: null,
    ...made,
    ...change,
  }));
  const inserted = await database.transaction((tx) => insertServices(tx, rows));
  return Object.fromEntries([
    ...SERVICES.map(([name], index) => [name, inserted[index]?.id ?? 0]),
    ['absent', UNKNOWN_ID],
  ]);
}

async function remove(stage: Stage, path: string): Promise<void> {
  const answer = await stage.callAs('admin', 'DELETE', path);
  if (answer.statusCode !== 204) throw new Error(`${path}: ${answer.body}`);
}

async function addLicenses(stage: Stage): Promise<{ licenses: IdsByName; activations: IdsByName }> {
  const license = async (name: string, legalEntity: string, hstList: string[]): Promise<number> => {
    const afgclic = { fileName: `${name}.afgclic`, content: Buffer.from(`ESEMPIO ${name}`).toString('base64') };
    const body = { licenseCode: `LIC-${name}`, licenseAmount: 10_000, legalEntity, hstList, afgclic };
    return (await create(stage, 'admin', '/api/licenses', body)).id;
  };
  const licenses = {
    here: await license('here', 'LE001', ['10001']),
    there: await license('there', 'LE001', ['10002']),
    elsewhere: await license('elsewhere', 'LE002', []),
    deleted: await license('deleted', 'LE001', []),
    absent: UNKNOWN_ID,
  };
  await remove(stage, `/api/licenses/${licenses.deleted}`);
  const activation = async (licenseId: number, hst: string): Promise<number> =>
    (await create(stage, 'admin', '/api/activations', { licenseId, hst })).id;
  const activations = {
    here: await activation(licenses.here, '10001'),
    there: await activation(licenses.there, '10002'),
    elsewhere: await activation(licenses.elsewhere, '10003'),
    deleted: await activation(licenses.here, '10001'),
    absent: UNKNOWN_ID,
  };
  await remove(stage, `/api/activations/${activations.deleted}`);
  const { here, there, elsewhere } = activations;
  await stage.test.world.database.transaction((tx) =>
    tx.updateTable('activation').set({ status: 'ACTIVATED' }).where('id', 'in', [here, there, elsewhere]).execute(),
  );
  return { licenses, activations };
}

/** The tablet of a dealer; `activations` uses a different name. */
export const tabletOf = ({ activations }: Pick<Fixture, 'activations'>, hst: string): number =>
  activations[{ '10001': 'here', '10002': 'there' }[hst] ?? 'elsewhere'] ?? 0;

/** Puts the pending document of each place into the queue of its dealer's tablet as well. */
async function fillQueues(stage: Stage, cases: Cases, activations: IdsByName): Promise<void> {
  for (const place of PLACES) {
    const tabletId = tabletOf({ activations }, PLACE_SCOPES[place].hst);
    const path = `/api/documents/${cases[place].waitingId}/tablet-queue`;
    const answer = await stage.callAs('admin', 'POST', path, { tabletId });
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.body}`);
  }
}

async function addVideos(stage: Stage): Promise<IdsByName> {
  const video = async (order: number): Promise<number> =>
    (await create(stage, 'admin', '/api/videos', { order, title: `Filmato ${order}`, externalId: `v${order}` })).id;
  const videos = { video: await video(1), deleted: await video(2), absent: UNKNOWN_ID };
  await remove(stage, `/api/videos/${videos.deleted}`);
  return videos;
}

async function addWebhooks(stage: Stage): Promise<IdsByName> {
  const body = { url: 'https://dms.esempio.it/', description: 'Prova' };
  const webhook = (await create(stage, 'admin', '/api/webhooks', body)).id;
  const answer = await stage.callAs('admin', 'POST', `/api/webhooks/${webhook}/test`, {});
  if (answer.statusCode !== 202) throw new Error(answer.body);
  return { webhook, delivery: answer.json<{ id: number }>().id, absent: UNKNOWN_ID };
}

/** Proposed data of two legal entities, one of them submitted. */
async function addProposals(stage: Stage): Promise<IdsByName> {
  const [user] = (await stage.callAs('admin', 'GET', `/api/users?login.equals=${targetLogin('proposed')}`)).json<
    object[]
  >();
  await stage.callAs('admin', 'PUT', '/api/users', { ...user, activated: true });
  const answer = await stage.callAs('admin', 'GET', '/api/administrator-proposals');
  return { waiting: answer.json<{ id: number }[]>()[0]?.id ?? 0, absent: UNKNOWN_ID };
}

async function addPaperVersions(stage: Stage): Promise<IdsByName> {
  const version = async (legalEntity: string): Promise<number> => {
    const body = { kind: 'COMPANY', legalEntity, company: {} };
    return (await create(stage, 'admin', '/api/paper-versions', body)).id;
  };
  const submitted = await version('LE002');
  const answer = await stage.callAs('admin', 'POST', `/api/paper-versions/${submitted}/submit`, {});
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return { draft: await version('LE001'), submitted, absent: UNKNOWN_ID };
}

async function findDmsCustomers(stage: Stage): Promise<Record<string, string>> {
  const keys: Record<string, string> = { absent: 'D-999999' };
  for (const hst of ['10001', '10002', '10003']) {
    const query = `email.contains=example.com&mobilePhone.contains=333&hst.equals=${hst}&size=1`;
    const answer = await stage.callAs('admin', 'GET', `/api/dms/customers?${query}`);
    keys[hst] = answer.json<{ businessId: string }[]>()[0]?.businessId ?? '';
    if (keys[hst] === '') throw new Error(`No customer in the DMS of ${hst}`);
  }
  return keys;
}

async function openSessions(stage: Stage, ids: IdsByName): Promise<Map<string, Record<string, string>>> {
  const { world } = stage.test;
  const headers = new Map<string, Record<string, string>>();
  for (const { login } of CALLERS) {
    const session = await prepareSession(world, ids[login] ?? 0, { bound: false });
    await world.database.transaction((tx) => session.store(tx));
    headers.set(login, { authorization: `Bearer ${session.token}` });
  }
  return headers;
}

export async function openFixture(): Promise<Fixture> {
  const test = await makeWorld();
  const { database } = test.world;
  await database.transaction((tx) => insertDirectory(tx, LEGAL_ENTITIES, DEALERS));
  await startSigning(test.world);
  const app = await buildApp(test.world);
  const stage = new Stage(test, app);
  const ids = await addUsers(stage);
  const services = await addServices(stage);
  const maker = await CaseMaker.open(stage);
  const cases = await maker.makeAll();
  const headers = await openSessions(stage, ids);
  const { licenses, activations } = await addLicenses(stage);
  await fillQueues(stage, cases, activations);
  return {
    stage,
    app,
    maker,
    cases,
    users: {
      ...Object.fromEntries(Object.keys(TARGETS).map((name) => [name, ids[targetLogin(name)] ?? 0])),
      absent: UNKNOWN_ID,
    },
    licenses,
    activations,
    services,
    videos: await addVideos(stage),
    webhooks: await addWebhooks(stage),
    paperVersions: await addPaperVersions(stage),
    proposals: await addProposals(stage),
    dmsCustomers: await findDmsCustomers(stage),
    strangerInDms: await maker.draftBy('dealer', cases.ownOfDms.folderId),
    headers: (login) => headers.get(login) ?? {},
    close: () => stage.close(),
  };
}

/** One fingerprint per table over all its rows: a call without effect leaves it unchanged. */
export async function fingerprint({ stage }: Fixture): Promise<Record<string, string>> {
  const { database, jobs } = stage.test.world;
  // Wait for jobs of earlier calls, and for any that a call should not have started.
  await jobs.drain();
  const { read } = database;
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(read);
  const prints: Record<string, string> = {};
  for (const { name } of tables.rows) {
    const fingerprints = await sql<{ print: string }>`
      select count(*)::text || ' rows, ' || md5(coalesce(string_agg(one::text, '|' order by one::text), '')) as print
      from ${sql.table(name)} one`.execute(read);
    prints[name] = fingerprints.rows[0]?.print ?? '';
  }
  return prints;
}
