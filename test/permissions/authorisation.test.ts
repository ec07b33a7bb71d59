/**
 * Every route of the router × every caller × every place: each caller gets exactly what it may see, and 'absent' and 'not
 * yours' are the same answer.
 */
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLES } from '#domain/identity/roles.ts';
import { PLACES } from '../attacks/files/places.ts';
import { answerProblem, type RegisteredRoute, routesOf } from '../attacks/http/raw-http.ts';
import { CALLERS, type Caller, customerLetter, folderLetter, READ_ONLY } from './callers.ts';
import { CASE_ROWS } from './case-rows.ts';
import { DEVICE_ROWS } from './device-rows.ts';
import { INTEGRATION_ROWS } from './integration-rows.ts';
import { listProblems } from './lists.ts';
import { type Fixture, fingerprint, openFixture } from './matrix-fixture.ts';
import { methodOf, type Request, type Row } from './matrix-row.ts';
import { OFFICE_ROWS } from './office-rows.ts';
import { OPEN_ROUTES, openCalls } from './open-routes.ts';
import { PAPER_ROWS } from './paper-rows.ts';
import { unauthenticatedCallers } from './unauthenticated.ts';

const ROWS: readonly Row[] = [...CASE_ROWS, ...OFFICE_ROWS, ...DEVICE_ROWS, ...PAPER_ROWS, ...INTEGRATION_ROWS];

/**
 * In the gate, one caller and one read-only caller per column of the permission table, two places for each answer, and
 * each row by some of the clients without a session; elsewhere everything.
 */
const QUICK = process.env.FASCICOLO_LOOK === 'once';

let fixture: Fixture;
let routes: RegisteredRoute[];

beforeAll(async () => {
  const build = await routesOf(async () => {
    fixture = await openFixture();
    return fixture.app;
  });
  routes = build.routes;
}, 180_000);
afterAll(() => fixture.close());

function call(row: Row, { url, body }: Request, headers: Record<string, string>): Promise<LightMyRequestResponse> {
  return fixture.app.inject({ method: methodOf(row), url, headers, ...(body === undefined ? {} : { payload: body }) });
}

/** An answer without the parts that vary between calls, and without the id of the requested document. */
function comparable(answer: LightMyRequestResponse): string {
  const { date: _date, 'x-correlation-id': _id, 'content-length': _length, ...headers } = answer.headers;
  const body = answer.body.replace(/"correlationId":"[^"]+"/, '').replace(/,?"documentId":\d+/, '');
  return JSON.stringify([answer.statusCode, headers, body]);
}

/** Places that the caller must not see but that occur in the answer. */
function foreignPlacesIn(caller: Caller, { sight }: Row, { body }: LightMyRequestResponse): string[] {
  const letter = sight === 'customers' ? customerLetter : folderLetter;
  const hidden = PLACES.filter((place) => letter(caller, place) === '-');
  return [...hidden, 'deleted' as const].filter((place) => body.includes(fixture.cases[place].marker));
}

interface Cell {
  readonly row: Row;
  readonly place: string;
  readonly expected: number;
}

function cellsOf(caller: Caller, isWanted: (cell: Cell) => boolean): Cell[] {
  return ROWS.flatMap((row) => {
    const cells = row.places.map((place) => ({ row, place, expected: row.expected(caller, place) }));
    return (QUICK ? endsOfEachAnswer(cells) : cells).filter(isWanted);
  });
}

/** The first and the last place of each answer: what exists elsewhere and what exists nowhere are both refused. */
const endsOfEachAnswer = (cells: readonly Cell[]): Cell[] =>
  Object.values(Object.groupBy(cells, ({ expected }) => expected)).flatMap((same = []) => [
    ...new Set([...same.slice(0, 1), ...same.slice(-1)]),
  ]);

const succeeds = ({ expected }: Cell): boolean => expected < 300;

/** Calls each cell and lists the answers that differ from the table. @param sameAnswers collects the refusals that must be identical. */
async function tryCells(
  caller: Caller,
  cells: readonly Cell[],
  sameAnswers?: Map<string, Set<string>>,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const { row, place, expected } of cells) {
    const name = `${row.route} at ${place}`;
    const fresh = expected < 300 ? row.fresh : undefined;
    const request = fresh === undefined ? row.request(fixture, place) : await fresh(fixture, place);
    const answer = await call(row, request, fixture.headers(caller.login));
    if (answer.statusCode !== expected) {
      wrong.push(`${name}: ${answer.statusCode}, not ${expected} ${answer.body.slice(0, 160)}`);
    }
    const problem = answerProblem(answer);
    if (problem !== null) wrong.push(`${name}: ${problem}`);
    for (const other of foreignPlacesIn(caller, row, answer)) wrong.push(`${name} reveals ${other}`);
    if (expected === 404 || row.hides?.(caller, place) === true) {
      // Rows of one route differ in their subject.
      const key = `${row.route} row ${ROWS.indexOf(row)}`;
      sameAnswers?.set(key, (sameAnswers.get(key) ?? new Set()).add(comparable(answer)));
    }
  }
  return wrong;
}

