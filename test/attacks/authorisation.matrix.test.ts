/** Every route of the router × every caller × every place: who gets what, and that 'absent' and 'not yours' are one answer (R-13, P-4, D-130). */
import { createHmac } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PERSONAS } from '#server/demo/personas.ts';
import { endSessionsOf, findUser } from '#server/identity/index.ts';
import { makeToken } from '#server/identity/session-token.ts';
import { prepareSession } from '#server/identity/sessions.ts';
import { openStage, type Stage } from '../signing-stage.ts';
import { answerProblem, type RouteFound, routesOf } from './http-ground.ts';
import {
  addPeople,
  type Case,
  type Cases,
  customerAt,
  FURTHER_PEOPLE,
  folderAt,
  makeCases,
  PLACES,
  type Place,
  paperAt,
  WHERE,
} from './places.ts';

/** Table P-4 written down once more, by hand: which places each persona reads. */
const EVERYWHERE = [...PLACES];
const AT_BOLOGNA: Place[] = ['own', 'ownOfDms', 'otherBrand', 'otherType'];
const SEES: Record<string, Place[]> = {
  admin: EVERYWHERE,
  nsc: EVERYWHERE,
  supervisor: [...AT_BOLOGNA, 'otherDealer'],
  dealer: AT_BOLOGNA,
  backoffice: AT_BOLOGNA,
  sa3: AT_BOLOGNA,
  sales: ['own', 'ownOfDms'],
  manager: ['own', 'ownOfDms', 'otherBrand', 'otherDealer'],
  service: ['otherType'],
  acceptance: ['otherType'],
  operator: ['otherType'],
  readonly: ['own', 'ownOfDms', 'otherType'],
  mixed: ['own', 'ownOfDms', 'otherType', 'otherBrand'],
  'dms-incadea': ['ownOfDms'],
  'dms-autoline': [],
  'dms-sipadx': [],
  'dms-gmt': [],
  'dms-infinity': [],
  nobody: [],
  jobless: [],
};
/** Dossiers are scoped by dealer alone. */
const AT_10001: Place[] = ['own', 'ownOfDms', 'otherBrand', 'otherType', 'vehicleExit'];
const SEES_DOSSIERS: Record<string, Place[]> = {
  ...SEES,
  supervisor: [...AT_10001, 'otherDealer'],
  manager: [...AT_10001, 'otherDealer'],
  operator: [...AT_10001, 'otherDealer'],
  ...Object.fromEntries(
    ['dealer', 'backoffice', 'sa3', 'sales', 'service', 'acceptance', 'readonly', 'mixed'].map((l) => [l, AT_10001]),
  ),
};
const isDms = (login: string): boolean => login.startsWith('dms-');
const NOBODY = ['nobody'];
const NEVER_WRITES = ['nobody', 'sa3', 'readonly'];
/** Roles that never start, cancel or renew a signature. */
const NEVER_SIGNS = [...NEVER_WRITES, ...PERSONAS.map(({ login }) => login).filter(isDms)];
const READS_ONLY_BMW = ['mixed'];

type Expected = 200 | 201 | 400 | 403 | 404 | 409;

interface Row {
  body?: (at: Case, place: Place | 'absent') => object;
  path: (at: Case) => string;
  expected: (login: string, place: Place | 'absent') => Expected;
}

const sees = (login: string, place: Place | 'absent', table = SEES): boolean =>
  place !== 'absent' && table[login]?.includes(place) === true;
const reading =
  (table = SEES): Row['expected'] =>
  (login, place) =>
    NOBODY.includes(login) ? 403 : sees(login, place, table) ? 200 : 404;
/** On a document that is signed: whoever may is told that it is too late. */
const acting =
  (never: string[]): Row['expected'] =>
  (login, place) => {
    if (never.includes(login)) return 403;
    if (!sees(login, place)) return 404;
    return READS_ONLY_BMW.includes(login) && WHERE[place as Place].brand === 'bmw' ? 403 : 409;
  };
