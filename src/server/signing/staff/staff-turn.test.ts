/** The staff's turn after the customer's signature: their own time limit, no tablet, and a document that keeps what was signed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, type Stage } from '../../../../test/stages/signing-stage.ts';
import { newTablet } from '../../../../test/stages/tablets.ts';
import { expireSessions } from '../tasks.ts';

const HOUR = 3600;

let stage: Stage;
let tabletId: number;
beforeAll(async () => {
  stage = await openStage();
  tabletId = await newTablet(stage, 'Banco 1');
});
afterAll(() => stage.close());

/** A document that waits for its customer; the sales manager signs next. */
async function waitingDocument() {
  const document = await stage.newDocument({ type: 'SALE_NEW_PROPOSAL' });
  return { ...document, path: await stage.startSigning(document.id) };
}

const sendToTablet = async (id: number): Promise<[number, string]> => {
  const answer = await stage.callAs('dealer', 'POST', `/api/documents/${id}/tablet-queue`, { tabletId });
  return [answer.statusCode, answer.json().code ?? ''];
};
const queuedIds = async (): Promise<number[]> =>
  (await stage.callAs('dealer', 'GET', '/api/tablet-queue?hst=10001'))
    .json<{ documentId: number }[]>()
    .map(({ documentId }) => documentId);

describe('the staff’s turn', () => {
  it('has its own 72 hours, however late the customer signed, and then expires', async () => {
    const document = await waitingDocument();
    stage.test.clock.advance(71 * HOUR);
    await stage.sign(document.path, document.customer);
    stage.test.clock.advance(70 * HOUR);
    await expireSessions(stage.test.world);
    expect((await stage.document(document.id)).status).toBe('START_SIGN');
    stage.test.clock.advance(3 * HOUR);
    await expireSessions(stage.test.world);
    expect((await stage.document(document.id)).status).toBe('EXPIRED');
  });

  it('removes the document from the tablet, to which it cannot be sent again', async () => {
    const document = await waitingDocument();
    expect(await sendToTablet(document.id)).toEqual([200, '']);
    expect(await queuedIds()).toContain(document.id);
    await stage.sign(document.path, document.customer);
    expect(await queuedIds()).not.toContain(document.id);
    expect(await sendToTablet(document.id)).toEqual([409, 'life.notReady']);
  });

  it('is checked before an unstarted document is sent to a tablet', async () => {
    const { id } = await stage.newDocument({ type: 'SALE_NEW_PROPOSAL' });
    expect(await sendToTablet(id)).toEqual([409, 'signing.signersMissing']);
    expect(await queuedIds()).not.toContain(id);
  });

  it('that ends without a signature leaves a document that cannot be changed back to draft', async () => {
    const made = await waitingDocument();
    await stage.sign(made.path, made.customer);
    expect((await stage.callAs('dealer', 'POST', `/api/documents/${made.id}/cancel-sign`, {})).statusCode).toBe(200);
    const taken = await stage.callAs('dealer', 'POST', `/api/documents/${made.id}/take-back`, {});
    expect([taken.statusCode, taken.json().code]).toEqual([409, 'life.alreadySigned']);
    // It can be started again from the beginning.
    expect((await stage.requestStart('dealer', made.id)).statusCode).toBe(200);
    await stage.test.world.jobs.drain();
    const untouched = await waitingDocument();
    await stage.callAs('dealer', 'POST', `/api/documents/${untouched.id}/cancel-sign`, {});
    expect((await stage.callAs('dealer', 'POST', `/api/documents/${untouched.id}/take-back`, {})).statusCode).toBe(200);
  });

  it('is not announced to a user who has left', async () => {
    const document = await waitingDocument();
    const { database } = stage.test.world;
    const manager = await database.read
      .selectFrom('signer')
      .innerJoin('session_document', 'session_document.session_id', 'signer.session_id')
      .select(['signer.user_id', 'signer.email', 'signer.id'])
      .where('session_document.document_id', '=', document.id)
      .where('signer.role', '=', 'salesManager')
      .executeTakeFirstOrThrow();
    const left = (activated: boolean) =>
      database.transaction((tx) =>
        tx
          .updateTable('app_user')
          .set({ activated })
          .where('id', '=', manager.user_id ?? 0)
          .execute(),
      );
    const before = (await stage.test.outbox(manager.email)).length;
    await left(false);
    await stage.sign(document.path, document.customer);
    expect((await stage.test.outbox(manager.email)).length).toBe(before);
    expect(await stage.trail(document.id)).toContain('link.failed');
    await left(true);
  });
});
