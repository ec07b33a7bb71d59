/** Several documents of a folder in one signature: one link, one code, all of them or none. */
// Real time: third-party validators check the result against the system clock.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { World } from '#server/world.ts';
import { realNow, testClock } from '../../../../test/clock.ts';
import { openStage, pathOf, type Stage, wrongCode } from '../../../../test/stages/signing-stage.ts';
import {
  addDocument,
  type Folder,
  newFolder,
  readAll,
  startedTogether,
  startTogether,
} from '../../../../test/stages/together.ts';
import { foreignProblems } from '../../../../test/validators/foreign-validators.ts';
import { findUser } from '../../identity/index.ts';
import { completeSession } from '../complete/complete.ts';
import { findLatestSession, listSessionDocuments } from '../queries.ts';
import { signInPortal } from '../staff/staff-signature.ts';
import { expireSessions } from '../tasks.ts';
import { giveUpPreparing } from './prepare-session.ts';

/** Number of timestamps before the authority stops answering; null: it never stops. */
let stampsLeft: number | null = null;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({
    clock: testClock(realNow()),
    override: (world) => ({
      timestamp: {
        stamp: async (digest) => {
          if (stampsLeft === 0) throw new Error('The process ends here');
          if (stampsLeft !== null) stampsLeft -= 1;
          return world.timestamp.stamp(digest);
        },
      },
    }),
  });
});
afterAll(() => stage.close());

const { stringify } = JSON;
const told = (answer: { statusCode: number; json: () => { code?: string; documentId?: number } }) => {
  const { code, documentId } = answer.json();
  return [answer.statusCode, code, documentId];
};
const statuses = async (ids: readonly number[]): Promise<string[]> => {
  const result: string[] = [];
  for (const id of ids) result.push((await stage.document(id)).status);
  return result;
};
const sessionsOf = async (ids: readonly number[]): Promise<number[]> => {
  const rows = await stage.read
    .selectFrom('session_document')
    .select('session_id')
    .where('document_id', 'in', ids)
    .execute();
  return [...new Set(rows.map((row) => row.session_id))];
};
const count = (trail: readonly string[], type: string): number => trail.filter((event) => event === type).length;
const reserved = async (): Promise<number> => {
  const { read } = stage.test.world.database;
  const row = await read
    .selectFrom('quota')
    .select('reserved')
    .where('legal_entity', '=', 'LE001')
    .where('kind', '=', 'OTP')
    .executeTakeFirst();
  return row?.reserved ?? 0;
};
const loadSigning = async (id: number) => (await stage.callAs('dealer', 'GET', `/api/documents/${id}/signing`)).json();

/** Two waiting documents, read, with a code requested. */
async function readyTogether(documents = 2) {
  const folder = await newFolder(stage, documents);
  const path = await startedTogether(stage, folder.ids);
  return { ...folder, path, ...(await readAll(stage, path, folder)) };
}

