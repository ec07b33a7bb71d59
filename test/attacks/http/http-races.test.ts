/**
 * Concurrency attacks: the same call many times in parallel, contradictory calls, a job run twice, two servers on one
 * folder, a database that goes away.
 */
// Real time: a lost database is detected within limits of real connections.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPglite } from '#adapters/database/pglite.ts';
import { DOCUMENT_MOVES, type DocumentStatus } from '#domain/documents/document-states.ts';
import { DatabaseInUse } from '#ports/database/database.ts';
import { completeSession } from '#server/signing/complete/complete.ts';
import { ownPort, spawnProcess } from '../../hosts/server-process.ts';
import { onPostgres, POSTGRES_URL } from '../../postgres.ts';
import { openStage, type Stage } from '../../stages/signing-stage.ts';
import { customerBody, draftBody, folderBody } from '../files/places.ts';
import { answerProblem } from './raw-http.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ workers: true });
  for (const login of ['dealer', 'admin', 'supervisor']) await stage.callAs(login, 'GET', '/api/account');
});
afterAll(async () => {
  await stage.close();
});

const sessionsOf = (id: number) =>
  stage.read
    .selectFrom('session_document')
    .innerJoin('signing_session', 'signing_session.id', 'session_document.session_id')
    .select(['signing_session.id', 'state', 'running'])
    .where('document_id', '=', id)
    .orderBy('signing_session.id')
    .execute();

/** Replays the trail: the document's resulting status, or the first event that was not allowed in its state. */
function replayTrail(trail: readonly string[]): DocumentStatus | string {
  const moveOf: Record<string, keyof typeof DOCUMENT_MOVES> = {
    'sign.started': 'startSign',
    'sign.prepared': 'linksSent',
    'document.takenBack': 'takeBack',
    cancelled: 'cancel',
    declined: 'decline',
    'otp.locked': 'lock',
    'sign.confirmed': 'lastSignature',
    'document.signed': 'complete',
  };
  let status: DocumentStatus = 'READY_TO_SIGN';
  for (const type of trail) {
    const move = moveOf[type];
    if (move === undefined) continue;
    const { from, to } = DOCUMENT_MOVES[move];
    if (!(from as readonly string[]).includes(status)) return `${type} in ${status}`;
    status = to;
  }
  return status;
}

async function checkState(id: number): Promise<void> {
  const { status } = await stage.document(id);
  const sessions = await sessionsOf(id);
  const running = sessions.filter((session) => session.running);
  const waiting = ['PENDING_START_SIGN', 'START_SIGN', 'COMPLETING'].includes(status);
  expect(running, `${status} ${JSON.stringify(sessions)}`).toHaveLength(waiting ? 1 : 0);
  if (status === 'START_SIGN') expect(running[0]?.state).toBe('OPEN');
  expect(replayTrail(await stage.trail(id))).toBe(status);
}

describe('the wizard', () => {
  it('sent twenty times at once creates and counts twenty complete cases', async () => {
    const body = {
      dossier: customerBody('10001', 'Contemporaneo', 900),
      folder: folderBody({ brand: 'bmw', type: 'SALE_NEW' }),
      document: draftBody(),
    };
    const calls = Array.from({ length: 20 }, () => stage.callAs('dealer', 'POST', '/api/documents/wizard', body));
    const answers = await Promise.all(calls);
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array.from({ length: 20 }, () => 201));
    const made = answers.map((answer) => answer.json());
    for (const part of ['dossier', 'folder', 'document'] as const) {
      expect(new Set(made.map((record) => record[part].id)).size, part).toBe(20);
    }
    const dossierId = made[0].dossier.id;
    const inOne = { dossierId, folder: body.folder, document: body.document };
    const more = await Promise.all(
      Array.from({ length: 20 }, () => stage.callAs('dealer', 'POST', '/api/documents/wizard', inOne)),
    );
    expect(more.every((answer) => answer.statusCode === 201)).toBe(true);
    const dossier = (await stage.callAs('dealer', 'GET', `/api/dossiers/${dossierId}`)).json();
    expect(dossier.numberOfFolders).toBe(21);
  });

  it('that fails leaves no data, however often', async () => {
    const count = async () =>
      (await stage.callAs('admin', 'POST', '/api/dossiers/search', {})).headers['x-total-count'];
    const before = await count();
    const body = {
      dossier: customerBody('10001', 'Fallito', 901),
      folder: folderBody({ brand: 'bmw', type: 'SALE_NEW' }),
      document: { ...draftBody(), type: 'PRIVACY_NSC' },
    };
    const broken = [
      body,
      { ...body, document: { ...draftBody(), content: 'AAAA' } },
      { ...body, folder: { brand: 'bmw' } },
    ];
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        stage.callAs('dealer', 'POST', '/api/documents/wizard', broken[at % 3] ?? {}),
      ),
    );
    for (const answer of answers) expect([400, 422]).toContain(answer.statusCode);
    expect(await count()).toBe(before);
  });
});

