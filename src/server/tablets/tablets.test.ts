/** The queue of a dealer's tablets: who adds to it, what it accepts, what leaves it automatically. */

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '#ports/database/database.ts';
import { testNow } from '#test/clock.ts';
import { openTestApi, type TestApi } from '../../../test/specification/test-api.ts';
import { newTablet } from '../../../test/stages/tablets.ts';

let walk: TestApi;
let tablet: number;
let other: number;
beforeAll(async () => {
  walk = await openTestApi();
  tablet = await newTablet(walk, 'Banco 1');
  other = await newTablet(walk, 'Banco 2');
});
afterAll(() => walk.close());

interface Queued {
  documentId: number;
  status: string;
  tablet: { id: number; deviceLabel: string | null };
  queuedBy: string;
  takenDate: string | null;
}

const send = (id: number, tabletId = tablet, login = 'dealer') =>
  walk.callAs(login, 'POST', `/api/documents/${id}/tablet-queue`, { tabletId });
const take = (id: number, login = 'dealer') => walk.callAs(login, 'DELETE', `/api/documents/${id}/tablet-queue`);
const queue = async (login = 'dealer', hst = '10001'): Promise<Queued[]> =>
  walk.bodyOf(walk.callAs(login, 'GET', `/api/tablet-queue?hst=${hst}`));
const queued = async (id: number, login?: string) => (await queue(login)).find((one) => one.documentId === id);
const tablets = async (login = 'dealer', hst = '10001'): Promise<{ id: number }[]> =>
  walk.bodyOf(walk.callAs(login, 'GET', `/api/tablets?hst=${hst}`));
const code = async (answering: ReturnType<typeof send>) => {
  const { statusCode, body } = await answering;
  return statusCode < 300 ? statusCode : [statusCode, (JSON.parse(body) as { code: string }).code];
};
const ready = async (change = {}, customer = {}) => (await walk.newReadyDocument(change, customer)).id;
/** Queues a document that waits for its customer. */
async function sent(): Promise<number> {
  const id = await ready();
  await walk.bodyOf(send(id));
  return id;
}
const open = (id: number) =>
  walk.database.transaction((tx) =>
    tx.updateTable('tablet_queue_entry').set({ taken_date: testNow() }).where('document_id', '=', id).execute(),
  );

const waitsForALock = async (tx: Tx): Promise<boolean> => {
  const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  return (await waiting.execute(tx)).rows.length > 0;
};

describe('the tablets offered', () => {
  it('are those of the dealer with a paired device, by label', async () => {
    expect((await tablets()).map(({ id }) => id)).toEqual([tablet, other]);
    expect((await tablets('admin')).map(({ id }) => id)).toEqual([tablet, other]);
    expect(await tablets('dealer', '10002')).toEqual([]);
    expect(await tablets('modena', '10001')).toEqual([]);
    for (const list of ['tablets', 'tablet-queue']) {
      expect((await walk.callAs('admin', 'GET', `/api/${list}?hst=a%00b`)).statusCode).toBe(400);
    }
    expect(await tablets('dealer', '99999')).toEqual([]);
  });

  it('exclude those without a device and those that expired or were deleted', async () => {
    const gone = await newTablet(walk, 'Vecchio');
    await walk.remove('admin', `/api/activations/${gone}`);
    const ended = await newTablet(walk, 'Scaduto', { expiresAt: '2041-01-01' });
    await walk.database.transaction((tx) =>
      tx.updateTable('license').set({ expires_at: '2020-01-01' }).where('expires_at', '=', '2041-01-01').execute(),
    );
    const license = { licenseCode: `BOZZA-${walk.nextNumber()}`, licenseAmount: 1, legalEntity: 'LE001' };
    const { id: licenseId } = await walk.bodyOf(walk.post('admin', '/api/licenses', license));
    const draft = await walk.bodyOf(walk.post('admin', '/api/activations', { licenseId, hst: '10001' }));
    expect((await tablets()).map(({ id }) => id)).toEqual([tablet, other]);
    const id = await ready();
    for (const wrong of [gone, ended, draft.id, 999_999_999]) {
      expect(await code(send(id, wrong))).toEqual([404, 'tablet.notFound']);
    }
  });

  it('belong to the document’s dealer', async () => {
    const elsewhere = await newTablet(walk, 'Modena', { hst: '10002' });
    expect(await code(send(await ready(), elsewhere))).toEqual([404, 'tablet.notFound']);
    expect(await code(send(await ready({}, { hst: '10002' }), elsewhere, 'supervisor'))).toBe(200);
    expect(await queue('supervisor', '10002')).toHaveLength(1);
    expect(await queue('dealer', '10002')).toEqual([]);
  });
});