describe('two documents with one link and one code', () => {
  it('are both signed by one confirmation, each with its signature fields, its seal and its own trail', async () => {
    const before = await reserved();
    const folder = await newFolder(stage, 2);
    const [one = 0, two = 0] = folder.ids;
    const path = await startedTogether(stage, folder.ids);
    expect(await reserved()).toBe(before + 1);
    expect(await sessionsOf(folder.ids)).toHaveLength(1);
    const [mail] = await stage.test.outbox(folder.customer.email);
    expect(await stage.test.outbox(folder.customer.email)).toHaveLength(1);
    expect(mail?.text).toContain('2 documenti');
    expect(mail?.text.match(/^- Preventivo$/gm)).toHaveLength(2);
    expect((await loadSigning(one)).together).toMatchObject([{ id: two, type: 'SALE_NEW_RFO', status: 'START_SIGN' }]);

    const { browser, code, points } = await readAll(stage, path, folder);
    const view = (await browser.get(path)).json();
    expect(view.documents.map(({ id }: { id: number }) => id)).toEqual([one, two]);
    expect(view.points.map(({ documentId }: { documentId: number }) => documentId)).toEqual([one, two]);
    const phone = folder.customer.phone.replace(' ', '');
    expect(await stage.test.outbox(phone)).toHaveLength(1);
    expect((await stage.test.outbox(phone))[0]?.text).toContain(view.fingerprint);
    expect((await browser.post(`${path}/sign`, { code, points })).json().state).toBe('SIGNED');
    await stage.test.world.jobs.drain();
    expect(await statuses(folder.ids)).toEqual(['SIGNED', 'SIGNED']);
    const anchors = await stage.test.world.authority.anchors();
    for (const id of folder.ids) {
      const copy = await browser.get(`${path}/signed?id=${id}`);
      expect(await foreignProblems(new Uint8Array(copy.rawPayload), anchors, 2)).toEqual([]);
      const trail = await stage.trail(id);
      for (const type of ['sign.started', 'link.sent', 'document.shown', 'otp.verified', 'point.confirmed', 'sealed']) {
        expect(count(trail, type), type).toBe(1);
      }
    }
    const started = (await stage.callAs('dealer', 'GET', `/api/documents/${one}/events`))
      .json<{ type: string; detail: string }[]>()
      .find(({ type }) => type === 'sign.started');
    expect(started?.detail).toContain(`insieme a n. ${two}`);
    expect((await loadSigning(two)).together).toMatchObject([{ id: one, status: 'SIGNED' }]);
    const copies = await Promise.all(folder.ids.map((id) => browser.get(`${path}/signed?id=${id}`)));
    const hashes = copies.map((copy) => copy.headers['x-content-sha256'] ?? copy.rawPayload.toString('base64'));
    expect(new Set(hashes).size).toBe(2);
  });

  it('are not signed while one is unread or a field is omitted, and no attempt is counted', async () => {
    const folder = await newFolder(stage, 2);
    const [one = 0, two = 0] = folder.ids;
    const path = await startedTogether(stage, folder.ids);
    const browser = stage.browser();
    await browser.read(path, one);
    await browser.post(`${path}/otp`);
    const code = await stage.code(folder.customer);
    const points = await stage.points(path);
    const sign = (given: unknown[]) => browser.post(`${path}/sign`, { code, points: given });
    expect(told(await sign(points)).slice(0, 2)).toEqual([409, 'signing.notRead']);
    await browser.read(path, two);
    for (const left of points) {
      const answer = await sign(points.filter((point) => point !== left));
      expect(told(answer).slice(0, 2)).toEqual([400, 'signing.pointMissing']);
      expect(answer.json().fieldErrors.map(({ field }: { field: string }) => field)).toEqual([left]);
    }
    expect(await statuses(folder.ids)).toEqual(['START_SIGN', 'START_SIGN']);
    expect((await sign(points)).json().state).toBe('SIGNED');
  });

  it('continue separately after the signature ends, each with the reason', async () => {
    const endings: [string, (ready: Awaited<ReturnType<typeof readyTogether>>) => Promise<unknown>, string, string][] =
      [
        [
          'cancel',
          ({ ids }) => stage.callAs('dealer', 'POST', `/api/documents/${ids[1]}/cancel-sign`, {}),
          'READY_TO_SIGN',
          'signing.cancelled',
        ],
        [
          'decline',
          ({ browser, path }) => browser.post(`${path}/decline`, { reason: 'Non voglio' }),
          'READY_TO_SIGN',
          'signing.declined',
        ],
        [
          'lock',
          async ({ browser, path, code, points, customer }) => {
            let wrong = code;
            for (let tries = 1; tries <= 5; tries += 1) {
              await browser.post(`${path}/sign`, { code: wrongCode(wrong), points });
              if (tries !== 3) continue;
              stage.test.clock.advance(61);
              await browser.post(`${path}/otp`);
              wrong = await stage.code(customer);
            }
          },
          'READY_TO_SIGN',
          'signing.locked',
        ],
      ];
    for (const [name, end, status, reason] of endings) {
      const before = await reserved();
      const ready = await readyTogether();
      await end(ready);
      expect(await statuses(ready.ids), name).toEqual([status, status]);
      for (const id of ready.ids) {
        expect((await stage.document(id)).statusReason, name).toMatchObject({ code: reason });
        expect((await loadSigning(id)).together).toEqual([]);
      }
      expect(await reserved(), name).toBe(before);
      // One of them on its own; the other leaves no trace.
      const [alone = 0] = ready.ids;
      expect((await stage.callAs('dealer', 'POST', `/api/documents/${alone}/sign`, {})).statusCode).toBe(200);
      await stage.test.world.jobs.drain();
      expect(await statuses(ready.ids), name).toEqual(['START_SIGN', 'READY_TO_SIGN']);
    }
  });

  it('expire both, and are renewed one by one', async () => {
    const { ids } = await readyTogether();
    const [one = 0] = ids;
    stage.test.clock.advance(73 * 3600);
    await expireSessions(stage.test.world);
    expect(await statuses(ids)).toEqual(['EXPIRED', 'EXPIRED']);
    expect((await stage.callAs('dealer', 'POST', `/api/documents/${one}/renew`, {})).statusCode).toBe(200);
    expect(await statuses(ids)).toEqual(['READY_TO_SIGN', 'EXPIRED']);
  });

  it('are both returned when the file of one can never be prepared, each with its own reason', async () => {
    const folder = await newFolder(stage, 2);
    expect((await startTogether(stage, folder.ids)).statusCode).toBe(200);
    const [sessionId = 0] = await sessionsOf(folder.ids);
    const [bad = 0] = folder.ids;
    await giveUpPreparing(stage.test.world, sessionId, bad);
    expect(await statuses(folder.ids)).toEqual(['READY_TO_SIGN', 'READY_TO_SIGN']);
    const reasons = await Promise.all(folder.ids.map(async (id) => (await stage.document(id)).statusReason));
    const codes = ['signing.fileUnprepared', 'signing.otherFileUnprepared'];
    expect(reasons).toMatchObject(codes.map((code) => ({ code })));
    await stage.test.world.jobs.drain();
  });

  it('are reminded of once', async () => {
    const folder = await newFolder(stage, 2);
    await startedTogether(stage, folder.ids);
    stage.test.clock.advance(16 * 60);
    const [one = 0, two = 0] = folder.ids;
    expect((await stage.callAs('dealer', 'POST', `/api/documents/${one}/resend-link`, {})).statusCode).toBe(200);
    const again = await stage.callAs('dealer', 'POST', `/api/documents/${two}/resend-link`, {});
    expect(told(again).slice(0, 2)).toEqual([429, 'signing.remindedRecently']);
    await stage.test.world.jobs.drain();
    const mails = await stage.test.outbox(folder.customer.email);
    expect(mails).toHaveLength(2);
    expect(mails[0]?.text).toContain('ti ricorda che ci sono 2 documenti');
  });

  it('are opened together by a code scanned for either, recorded in both trails', async () => {
    const folder = await newFolder(stage, 2);
    const [one = 0, two = 0] = folder.ids;
    const path = await startedTogether(stage, folder.ids);
    const { token } = (await stage.callAs('dealer', 'GET', `/mobile/fdd/qrcode/generate/${two}`)).json();
    const phone = stage.browser();
    const use = async () => (await phone.post(`/qr/${token}`, { key: 'C'.repeat(43) })).json();
    const { number } = await use();
    const { request } = (await stage.callAs('dealer', 'GET', `/api/documents/${two}/qr-request`)).json();
    const yes = { requestId: request.id, number };
    const confirmed = await stage.callAs('dealer', 'POST', `/api/documents/${two}/qr-request/confirm`, yes);
    expect(confirmed.statusCode).toBe(204);
    const { signUrl } = await use();
    expect(pathOf(signUrl)).toBe(path);
    const { documents } = (await phone.get(path)).json();
    expect(documents.map(({ id }: { id: number }) => id)).toEqual([one, two]);
    for (const id of folder.ids) expect(count(await stage.trail(id), 'qr.confirmed')).toBe(1);
  });

  it('are signed by the staff in one step, once each is read', async () => {
    const folder = await newFolder(stage, 2, { type: 'SALE_NEW_PROPOSAL' });
    const [one = 0, two = 0] = folder.ids;
    const missing = await startTogether(stage, folder.ids);
    expect(told(missing)).toEqual([409, 'signing.signersMissing', one]);
    const { world } = stage.test;
    const manager = await findUser(world.database.read, { login: 'manager' });
    if (manager === undefined) throw new Error('no manager');
    const path = await startedTogether(stage, folder.ids, { signers: { salesManager: manager.id } });
    const { browser, code, points } = await readAll(stage, path, folder);
    expect((await browser.post(`${path}/sign`, { code, points })).json().state).toBe('SIGNED');
    await world.jobs.drain();
    expect(await statuses(folder.ids)).toEqual(['START_SIGN', 'START_SIGN']);
    const turns = (await stage.callAs('manager', 'GET', '/api/own-signatures')).json<{ documentId: number }[]>();
    expect(turns.filter(({ documentId }) => folder.ids.includes(documentId))).toMatchObject([
      { documentId: one, documents: 2 },
    ]);
    const own = (await stage.callAs('manager', 'GET', `/api/documents/${two}/own-signature`)).json();
    expect(own.documents.map(({ id }: { id: number }) => id)).toEqual([one, two]);
    const by = {
      kind: 'staff',
      id: manager.id,
      name: 'Responsabile',
      role: 'ROLE_SALE_MANAGER',
      ip: null,
      userAgent: null,
    } as const;
    await signInPortal(world, { actor: manager, sessionId: 'prova', by }, two);
    await world.jobs.drain();
    expect(await statuses(folder.ids)).toEqual(['SIGNED', 'SIGNED']);
  });
});

