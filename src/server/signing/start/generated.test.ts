/** A generated paper is signed in its own signature fields, each confirmed separately, and its content stays the same (record 0017). */

import { createHash } from 'node:crypto';
import { PDF } from '@libpdf/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FolderTypeConfiguration } from '#domain/folders/folder-types.ts';
import { paperTypes } from '#domain/papers/compose-paper.ts';
import { pdfaProblems } from '#pdf/paper/pdfa-checklist.suite.ts';
import type { Database, Tx } from '#ports/database/database.ts';
import { realNow, testClock } from '../../../../test/clock.ts';
import {
  generatedDocument,
  loadGeneratedPapers,
  loadUploads,
  makeGenerated,
  paperCustomer,
} from '../../../../test/papers/generated-papers.ts';
// Real time: third-party validators check the result against the system clock.
import { extractedText } from '../../../../test/papers/printed-text.ts';
import { openStage, pathOf, type Stage } from '../../../../test/stages/signing-stage.ts';
import { foreignProblems } from '../../../../test/validators/foreign-validators.ts';
import { staffActor } from '../../http/request/caller.ts';
import { findUser } from '../../identity/index.ts';
import { beginSigning } from '../index.ts';

/** Papers of sale and workshop: the shipped configuration takes them as files, but another may generate them. */
const OTHER_TYPES = paperTypes.filter((type) => /^(?:SALE|SERVICE)_|^T_B_D$/.test(type));

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ clock: testClock(realNow()) });
  await loadGeneratedPapers(stage.test.world, ...OTHER_TYPES.map(makeGenerated));
});
afterAll(() => stage.close());

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const customer = { phone: '+39 3330009001', email: 'cortesia@example.com' };

async function newPaper(type = 'LOAN_COURTESY_VEHICLE', change = {}, fields = {}): Promise<Record<string, number>> {
  const answer = await stage.callAs('dealer', 'POST', '/api/documents/wizard', {
    dossier: paperCustomer(customer),
    folder: { brand: 'bmw', type: 'SERVICE', businessId: 'ODL-77', plate: 'EE000EE', processDate: '2026-11-20' },
    document: generatedDocument(type, change, fields),
  });
  if (answer.statusCode !== 201) throw new Error(`No paper: ${answer.body}`);
  const { dossier, folder, document } = answer.json();
  return { dossierId: dossier.id, folderId: folder.id, id: document.id };
}

const start = (id: number) => stage.callAs('dealer', 'POST', `/api/documents/${id}/sign`, {});
const download = async (id: number) =>
  (await stage.callAs('dealer', 'GET', `/api/documents/${id}/download`)).rawPayload;

