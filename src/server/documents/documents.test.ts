/** Documents through HTTP: creation, refusals, visibility, taking back. */

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../../../test/papers/files.ts';
import { loadConfiguration } from '../../../test/papers/generated-papers.ts';
import { openPortalWithFolder, type Portal, paper, refusedFields } from '../../../test/portal.ts';
import { documentSubject, listTrail, verifyChain } from '../evidence/index.ts';

let portal: Portal;
let folderId: number;
beforeAll(async () => {
  ({ portal, folderId } = await openPortalWithFolder());
});
afterAll(() => portal.close());

const post = async (login: string, change: Record<string, unknown> = {}) =>
  portal.callAs(login, 'POST', '/api/documents', { folderId, ...(await portal.document(change)) });
const folderCount = async (id: number): Promise<number> =>
  (await portal.callAs('admin', 'GET', `/api/folders/${id}`)).json().numberOfDocuments;

describe('creating a document', () => {
  it('answers 201 with the whole row, ready to sign', async () => {
    const file = await paper();
    const before = await folderCount(folderId);
    const answer = await post('dealer');
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({
      id: expect.any(Number),
      folderId,
      folder: { id: folderId, type: 'SALE_NEW' },
      type: 'SALE_NEW_PROPOSAL',
      fileName: 'proposta.pdf',
      fileSize: file.byteLength,
      mimeType: 'application/pdf',
      sigType: 'OTP',
      archivable: true,
      signable: true,
      status: 'READY_TO_SIGN',
      statusReason: null,
      signUrl: null,
      signedDocumentId: null,
      feaModuleId: null,
      feaBlocked: false,
      startSignDate: null,
      awaits: [],
      variableFields: {},
      metadata: {
        dealer: { signUrl: null, seller: null },
        operatorDealer: { signUrl: null, label: null },
        salesManager: { signUrl: null, label: null },
      },
      createdBy: 'dealer',
      createdDate: expect.any(String),
      lastModifiedBy: 'dealer',
      lastModifiedDate: expect.any(String),
    });
    expect((await portal.callAs('dealer', 'GET', `/api/documents/${answer.json().id}`)).json()).toEqual(answer.json());
    expect(await folderCount(folderId)).toBe(before + 1);
  });

  it('stores the bytes before the row and leaves a valid trail', async () => {
    const file = await paper();
    const id = await portal.newDocument(folderId);
    const row = await portal.read.selectFrom('document').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.file_sha256).toBe(createHash('sha256').update(file).digest('hex'));
    expect(row.pages).toBe(2);
    expect((await portal.test.world.storage.get(row.file_sha256 ?? '')).byteLength).toBe(file.byteLength);
    const trail = await listTrail(portal.read, documentSubject(id));
    expect(trail.map((event) => event.type)).toEqual(['document.created', 'content.gate.passed']);
    expect(trail[0]?.actor).toMatchObject({ kind: 'staff', name: 'dealer', role: 'ROLE_DEALER', ip: '127.0.0.1' });
    expect(trail[0]?.detail).toEqual({
      type: 'SALE_NEW_PROPOSAL',
      fileName: 'proposta.pdf',
      sha256: row.file_sha256,
      size: file.byteLength,
      status: 'READY_TO_SIGN',
    });
    expect(await verifyChain(portal.read, documentSubject(id))).toBeNull();
  });

  it('finishes the document at once when it needs no signature', async () => {
    const picture = { type: 'OTHER_IDENTITY', fileName: 'carta.png', mimeType: 'image/png', fileSize: null };
    const answer = await post('dealer', {
      ...picture,
      signable: false,
      sigType: null,
      content: png().toString('base64'),
    });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({ status: 'FINISH', signable: false, sigType: null, mimeType: 'image/png' });
    const trail = await listTrail(portal.read, documentSubject(answer.json().id));
    expect(trail.map((event) => event.type)).toEqual(['document.created']);
  });

  it('saves a draft without signature type, but never without its file', async () => {
    const draft = await post('dealer', { draft: true, sigType: null });
    expect(draft.json()).toMatchObject({ status: 'DRAFT', sigType: null });
    const empty = await post('dealer', { draft: true, content: null });
    expect(empty.statusCode).toBe(400);
    expect(refusedFields(empty)).toEqual(['document.file fileRequired']);
  });

  it('lets a DMS account push drafts and complete documents into its own folders', async () => {
    const own = await portal.newFolder('dms');
    const push = async (change: object) =>
      portal.callAs('dms', 'POST', '/api/documents', { ...(await portal.document()), folderId: own, ...change });
    expect((await push({ draft: true })).json()).toMatchObject({ status: 'DRAFT', createdBy: 'dms', signUrl: null });
    expect((await push({})).json()).toMatchObject({ status: 'READY_TO_SIGN' });
    expect((await push({ folderId })).statusCode).toBe(404);
  });

  it.each([
    [{ variableFields: 'x' }, 'variableFields type'],
    [{ fileName: undefined }, 'fileName required'],
    [{ fileName: 'a\u0000.pdf' }, 'fileName characters'],
    [{ fileName: '\ud800.pdf' }, 'fileName characters'],
    [{ fileSize: -1 }, 'fileSize numberMin'],
    [{ fileSize: '10' }, 'fileSize type'],
    [{ folderId: undefined }, 'folderId required'],
    [{ folderId: 'uno' }, 'folderId type'],
    [{ id: 1 }, 'id unknown'],
    [{ signedDocumentId: 1 }, 'signedDocumentId unknown'],
    [{ file: 'x' }, 'file unknown'],
  ])('refuses %j', async (change, refused) => {
    const before = await portal.counts();
    const answer = await post('dealer', change);
    expect(answer.statusCode).toBe(400);
    expect(refusedFields(answer)).toContain(`document.${refused}`);
    expect(await portal.counts()).toEqual(before);
  });

  it('gives the same answer for another dealer’s folder and an unknown one, before it validates the rest', async () => {
    const theirs = await portal.newFolder('milano', {}, { hst: '10003' });
    const bodies = await Promise.all(
      [theirs, 999_999].map(async (id) => {
        const answer = await post('dealer', { folderId: id, type: 'INVENTATO' });
        expect(answer.statusCode).toBe(404);
        const { correlationId: _own, ...body } = answer.json();
        return body;
      }),
    );
    expect(bodies[0]).toEqual(bodies[1]);
    expect(bodies[0].code).toBe('folder.notFound');
  });

  it('keeps the folder’s count right under concurrent creation', async () => {
    const busy = await portal.newFolder();
    const answers = await Promise.all(Array.from({ length: 12 }, () => post('dealer', { folderId: busy })));
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array.from({ length: 12 }, () => 201));
    expect(await folderCount(busy)).toBe(12);
  });
});