/** What a caller names itself (brand, folder type) may be refused openly; the customer behind an id may not. */
const mayWriteThere = (login: string, place: Place): boolean => {
  const { brand, type } = WHERE[place];
  if (['admin', 'nsc'].includes(login)) return true;
  if (type === 'VEHICLE_EXIT_REQUEST' || login === 'jobless') return false;
  if (login === 'mixed') return brand === 'moto';
  if (login === 'sales') return brand === 'bmw' && type !== 'SERVICE';
  if (login === 'manager') return type !== 'SERVICE';
  return ['service', 'acceptance', 'operator'].includes(login) ? type === 'SERVICE' : true;
};
const creatingIn =
  (outcome: (login: string, place: Place | 'absent') => Expected): Row['expected'] =>
  (login, place) => {
    if (NEVER_WRITES.includes(login)) return 403;
    return mayWriteThere(login, place === 'absent' ? 'own' : place) ? outcome(login, place) : 403;
  };
const OWN_DEALERS: Record<string, string[]> = Object.fromEntries(
  [...PERSONAS, ...FURTHER_PEOPLE].map(({ login, hstList }) => [login, [...hstList]]),
);
const ownsDealer = (login: string, place: Place | 'absent'): boolean =>
  place !== 'absent' && (['admin', 'nsc'].includes(login) || OWN_DEALERS[login]?.includes(WHERE[place].hst) === true);

const hstOf = (place: Place | 'absent'): string => (place === 'absent' ? '99999' : WHERE[place].hst);
const whereOf = (place: Place | 'absent') => WHERE[place === 'absent' ? 'own' : place];
const onDocument = (what: string, expected: Row['expected']): Row => ({
  path: ({ documentId }) => `/api/documents/${documentId}${what}`,
  expected,
});

/** One row a staff route; a route of the router without one fails. */
const STAFF: Record<string, Row> = {
  'GET /api/account': { path: () => '/api/account', expected: () => 200 },
  'GET /api/users/authorities': { path: () => '/api/users/authorities', expected: () => 200 },
  'GET /api/legal-entities': { path: () => '/api/legal-entities', expected: () => 200 },
  'POST /tools/conc/list': { path: () => '/tools/conc/list', body: () => ({}), expected: () => 200 },
  'GET /api/v2/folder-types/ext': {
    // Every role of the staff; the empty dashboard of ROLE_USER alone asks for nothing (P-4).
    path: () => '/api/v2/folder-types/ext',
    expected: (login) => (NOBODY.includes(login) ? 403 : 200),
  },
  'GET /api/dossiers/:id': { path: (at) => `/api/dossiers/${at.dossierId}`, expected: reading(SEES_DOSSIERS) },
  'GET /api/folders/:id': { path: (at) => `/api/folders/${at.folderId}`, expected: reading() },
  'GET /api/documents/:id': onDocument('', reading()),
  'GET /api/documents/:id/download': onDocument('/download', reading()),
  'GET /api/documents/:id/signing': onDocument('/signing', reading()),
  'GET /api/documents/:id/events': onDocument('/events', reading()),
  'GET /api/documents/:id/validation': onDocument('/validation', reading()),
  'GET /api/signed-documents/:id/download': {
    path: (at) => `/api/signed-documents/${at.signedDocumentId}/download`,
    expected: reading(),
  },
  'GET /api/audit-documents/signed/:id/download': {
    path: (at) => `/api/audit-documents/signed/${at.signedDocumentId}/download`,
    expected: reading(),
  },
  'POST /api/documents/:id/sign': onDocument('/sign', acting(NEVER_SIGNS)),
  'POST /api/documents/:id/cancel-sign': onDocument('/cancel-sign', acting(NEVER_SIGNS)),
  'POST /api/documents/:id/renew': onDocument('/renew', acting(NEVER_SIGNS)),
  'POST /api/documents/:id/take-back': onDocument('/take-back', acting(NEVER_WRITES)),
  'POST /api/dossiers/search': {
    path: () => '/api/dossiers/search?size=10000',
    body: () => ({}),
    expected: (login) => (NOBODY.includes(login) ? 403 : 200),
  },
  'POST /api/folders-ext/search': {
    path: () => '/api/folders-ext/search?size=10000',
    body: () => ({}),
    expected: (login) => (NOBODY.includes(login) ? 403 : 200),
  },
  'POST /api/documents-ext/search': {
    path: () => '/api/documents-ext/search?size=10000',
    body: () => ({}),
    expected: (login) => (NOBODY.includes(login) ? 403 : 200),
  },
  'POST /api/dossiers': {
    path: () => '/api/dossiers',
    body: (_at, place) => customerAt(hstOf(place), 'Nuovo', 500),
    expected: (login, place) => (NEVER_WRITES.includes(login) ? 403 : ownsDealer(login, place) ? 201 : 400),
  },
  'POST /api/folders': {
    path: () => '/api/folders',
    body: (at, place) => ({ dossierId: at.dossierId, ...folderAt(whereOf(place)) }),
    expected: creatingIn((login, place) => (sees(login, place, SEES_DOSSIERS) ? 201 : 404)),
  },
  'POST /api/documents': {
    path: () => '/api/documents',
    body: (at) => ({ folderId: at.folderId, ...paperAt() }),
    expected: (login, place) => {
      if (NEVER_WRITES.includes(login)) return 403;
      // The folder is seen before it is asked whether its brand can be written.
      if (!sees(login, place)) return 404;
      return READS_ONLY_BMW.includes(login) && WHERE[place as Place].brand === 'bmw' ? 403 : 201;
    },
  },
  'POST /api/documents/wizard': {
    path: () => '/api/documents/wizard',
    body: (at, place) => ({
      dossierId: at.dossierId,
      folder: folderAt(whereOf(place)),
      document: paperAt(),
    }),
    expected: creatingIn((login, place) => (sees(login, place, SEES_DOSSIERS) ? 201 : 404)),
  },
};