describe('a document in the queue', () => {
  it('is listed with its customer and the user who sent it, in order of arrival', async () => {
    const [first, second] = [await sent(), await sent()];
    expect(await queued(first)).toMatchObject({
      documentId: first,
      documentType: 'SALE_NEW_RFO',
      customerName: 'Ginevra Provetti',
      status: 'READY_TO_SIGN',
      tablet: { id: tablet, deviceLabel: 'Banco 1', deviceName: 'Tablet di prova' },
      queuedBy: 'dealer',
      takenDate: null,
    });
    const order = (await queue()).map(({ documentId }) => documentId);
    expect(order.indexOf(first)).toBeLessThan(order.indexOf(second));
    expect(await queued(first, 'admin')).toBeDefined();
    expect(await queued(first, 'sa3')).toBeDefined();
    expect(await queued(first, 'modena')).toBeUndefined();
    // A technical account sees only what it created.
    expect(await queued(first, 'dms')).toBeUndefined();
  });

  it('is queued once, under repeated and concurrent requests', async () => {
    const id = await ready();
    const answers = await Promise.all([
      send(id),
      send(id),
      send(id, tablet, 'admin'),
      send(id),
      send(id, tablet, 'nsc'),
    ]);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect((await queue()).filter(({ documentId }) => documentId === id)).toHaveLength(1);
  });

  it('moves when it is sent to another tablet, and ends on one of two under concurrent requests', async () => {
    const id = await sent();
    expect(await walk.bodyOf(send(id, other, 'admin'))).toMatchObject({ tablet: { id: other }, queuedBy: 'admin' });
    expect((await queue()).filter(({ documentId }) => documentId === id)).toHaveLength(1);
    const answers = await Promise.all([send(id, tablet), send(id, other), send(id, tablet), send(id, other)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect((await queue()).filter(({ documentId }) => documentId === id)).toHaveLength(1);
  });

  it('is removed, removed again without effect, and may be sent again', async () => {
    const id = await sent();
    const answers = await Promise.all([take(id), take(id, 'admin'), take(id)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204]);
    expect(await queued(id)).toBeUndefined();
    expect(await code(send(id))).toBe(200);
  });

  it('sent and removed concurrently: the requests run one after the other, and neither is refused', async () => {
    for (let round = 0; round < 8; round++) {
      const id = await sent();
      const to = round % 2 === 0 ? tablet : other;
      const sending = [send(id, to), send(id, to, 'admin')];
      const answers = await Promise.all([sending[0], take(id), sending[1], take(id, 'admin')]);
      expect(answers.map((answer) => answer?.statusCode)).toEqual([200, 204, 200, 204]);
      expect((await queue()).filter(({ documentId }) => documentId === id).length).toBeLessThanOrEqual(1);
    }
  });

  it('is queued again when it was sent while just leaving the queue', async () => {
    for (const to of [tablet, other]) {
      const id = await sent();
      const { database } = walk.test.world;
      let sending: ReturnType<typeof send> | undefined;
      await database.transaction(async (tx) => {
        await tx
          .updateTable('tablet_queue_entry')
          .set({ withdrawn_date: testNow() })
          .where('document_id', '=', id)
          .execute();
        sending = send(id, to);
        // The embedded database has one connection, so the call would wait for this whole transaction.
        if (database.engine === 'pglite') return;
        let answered = false;
        void sending.then(() => {
          answered = true;
        });
        await expect
          .poll(async () => answered || (await waitsForALock(tx)), {
            message: 'neither answered nor waiting',
            timeout: 20_000,
          })
          .toBe(true);
      });
      expect((await sending)?.statusCode).toBe(200);
      expect((await queued(id))?.tablet.id).toBe(to);
    }
  });

  it('stays on the tablet that has it open, until the signature is cancelled', async () => {
    const id = await sent();
    await walk.startSigning(id);
    await open(id);
    expect((await queued(id))?.takenDate).toEqual(expect.any(String));
    expect(await code(take(id))).toEqual([409, 'tablet.taken']);
    expect(await code(send(id, other))).toEqual([409, 'tablet.taken']);
    expect(await code(send(id))).toBe(200);
    await walk.bodyOf(walk.post('dealer', `/api/documents/${id}/cancel-sign`));
    expect(await queued(id)).toBeUndefined();
  });
});

describe('a document may be sent', () => {
  it('when it can be started or waits for the customer, including handwriting', async () => {
    expect(await code(send(await ready({ sigType: 'GRAPHOMETRIC' })))).toBe(200);
    const started = await ready();
    await walk.startSigning(started);
    expect(await code(send(started))).toBe(200);
    expect((await queued(started))?.status).toBe('START_SIGN');
  });

  it('in no other state, and the error states the reason', async () => {
    expect(await code(send(await ready({ draft: true })))).toEqual([409, 'life.notReady']);
    expect(await code(send((await walk.newSignedDocument()).id))).toEqual([409, 'life.notReady']);
    expect(await code(send(await ready({}, { hst: '10007' }), tablet, 'admin'))).toEqual([
      409,
      'life.feaModuleMissing',
    ]);
    expect(await code(send(999_999))).toEqual([404, 'document.notFound']);
  });
});

/** @returns a function that closes the document's folder. */
async function closing(id: number): Promise<() => Promise<unknown>> {
  const { folderId } = await walk.bodyOf(walk.get('admin', `/api/documents/${id}`));
  const folder = await walk.bodyOf(walk.get('admin', `/api/folders/${folderId}`));
  return () => walk.bodyOf(walk.put('admin', '/api/folders', { ...folder, status: 'CLOSED' }));
}

describe('a document leaves the queue automatically', () => {
  it('when it is signed, but not while its signature progresses', async () => {
    const { id, phone } = await walk.newReadyDocument();
    await walk.bodyOf(send(id));
    const { signer, code: otp, points } = await walk.readyToConfirm({ id, phone });
    expect((await queued(id))?.status).toBe('START_SIGN');
    await walk.bodyOf(signer.post('/sign', { code: otp, points }));
    expect(await queued(id)).toBeUndefined();
    await walk.test.world.jobs.drain();
  });

  it('when it is declined, cancelled, changed back to draft or deleted', async () => {
    const declined = await walk.readyToConfirm();
    await walk.bodyOf(send(declined.id));
    await walk.bodyOf(declined.signer.post('/decline', { reason: 'Il prezzo non è quello concordato' }));
    const cancelled = await sent();
    await walk.startSigning(cancelled);
    await walk.bodyOf(walk.post('dealer', `/api/documents/${cancelled}/cancel-sign`));
    const taken = await sent();
    await walk.bodyOf(walk.callAs('dealer', 'POST', `/api/documents/${taken}/take-back`));
    const deleted = await sent();
    expect((await walk.remove('admin', `/api/documents/${deleted}`)).statusCode).toBe(204);
    for (const id of [declined.id, cancelled, taken, deleted]) expect(await queued(id)).toBeUndefined();
    // Ready again, and not automatically in the queue.
    expect((await walk.bodyOf(walk.get('dealer', `/api/documents/${cancelled}`))).status).toBe('READY_TO_SIGN');
  });

  it('when its folder is closed, unless its customer is already signing', async () => {
    const close = async (id: number) => (await closing(id))();
    const [waiting, running] = [await sent(), await sent()];
    await walk.startSigning(running);
    await close(waiting);
    await close(running);
    expect(await queued(waiting)).toBeUndefined();
    expect(await queued(running)).toBeDefined();
  });

  it('even if it is sent while its folder is being closed', async () => {
    for (let round = 0; round < 8; round++) {
      const [first, second] = [await ready(), await ready()];
      const closings = [await closing(first), await closing(second)] as const;
      const sending = [send(first), send(second)];
      await Promise.all([closings[0](), closings[1](), ...sending]);
      for (const answer of await Promise.all(sending)) {
        if (answer.statusCode !== 200) expect(answer.json().code).toBe('life.folderClosed');
      }
      expect([await queued(first), await queued(second)]).toEqual([undefined, undefined]);
    }
  });

  it('when its tablet is returned, or its licence ends', async () => {
    const leaving = await newTablet(walk, 'Banco 3');
    const ending = await newTablet(walk, 'Banco 4', { expiresAt: '2041-02-02' });
    const [first, second] = [await ready(), await ready()];
    await walk.bodyOf(send(first, leaving));
    await walk.bodyOf(send(second, ending));
    await walk.remove('admin', `/api/activations/${leaving}`);
    await walk.database.transaction((tx) =>
      tx.updateTable('license').set({ expires_at: '2020-01-01' }).where('expires_at', '=', '2041-02-02').execute(),
    );
    expect(await queued(first)).toBeUndefined();
    expect(await queued(second)).toBeUndefined();
    expect(await code(send(second))).toBe(200);
    expect((await queued(second))?.tablet.id).toBe(tablet);
  });

  it('when its link expires', async () => {
    const id = await sent();
    await walk.startSigning(id);
    await walk.advance(73 * 3_600);
    expect((await walk.bodyOf(walk.get('dealer', `/api/documents/${id}`))).status).toBe('EXPIRED');
    expect(await queued(id)).toBeUndefined();
  });

  it('even if it is sent while it is changed back to draft', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await ready();
      await Promise.all([send(id), walk.callAs('dealer', 'POST', `/api/documents/${id}/take-back`)]);
      const { status } = await walk.bodyOf(walk.get('dealer', `/api/documents/${id}`));
      expect(status).toBe('DRAFT');
      expect(await queued(id)).toBeUndefined();
    }
  });
});
