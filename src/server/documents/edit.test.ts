/** Editing a document through HTTP: what may change, the resulting status, stale edits. */
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOCUMENT_STATUSES } from '#domain/documents/document-states.ts';
import { activePdf, encryptedPdf, pdfWith, png } from '../../../test/papers/files.ts';
import { openPortalWithFolder, type Portal, paper, refusedFields } from '../../../test/portal.ts';
import { documentSubject, listTrail, verifyChain } from '../evidence/index.ts';

let portal: Portal;
let folderId: number;
beforeAll(async () => {
  ({ portal, folderId } = await openPortalWithFolder());
});
afterAll(() => portal.close());

const put = (login: string, body: object) => portal.callAs(login, 'PUT', '/api/documents', body);
const get = async (id: number) => (await portal.callAs('dealer', 'GET', `/api/documents/${id}`)).json();
const stored = (id: number) =>
  portal.read.selectFrom('document').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const trail = async (id: number) => listTrail(portal.read, documentSubject(id));
const draft = (change: object = {}) => portal.newDocument(folderId, { draft: true, ...change });
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** The body that a form sends. */
const form = (id: number, change: object = {}) => ({
  id,
  archivable: true,
  signable: true,
  sigType: 'OTP',
  variableFields: {},
  ...change,
});

/** A finished document: kept without signatures. */
async function finished(bytes?: Uint8Array, fileName = 'preventivo.pdf'): Promise<number> {
  const file = bytes ?? (await paper());
  return portal.newDocument(folderId, {
    type: 'T_B_D',
    signable: false,
    sigType: null,
    content: base64(file),
    fileName,
    fileSize: null,
    mimeType: null,
  });
}

async function expectUntouched(
  id: number,
  call: () => Promise<LightMyRequestResponse>,
): Promise<LightMyRequestResponse> {
  const [row, events] = [await stored(id), (await trail(id)).length];
  const answer = await call();
  expect(await stored(id)).toEqual(row);
  expect(await trail(id)).toHaveLength(events);
  return answer;
}

describe('editing a draft', () => {
  it('that becomes complete makes it ready to sign, and records what changed', async () => {
    const id = await draft({ sigType: null, archivable: false });
    const before = await get(id);
    const answer = await put('dealer', form(id));
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      ...before,
      status: 'READY_TO_SIGN',
      sigType: 'OTP',
      archivable: true,
      lastModifiedDate: expect.any(String),
    });
    expect(Date.parse(answer.json().lastModifiedDate)).toBeGreaterThan(Date.parse(before.lastModifiedDate));
    expect(await get(id)).toEqual(answer.json());
    const last = (await trail(id)).at(-1);
    expect(last).toMatchObject({
      type: 'document.edited',
      actor: { kind: 'staff', name: 'dealer', ip: '127.0.0.1' },
      detail: { changed: ['sigType', 'archivable'], status: 'READY_TO_SIGN', sigType: 'OTP', signable: true },
    });
    expect(await verifyChain(portal.read, documentSubject(id))).toBeNull();
    const shown = (await portal.callAs('dealer', 'GET', `/api/documents/${id}/events`)).json();
    expect(shown[0]).toMatchObject({ type: 'document.edited', detail: 'Tipo di firma, Archiviabile' });
  });

  it('keeps a draft with "Salva bozza"', async () => {
    const id = await draft();
    const answer = await put('dealer', form(id, { draft: true, sigType: null, archivable: false }));
    expect(answer.json()).toMatchObject({ status: 'DRAFT', sigType: null, archivable: false });
  });

  it('finishes the document when it needs no signature', async () => {
    const id = await portal.newDocument(folderId, { type: 'T_B_D', signable: false, draft: true });
    const answer = await put('dealer', form(id, { signable: false, sigType: null }));
    expect(answer.json()).toMatchObject({ status: 'FINISH', signable: false });
  });

  it('accepts the whole entity as it was read, and ignores derived fields', async () => {
    const id = await draft();
    const row = await get(id);
    const answer = await put('dealer', {
      ...row,
      status: 'SIGNED',
      statusReason: { code: 'x', text: 'y' },
      signUrl: 'https://example.com',
      signedDocumentId: 7,
      feaModuleId: 8,
      feaBlocked: true,
      startSignDate: '2020-01-01T00:00:00.000Z',
      metadata: null,
      createdBy: 'altri',
      createdDate: '2020-01-01T00:00:00.000Z',
      lastModifiedBy: 'altri',
      folderDTO: { id: 1 },
      dossierDTO: { id: 1 },
      warnings: [],
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ ...row, status: 'READY_TO_SIGN', lastModifiedDate: expect.any(String) });
  });

  it('clears omitted fields', async () => {
    const id = await draft();
    const answer = await put('dealer', { id, draft: true, signable: true });
    expect(answer.json()).toMatchObject({ status: 'DRAFT', sigType: null, archivable: false, variableFields: {} });
  });

  it('that changes nothing returns the row and writes no event', async () => {
    const id = await finished();
    const row = await get(id);
    const answer = await expectUntouched(id, () => put('dealer', row));
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual(row);
  });
});