describe('a courtesy car’s paper', () => {
  it('cannot be started, with the reason, when its customer is edited after it was drawn', async () => {
    const { id = 0, dossierId = 0 } = await newPaper();
    const { world } = stage.test;
    const actor = await findUser(world.database.read, { login: 'dealer' });
    if (actor === undefined) throw new Error('There is no dealer');
    const later = new Date(world.clock.now().getTime() + 1000);
    const edit = (tx: Tx) =>
      tx.updateTable('dossier').set({ last_modified_date: later }).where('id', '=', dossierId).execute();
    const transaction: Database['transaction'] = async (work) => {
      await world.database.transaction(edit);
      return world.database.transaction(work);
    };
    const edited = { ...world, database: { ...world.database, transaction } };
    await expect(beginSigning(edited, actor, id, staffActor(actor))).rejects.toMatchObject({
      code: 'signing.changedMeanwhile',
    });
    expect((await start(id)).json()).toMatchObject({ status: 'PENDING_START_SIGN' });
  });

  it('is generated without a file, signed with one code in its own boxes, sealed, and valid PDF/A before and after', async () => {
    const { id = 0 } = await newPaper();
    const made = await download(id);
    expect(await pdfaProblems(new Uint8Array(made))).toEqual([]);
    expect((await start(id)).json()).toMatchObject({ status: 'PENDING_START_SIGN' });
    await stage.test.world.jobs.drain();
    const path = pathOf((await stage.document(id)).signUrl ?? '');
    const phone = stage.browser();
    const view = (await phone.get(path)).json();
    expect(view.documents).toMatchObject([{ id, label: 'Veicolo di cortesia', pages: 3 }]);
    const labels = view.points.map((point: { label: string }) => point.label);
    expect(labels).toHaveLength(2);
    expect(labels[0]).toContain('accetto le condizioni');
    expect(labels[1]).toContain('1341');
    const read = await phone.read(path);
    expect((await phone.post(`${path}/otp`)).statusCode).toBe(200);
    const code = await stage.code(customer);
    const ids = view.points.map((point: { id: string }) => point.id);
    // The specific approval is a separate point: without it nothing is signed.
    const partly = await phone.post(`${path}/sign`, { code, points: ids.slice(0, 1) });
    expect([partly.statusCode, partly.json().code]).toEqual([400, 'signing.pointMissing']);
    expect((await phone.post(`${path}/sign`, { code, points: ids })).json()).toMatchObject({ state: 'SIGNED' });
    await stage.test.world.jobs.drain();
    expect((await stage.document(id)).status).toBe('SIGNED');
    const copy = new Uint8Array((await phone.get(`${path}/signed`)).rawPayload);
    expect(sha256(copy.subarray(0, read.rawPayload.length))).toBe(view.documents[0].sha256);
    expect(await pdfaProblems(copy)).toEqual([]);
    const anchors = await stage.test.world.authority.anchors();
    expect(await foreignProblems(copy, anchors, 3)).toEqual([]);
    const fields =
      (await PDF.load(copy))
        .getForm()
        ?.getFields()
        .map(({ name }) => name) ?? [];
    expect(fields.slice(0, 2)).toEqual(['Firma_cliente', 'Approvazione_cliente']);
    expect((await PDF.load(copy)).getPageCount()).toBe(3);
    const types = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/events`)).json<{ type: string }[]>();
    expect(types.map(({ type }) => type)).toContain('document.generated');
  });

  it('appears in its folder’s trail, which contains events and no user input', async () => {
    const { id = 0, folderId = 0 } = await newPaper();
    const audit = async (change: object = {}) => {
      const body = { type: 'AUDIT', folderId, archivable: true, signable: false, ...change };
      const answer = await stage.callAs('dealer', 'POST', '/api/documents', body);
      if (answer.statusCode !== 201) return answer.body;
      expect(answer.json()).toMatchObject({ status: 'FINISH', mimeType: 'application/pdf', variableFields: {} });
      const file = new Uint8Array(await download(answer.json().id));
      expect(await pdfaProblems(file)).toEqual([]);
      const pages = (await PDF.load(file)).getPages();
      return pages
        .map((page) => page.extractText().text)
        .join(' ')
        .replace(/\s+/g, ' ');
    };
    expect(await audit()).toContain('Nessun documento di questa cartella ha ancora una firma avviata.');
    const original = sha256(await download(id));
    await stage.startSigning(id);
    const events = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/events`)).json<{ seq: number }[]>();
    const text = await audit();
    for (const one of [`Stato ${id} In attesa di firma`, original, 'Firma avviata dealer']) expect(text).toContain(one);
    expect(text).toContain(`Impronta dell’ultimo evento (n. ${events.length})`);
    const typed = await audit({ content: Buffer.from('%PDF-1.7').toString('base64'), fileName: 'tracciato.pdf' });
    expect(JSON.parse(typed).fieldErrors.map(({ field }: { field: string }) => field)).toContain('content');
  });
});

describe('the trail of a folder created by a technical account', () => {
  const technical = 'dms-incadea';
  const textSeenBy = async (login: string, id: number): Promise<string> => {
    const answer = await stage.callAs(login, 'GET', `/api/documents/${id}/download`);
    expect(answer.statusCode, answer.body).toBe(200);
    return extractedText(answer.rawPayload);
  };
  const audit = { type: 'AUDIT', archivable: true, signable: false };

  it('shows it only its own documents, even if another user regenerates them', async () => {
    const created = await stage.callAs(technical, 'POST', '/api/documents/wizard', {
      dossier: paperCustomer(customer),
      folder: { brand: 'bmw', type: 'SERVICE', businessId: 'ODL-78', plate: 'EE000EE', processDate: '2026-11-20' },
      document: { ...audit, draft: true },
    });
    expect(created.statusCode, created.body).toBe(201);
    const { folder, document: drafted } = created.json();
    const added = await stage.callAs('dealer', 'POST', '/api/documents', {
      ...generatedDocument('LOAN_COURTESY_VEHICLE'),
      folderId: folder.id,
    });
    expect(added.statusCode, added.body).toBe(201);
    const { id } = added.json();
    await stage.startSigning(id);
    const known = await stage.document(drafted.id);
    const edited = await stage.callAs('dealer', 'PUT', `/api/documents`, { ...known, ...audit, draft: false });
    expect(edited.statusCode, edited.body).toBe(200);
    const later = await stage.callAs(technical, 'POST', '/api/documents', { ...audit, folderId: folder.id });
    expect(later.statusCode, later.body).toBe(201);
    for (const one of [drafted.id, later.json().id]) {
      const text = await textSeenBy(technical, one);
      expect(text).toContain('Nessun documento di questa cartella ha ancora una firma avviata.');
      expect(text).not.toContain(`Stato ${id}`);
    }
    const own = await stage.callAs('dealer', 'POST', '/api/documents', { ...audit, folderId: folder.id });
    expect(await textSeenBy('dealer', own.json().id)).toContain(`Stato ${id} In attesa di firma`);
    expect((await stage.callAs(technical, 'GET', `/api/documents/${own.json().id}/download`)).statusCode).toBe(404);
  });
});

