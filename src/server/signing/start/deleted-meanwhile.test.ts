/** Deletions during a signature: the signature completes, and no deleted document can be started. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testNow } from '#test/clock.ts';
import { openStage, pathOf, type Stage } from '../../../../test/stages/signing-stage.ts';
import { documentSubject, verifyChain } from '../../evidence/index.ts';
import { expireSessions } from '../tasks.ts';

let stage: Stage;
let timestampsFail = false;
beforeAll(async () => {
  stage = await openStage({
    override: ({ timestamp }) => ({
      timestamp: {
        ...timestamp,
        stamp: async (digest) => {
          if (timestampsFail) throw new Error('no timestamp now');
          return timestamp.stamp(digest);
        },
      },
    }),
  });
});
afterAll(() => stage.close());

const read = () => stage.read;
const stored = (id: number) => read().selectFrom('document').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const sessionOf = (id: number) =>
  read()
    .selectFrom('session_document')
    .innerJoin('signing_session', 'signing_session.id', 'session_document.session_id')
    .select(['signing_session.state', 'session_document.running'])
    .where('document_id', '=', id)
    .executeTakeFirstOrThrow();

/** Hides customer, folder and document, as a deletion outside the portal would. */
async function hide(id: number): Promise<void> {
  const row = await stored(id);
  await stage.test.world.database.transaction(async (tx) => {
    await tx
      .updateTable('document')
      .set({ deleted_date: testNow(), deleted_by: 'admin' })
      .where('id', '=', id)
      .execute();
    await tx.updateTable('folder').set({ status: 'DELETED' }).where('id', '=', row.folder_id).execute();
    await tx.updateTable('dossier').set({ status: 'DELETED' }).where('id', '=', row.dossier_id).execute();
  });
  expect((await stage.callAs('admin', 'GET', `/api/documents/${id}`)).statusCode).toBe(404);
}

describe('a signature whose document is hidden', () => {
  it('is signed, sealed and completed normally', async () => {
    const { id, path, browser, code, points } = await stage.readyToConfirm();
    await hide(id);
    expect((await browser.get(path)).json()).toMatchObject({ state: 'OPEN', documents: [{ id }] });
    expect((await browser.post(`${path}/sign`, { code, points })).statusCode).toBe(200);
    await stage.test.world.jobs.drain();
    expect(await stored(id)).toMatchObject({ status: 'SIGNED', signed_document_id: expect.any(Number) });
    expect(await sessionOf(id)).toEqual({ state: 'COMPLETED', running: false });
    const copy = await browser.get(`${path}/signed`);
    expect([copy.statusCode, copy.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(await verifyChain(read(), documentSubject(id))).toBeNull();
  });

  it('completes even if it was hidden while the seal was late', async () => {
    timestampsFail = true;
    const { id, path, browser, code, points } = await stage.readyToConfirm();
    expect((await browser.post(`${path}/sign`, { code, points })).statusCode).toBe(200);
    await stage.test.world.jobs.tryOnce();
    expect((await stored(id)).status_reason).toBe('signing.sealingDelayed');
    await hide(id);
    timestampsFail = false;
    await stage.test.world.jobs.drain();
    expect(await stored(id)).toMatchObject({ status: 'SIGNED', status_reason: null });
  });

  it('is prepared and sent if it was hidden right after the start', async () => {
    const { id, customer } = await stage.newDocument();
    expect((await stage.callAs('dealer', 'POST', `/api/documents/${id}/sign`, {})).statusCode).toBe(200);
    await hide(id);
    await stage.test.world.jobs.drain();
    expect((await stored(id)).status).toBe('START_SIGN');
    const [mail] = await stage.test.outbox(customer.email);
    expect(mail?.text).toContain('/sign/');
  });

  it('can be declined and expires normally, and its links are hidden from users', async () => {
    const declined = await stage.newDocument();
    const path = await stage.startSigning(declined.id);
    await hide(declined.id);
    expect((await stage.browser().post(`${path}/decline`, { reason: 'Ho cambiato idea' })).statusCode).toBe(200);
    expect(await stored(declined.id)).toMatchObject({ status: 'READY_TO_SIGN', status_reason: 'signing.declined' });
    const expired = await stage.newDocument();
    await stage.startSigning(expired.id);
    await hide(expired.id);
    stage.test.clock.advance(72 * 3600 + 5);
    await expireSessions(stage.test.world);
    expect((await stored(expired.id)).status).toBe('EXPIRED');
    for (const call of ['sign', 'cancel-sign', 'renew']) {
      expect((await stage.callAs('admin', 'POST', `/api/documents/${expired.id}/${call}`, {})).statusCode, call).toBe(
        404,
      );
    }
  });
});

describe('a concurrent start and deletion', () => {
  it('leave either a running signature or a deleted document, never both', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 12; round++) {
      const { id, folderId } = await stage.newDocument();
      const starting = () => stage.callAs('dealer', 'POST', `/api/documents/${id}/sign`, {});
      const deleting = () => stage.callAs('dealer', 'DELETE', `/api/documents/${id}`);
      const [started, deleted] =
        round % 2 === 0
          ? await Promise.all([starting(), deleting()])
          : await Promise.all([deleting(), starting()]).then(([one, other]) => [other, one] as const);
      const row = await stored(id);
      const folder = (await stage.callAs('admin', 'GET', `/api/folders/${folderId}`)).json();
      if (deleted.statusCode === 204) {
        expect([started.statusCode, row.status, row.deleted_by]).toEqual([404, 'READY_TO_SIGN', 'dealer']);
        expect(folder.numberOfDocuments).toBe(0);
        outcomes.add('deleted');
      } else {
        expect([deleted.statusCode, deleted.json().code]).toEqual([409, 'conflict.signingStarted']);
        expect([started.statusCode, row.deleted_date]).toEqual([200, null]);
        expect(folder.numberOfDocuments).toBe(1);
        outcomes.add('started');
      }
    }
    await stage.test.world.jobs.drain();
    expect(outcomes.size).toBeGreaterThan(0);
    const pending = await read()
      .selectFrom('document')
      .select('id')
      .where('status', '=', 'PENDING_START_SIGN')
      .execute();
    expect(pending).toEqual([]);
  });
});

it('never shows the customer’s link once the document is deleted', async () => {
  const { id } = await stage.newDocument();
  const path = await stage.startSigning(id);
  expect(pathOf(String((await stage.document(id)).signUrl))).toBe(path);
  await hide(id);
  const found = await stage.callAs('admin', 'POST', '/api/documents-ext/search', { id: { equals: id } });
  expect(found.json()).toEqual([]);
});