const kindOf = ({ column, login }: Caller): string => `${column} ${READ_ONLY.includes(login)}`;
const isFirstOfKind = (caller: Caller, index: number): boolean =>
  CALLERS.findIndex((other) => kindOf(other) === kindOf(caller)) === index;
const names = CALLERS.filter((caller, index) => !QUICK || isFirstOfKind(caller, index)).map(({ login }) => login);
function callerOf(login: string): Caller {
  const caller = CALLERS.find((candidate) => candidate.login === login);
  if (caller === undefined) throw new Error(`Unknown login ${login}`);
  return caller;
}

describe('the router', () => {
  it('has a row for each route, and a route for each row', () => {
    const rowNames = new Set([...ROWS.map(({ route }) => route), ...OPEN_ROUTES]);
    const routeNames = new Set(routes.map(({ method, url }) => `${method} ${url}`));
    expect([...routeNames].filter((name) => !rowNames.has(name))).toEqual([]);
    expect([...rowNames].filter((name) => !routeNames.has(name))).toEqual([]);
  });

  it('is called by every role', () => {
    const called = new Set(CALLERS.flatMap(({ authorities }) => authorities));
    expect(ROLES.filter((role) => !called.has(role))).toEqual([]);
    expect(ROLES).toHaveLength(17);
  });
});

// Hundreds of calls each: a loaded machine needs more than the usual half minute.
describe('reading and refused calls', { timeout: 120_000 }, () => {
  it.each(names)('of %s get exactly what the table states, and change nothing', async (login) => {
    const caller = callerOf(login);
    const answers = new Map<string, Set<string>>();
    const before = await fingerprint(fixture);
    const cells = cellsOf(caller, (cell) => !succeeds(cell) || cell.row.success === 'none');
    expect(await tryCells(caller, cells, answers)).toEqual([]);
    expect(await fingerprint(fixture)).toEqual(before);
    // The answer must not reveal whether a record exists elsewhere.
    expect([...answers].filter(([, different]) => different.size > 1).map(([name]) => name)).toEqual([]);
  });
});

describe('lists, totals, counts and figures', () => {
  it.each(names)('show %s exactly what it may see', async (login) => {
    expect(await listProblems(fixture, callerOf(login))).toEqual([]);
  });

  it('change nothing', async () => {
    const before = await fingerprint(fixture);
    await listProblems(fixture, callerOf('admin'));
    expect(await fingerprint(fixture)).toEqual(before);
  });
});

describe('downloads', () => {
  it.each(names)('of %s add an event to the trail, and change nothing else', async (login) => {
    const caller = callerOf(login);
    const cells = cellsOf(caller, (cell) => succeeds(cell) && cell.row.success === 'trail');
    const before = await fingerprint(fixture);
    expect(await tryCells(caller, cells)).toEqual([]);
    const after = await fingerprint(fixture);
    const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
    // The tree and its heads are part of the trail: a bundle includes the newest.
    expect(changed.filter((table) => !table.startsWith('evidence_'))).toEqual([]);
    expect(changed.includes('evidence_event')).toBe(cells.length > 0);
  });
});

describe('writing', () => {
  it.each(names)(
    'succeeds wherever the table permits %s',
    async (login) => {
      const caller = callerOf(login);
      const cells = cellsOf(caller, (cell) => succeeds(cell) && cell.row.success === 'change');
      expect(await tryCells(caller, cells)).toEqual([]);
    },
    90_000,
  );
});