describe('concurrent start, take-back, cancel and renew', () => {
  it('leave every document in the status of its trail, never in between', async () => {
    const orders = [
      ['sign', 'take-back', 'cancel-sign'],
      ['take-back', 'sign', 'cancel-sign', 'sign'],
      ['sign', 'sign', 'cancel-sign', 'take-back', 'renew', 'take-back'],
      ['cancel-sign', 'renew', 'sign', 'cancel-sign', 'take-back'],
    ];
    for (let round = 0; round < 12; round += 1) {
      const { id } = await stage.newDocument();
      const order = orders[round % orders.length] ?? [];
      const people = ['dealer', 'admin', 'supervisor'];
      const answers = await Promise.all(
        order.map((what, at) => stage.callAs(people[at % 3] ?? 'dealer', 'POST', `/api/documents/${id}/${what}`)),
      );
      for (const answer of answers) {
        expect([200, 409], answer.body).toContain(answer.statusCode);
        expect(answerProblem(answer)).toBeNull();
      }
      await stage.test.world.jobs.drain();
      await checkState(id);
      // Again from the resulting status, while the customer acts too.
      const { status, signUrl } = await stage.document(id);
      if (status !== 'START_SIGN') continue;
      const path = new URL(signUrl ?? '').pathname.replace('/sign/', '/api/sign/');
      const browser = stage.browser();
      const later = await Promise.all([
        browser.post(`${path}/otp`),
        stage.callAs('dealer', 'POST', `/api/documents/${id}/cancel-sign`),
        browser.post(`${path}/decline`, { reason: 'No, grazie' }),
        stage.callAs('dealer', 'POST', `/api/documents/${id}/take-back`),
        stage.callAs('admin', 'POST', `/api/documents/${id}/sign`),
      ]);
      for (const answer of later) expect(answer.statusCode, answer.body).toBeLessThan(500);
      await stage.test.world.jobs.drain();
      await checkState(id);
    }
  }, 60_000);

  it('a concurrent signature and cancellation: exactly one succeeds', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id, path, browser, points, code } = await stage.readyToConfirm();
      const sign = () => browser.post(`${path}/sign`, { code, points });
      const cancel = () => stage.callAs('dealer', 'POST', `/api/documents/${id}/cancel-sign`);
      const decline = () => browser.post(`${path}/decline`, { reason: 'No' });
      const calls = round % 2 === 0 ? [sign, cancel, decline] : [cancel, decline, sign];
      const answers = await Promise.all(calls.map((call) => call()));
      expect(answers.filter((answer) => answer.statusCode === 200).length, String(round)).toBeGreaterThanOrEqual(1);
      await stage.test.world.jobs.drain();
      await checkState(id);
      const ends = (await stage.trail(id)).filter((type) => ['cancelled', 'declined', 'sign.confirmed'].includes(type));
      expect(ends).toHaveLength(1);
    }
  }, 60_000);
});