describe('document types of certain legal entities', () => {
  it('are refused to other legal entities and accepted from those', async () => {
    const configuration = (await portal.callAs('dealer', 'GET', '/api/v2/folder-types/ext')).json();
    const acceptance = configuration[1].documentTypes.find((type: { slug: string }) => type.slug === 'SALE_NEW_RFO');
    acceptance.legalEntities = ['LE002'];
    const { world } = portal.test;
    await loadConfiguration(world, configuration);
    const before = await portal.counts();
    const refused = await post('dealer', { type: 'SALE_NEW_RFO' });
    expect(refused.statusCode).toBe(400);
    expect(refusedFields(refused)).toEqual(['document.type legalEntity']);
    expect(await portal.counts()).toEqual(before);
    const theirs = await portal.newFolder('milano', {}, { hst: '10003' });
    const accepted = await portal.callAs('milano', 'POST', '/api/documents', {
      ...(await portal.document({ type: 'SALE_NEW_RFO' })),
      folderId: theirs,
    });
    expect(accepted.statusCode).toBe(201);
    await world.database.transaction((tx) => tx.deleteFrom('folder_type_configuration').execute());
  });
});

describe('the reason of a status', () => {
  const withReason = async (reason: string | null, detail: string | null, language: string) => {
    const id = await portal.newDocument(folderId);
    const { database } = portal.test.world;
    const values = { status_reason: reason, status_detail: detail };
    await database.transaction((tx) => tx.updateTable('document').set(values).where('id', '=', id).execute());
    const headers = { 'accept-language': language };
    return (await portal.callAs('dealer', 'GET', `/api/documents/${id}`, undefined, headers)).json().statusReason;
  };

  it('is given in the reader’s language, with its details', async () => {
    expect(await withReason('signing.declined', 'Il prezzo è un altro.', 'it')).toEqual({
      code: 'signing.declined',
      text: 'Chi doveva firmare ha rifiutato. Il prezzo è un altro.',
    });
    expect(await withReason('signing.cancelled', null, 'en')).toEqual({
      code: 'signing.cancelled',
      text: 'The dealer cancelled the signature.',
    });
    expect(await withReason(null, null, 'it')).toBeNull();
  });

  it('is empty for a code that is not in the list of refusals', async () => {
    expect(await withReason('constructor', null, 'it')).toEqual({ code: 'constructor', text: '' });
  });
});

