/**
 * Many callers at once on the same few rows, on two servers where the database allows it: whichever call wins, every
 * total is right afterwards.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inconsistencies } from '../attacks/consistency.ts';
import { customerBody, draftBody, folderBody } from '../attacks/files/places.ts';
import { answerProblem } from '../attacks/http/raw-http.ts';
import { png } from '../papers/files.ts';
import { onPostgres } from '../postgres.ts';
import { appoint } from '../stages/administrators.ts';
import { openStage, type Stage } from '../stages/signing-stage.ts';

/** Fewer in the gate. */
const QUICK = process.env.FASCICOLO_LOOK === 'once';
const CALLERS = QUICK ? 20 : 50;
const folder = await mkdtemp(join(tmpdir(), 'fascicolo-storm-'));
/** The embedded database allows one process: both names then mean the same server. */
let one: Stage;
let two: Stage;

beforeAll(async () => {
  one = await openStage({ folder, workers: true });
  two = onPostgres() ? await openStage({ folder, workers: true }) : one;
  for (const stage of [one, two]) for (const login of ['admin', 'dealer', 'supervisor']) await stage.token(login);
});
afterAll(async () => {
  await one.close();
  if (two !== one) await two.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

type Answer = LightMyRequestResponse;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const server = (index: number): Stage => (index % 2 === 0 ? one : two);

/** All callers at once, on both servers, with the same call or one each. */
async function everybody(call: (stage: Stage, index: number) => Promise<Answer>, callers = CALLERS): Promise<Answer[]> {
  const answers = await Promise.all(Array.from({ length: callers }, (_, index) => call(server(index), index)));
  for (const answer of answers) expect(answerProblem(answer), answer.body).toBeNull();
  return answers;
}

const statuses = (answers: readonly Answer[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(answers, (answer) => answer.statusCode)].map(([status, all]) => [status, all.length]),
  );

async function create(path: string, body: object): Promise<Record<string, unknown> & { id: number }> {
  const answer = await one.callAs('admin', 'POST', path, body);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

const newDossier = () => create('/api/dossiers', customerBody('10001', 'Tempesta', 1));
const newFolder = (dossierId: number) =>
  create('/api/folders', { dossierId, ...folderBody({ brand: 'bmw', type: 'SALE_NEW' }) });
const newPaper = (folderId: number, change: object = {}) =>
  create('/api/documents', { folderId, ...draftBody(), ...change });

async function waitForJobs(): Promise<void> {
  for (const stage of [one, two]) await stage.test.world.jobs.drain();
  expect(await inconsistencies(one.test.world)).toEqual([]);
}

/** A call with an idempotency key. */
async function callWithKey(stage: Stage, login: string, url: string, key: string, payload: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${await stage.token(login)}`, 'idempotency-key': key };
  return stage.app.inject({ method: 'POST', url, headers, payload });
}

describe('concurrent edits of the same version of a row', () => {
  it.each(['dossiers', 'folders', 'documents'])('of %s: one succeeds, the others get a conflict', async (subject) => {
    const dossier = await newDossier();
    const place = await newFolder(dossier.id);
    const row = { dossiers: dossier, folders: place, documents: await newPaper(place.id, { draft: true }) }[subject];
    const read = (await one.callAs('admin', 'GET', `/api/${subject}/${row?.id}`)).json<Record<string, unknown>>();
    const answers = await everybody((stage, index) =>
      stage.callAs('admin', 'PUT', `/api/${subject}`, {
        ...read,
        ...(subject === 'dossiers' ? { city: `Città ${index}` } : {}),
        ...(subject === 'folders' ? { notes: `Nota ${index}` } : {}),
        ...(subject === 'documents' ? { archivable: true, draft: true } : {}),
      }),
    );
    expect(statuses(answers)).toEqual({ 200: 1, 409: CALLERS - 1 });
    for (const answer of answers.filter(({ statusCode }) => statusCode === 409)) {
      expect(answer.json().code).toBe('conflict.stale');
    }
    const winner = answers.find(({ statusCode }) => statusCode === 200)?.json();
    expect((await two.callAs('admin', 'GET', `/api/${subject}/${row?.id}`)).json()).toEqual(winner);
    await waitForJobs();
  });
});

describe('concurrent deletions', () => {
  it.each(['dossiers', 'folders', 'documents'])('of one of the %s: one succeeds', async (subject) => {
    const dossier = await newDossier();
    const place = subject === 'dossiers' ? undefined : await newFolder(dossier.id);
    const paper = subject === 'documents' ? await newPaper(place?.id ?? 0) : undefined;
    const { id } = paper ?? place ?? dossier;
    const answers = await everybody((stage) => stage.callAs('admin', 'DELETE', `/api/${subject}/${id}`));
    expect(statuses(answers)).toEqual({ 204: 1, 404: CALLERS - 1 });
    await waitForJobs();
  });

  it('of a customer while folders and papers are created in it: all or nothing remains', async () => {
    for (let round = 0; round < (QUICK ? 1 : 4); round += 1) {
      const dossier = await newDossier();
      const place = await newFolder(dossier.id);
      const paper = await newPaper(place.id, { draft: true });
      const answers = await everybody((stage, index) => {
        const calls: [Method, string, object?][] = [
          ['POST', '/api/folders', { dossierId: dossier.id, ...folderBody({ brand: 'bmw', type: 'SALE_NEW' }) }],
          ['POST', '/api/documents', { folderId: place.id, ...draftBody() }],
          ['PUT', '/api/documents', { id: paper.id, archivable: true, draft: true }],
          ['DELETE', `/api/documents/${paper.id}`],
          ['PUT', '/api/dossiers', { ...customerBody('10001', `Nuovo${index}`, 1), id: dossier.id }],
        ];
        const [method, url, body] = calls[index % calls.length] ?? ['GET', '/api/account'];
        if (index === 7 + round * 10) return stage.callAs('admin', 'DELETE', `/api/dossiers/${dossier.id}`);
        return stage.callAs('admin', method, url, body);
      });
      expect(answers.some(({ statusCode }) => statusCode < 300)).toBe(true);
      await waitForJobs();
    }
  }, 60_000);
});

describe('one idempotency key on two servers', () => {
  it('creates each thing once, and every caller gets the same response', async () => {
    const dossier = await newDossier();
    const license = await create('/api/licenses', { licenseCode: 'LIC-K', licenseAmount: 5, legalEntity: 'LE001' });
    const creates: [string, object][] = [
      ['/api/dossiers', customerBody('10001', 'Chiave', 1)],
      ['/api/folders', { dossierId: dossier.id, ...folderBody({ brand: 'bmw', type: 'SALE_NEW' }) }],
      ['/api/activations', { licenseId: license.id, hst: '10001' }],
      ['/api/videos', { order: 1, title: 'Una volta', externalId: 'x' }],
      ['/api/intesys-services', { serviceType: 'OTP', legalEntity: 'LE001', totalOtp: 5_000 }],
      [
        '/api/documents/wizard',
        {
          dossierId: dossier.id,
          folder: folderBody({ brand: 'bmw', type: 'SALE_NEW' }),
          document: draftBody(),
        },
      ],
    ];
    for (const [url, body] of creates) {
      const answers = await everybody((stage) => callWithKey(stage, 'admin', url, 'una', body), 20);
      expect(statuses(answers), url).toEqual({ 201: 20 });
      expect(new Set(answers.map((answer) => answer.body)).size, url).toBe(1);
      expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(19);
    }
    const { activationsCount } = (await one.callAs('admin', 'GET', `/api/licenses/${license.id}`)).json();
    expect(activationsCount).toBe(1);
    await waitForJobs();
  }, 60_000);
});

describe('limited resources', () => {
  it('seats of a licence: never more than it has, also while they are freed', async () => {
    const license = await create('/api/licenses', { licenseCode: 'LIC-S', licenseAmount: 7, legalEntity: 'LE001' });
    const answers = await everybody((stage) =>
      stage.callAs('admin', 'POST', '/api/activations', { licenseId: license.id, hst: '10001' }),
    );
    expect(statuses(answers)).toEqual({ 201: 7, 409: CALLERS - 7 });
    const taken = answers.flatMap((answer) => (answer.statusCode === 201 ? [answer.json<{ id: number }>().id] : []));
    await everybody((stage, index) =>
      index % 2 === 0
        ? stage.callAs('admin', 'DELETE', `/api/activations/${taken[index % taken.length]}`)
        : stage.callAs('admin', 'POST', '/api/activations', { licenseId: license.id, hst: '10001' }),
    );
    await waitForJobs();
  });

  it('space: only what fits, also while the service changes', async () => {
    const service = await create('/api/intesys-services', {
      serviceType: 'DISK_SPACE',
      legalEntity: 'LE001',
      expiresAt: '2099-12-31',
      totalSpace: 1,
    });
    const place = await newFolder((await newDossier()).id);
    const content = Buffer.concat([png(), Buffer.alloc(60_000)]).toString('base64');
    const answers = await everybody(
      (stage, index) =>
        index % 10 === 9
          ? stage.callAs('admin', 'PUT', '/api/intesys-services', {
              ...service,
              lastModifiedDate: null,
              notes: `n${index}`,
            })
          : stage.callAs('admin', 'POST', '/api/documents', { folderId: place.id, ...draftBody(), content }),
      // More than fit.
      50,
    );
    const papers = answers.filter((_, index) => index % 10 !== 9);
    expect(statuses(papers)[409]).toBeGreaterThan(10);
    for (const refused of papers.filter(({ statusCode }) => statusCode === 409)) {
      expect(refused.json().code).toBe('quota.spaceSpent');
    }
    const { totalSizeUsed } = (
      await two.callAs('admin', 'GET', '/api/statistics/documents-size?legalEntity=LE001')
    ).json();
    expect(totalSizeUsed.size).toBeLessThanOrEqual(1_048_576);
    expect(totalSizeUsed.size).toBeGreaterThan(900_000);
    await one.callAs('admin', 'PUT', '/api/intesys-services', {
      ...service,
      lastModifiedDate: null,
      totalSpace: 10_000,
    });
    await waitForJobs();
  });

  it('administrators: the last one remains under concurrent demotions', async () => {
    const people = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        create('/api/users', {
          login: `capo${index}`,
          firstName: 'Capo',
          lastName: `${index}`,
          email: `capo${index}@example.com`,
          authorities: ['ROLE_ADMIN'],
        }),
      ),
    );
    for (const { login } of people) await appoint(one.test.world, String(login));
    const admin = (await one.callAs('admin', 'GET', '/api/users?login.equals=admin')).json<
      Record<string, unknown>[]
    >()[0];
    const ring = [...people, admin ?? {}].map((person) => ({
      ...person,
      login: String(person.login),
      activated: true,
    }));
    const tokens = await Promise.all(ring.map(({ login }) => one.token(login)));
    // Each user removes the next one's role, twice.
    const answers = await everybody((stage, index) => {
      const payload = {
        ...ring[(index + 1) % ring.length],
        lastModifiedDate: null,
        authorities: ['ROLE_USER'],
        brands: [],
      };
      const headers = { authorization: `Bearer ${tokens[index % ring.length]}` };
      return stage.app.inject({ method: 'PUT', url: '/api/users', headers, payload });
    }, 2 * ring.length);
    expect(statuses(answers)[200]).toBeGreaterThan(0);
    const { read } = one.test.world.database;
    const everyone = await read.selectFrom('app_user').select(['login', 'authorities']).execute();
    expect(everyone.filter(({ authorities }) => authorities.includes('ROLE_ADMIN')).length).toBeGreaterThan(0);
    await read
      .updateTable('app_user')
      .set({ authorities: ['ROLE_ADMIN'] })
      .where('login', '=', 'admin')
      .execute();
    await waitForJobs();
  });
});

describe('all actions at once', () => {
  it('leave all figures correct and nothing half-written, without an internal error', async () => {
    const rounds = QUICK ? 6 : 12;
    const license = await create('/api/licenses', { licenseCode: 'LIC-X', licenseAmount: 4, legalEntity: 'LE001' });
    const { id: signed, folderId } = await one.newDocument();
    const dossierId = (await one.callAs('admin', 'GET', `/api/folders/${folderId}`)).json<{ dossierId: number }>()
      .dossierId;
    const places = [folderId, (await newFolder(dossierId)).id, (await newFolder(dossierId)).id];
    const papers = [signed, (await newPaper(places[1] ?? 0)).id, (await newPaper(places[1] ?? 0, { draft: true })).id];
    const seats: number[] = [];
    let turn = 17;
    const next = (): number => {
      // A small deterministic generator, so that a failed round can be identified.
      turn = (turn * 48_271) % 2_147_483_647;
      return turn;
    };
    const any = <T>(list: readonly T[]): T => list[next() % list.length] as T;
    const calls: (() => [Method, string, object?])[] = [
      () => [
        'PUT',
        '/api/folders',
        { ...folderBody({ brand: 'bmw', type: 'SALE_NEW' }), id: any(places), status: any(['OPEN', 'CLOSED']) },
      ],
      () => [
        'PUT',
        '/api/folders',
        { ...folderBody({ brand: 'bmw', type: 'SALE_NEW' }), id: any(places), status: 'OPEN' },
      ],
      () => ['DELETE', `/api/folders/${any(places)}`],
      () => ['POST', '/api/folders', { dossierId, ...folderBody({ brand: 'bmw', type: 'SALE_NEW' }) }],
      () => ['PUT', '/api/dossiers', { ...customerBody('10001', `Nome${next() % 9}`, 1), id: dossierId }],
      () => ['POST', '/api/documents', { folderId: any(places), ...draftBody() }],
      () => ['POST', '/api/documents', { folderId: any(places), ...draftBody(), draft: true }],
      () => [
        'PUT',
        '/api/documents',
        { id: any(papers), archivable: next() % 2 === 0, signable: false, draft: next() % 2 === 0 },
      ],
      () => ['DELETE', `/api/documents/${any(papers)}`],
      () => ['POST', `/api/documents/${any(papers)}/sign`, {}],
      () => ['POST', `/api/documents/${signed}/sign`, {}],
      () => ['POST', `/api/documents/${signed}/cancel-sign`, {}],
      () => ['POST', `/api/documents/${any(papers)}/take-back`],
      () => ['POST', '/api/activations', { licenseId: license.id, hst: '10001' }],
      () => ['DELETE', `/api/activations/${any([0, ...seats])}`],
      () => ['PUT', '/api/licenses', { ...license, lastModifiedDate: null, licenseAmount: 1 + (next() % 6) }],
      () => ['POST', '/api/documents-ext/search', { dossierId: { equals: dossierId } }],
      () => ['GET', '/api/documents/count?legalEntity.equals=LE001'],
    ];
    const seen: Record<string, number> = {};
    for (let round = 0; round < rounds; round += 1) {
      const requestedPaths: string[] = [];
      const answers = await everybody((stage, index) => {
        const [method, url, body] = any(calls)();
        requestedPaths[index] = `${method} ${url}`;
        return stage.callAs(any(['admin', 'dealer', 'supervisor']), method, url, body);
      });
      for (const [index, answer] of answers.entries()) {
        const gone = /^DELETE .*\/(folders|documents)\/(\d+)$/.exec(requestedPaths[index] ?? '');
        if (gone !== null && answer.statusCode === 204) {
          const list = gone[1] === 'folders' ? places : papers;
          if (list.length > 2) list.splice(list.indexOf(Number(gone[2])), 1);
        }
        seen[answer.statusCode] = (seen[answer.statusCode] ?? 0) + 1;
        if (answer.statusCode !== 201) continue;
        const row = answer.json<{ id: number; licenseId?: number; folderId?: number }>();
        if (row.licenseId !== undefined) seats.push(row.id);
        else if (row.folderId !== undefined) papers.push(row.id);
        else places.push(row.id);
      }
      await waitForJobs();
    }
    console.log(`${rounds * CALLERS} calls: ${JSON.stringify(seen)}`);
    for (const status of [200, 201, 204, 409]) expect(seen[status], String(status)).toBeGreaterThan(5);
  }, 240_000);
});
