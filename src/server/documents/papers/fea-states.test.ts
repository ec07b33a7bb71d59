/** The FEA rule through HTTP: what is blocked, what lists show, what a module lacks. */
import { PDF } from '@libpdf/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfaProblems } from '#pdf/paper/pdfa-checklist.suite.ts';
import { wordsIn } from '#test/rows.ts';
import { generatedDocument } from '../../../../test/papers/generated-papers.ts';
import { openPortal, type Portal, refusedFields } from '../../../../test/portal.ts';
import { deleteAdherences, insertAdherence } from '../../../../test/stages/adherence.ts';

// LE004 (10007, roma) has both kinds of service, so FEA applies; LE001 (10001, dealer) uses simple signatures.
let portal: Portal;
let feaFolder: number;
let fesFolder: number;
beforeAll(async () => {
  portal = await openPortal();
  feaFolder = await portal.newFolder('roma', {}, { hst: '10007' });
  fesFolder = await portal.newFolder();
});
afterAll(() => portal.close());

/** A quotation, signed only by the customer. */
const newDocument = (folderId: number, change: object = {}, login = 'dealer') =>
  portal.newDocument(folderId, { type: 'SALE_NEW_RFO', ...change }, login);
const change = (id: number, values: object) =>
  portal.test.world.database.transaction((tx) => tx.updateTable('document').set(values).where('id', '=', id).execute());
const changeCustomer = (folderId: number, values: object) =>
  portal.test.world.database.transaction((tx) =>
    tx
      .updateTable('dossier')
      .set(values)
      .where('id', '=', (query) => query.selectFrom('folder').select('dossier_id').where('id', '=', folderId))
      .execute(),
  );
const changeCode = (moduleId: number, person_code: string) =>
  portal.test.world.database.transaction((tx) =>
    tx.updateTable('fea_adherence').set({ person_code }).where('module_id', '=', moduleId).execute(),
  );
const IDENTITY = {
  ...{ type: 'identityCard', number: 'CA00000AA', issuer: 'Comune di Roma' },
  ...{ issueDate: '2021-02-10', expiryDate: '2041-01-01' },
};
/** A module created manually, like any other document. */
const newModule = (folderId = feaFolder) =>
  portal.create('roma', '/api/documents', generatedDocument('FEA_MODULE', { folderId }));
const get = async (login: string, id: number) => (await portal.callAs(login, 'GET', `/api/documents/${id}`)).json();
const sign = (login: string, id: number) => portal.callAs(login, 'POST', `/api/documents/${id}/sign`, {});
const ask = (login: string, body: object, headers = {}) =>
  portal.callAs(login, 'POST', '/api/documents/fea', body, headers);
const events = async (id: number): Promise<number> =>
  (await portal.callAs('admin', 'GET', `/api/documents/${id}/events`)).json().length;