describe('an invalid set of documents', () => {
  it('is refused as a whole, and names the document and the reason', async () => {
    const { ids, folderId } = await newFolder(stage, 2);
    const [one = 0, two = 0] = ids;
    const other = (await newFolder(stage, 1)).ids[0] ?? 0;
    const draft = await addDocument(stage, folderId, { draft: true });
    const manual = await addDocument(stage, folderId, { sigType: 'GRAPHOMETRIC' });
    const kind = await addDocument(stage, folderId, { sigType: 'FEA' });
    const proposal = await addDocument(stage, folderId, { type: 'SALE_NEW_PROPOSAL' });
    const refused = async (set: readonly number[]) => told(await startTogether(stage, set));
    expect(await refused([one, other])).toEqual([409, 'together.otherFolder', other]);
    expect(await refused([one, two, draft])).toEqual([409, 'life.notReady', draft]);
    expect(await refused([one, manual])).toEqual([409, 'together.byHand', manual]);
    expect(await refused([one, kind])).toEqual([409, 'together.otherKind', kind]);
    expect(await refused([one, proposal])).toEqual([409, 'together.otherSigners', proposal]);
    expect(await refused([one, 999_999])).toEqual([404, 'document.notFound', 999_999]);
    expect(await statuses(ids)).toEqual(['READY_TO_SIGN', 'READY_TO_SIGN']);
    expect(await sessionsOf(ids)).toEqual([]);
    const many = await startTogether(stage, [one, ...Array.from({ length: 10 }, (_, index) => index + 1)]);
    expect(many.statusCode).toBe(400);
  });

  it('contains the same file twice', async () => {
    const { ids, folderId } = await newFolder(stage, 1);
    const [one = 0] = ids;
    const original = (await stage.callAs('dealer', 'GET', `/api/documents/${one}/download`)).rawPayload;
    const twin = await addDocument(stage, folderId, {
      fileSize: original.length,
      content: original.toString('base64'),
    });
    expect(told(await startTogether(stage, [one, twin]))).toEqual([409, 'together.sameFile', twin]);
    expect(await statuses([one, twin])).toEqual(['READY_TO_SIGN', 'READY_TO_SIGN']);
  });

  it('contains a document with a running signature, which continues on its own', async () => {
    const { ids } = await newFolder(stage, 2);
    const [one = 0, two = 0] = ids;
    await stage.startSigning(two);
    expect(told(await startTogether(stage, ids))).toEqual([409, 'together.started', two]);
    expect(await statuses(ids)).toEqual(['READY_TO_SIGN', 'START_SIGN']);
    expect((await stage.callAs('dealer', 'POST', `/api/documents/${one}/sign`, {})).statusCode).toBe(200);
    await stage.test.world.jobs.drain();
    expect(told(await startTogether(stage, ids)).slice(0, 2)).toEqual([409, 'together.started']);
  });

  it('is refused to other dealers and read-only users', async () => {
    const { ids } = await newFolder(stage, 2);
    expect((await startTogether(stage, ids, {}, 'readonly')).statusCode).toBeGreaterThanOrEqual(403);
    expect(await statuses(ids)).toEqual(['READY_TO_SIGN', 'READY_TO_SIGN']);
  });

  it('uses no messages when there are too few', async () => {
    const { ids } = await newFolder(stage, 2);
    const { used, reserved: promised } = await stage.read
      .selectFrom('quota')
      .select(['used', 'reserved'])
      .where('legal_entity', '=', 'LE001')
      .where('kind', '=', 'OTP')
      .executeTakeFirstOrThrow();
    const service = { legalEntity: 'LE001', serviceType: 'OTP', totalOtp: used + promised };
    const { id } = (await stage.callAs('admin', 'POST', '/api/intesys-services', service)).json();
    expect(told(await startTogether(stage, ids)).slice(0, 2)).toEqual([409, 'quota.otpSpent']);
    expect(await statuses(ids)).toEqual(['READY_TO_SIGN', 'READY_TO_SIGN']);
    expect(await sessionsOf(ids)).toEqual([]);
    const { database } = stage.test.world;
    await database.transaction((tx) => tx.deleteFrom('service').where('id', '=', id).execute());
  });
});