describe('an edit is refused', () => {
  it.each([
    [{ variableFields: [] }, 'variableFields type'],
    [{ folderId: 'uno' }, 'folderId readOnly'],
    [{ dossierId: 1_000_000 }, 'dossierId readOnly'],
    [{ hst: '10003' }, 'hst readOnly'],
    [{ legalEntity: 'LE002' }, 'legalEntity readOnly'],
    [{ fileName: 'altro.pdf' }, 'fileName readOnly'],
    [{ fileSize: 1 }, 'fileSize readOnly'],
    [{ mimeType: 'image/png' }, 'mimeType readOnly'],
    [{ content: 'JVBERi0=' }, 'content readOnly'],
    [{ file: {} }, 'file readOnly'],
    [{ brand: 'mini' }, 'brand unknown'],
    [{ deletedDate: null }, 'deletedDate unknown'],
    [{ lastModifiedDate: 'ieri' }, 'lastModifiedDate date'],
    [{ draft: 'no' }, 'draft type'],
  ])('with %j', async (change, refused) => {
    const id = await draft();
    const answer = await expectUntouched(id, () => put('dealer', form(id, change)));
    expect(answer.statusCode).toBe(400);
    expect(answer.json().code).toBe('document.invalid');
    expect(refusedFields(answer)).toContain(`document.${refused}`);
  });

  it.each([
    [{ folderId: null, dossierId: null, hst: null, type: null, content: null, file: null }],
    [{ fileName: null, fileSize: null, mimeType: null, legalEntity: null, lastModifiedDate: null }],
  ])('with null in place of an absent value: %j', async (change) => {
    const id = await draft();
    expect((await put('dealer', form(id, change))).statusCode).toBe(200);
  });

  it.each([[undefined], [null], ['uno'], [0], [-1], [1.5], [2 ** 60]])('for the id %j', async (id) => {
    const answer = await put('dealer', { ...form(1), id });
    expect(answer.statusCode).toBe(400);
    expect(refusedFields(answer)[0]).toMatch(/^document\.id /);
  });

  it('unless a technical account edits its own document', async () => {
    const own = await portal.newFolder('dms');
    const id = await portal.newDocument(own, { draft: true }, 'dms');
    expect((await put('dms', form(id))).json()).toMatchObject({ status: 'READY_TO_SIGN', signUrl: null });
  });

  it.each(DOCUMENT_STATUSES.filter((status) => status !== 'DRAFT' && status !== 'FINISH'))(
    'in the status %s',
    async (status) => {
      const id = await draft();
      const { database } = portal.test.world;
      await database.transaction((tx) => tx.updateTable('document').set({ status }).where('id', '=', id).execute());
      const answer = await expectUntouched(id, () => put('dealer', form(id)));
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'life.notEditable']);
      expect(answer.json().message).toContain('Bozza');
    },
  );
});