describe('a document that needs FEA', () => {
  it('is created as blocked and cannot be started: the error names the missing module', async () => {
    const id = await newDocument(feaFolder, {}, 'roma');
    expect(await get('roma', id)).toMatchObject({ status: 'READY_TO_SIGN', feaBlocked: true, feaModuleId: null });
    const before = await events(id);
    const answer = await sign('roma', id);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'life.feaModuleMissing']);
    expect(answer.json().message).toContain('Modulo FEA');
    expect(await get('roma', id)).toMatchObject({ status: 'READY_TO_SIGN', startSignDate: null });
    expect(await events(id)).toBe(before);
  });

  it('names the module to be signed first, once there is one', async () => {
    const id = await newDocument(feaFolder, {}, 'roma');
    const module = await newModule();
    await change(id, { fea_module_id: module });
    expect(await get('roma', id)).toMatchObject({ feaBlocked: true, feaModuleId: module });
    const answer = await sign('roma', id);
    expect(answer.json()).toMatchObject({
      status: 409,
      code: 'life.feaModuleUnsigned',
      feaModuleId: module,
      message: `Prima va firmato il Modulo FEA n. ${module}.`,
    });
  });

  it('is unblocked once its module is signed', async () => {
    const id = await newDocument(feaFolder, {}, 'roma');
    const module = await newModule();
    await change(id, { fea_module_id: module });
    await insertAdherence(portal.test.world.database, module);
    expect(await get('roma', id)).toMatchObject({ feaBlocked: false, feaModuleId: module });
    expect((await sign('roma', id)).json()).toMatchObject({ status: 'PENDING_START_SIGN' });
    await deleteAdherences(portal.test.world.database, 'LE004');
  });

  it('stays blocked when its module is signed without an adherence', async () => {
    const id = await newDocument(feaFolder, {}, 'roma');
    const module = await newModule();
    await change(id, { fea_module_id: module });
    await change(module, { status: 'SIGNED' });
    expect(await get('roma', id)).toMatchObject({ feaBlocked: true, feaModuleId: null });
    expect((await sign('roma', id)).json().code).toBe('life.feaModuleMissing');
  });

  it('is blocked by a further signer without an adherence, and names that signer', async () => {
    const module = await newModule();
    await insertAdherence(portal.test.world.database, module);
    const id = await newDocument(feaFolder, {}, 'roma');
    await change(id, {
      type: 'LOAN_COURTESY_VEHICLE_MULTI',
      variable_fields: JSON.stringify({ DRIVER_2_NAME: 'Lorenzo Esempi', DRIVER_2_FISCAL_CODE: 'SMPLNZ80A01H501X' }),
    });
    expect(await get('roma', id)).toMatchObject({ feaBlocked: true, feaModuleId: null });
    const answer = await sign('roma', id);
    expect(answer.json()).toMatchObject({
      code: 'life.feaCoSigner',
      message: expect.stringContaining('Lorenzo Esempi'),
    });
    await changeCode(module, 'SMPLNZ80A01H501X');
    expect((await get('roma', id)).feaBlocked).toBe(true);
    await deleteAdherences(portal.test.world.database, 'LE004');
  });

  it('has no module after that was deleted', async () => {
    const id = await newDocument(feaFolder, {}, 'roma');
    const module = await newModule();
    await change(id, { fea_module_id: module });
    expect((await portal.callAs('roma', 'DELETE', `/api/documents/${module}`)).statusCode).toBe(204);
    expect(await get('roma', id)).toMatchObject({ feaBlocked: true, feaModuleId: null });
    expect((await sign('roma', id)).json().code).toBe('life.feaModuleMissing');
  });

  it('is never the module itself', async () => {
    const module = await newModule();
    expect(await get('roma', module)).toMatchObject({ feaBlocked: false });
    expect((await sign('roma', module)).statusCode).toBe(200);
  });

  it('includes type FEA in a legal entity with simple signatures', async () => {
    const id = await newDocument(fesFolder, { sigType: 'FEA' });
    expect(await get('dealer', id)).toMatchObject({ sigType: 'FEA', feaBlocked: true });
    expect((await sign('dealer', id)).json().code).toBe('life.feaModuleMissing');
  });

  it('is neither a draft, nor one without signature, nor one signed before', async () => {
    const draft = await newDocument(feaFolder, { draft: true }, 'roma');
    const kept = await newDocument(feaFolder, { type: 'T_B_D', signable: false, sigType: null }, 'roma');
    const signed = await newDocument(feaFolder, {}, 'roma');
    await change(signed, { status: 'SIGNED' });
    for (const id of [draft, kept, signed]) expect((await get('roma', id)).feaBlocked, String(id)).toBe(false);
    expect((await sign('roma', draft)).json().code).toBe('life.notReady');
  });

  it('appears in lists of one legal entity and of several', async () => {
    const folderId = await portal.newFolder('roma', {}, { hst: '10007' });
    for (let made = 0; made < 3; made++) await newDocument(folderId, {}, 'roma');
    const free = await newModule(folderId);
    const answer = await portal.callAs('roma', 'POST', '/api/documents-ext/search', { folderId: { equals: folderId } });
    const rows = answer.json<{ id: number; feaBlocked: boolean }[]>();
    expect(rows.map((row) => row.feaBlocked).sort()).toEqual([false, true, true, true]);
    expect(rows.find((row) => row.id === free)?.feaBlocked).toBe(false);
    const mixed = await portal.callAs('admin', 'POST', '/api/documents-ext/search?size=100', {});
    const blocked = mixed.json<{ feaBlocked: boolean; dossierDTO: { legalEntity: string }; sigType: string }[]>();
    expect(
      blocked.filter((row) => row.feaBlocked && row.sigType === 'OTP').map((row) => row.dossierDTO.legalEntity),
    ).toEqual(expect.arrayContaining(['LE004']));
    expect(
      blocked.some((row) => row.feaBlocked && row.sigType === 'OTP' && row.dossierDTO.legalEntity === 'LE001'),
    ).toBe(false);
  });

  it('depends on the services in force that day', async () => {
    const id = await newDocument(feaFolder, {}, 'roma');
    const { database } = portal.test.world;
    const setExpiry = (expires_at: string | null) =>
      database.transaction((tx) =>
        tx
          .updateTable('service')
          .set({ expires_at })
          .where('legal_entity', '=', 'LE004')
          .where(sql<boolean>`'FEA' = any (signature_types)`)
          .execute(),
      );
    await setExpiry('2020-12-31');
    expect((await get('roma', id)).feaBlocked).toBe(false);
    await setExpiry(null);
    expect((await get('roma', id)).feaBlocked).toBe(true);
  });
});