const folderOf = (type: string): string => {
  if (type.startsWith('SERVICE')) return 'SERVICE';
  if (!type.startsWith('SALE')) return 'VEHICLE_EXIT_REQUEST';
  return type.startsWith('SALE_USED') ? 'SALE_USED' : 'SALE_NEW';
};

describe('every paper', () => {
  const types = [...paperTypes.filter((type) => type.startsWith('LOAN_')), ...OTHER_TYPES];
  it.each(types)('%s is generated, and prepared for signing in its own boxes without an added page', async (type) => {
    const made = await stage.callAs('admin', 'POST', '/api/documents/wizard', {
      dossier: {
        ...{ hst: '10001', firstName: 'Ginevra', lastName: 'Provetti', birthDate: '1980-01-01', birthPlace: 'Roma' },
        ...{ fiscalCode: 'RSSMRA80A01H501U', mobilePhone: customer.phone, email: customer.email },
        ...{ street: 'Via di Prova 1', city: 'Bologna', postalCode: '40121' },
      },
      folder: { brand: 'bmw', type: folderOf(type), businessId: 'PV-77', plate: 'EE000EE', processDate: '2026-11-20' },
      document: generatedDocument(type),
    });
    expect(made.statusCode, made.body).toBe(201);
    const { id } = made.json().document;
    const started = await stage.requestStart('admin', id);
    expect(started.statusCode, started.body).toBe(200);
    await stage.test.world.jobs.drain();
    const { status, signUrl } = (await stage.callAs('admin', 'GET', `/api/documents/${id}`)).json();
    expect(status).toBe('START_SIGN');
    const { points, documents } = (await stage.browser().get(pathOf(signUrl))).json();
    expect(points.length).toBeGreaterThan(0);
    expect(points.every(({ page }: { page: number }) => page <= documents[0].pages)).toBe(true);
    const file = await stage.callAs('admin', 'GET', `/api/documents/${id}/download`);
    expect((await PDF.load(new Uint8Array(file.rawPayload))).getPageCount()).toBe(documents[0].pages);
  });
});

describe('a start', () => {
  const rename = async (dossierId: number, lastName: string) => {
    const dossier = (await stage.callAs('dealer', 'GET', `/api/dossiers/${dossierId}`)).json();
    expect((await stage.callAs('dealer', 'PUT', '/api/dossiers', { ...dossier, lastName })).statusCode).toBe(200);
  };
  const made = async (id: number) =>
    (await stage.callAs('dealer', 'GET', `/api/documents/${id}/events`))
      .json<{ type: string; detail: string | null }[]>()
      .filter(({ type }) => type === 'document.generated');

  it('keeps the paper unchanged while its content is unchanged, even on a later day', async () => {
    const { id = 0, folderId = 0 } = await newPaper();
    const before = sha256(await download(id));
    const folder = (await stage.callAs('dealer', 'GET', `/api/folders/${folderId}`)).json();
    await stage.callAs('dealer', 'PUT', '/api/folders', { ...folder, notes: 'Non si stampa' });
    stage.test.clock.advance(26 * 3600);
    expect((await start(id)).statusCode).toBe(200);
    await stage.test.world.jobs.drain();
    expect(sha256(await download(id))).toBe(before);
    expect(await made(id)).toHaveLength(1);
  });

  it('regenerates the paper when the customer’s data have changed, and records it in the trail', async () => {
    const { id = 0, dossierId = 0 } = await newPaper();
    const before = sha256(await download(id));
    await rename(dossierId, 'Rinominati');
    expect((await start(id)).json().status).toBe('PENDING_START_SIGN');
    await stage.test.world.jobs.drain();
    const bytes = await download(id);
    expect(sha256(bytes)).not.toBe(before);
    expect(await extractedText(bytes)).toContain('Ginevra Rinominati');
    const [again, ...first] = await made(id);
    expect(first).toHaveLength(1);
    expect(again?.detail).toContain('Dati cambiati');
    const document = (await stage.callAs('dealer', 'GET', `/api/documents/${id}`)).json();
    expect([document.status, document.fileSize]).toEqual(['START_SIGN', bytes.length]);
    const phone = stage.browser();
    const read = (await phone.read(pathOf(document.signUrl))).rawPayload;
    expect(await extractedText(read)).toContain('Ginevra Rinominati');
    // Cancelled and started again without changes.
    await stage.callAs('dealer', 'POST', `/api/documents/${id}/cancel-sign`, {});
    expect((await start(id)).statusCode).toBe(200);
    await stage.test.world.jobs.drain();
    expect(await made(id)).toHaveLength(2);
  });

  it('is refused when data valid at creation no longer are, and names the field', async () => {
    const { id = 0 } = await newPaper();
    await stage.test.world.database.transaction((tx) =>
      tx
        .updateTable('document')
        .set({ variable_fields: JSON.stringify({ VEHICLE_MODEL: 'Solo questo' }) })
        .where('id', '=', id)
        .execute(),
    );
    const answer = await start(id);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'paper.incomplete']);
    expect(answer.json().fieldErrors.map(({ field }: { field: string }) => field)).toContain('VEHICLE_PLATE');
  });

  it('signs an uploaded file on the added page, though its type is generated now', async () => {
    const { world } = stage.test;
    await loadUploads(world);
    const { id } = await stage.newDocument({ type: 'LOAN_TEST_PRODUCT' });
    await loadGeneratedPapers(world);
    const before = sha256(await download(id));
    expect((await start(id)).statusCode).toBe(200);
    await world.jobs.drain();
    expect(sha256(await download(id))).toBe(before);
    const view = (await stage.browser().get(pathOf((await stage.document(id)).signUrl ?? ''))).json();
    expect(view.points).toMatchObject([{ label: 'Firma della prova del veicolo', page: 3 }]);
    expect(await made(id)).toEqual([]);
  });
});