describe('concurrent edits', () => {
  it('cannot overwrite each other: the older copy is refused', async () => {
    const id = await draft();
    const copy = await get(id);
    expect((await put('dealer', { ...copy, draft: true, archivable: false })).statusCode).toBe(200);
    const answer = await expectUntouched(id, () => put('supervisor', { ...copy, draft: true }));
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'conflict.stale']);
    expect(answer.json().message).toContain('modificato nel frattempo');
    const fresh = await get(id);
    expect((await put('supervisor', { ...fresh, draft: true, archivable: true })).statusCode).toBe(200);
  });

  it('have one success, however many there are', async () => {
    const id = await draft();
    const copy = await get(id);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        put('dealer', { ...copy, draft: true, archivable: false, sigType: index % 2 === 0 ? 'GRAPHOMETRIC' : 'FEA' }),
      ),
    );
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
    for (const answer of answers.filter((one) => one.statusCode !== 200)) {
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'conflict.stale']);
    }
    expect((await trail(id)).filter((event) => event.type === 'document.edited')).toHaveLength(1);
  });

  it('and deletions succeed one at a time, as if executed serially', async () => {
    const id = await draft();
    const [edited, deleted] = await Promise.all([
      put('dealer', form(id)),
      portal.callAs('dealer', 'DELETE', `/api/documents/${id}`),
    ]);
    expect(deleted.statusCode).toBe(204);
    expect([200, 404, 409]).toContain(edited.statusCode);
    expect((await portal.callAs('dealer', 'GET', `/api/documents/${id}`)).statusCode).toBe(404);
  });
});

describe('a finished document that becomes one to sign', () => {
  it('passes the gate first', async () => {
    const id = await finished();
    expect(await stored(id)).toMatchObject({ pages: null });
    const answer = await put('dealer', form(id));
    expect(answer.json()).toMatchObject({ status: 'READY_TO_SIGN', signable: true });
    expect(await stored(id)).toMatchObject({ pages: 2 });
    expect((await trail(id)).map((event) => event.type)).toEqual([
      'document.created',
      'document.edited',
      'content.gate.passed',
    ]);
  });

  it('passes the gate once, even if changed back and edited again', async () => {
    const id = await finished();
    await put('dealer', form(id));
    await portal.callAs('dealer', 'POST', `/api/documents/${id}/take-back`);
    expect((await put('dealer', form(id, { archivable: false }))).json().status).toBe('READY_TO_SIGN');
    expect((await trail(id)).filter((event) => event.type === 'content.gate.passed')).toHaveLength(1);
  });

  it('must be a PDF', async () => {
    const id = await finished(png(), 'carta.png');
    for (const more of [{}, { draft: true }]) {
      const answer = await expectUntouched(id, () => put('dealer', form(id, more)));
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'file.type']);
      expect(refusedFields(answer)).toEqual(['document.signable file.type']);
      expect(answer.json().fieldErrors[0].message).toContain('File accettati: PDF');
    }
  });

  it('is refused when the gate refuses it', async () => {
    for (const [bytes, code] of [
      [activePdf(), 'pdf.active'],
      [await encryptedPdf(), 'pdf.encrypted'],
    ] as const) {
      const id = await finished(bytes);
      const answer = await expectUntouched(id, () => put('dealer', form(id)));
      expect([answer.statusCode, answer.json().code]).toEqual([422, code]);
      expect(refusedFields(answer)).toEqual([`document.signable ${code}`]);
    }
  });

  it('is signed in the form the gate produced, which replaces the stored file', async () => {
    // Readable only by scanning for objects, so the gate rewrites it.
    const broken = pdfWith('')
      .toString('latin1')
      .replace(/startxref\n\d+/, 'startxref\n999999');
    const id = await finished(Buffer.from(broken, 'latin1'));
    const before = await stored(id);
    expect((await put('dealer', form(id))).statusCode).toBe(200);
    const after = await stored(id);
    expect(after.file_sha256).not.toBe(before.file_sha256);
    const file = await portal.callAs('dealer', 'GET', `/api/documents/${id}/download`);
    expect(file.rawPayload.byteLength).toBe(after.file_size);
    expect((await get(id)).fileSize).toBe(after.file_size);
  });
});