/** Routes for everybody, or guarded by a link: signed-in staff get nothing more there. */
const OPEN = new Set([
  'POST /api/auth/login',
  'POST /api/auth/register',
  'POST /api/auth/forgot-password',
  'GET /api/sign/:token',
  'GET /api/sign/:token/document',
  'GET /api/sign/:token/signed',
  'POST /api/sign/:token/otp',
  'POST /api/sign/:token/sign',
  'POST /api/sign/:token/decline',
  'GET /sso/auth/',
  'GET /sso/auth',
  'GET /sso/callback',
  'GET /sso/logout',
  ...['GET', 'HEAD'].flatMap((method) =>
    [
      '/health',
      '/sign/:token',
      '/assets/*',
      '/api/openapi.json',
      '/api/docs',
      '/api/docs/docs.css',
      '/api/docs/mark.svg',
      '/api/docs/inter-regular.ttf',
      '/api/docs/inter-semibold.ttf',
      '/demo/demo.css',
      '/demo/mark.svg',
      '/demo/inter-regular.ttf',
      '/demo/inter-semibold.ttf',
      '/demo/outbox',
      '/demo/outbox.json',
    ].map((path) => `${method} ${path}`),
  ),
]);

let stage: Stage;
let routes: RouteFound[];
let cases: Cases;
const strangers = new Map<string, Record<string, string>>();

const bearer = (token: string, cookie?: string): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  ...(cookie === undefined ? {} : { cookie }),
});

async function tokenOf(username: string): Promise<string> {
  const payload = { username, password: 'demo' };
  return (await stage.app.inject({ method: 'POST', url: '/api/auth/login', payload })).json().token;
}

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decoded = (part: string | undefined): Record<string, unknown> =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'));