describe('an acceptance', () => {
  it('names the file of the proposal signed in its folder', async () => {
    const byCustomerAlone = (configuration: FolderTypeConfiguration): FolderTypeConfiguration =>
      configuration.map((folder) => ({
        ...folder,
        documentTypes: folder.documentTypes.map((type) => ({
          ...type,
          signers: ['customer'] as const,
          fields: type.fields.filter((field) => !field.type.startsWith('ROLE_')),
        })),
      }));
    await loadGeneratedPapers(stage.test.world, ...OTHER_TYPES.map(makeGenerated), byCustomerAlone);
    const made = await stage.callAs('admin', 'POST', '/api/documents/wizard', {
      dossier: {
        ...{ hst: '10001', firstName: 'Ginevra', lastName: 'Provetti', birthDate: '1980-01-01', birthPlace: 'Roma' },
        ...{ fiscalCode: 'RSSMRA80A01H501U', mobilePhone: customer.phone, email: customer.email },
        ...{ street: 'Via di Prova 1', city: 'Bologna', postalCode: '40121' },
      },
      folder: { brand: 'bmw', type: 'SALE_NEW', businessId: 'PV-78', processDate: '2026-11-20' },
      document: generatedDocument('SALE_NEW_PROPOSAL'),
    });
    expect(made.statusCode, made.body).toBe(201);
    const { folder, document } = made.json();
    const acceptance = async () => {
      const body = generatedDocument('SALE_NEW_ACCEPTANCE', { folderId: folder.id });
      const answer = await stage.callAs('admin', 'POST', '/api/documents', body);
      expect(answer.statusCode, answer.body).toBe(201);
      const file = await stage.callAs('admin', 'GET', `/api/documents/${answer.json().id}/download`);
      return (await PDF.load(new Uint8Array(file.rawPayload)))
        .getPages()
        .map((page) => page.extractText().text)
        .join(' ');
    };
    expect(await acceptance()).not.toContain('SHA-256');
    expect((await stage.requestStart('admin', document.id)).statusCode).toBe(200);
    await stage.test.world.jobs.drain();
    const path = pathOf((await stage.callAs('admin', 'GET', `/api/documents/${document.id}`)).json().signUrl ?? '');
    const phone = stage.browser();
    const points = (await phone.get(path)).json().points.map((point: { id: string }) => point.id);
    await phone.read(path);
    expect((await phone.post(`${path}/otp`)).statusCode).toBe(200);
    const signed = await phone.post(`${path}/sign`, { code: await stage.code(customer), points });
    expect(signed.statusCode, signed.body).toBe(200);
    await stage.test.world.jobs.drain();
    const copy = new Uint8Array((await phone.get(`${path}/signed`)).rawPayload);
    const text = await acceptance();
    expect(text).toContain('Impronta SHA-256 della proposta firmata');
    expect(text.replace(/\s/g, '')).toContain(sha256(copy));
  });
});
