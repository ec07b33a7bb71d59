/** Deleting a customer whose documents were, are or could be signed: running signatures continue, signed documents stay. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyChain } from '#server/evidence/index.ts';
import { openStage, type Stage } from '../../../test/stages/signing-stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const customerOf = async (folderId: number): Promise<number> =>
  (await stage.callAs('admin', 'GET', `/api/folders/${folderId}`)).json().dossierId;
const remove = (id: number) => stage.callAs('admin', 'DELETE', `/api/dossiers/${id}`);

describe('an administrator who deletes a customer', () => {
  it('gets a refusal while a signature waits, and nothing changes', async () => {
    const { id, folderId } = await stage.newDocument();
    const dossierId = await customerOf(folderId);
    await stage.startSigning(id);
    const answer = await remove(dossierId);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: 'conflict.signingRuns',
      message: expect.stringContaining('Una firma è in corso'),
    });
    expect((await stage.document(id)).status).toBe('START_SIGN');
    expect((await stage.callAs('dealer', 'GET', `/api/dossiers/${dossierId}`)).json().numberOfFolders).toBe(1);
    expect((await stage.callAs('dealer', 'GET', `/api/folders/${folderId}`)).json().status).toBe('OPEN');

    expect((await stage.callAs('dealer', 'POST', `/api/documents/${id}/cancel-sign`, {})).statusCode).toBe(200);
    expect((await remove(dossierId)).statusCode).toBe(204);
    expect((await stage.callAs('dealer', 'GET', `/api/documents/${id}`)).statusCode).toBe(404);
  });

  it('hides signed documents; the signed file, the trail and the customer’s copy link remain', async () => {
    const { id, path, browser } = await stage.newSignedDocument();
    const signed = await stage.document(id);
    expect(signed.status).toBe('SIGNED');
    const { folderId, signedDocumentId } = signed as unknown as { folderId: number; signedDocumentId: number };
    const copy = await browser.get(`${path}/signed`);
    expect(copy.statusCode).toBe(200);

    expect((await remove(await customerOf(folderId))).statusCode).toBe(204);

    expect((await stage.callAs('admin', 'GET', `/api/documents/${id}`)).statusCode).toBe(404);
    for (const login of ['dealer', 'admin']) {
      const hidden = await stage.callAs(login, 'GET', `/api/signed-documents/${signedDocumentId}/download`);
      expect(hidden.statusCode).toBe(404);
    }
    const { read } = stage.test.world.database;
    const kept = await read
      .selectFrom('signed_document')
      .selectAll()
      .where('id', '=', signedDocumentId)
      .executeTakeFirstOrThrow();
    expect(await stage.test.world.storage.get(kept.sha256)).toBeTruthy();
    expect(await verifyChain(read, `document:${id}`)).toBeNull();
    const last = await read
      .selectFrom('evidence_event')
      .select('type')
      .where('subject', '=', `document:${id}`)
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    expect(last.type).toBe('document.deleted');
    const again = await browser.get(`${path}/signed`);
    expect(again.statusCode).toBe(200);
    expect(again.rawPayload.equals(copy.rawPayload)).toBe(true);
  });

  it('races with starts of a signature: one of the two is refused', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id, folderId } = await stage.newDocument();
      const dossierId = await customerOf(folderId);
      const [gone, started] = await Promise.all([
        remove(dossierId),
        stage.callAs('dealer', 'POST', `/api/documents/${id}/sign`, {}),
      ]);
      await stage.test.world.jobs.drain();
      if (gone.statusCode === 204) {
        expect([404, 409], started.body).toContain(started.statusCode);
        const { read } = stage.test.world.database;
        const running = read.selectFrom('session_document').selectAll().where('document_id', '=', id);
        expect(await running.execute()).toEqual([]);
      } else {
        expect(gone.statusCode).toBe(409);
        expect(started.statusCode).toBe(200);
        expect((await stage.document(id)).status).toBe('START_SIGN');
      }
    }
  });
});

describe('a renamed customer', () => {
  it('is shown with the new name, but signatures keep the name and phone of their start', async () => {
    const { id, path, browser, points, code } = await stage.readyToConfirm();
    const { folderId } = (await stage.document(id)) as unknown as { folderId: number };
    const dossier = (await stage.callAs('dealer', 'GET', `/api/dossiers/${await customerOf(folderId)}`)).json();
    const renamed = await stage.callAs('dealer', 'PUT', '/api/dossiers', {
      ...dossier,
      lastName: 'PROVÈTTI',
      mobilePhone: '+39 3339999999',
    });
    expect(renamed.statusCode).toBe(200);
    const done = await browser.post(`${path}/sign`, { code, points });
    expect(done.statusCode, done.body).toBe(200);
    await stage.test.world.jobs.drain();
    expect((await stage.document(id)).status).toBe('SIGNED');
    const { read } = stage.test.world.database;
    const signer = await read
      .selectFrom('signer')
      .innerJoin('session_document', 'session_document.session_id', 'signer.session_id')
      .select(['signer.last_name', 'signer.phone'])
      .where('session_document.document_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(signer).toEqual({ last_name: dossier.lastName, phone: dossier.mobilePhone.replaceAll(' ', '') });
    const row = await read
      .selectFrom('document')
      .select('customer_name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.customer_name).toContain('PROVÈTTI');
  });
});