describe('the completion job', () => {
  it('run five times at once and again later creates one file, one trail and one event of each kind', async () => {
    const { id, path, browser, points, code } = await stage.readyToConfirm();
    expect((await browser.post(`${path}/sign`, { code, points })).statusCode).toBe(200);
    const [session] = await sessionsOf(id);
    const runs = Array.from({ length: 5 }, () => completeSession(stage.test.world, session?.id ?? 0));
    for (const run of await Promise.allSettled(runs)) expect(run.status).toBe('fulfilled');
    await stage.test.world.jobs.drain();
    await completeSession(stage.test.world, session?.id ?? 0);
    const { read } = stage.test.world.database;
    const files = await read.selectFrom('signed_document').selectAll().where('document_id', '=', id).execute();
    expect(files).toHaveLength(1);
    const trail = await stage.trail(id);
    for (const type of ['sealed', 'audit.sealed', 'document.signed', 'sign.confirmed', 'signature.applied']) {
      const times = trail.filter((eventType) => eventType === type).length;
      expect(times, type).toBe(type === 'signature.applied' ? 2 : 1);
    }
    expect((await stage.callAs('dealer', 'GET', `/api/documents/${id}/validation`)).json().intact).toBe(true);
    await checkState(id);
  });
});

if (!onPostgres()) {
  describe('two processes on one data folder', () => {
    it('the second is refused with a message, and the first continues', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'fascicolo-two-'));
      const first = await openPglite(join(folder, 'database'));
      try {
        await expect(openPglite(join(folder, 'database'))).rejects.toThrow(DatabaseInUse);
        const { child, output } = spawnProcess({ DATA_DIR: folder, PORT: String(await ownPort()) });
        const code = await new Promise((resolve) => child.once('exit', resolve));
        expect(code).toBe(1);
        expect(output()).toContain('un altro processo usa già la cartella dei dati');
        expect(output()).not.toMatch(/\n\s+at /);
        expect((await first.now()).getTime()).toBeGreaterThan(0);
      } finally {
        await first.close();
      }
      const again = await openPglite(join(folder, 'database'));
      await again.close();
      await rm(folder, { recursive: true, force: true });
    }, 60_000);
  });
}

if (onPostgres()) {
  describe('an unavailable database', () => {
    it('returns 503 at once, nothing is processed meanwhile, and service resumes afterwards', async () => {
      const { id, path, browser, points, code } = await stage.readyToConfirm();
      const { read } = stage.test.world.database;
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(read);
      const name = rows[0]?.name ?? '';
      const admin = new pg.Client({ connectionString: process.env[POSTGRES_URL] });
      await admin.connect();
      const quoted = pg.escapeIdentifier(name);
      const cut = () =>
        admin.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
          [name],
        );
      await stage.callAs('dealer', 'GET', '/api/account');
      try {
        await admin.query(`alter database ${quoted} allow_connections false`);
        await cut();
        const calls = [
          () => stage.callAs('dealer', 'GET', `/api/documents/${id}`),
          () => stage.callAs('dealer', 'POST', '/api/documents-ext/search', {}),
          () => stage.callAs('dealer', 'POST', `/api/documents/${id}/cancel-sign`),
          () => stage.callAs('dealer', 'POST', '/api/documents/wizard', { dossierId: 1 }),
          () => browser.post(`${path}/otp`),
          () => browser.post(`${path}/sign`, { code, points }),
          () => browser.get(path),
          () => stage.app.inject('/health'),
          () =>
            stage.app.inject({
              method: 'POST',
              url: '/api/auth/login',
              payload: { username: 'dealer', password: 'demo' },
            }),
        ];
        for (const call of calls) {
          const answer = await call();
          expect(answer.statusCode, answer.body).toBe(503);
          expect(answer.json()).toMatchObject({ status: 503, code: 'system.unavailable' });
          expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
        }
      } finally {
        await admin.query(`alter database ${quoted} allow_connections true`);
      }
      // The result of the database's health check is cached for a second.
      stage.test.clock.advance(1);
      expect((await stage.app.inject('/health')).statusCode).toBe(200);
      expect((await browser.post(`${path}/sign`, { code, points })).statusCode).toBe(200);
      await cut();
      for (let attempt = 0; attempt < 50 && (await stage.document(id)).status !== 'SIGNED'; attempt += 1) {
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      expect((await stage.document(id)).status).toBe('SIGNED');
      await admin.end();
    }, 90_000);
  });
}