describe('downloading', () => {
  it('returns the exact bytes with their type, as an attachment that is neither sniffed nor cached', async () => {
    const file = await paper();
    const id = await portal.newDocument(folderId, { fileName: 'Perché è così.pdf' });
    const answer = await portal.callAs('readonly', 'GET', `/api/documents/${id}/download`);
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(file)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(file.byteLength),
      'content-disposition':
        'attachment; filename="Perche e cosi.pdf"; filename*=UTF-8\'\'Perch%C3%A9%20%C3%A8%20cos%C3%AC.pdf',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('is recorded in the trail', async () => {
    const id = await portal.newDocument(folderId);
    await portal.callAs('sales', 'GET', `/api/documents/${id}/download`);
    const last = (await listTrail(portal.read, documentSubject(id))).at(-1);
    expect(last).toMatchObject({ type: 'downloaded', actor: { name: 'sales' }, detail: { what: 'original' } });
  });

  it('never returns bytes that changed in the store', async () => {
    const id = await portal.newDocument(folderId, { fileName: 'guasto.pdf' });
    const row = await portal.read.selectFrom('document').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const wrong = createHash('sha256').update('mai messo').digest('hex');
    const { database } = portal.test.world;
    await database.transaction((tx) =>
      tx.updateTable('document').set({ file_sha256: wrong }).where('id', '=', id).execute(),
    );
    const answer = await portal.callAs('dealer', 'GET', `/api/documents/${id}/download`);
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toMatchObject({ title: 'Errore interno del server' });
    expect(row.file_sha256).not.toBe(wrong);
  });
});

describe('changing back to draft', () => {
  const takeBack = (login: string, id: number) => portal.callAs(login, 'POST', `/api/documents/${id}/take-back`);

  it('changes a ready document to a draft and records it in the trail', async () => {
    const id = await portal.newDocument(folderId);
    const answer = await takeBack('dealer', id);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ id, status: 'DRAFT' });
    const last = (await listTrail(portal.read, documentSubject(id))).at(-1);
    expect(last).toMatchObject({ type: 'document.takenBack', actor: { name: 'dealer' }, detail: { status: 'DRAFT' } });
  });

  it('succeeds once for concurrent requests', async () => {
    const id = await portal.newDocument(folderId);
    const answers = await Promise.all(Array.from({ length: 10 }, () => takeBack('dealer', id)));
    const codes = answers.map((answer) => answer.statusCode).sort();
    expect(codes).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    const trail = await listTrail(portal.read, documentSubject(id));
    expect(trail.filter((event) => event.type === 'document.takenBack')).toHaveLength(1);
  });

  it.each(['DRAFT', 'PENDING_START_SIGN', 'START_SIGN', 'COMPLETING', 'SIGNED', 'FINISH', 'EXPIRED'] as const)(
    'is refused in %s and changes nothing',
    async (status) => {
      const id = await portal.newDocument(folderId);
      const { database } = portal.test.world;
      await database.transaction((tx) => tx.updateTable('document').set({ status }).where('id', '=', id).execute());
      const before = (await portal.callAs('dealer', 'GET', `/api/documents/${id}`)).json();
      const answer = await takeBack('dealer', id);
      expect(answer.statusCode).toBe(409);
      expect(answer.json().code).toBe('life.notReady');
      expect((await portal.callAs('dealer', 'GET', `/api/documents/${id}`)).json()).toEqual(before);
    },
  );
});