describe('a client without a session', () => {
  const strangers = new Map<string, Record<string, string>>();
  beforeAll(async () => {
    for (const [name, headers] of await unauthenticatedCallers(fixture)) strangers.set(name, headers);
  });

  it('gets the same 401 on every staff route, whether or not the record exists, and changes nothing', async () => {
    const wrong: string[] = [];
    const before = await fingerprint(fixture);
    for (const [index, row] of ROWS.entries()) {
      const ends = [row.places[0] ?? '', row.places.at(-1) ?? ''].map((place) => row.request(fixture, place));
      for (const [stranger, headers] of [...strangers].filter((_, turn) => !QUICK || (index + turn) % 8 === 0)) {
        const answers = await Promise.all(ends.map((request) => call(row, request, headers)));
        const [first, second] = answers.map(comparable);
        if (first !== second) wrong.push(`${stranger} at ${row.route} learns what exists`);
        for (const answer of answers) {
          if (answer.statusCode !== 401) wrong.push(`${stranger} at ${row.route}: ${answer.statusCode}`);
          const problem = answerProblem(answer);
          if (problem !== null) wrong.push(`${stranger} at ${row.route}: ${problem}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(await fingerprint(fixture)).toEqual(before);
    expect(strangers.size).toBeGreaterThanOrEqual(29);
  });

  it('is refused for HEAD, another case of the path, an additional slash or an encoded letter', async () => {
    const { documentId: id, marker } = fixture.cases.own;
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
        const answer = await fixture.app.inject({ method, url });
        expect(answer.body, `${method} ${url}`).not.toContain(marker);
        const page = answer.headers['content-type']?.toString().startsWith('text/html') === true;
        expect(page || [401, 404, 405].includes(answer.statusCode), `${method} ${url}: ${answer.statusCode}`).toBe(
          true,
        );
      }
    }
  });
});

describe('a staff session', () => {
  it('gives no additional access at public routes', async () => {
    for (const { route, request } of openCalls()) {
      const nobody = await fixture.app.inject(request);
      expect(nobody.statusCode, route).toBeLessThan(500);
      for (const login of ['admin', 'dealer', 'dms-incadea', 'user']) {
        const answer = await fixture.app.inject({ ...request, headers: fixture.headers(login) });
        expect(comparable(answer), `${login} at ${route}`).toBe(comparable(nobody));
      }
    }
  });
});

describe('an id in a body', () => {
  const put = (login: string, url: string, payload: object) =>
    fixture.app.inject({ method: 'PUT', url, payload, headers: fixture.headers(login) });
  /** Each body with a foreign id, and the same with a nonexistent one. */
  const pairs = (): [url: string, make: (id: number) => object, foreign: number][] => {
    const { own, otherEntity } = fixture.cases;
    return [
      ['/api/folders', (id) => ({ id: own.folderId, dossierId: id }), otherEntity.dossierId],
      ['/api/documents', (id) => ({ id: own.paperId, folderId: id }), otherEntity.folderId],
      ['/api/documents', (id) => ({ id: own.paperId, dossierId: id }), otherEntity.dossierId],
    ];
  };

  it('cannot move a record to a foreign parent, and reveals nothing about it', async () => {
    const before = await fingerprint(fixture);
    for (const login of ['admin', 'dealer', 'supervisor', 'several']) {
      for (const [url, make, foreignId] of pairs()) {
        const [theirs, nowhere] = [await put(login, url, make(foreignId)), await put(login, url, make(987_654_321))];
        expect(theirs.statusCode, `${login} ${url} ${theirs.body}`).toBe(400);
        expect(comparable(theirs)).toBe(comparable(nowhere));
      }
    }
    expect(await fingerprint(fixture)).toEqual(before);
  });

  it('of a foreign row is not found, whatever the body contains', async () => {
    const { own, otherEntity } = fixture.cases;
    const before = await fingerprint(fixture);
    for (const [url, body] of [
      ['/api/folders', { id: otherEntity.folderId, dossierId: own.dossierId, hst: '10001' }],
      ['/api/documents', { id: otherEntity.paperId, folderId: own.folderId }],
      ['/api/activations', { id: fixture.activations.elsewhere, hst: '10001', licenseId: fixture.licenses.here }],
    ] as const) {
      const answer = await put('supervisor', url, body);
      expect(answer.statusCode, url).toBe(404);
      expect(comparable(answer)).toBe(comparable(await put('supervisor', url, { ...body, id: 987_654_321 })));
    }
    expect(await fingerprint(fixture)).toEqual(before);
  });

  it('is refused in any form other than a plain number', async () => {
    const id = fixture.cases.own.documentId;
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
      const url = `/api/documents/${encodeURIComponent(odd)}`;
      const answer = await fixture.app.inject({ url, headers: fixture.headers('dealer') });
      expect(answer.statusCode, odd).toBe(404);
      expect(answerProblem(answer)).toBeNull();
    }
  });
});