describe('concurrently', () => {
  it('twenty starts of the same two create one signature and one e-mail', async () => {
    const folder = await newFolder(stage, 2);
    const [one = 0, two = 0] = folder.ids;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => startTogether(stage, index % 2 === 0 ? [one, two] : [two, one])),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    await stage.test.world.jobs.drain();
    expect(await sessionsOf(folder.ids)).toHaveLength(1);
    expect(await stage.test.outbox(folder.customer.email)).toHaveLength(1);
  });

  it('overlapping sets never share a document, and none is left half started', async () => {
    const { ids } = await newFolder(stage, 4);
    const [a = 0, b = 0, c = 0, d = 0] = ids;
    const sets = [[a, b], [b, c], [c, d], [d, a], [b]];
    const answers = await Promise.all(sets.map((set) => startTogether(stage, set)));
    expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
    await stage.test.world.jobs.drain();
    const { read } = stage.test.world.database;
    const started = new Map<string, number>();
    for (const id of ids) {
      const session = await findLatestSession(read, id);
      const of = session && (await listSessionDocuments(read, session.id)).map((entry) => entry.document_id);
      const [status] = await statuses([id]);
      expect(status).toBe(of ? 'START_SIGN' : 'READY_TO_SIGN');
      if (of) started.set(stringify(of), (started.get(stringify(of)) ?? 0) + 1);
    }
    expect(started.size).toBeGreaterThan(0);
    for (const [of, documents] of started) {
      expect(sets.map((set) => stringify([...set].sort((x, y) => x - y)))).toContain(of);
      expect(documents).toBe(JSON.parse(of).length);
    }
    // A call answered with 200 finds all of its documents being signed.
    for (const [index, { statusCode }] of answers.entries()) {
      if (statusCode !== 200) continue;
      expect(new Set(await statuses(sets[index] ?? []))).toEqual(new Set(['START_SIGN']));
    }
  });

  it('two confirmations create one signature of each', async () => {
    const { ids, browser, path, code, points } = await readyTogether();
    const answers = await Promise.all(Array.from({ length: 8 }, () => browser.post(`${path}/sign`, { code, points })));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    await stage.test.world.jobs.drain();
    for (const id of ids) {
      for (const type of ['sign.confirmed', 'sealed', 'document.signed']) {
        expect(count(await stage.trail(id), type), type).toBe(1);
      }
    }
  });
});