/** A genuine token with other claims or another head, and the signature of `key`. */
function forged(token: string, claims: object, head: object, key: Uint8Array | null): string {
  const [first, second] = token.split('.');
  const signed = `${base64url({ ...decoded(first), ...head })}.${base64url({ ...decoded(second), ...claims })}`;
  if (key === null) return `${signed}.`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

async function makeStrangers(): Promise<void> {
  const { world, clock } = stage.test;
  const { database } = world;
  const admin = await findUser(database.read, { login: 'admin' });
  if (admin === undefined) throw new Error('no admin');
  const genuine = await tokenOf('admin');
  const sessionId = String(decoded(genuine.split('.')[1]).jti);
  const key = world.secrets.derive('session-token');
  const now = clock.now();
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const claims = { sessionId, userId: admin.id, binding: null };
  const put = (name: string, headers: Record<string, string>) => strangers.set(name, headers);

  put('nobody at all', {});
  put('an empty bearer', { authorization: 'Bearer ' });
  put('basic instead of bearer', { authorization: `Basic ${Buffer.from('admin:demo').toString('base64')}` });
  put('the token as a cookie', { cookie: `fascicolo_session=${genuine}; JWT_TOKEN=${genuine}` });
  put('an expired token', bearer(await makeToken(world, claims, at(-30_000), at(-1))));
  put(
    'a token from tomorrow of a session that is not there',
    bearer(forged(genuine, { jti: 'x'.repeat(22) }, {}, key)),
  );
  put('a token for another user of the same session', bearer(forged(genuine, { sub: '2' }, {}, key)));
  put('no signature', bearer(forged(genuine, {}, { alg: 'none' }, null)));
  put('a signature that was cut', bearer(genuine.slice(0, -2)));
  put('a signature of another key', bearer(forged(genuine, {}, {}, new Uint8Array(32))));
  put('a signature of the key for links', bearer(forged(genuine, {}, {}, world.secrets.derive('sign-link'))));
  put('another kind of token', bearer(forged(genuine, {}, { typ: 'JWT' }, key)));
  put('another audience', bearer(forged(genuine, { aud: 'fascicolo-qr' }, {}, key)));
  put('another issuer', bearer(forged(genuine, { iss: 'https://attacker.example' }, {}, key)));
  put('a token without an end', bearer(forged(genuine, { exp: undefined }, {}, key)));
  put('critical extensions', bearer(forged(genuine, {}, { crit: ['x'], x: 1 }, key)));
  put('a key inside the token', bearer(forged(genuine, {}, { jwk: { kty: 'oct', k: 'AA' } }, new Uint8Array(1))));

  const bound = await prepareSession(world, admin.id, { bound: true });
  const other = await prepareSession(world, admin.id, { bound: true });
  await database.transaction(async (tx) => {
    await bound.store(tx);
    await other.store(tx);
  });
  put('a token without its cookie', bearer(bound.token));
  put("a token with another session's cookie", bearer(bound.token, `fascicolo_session=${other.cookie}`));
  put('a token with a shortened cookie', bearer(bound.token, `fascicolo_session=${bound.cookie?.slice(0, -1)}`));
  put('a bound token made to look unbound', bearer(forged(bound.token, { bnd: undefined }, {}, key)));
  put('the cookie alone', { cookie: `fascicolo_session=${bound.cookie}` });

  const ended = await tokenOf('nsc');
  const nsc = await findUser(database.read, { login: 'nsc' });
  await database.transaction((tx) => endSessionsOf(tx, nsc?.id ?? 0, clock.now()));
  put('an ended session', bearer(ended));

  const leaver = await tokenOf('leaver');
  await database.read.updateTable('app_user').set({ activated: false }).where('login', '=', 'leaver').execute();
  put('a deactivated user', bearer(leaver));

  const { id } = await stage.newDocument();
  const link = (await stage.start(id)).split('/').at(-1) ?? '';
  const browser = stage.browser();
  await browser.post(`/api/sign/${link}/otp`);
  put('a sign link', bearer(link));
  put("a signer's cookie", bearer(browser.cookie?.split('=')[1] ?? '', browser.cookie));
}

beforeAll(async () => {
  const found = await routesOf(async () => {
    stage = await openStage();
    return stage.app;
  });
  routes = found.routes;
  const leaver = { login: 'leaver', authorities: ['ROLE_ADMIN'], hstList: [], brands: [] } as const;
  await addPeople(stage, [...FURTHER_PEOPLE, leaver]);
  cases = await makeCases(stage);
  await makeStrangers();
}, 180_000);
afterAll(async () => {
  await stage.close();
});

const methodOf = (name: string): 'GET' | 'POST' => (name.startsWith('GET ') ? 'GET' : 'POST');
const ANYWHERE = [...PLACES, 'absent'] as const;

async function callOf(
  name: string,
  row: Row,
  place: Place | 'absent',
  headers: Record<string, string>,
): Promise<LightMyRequestResponse> {
  const payload = row.body?.(cases[place], place);
  const url = row.path(cases[place]);
  return stage.app.inject({ method: methodOf(name), url, headers, ...(payload === undefined ? {} : { payload }) });
}

const target = (row: Row, place: Place | 'absent'): string =>
  row.path(cases[place]) + JSON.stringify(row.body?.(cases[place], place));

/** An answer without what differs from call to call. */
function essence(answer: LightMyRequestResponse): string {
  const { date: _date, ...headers } = answer.headers;
  const body = answer.body.replace(/"correlationId":"[^"]+"/, '');
  return JSON.stringify([answer.statusCode, headers, body]);
}

/** Customers of places that the caller must not learn of, and are in the answer all the same. */
function foreign(login: string, name: string, answer: LightMyRequestResponse): string[] {
  const table = /dossiers|wizard|POST \/api\/folders$/.test(name) ? SEES_DOSSIERS : SEES;
  return PLACES.filter((place) => !sees(login, place, table) && answer.body.includes(cases[place].marker));
}

describe('the router', () => {
  it('has no route without a row, and there is no row without a route', () => {
    const known = new Set([...Object.keys(STAFF), ...OPEN]);
    const names = new Set(routes.map(({ method, url }) => `${method} ${url}`));
    expect([...names].filter((name) => !known.has(name))).toEqual([]);
    expect([...known].filter((name) => !names.has(name))).toEqual([]);
  });
});

describe('every persona at every place', () => {
  it.each(Object.keys(SEES))('%s gets what the table says, and not a byte more', async (login) => {
    const headers = bearer(await tokenOf(login));
    const wrong: string[] = [];
    const refusals = new Map<string, Set<string>>();
    for (const [name, row] of Object.entries(STAFF)) {
      const everywhere = target(row, 'own') !== target(row, 'absent');
      for (const place of everywhere ? ANYWHERE : (['own'] as const)) {
        const answer = await callOf(name, row, place, headers);
        const expected = row.expected(login, place);
        if (answer.statusCode !== expected) wrong.push(`${name} at ${place}: ${answer.statusCode}, not ${expected}`);
        const problem = answerProblem(answer);
        if (problem !== null) wrong.push(`${name} at ${place}: ${problem}`);
        if (expected === 200 && name.endsWith('/search')) {
          const table = name.includes('dossiers') ? SEES_DOSSIERS : SEES;
          const hidden = PLACES.filter((one) => sees(login, one, table) && !answer.body.includes(cases[one].marker));
          if (hidden.length > 0) wrong.push(`${name} leaves out ${hidden}`);
        }
        for (const other of foreign(login, name, answer)) wrong.push(`${name} at ${place} tells of ${other}`);
        const same = expected === 404 || (name === 'POST /api/dossiers' && expected === 400 && login !== 'admin');
        if (same) refusals.set(name, (refusals.get(name) ?? new Set()).add(essence(answer)));
      }
    }
    expect(wrong).toEqual([]);
    // Whether a thing exists elsewhere cannot be told from the answer.
    const told = [...refusals].filter(([, answers]) => answers.size > 1).map(([name]) => name);
    expect(login === 'nsc' ? [] : told).toEqual([]);
  });
});

describe('whoever has no session', () => {
  it('gets the same 401 on every staff route, whatever is there', async () => {
    const wrong: string[] = [];
    for (const [name, row] of Object.entries(STAFF)) {
      for (const [stranger, headers] of strangers) {
        const present = await callOf(name, row, 'own', headers);
        const absent = await callOf(name, row, 'absent', headers);
        if (present.statusCode !== 401) wrong.push(`${stranger} at ${name}: ${present.statusCode}`);
        if (essence(present) !== essence(absent)) wrong.push(`${stranger} at ${name} learns what exists`);
        const problem = answerProblem(present);
        if (problem !== null) wrong.push(`${stranger} at ${name}: ${problem}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(strangers.size).toBeGreaterThanOrEqual(25);
  });

  it('is not let in by HEAD, by another case of the path, by a slash more or by an encoded letter', async () => {
    const id = cases.own.documentId;
    const paths = [
      `/api/documents/${id}/`,
      `/api//documents/${id}`,
      `/API/documents/${id}`,
      `/api/%64ocuments/${id}`,
      `/api/documents/${id}%2fdownload`,
      `/api/documents/${id};a=b`,
      `/api/documents/0${id}`,
      `/api/./documents/${id}`,
    ];
    for (const url of paths) {
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH'] as const) {
        const answer = await stage.app.inject({ method, url });
        expect(answer.body, `${method} ${url}`).not.toContain(cases.own.marker);
        const page = answer.headers['content-type']?.toString().startsWith('text/html') === true;
        expect(page || [401, 404].includes(answer.statusCode), `${method} ${url}: ${answer.statusCode}`).toBe(true);
      }
    }
  });
});

describe('a row in a list of ids', () => {
  it('cannot be fetched by a number that only looks like its id', async () => {
    const id = cases.own.documentId;
    for (const odd of [
      `${id}.0`,
      `+${id}`,
      `-${id}`,
      `0x${id.toString(16)}`,
      `${id}e0`,
      ` ${id}`,
      `${id} `,
      `１`,
      '9'.repeat(20),
    ]) {
      const answer = await stage.as('dealer', 'GET', `/api/documents/${encodeURIComponent(odd)}`);
      expect(answer.statusCode, odd).toBe(404);
      expect(answerProblem(answer)).toBeNull();
    }
  });
});