describe('requesting a module', () => {
  it('answers that none is needed', async () => {
    const simple = await newDocument(fesFolder);
    const module = await newModule();
    const kept = await newDocument(feaFolder, { type: 'T_B_D', signable: false, sigType: null }, 'roma');
    const signed = await newDocument(feaFolder, {}, 'roma');
    await change(signed, { status: 'SIGNED' });
    for (const [login, id] of [
      ['dealer', simple],
      ['roma', module],
      ['roma', kept],
      ['roma', signed],
    ] as const) {
      const answer = await ask(login, { id });
      expect([answer.statusCode, answer.json().code], String(id)).toEqual([409, 'fea.notRequired']);
    }
  });

  it('names every missing field of the customer', async () => {
    const folderId = await portal.newFolder('roma', {}, { hst: '10007' });
    const id = await newDocument(folderId, {}, 'roma');
    await changeCustomer(folderId, {
      birth_date: null,
      birth_place: '',
      fiscal_code: null,
      street: ' ',
      mobile_phone: '',
    });
    const before = await portal.counts();
    const answer = await ask('roma', { id });
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'fea.dataMissing']);
    expect(answer.json()).toMatchObject({
      title: 'Errore di validazione dei dati.',
      detail: expect.stringContaining('FEA'),
    });
    const missing = wordsIn('birthDate birthPlace fiscalCode mobilePhone street');
    expect(refusedFields(answer)).toEqual(missing.map((name) => `dossier.${name} required`));
    expect(await portal.counts()).toEqual(before);
  });

  it('requires the tax code of a company’s signer', async () => {
    const company = { hst: '10007', organizationName: 'Studio Prova S.r.l.', fiscalCode: '03456780999' };
    const id = await newDocument(await portal.newFolder('roma', {}, company), {}, 'roma');
    expect(refusedFields(await ask('roma', { id }))).toEqual(['dossier.representativeFiscalCode required']);
  });

  it('requires all identity document fields once the customer’s data are complete, and an unexpired document', async () => {
    const id = await newDocument(feaFolder, {}, 'roma');
    const before = await portal.counts();
    const empty = { type: null, number: '', issuer: null, issueDate: null, expiryDate: null, copy: null };
    const without = await ask('roma', { id, identity: empty });
    expect([without.statusCode, without.json().code]).toEqual([422, 'fea.identityMissing']);
    const needed = ['ID_EXPIRY', 'ID_ISSUED', 'ID_ISSUER', 'ID_NUMBER', 'ID_TYPE'];
    expect(refusedFields(without)).toEqual(needed.map((field) => `document.${field} required`));
    const half = await ask('roma', { id, identity: { ...IDENTITY, number: null } });
    expect([half.statusCode, ...refusedFields(half)]).toEqual([422, 'document.ID_NUMBER required']);
    const wrong = await ask('roma', { id, identity: { ...IDENTITY, type: 'tessera', expiryDate: '2020-01-01' } });
    expect(refusedFields(wrong)).toEqual(['document.ID_EXPIRY expiredPaper', 'document.ID_TYPE oneOf']);
    expect(await portal.counts()).toEqual(before);
    expect(await get('roma', id)).toMatchObject({ feaModuleId: null, feaBlocked: true });
  });

  it('with only the document id creates a draft, which staff complete before it is signed', async () => {
    const id = await newDocument(feaFolder, {}, 'roma');
    const answer = await ask('roma', { id });
    expect(answer.statusCode, answer.body).toBe(201);
    const module = answer.json();
    expect(module).toMatchObject({ type: 'FEA_MODULE', status: 'DRAFT', sigType: 'OTP', signable: true });
    expect(module.variableFields).toEqual({});
    const again = await ask('roma', { id });
    expect([again.statusCode, again.json().id, again.json().status]).toEqual([200, module.id, 'DRAFT']);

    // It unblocks nothing and cannot be signed as it is.
    expect(await get('roma', id)).toMatchObject({ feaModuleId: module.id, feaBlocked: true });
    expect((await sign('roma', id)).json()).toMatchObject({ code: 'life.feaModuleUnsigned', feaModuleId: module.id });
    const started = await sign('roma', module.id);
    expect([started.statusCode, started.json().code]).toEqual([409, 'life.notReady']);

    const { archivable, signable, sigType } = module;
    const put = (variableFields: object) =>
      portal.callAs('roma', 'PUT', '/api/documents', { id: module.id, archivable, signable, sigType, variableFields });
    const half = await put({ ID_TYPE: 'identityCard', ID_NUMBER: 'CA00000AA' });
    expect([half.statusCode, ...refusedFields(half)]).toEqual([
      ...[400, 'document.ID_EXPIRY required', 'document.ID_ISSUED required', 'document.ID_ISSUER required'],
    ]);
    const whole = await put({
      ...{ ID_TYPE: 'identityCard', ID_NUMBER: 'CA00000AA', ID_ISSUER: 'Comune di Roma' },
      ...{ ID_ISSUED: '2021-02-10', ID_EXPIRY: '2041-01-01' },
    });
    expect(whole.statusCode, whole.body).toBe(200);
    expect(whole.json().status).toBe('READY_TO_SIGN');
    expect(await get('roma', id)).toMatchObject({ feaModuleId: module.id, feaBlocked: true });
    expect((await sign('roma', module.id)).json().status).toBe('PENDING_START_SIGN');
  });

  it('creates it from the customer’s data, ready to sign, and names it in the waiting document', async () => {
    const id = await newDocument(feaFolder, {}, 'roma');
    const answer = await ask('roma', { id, identity: IDENTITY });
    expect(answer.statusCode, answer.body).toBe(201);
    const module = answer.json();
    expect(module).toMatchObject({
      ...{ type: 'FEA_MODULE', status: 'READY_TO_SIGN', sigType: 'OTP', signable: true, fileName: 'modulo-fea.pdf' },
      variableFields: { ID_TYPE: 'identityCard', ID_NUMBER: 'CA00000AA', ID_EXPIRY: '2041-01-01' },
    });
    const file = (await portal.callAs('roma', 'GET', `/api/documents/${module.id}/download`)).rawPayload;
    expect(await pdfaProblems(new Uint8Array(file))).toEqual([]);
    const pages = (await PDF.load(new Uint8Array(file))).getPages();
    const text = pages.map((page) => page.extractText().text).join(' ');
    // Everything that the module prints and that has no value yet is a visible placeholder.
    const told = [
      'Ginevra Provetti',
      'PRVGVR80A41H501D',
      '+39 3331234567',
      'CA00000AA',
      'Comune di Roma',
      '01/01/2041',
    ];
    for (const one of [...told, '[compagnia]', '[partita IVA]', '[testo da approvare]']) expect(text).toContain(one);
    expect(await get('roma', id)).toMatchObject({ feaModuleId: module.id, feaBlocked: true });
    expect((await sign('roma', id)).json()).toMatchObject({ code: 'life.feaModuleUnsigned', feaModuleId: module.id });
    expect((await sign('roma', module.id)).json().status).toBe('PENDING_START_SIGN');
  });

  it('answers 200 with an existing module, and creates one for concurrent requests', async () => {
    const id = await newDocument(feaFolder, {}, 'roma');
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask('roma', { id, identity: IDENTITY })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 201]);
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    const again = await ask('roma', { id });
    expect([again.statusCode, again.json().id]).toEqual([200, answers[0]?.json().id]);
  });

  it('gives the same answer for the same Idempotency-Key, also for a 200', async () => {
    const id = await newDocument(feaFolder, {}, 'roma');
    const body = { id, identity: IDENTITY };
    const made = await ask('roma', body, { 'idempotency-key': 'modulo-1' });
    const repeated = await ask('roma', body, { 'idempotency-key': 'modulo-1' });
    expect([made.statusCode, repeated.statusCode, repeated.body]).toEqual([201, 201, made.body]);
    const found = [];
    for (let sent = 0; sent < 2; sent++) found.push(await ask('roma', body, { 'idempotency-key': 'modulo-2' }));
    expect(found.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  });

  it.each([
    [{}, 'id required'],
    [{ id: null }, 'id required'],
    [{ id: '1' }, 'id type'],
    [{ id: -1 }, 'id positive'],
    [{ id: 1.5 }, 'id integer'],
    [{ id: 1, type: 'FEA_MODULE' }, 'type unknown'],
  ])('refuses %j', async (body, refused) => {
    const answer = await ask('roma', body);
    expect(answer.statusCode).toBe(400);
    expect(refusedFields(answer)).toContain(`document.${refused}`);
  });
});

describe('a graphometric document', () => {
  it('is created; its start answers 409 "no activated device"', async () => {
    const id = await newDocument(fesFolder, { sigType: 'GRAPHOMETRIC' });
    const answer = await sign('dealer', id);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'life.noDevice']);
    expect(answer.json().message).toMatch(/^Nessun dispositivo attivato/);
    expect(await get('dealer', id)).toMatchObject({ status: 'READY_TO_SIGN', feaBlocked: false });
    const english = await portal.callAs('dealer', 'POST', `/api/documents/${id}/sign`, {}, { 'accept-language': 'en' });
    expect(english.json().message).toMatch(/^No activated device/);
  });

  it('reports a missing FEA module before a missing device', async () => {
    const id = await newDocument(feaFolder, { sigType: 'GRAPHOMETRIC' }, 'roma');
    expect((await sign('roma', id)).json().code).toBe('life.feaModuleMissing');
  });
});