describe('a killed completion', () => {
  async function expectOnceEach({ ids }: Pick<Folder, 'ids'>): Promise<void> {
    expect(await statuses(ids)).toEqual(ids.map(() => 'SIGNED'));
    for (const id of ids) {
      const trail = await stage.trail(id);
      for (const type of ['sign.confirmed', 'sealed', 'audit.sealed', 'document.signed']) {
        expect(count(trail, type), `${id} ${type}`).toBe(1);
      }
      const { read } = stage.test.world.database;
      const rows = await read.selectFrom('signed_document').selectAll().where('document_id', '=', id).execute();
      expect(rows).toHaveLength(1);
      const validation = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/validation`)).json();
      expect(validation).toMatchObject({ intact: true, sha256: rows[0]?.sha256 });
    }
  }

  // Each document takes two timestamps, its signature's and its seal's; each audit PDF one.
  it.each([0, 1, 2, 3, 4, 5])(
    'after %i timestamps signs none before both, loses nothing, and runs once',
    async (stamps) => {
      const { world } = stage.test;
      const ready = await readyTogether();
      stampsLeft = stamps;
      expect(
        (await ready.browser.post(`${ready.path}/sign`, { code: ready.code, points: ready.points })).statusCode,
      ).toBe(200);
      const [sessionId = 0] = await sessionsOf(ready.ids);
      await expect(completeSession(world, sessionId)).rejects.toThrow();
      expect(await statuses(ready.ids)).toEqual(['COMPLETING', 'COMPLETING']);
      for (const id of ready.ids) {
        expect((await ready.browser.get(`${ready.path}/signed?id=${id}`)).statusCode).toBe(404);
        expect((await stage.document(id)).signedDocumentId ?? null).toBeNull();
      }
      stampsLeft = null;
      await Promise.all([1, 2, 3].map(() => completeSession(world as World, sessionId)));
      await world.jobs.drain();
      await expectOnceEach(ready);
    },
  );
});

describe('a code', () => {
  it('of one signature is not valid for another set of the same documents', async () => {
    const first = await readyTogether();
    const [one = 0, two = 0] = first.ids;
    expect((await stage.callAs('dealer', 'POST', `/api/documents/${one}/cancel-sign`, {})).statusCode).toBe(200);
    const third = await addDocument(stage, first.folderId);
    const ids = [one, two, third];
    const path = await startedTogether(stage, ids);
    expect(
      (await first.browser.post(`${first.path}/sign`, { code: first.code, points: first.points })).statusCode,
    ).toBe(404);
    const browser = stage.browser();
    for (const id of ids) await browser.read(path, id);
    const points = await stage.points(path);
    expect(told(await browser.post(`${path}/sign`, { code: first.code, points })).slice(0, 2)).toEqual([
      409,
      'otp.none',
    ]);
    stage.test.clock.advance(61);
    await browser.post(`${path}/otp`);
    const code = await stage.code(first.customer);
    if (code !== first.code) {
      expect(told(await browser.post(`${path}/sign`, { code: first.code, points })).slice(0, 2)).toEqual([
        422,
        'otp.wrong',
      ]);
    }
    expect(told(await browser.post(`${path}/sign`, { code, points: first.points })).slice(0, 2)).toEqual([
      400,
      'signing.pointMissing',
    ]);
    expect((await browser.post(`${path}/sign`, { code, points })).json().state).toBe('SIGNED');
  });

  it('is void once one of its files has changed', async () => {
    const { ids, browser, path, code, points } = await readyTogether();
    const { database } = stage.test.world;
    const [, two = 0] = ids;
    const swap = (sha256: string) =>
      database.transaction(async (tx) => {
        const prepared = { prepared_sha256: sha256 };
        await tx.updateTable('session_document').set(prepared).where('document_id', '=', two).execute();
        await tx.updateTable('signer_reading').set(prepared).where('document_id', '=', two).execute();
      });
    await swap('0'.repeat(64));
    // Even if a page claims to have shown that other file.
    const { documents } = (await browser.get(path)).json<{ documents: { sha256: string }[] }>();
    const shown = documents.map(({ sha256 }) => sha256);
    expect(told(await browser.post(`${path}/sign`, { code, points })).slice(0, 2)).toEqual([409, 'signing.otherBytes']);
    const answer = await browser.post(`${path}/sign`, { code, points, shown });
    expect(told(answer).slice(0, 2)).toEqual([422, 'otp.expired']);
    expect(await statuses(ids)).toEqual(['START_SIGN', 'START_SIGN']);
  });
});
