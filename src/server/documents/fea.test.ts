/** The FEA rule through HTTP: what is blocked, what lists show, what a module lacks (specification §4, §7, P-9). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPortal, type Portal, refusedFields } from '../../../test/portal.ts';

// LE004 (10007, roma) has both kinds of service, which is FEA; LE001 (10001, dealer) signs simply.
let portal: Portal;
let feaFolder: number;
let fesFolder: number;
beforeAll(async () => {
  portal = await openPortal();
  feaFolder = await portal.newFolder('roma', {}, { hst: '10007' });
  fesFolder = await portal.newFolder();
});
afterAll(() => portal.close());

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
const get = async (login: string, id: number) => (await portal.as(login, 'GET', `/api/documents/${id}`)).json();
const sign = (login: string, id: number) => portal.as(login, 'POST', `/api/documents/${id}/sign`, {});
const ask = (login: string, body: object, headers = {}) =>
  portal.as(login, 'POST', '/api/documents/fea', body, headers);
const events = async (id: number): Promise<number> =>
  (await portal.as('admin', 'GET', `/api/documents/${id}/events`)).json().length;

describe('a document that needs FEA', () => {
  it('is created as blocked and cannot be started: the module is named as missing', async () => {
    const id = await portal.newDocument(feaFolder, {}, 'roma');
    expect(await get('roma', id)).toMatchObject({ status: 'READY_TO_SIGN', feaBlocked: true, feaModuleId: null });
    const before = await events(id);
    const answer = await sign('roma', id);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'life.feaModuleMissing']);
    expect(answer.json().message).toContain('modulo FEA');
    expect(await get('roma', id)).toMatchObject({ status: 'READY_TO_SIGN', startSignDate: null });
    expect(await events(id)).toBe(before);
  });

  it('names the module that has to be signed first, once there is one', async () => {
    const id = await portal.newDocument(feaFolder, {}, 'roma');
    const module = await portal.newDocument(feaFolder, { type: 'FEA_MODULE' }, 'roma');
    await change(id, { fea_module_id: module });
    expect(await get('roma', id)).toMatchObject({ feaBlocked: true, feaModuleId: module });
    const answer = await sign('roma', id);
    expect(answer.json()).toMatchObject({
      status: 409,
      code: 'life.feaModuleUnsigned',
      feaModuleId: module,
      message: `Prima va firmato il modulo FEA n. ${module}.`,
    });
  });

  it('is free once its module is signed', async () => {
    const id = await portal.newDocument(feaFolder, {}, 'roma');
    const module = await portal.newDocument(feaFolder, { type: 'FEA_MODULE' }, 'roma');
    await change(id, { fea_module_id: module });
    await change(module, { status: 'SIGNED' });
    expect(await get('roma', id)).toMatchObject({ feaBlocked: false, feaModuleId: module });
    expect((await sign('roma', id)).json()).toMatchObject({ status: 'PENDING_START_SIGN' });
  });

  it('has no module any more when that was deleted', async () => {
    const id = await portal.newDocument(feaFolder, {}, 'roma');
    const module = await portal.newDocument(feaFolder, { type: 'FEA_MODULE' }, 'roma');
    await change(id, { fea_module_id: module });
    expect((await portal.as('roma', 'DELETE', `/api/documents/${module}`)).statusCode).toBe(204);
    expect(await get('roma', id)).toMatchObject({ feaBlocked: true, feaModuleId: null });
    expect((await sign('roma', id)).json().code).toBe('life.feaModuleMissing');
  });

  it('is not the module itself', async () => {
    const module = await portal.newDocument(feaFolder, { type: 'FEA_MODULE' }, 'roma');
    expect(await get('roma', module)).toMatchObject({ feaBlocked: false });
    expect((await sign('roma', module)).statusCode).toBe(200);
  });

  it('is also one of signature type FEA under FES', async () => {
    const id = await portal.newDocument(fesFolder, { sigType: 'FEA' });
    expect(await get('dealer', id)).toMatchObject({ sigType: 'FEA', feaBlocked: true });
    expect((await sign('dealer', id)).json().code).toBe('life.feaModuleMissing');
  });

  it('is neither a draft, nor one that nobody signs, nor one that was signed before', async () => {
    const draft = await portal.newDocument(feaFolder, { draft: true }, 'roma');
    const kept = await portal.newDocument(feaFolder, { type: 'T_B_D', signable: false, sigType: null }, 'roma');
    const signed = await portal.newDocument(feaFolder, {}, 'roma');
    await change(signed, { status: 'SIGNED' });
    for (const id of [draft, kept, signed]) expect((await get('roma', id)).feaBlocked, String(id)).toBe(false);
    expect((await sign('roma', draft)).json().code).toBe('life.notReady');
  });

  it('shows in lists of one legal entity and of several', async () => {
    const folderId = await portal.newFolder('roma', {}, { hst: '10007' });
    for (let made = 0; made < 3; made++) await portal.newDocument(folderId, {}, 'roma');
    const free = await portal.newDocument(folderId, { type: 'FEA_MODULE' }, 'roma');
    const answer = await portal.as('roma', 'POST', '/api/documents-ext/search', { folderId: { equals: folderId } });
    const rows = answer.json<{ id: number; feaBlocked: boolean }[]>();
    expect(rows.map((row) => row.feaBlocked).sort()).toEqual([false, true, true, true]);
    expect(rows.find((row) => row.id === free)?.feaBlocked).toBe(false);
    const mixed = await portal.as('admin', 'POST', '/api/documents-ext/search?size=100', {});
    const blocked = mixed.json<{ feaBlocked: boolean; dossierDTO: { legalEntity: string }; sigType: string }[]>();
    expect(
      blocked.filter((row) => row.feaBlocked && row.sigType === 'OTP').map((row) => row.dossierDTO.legalEntity),
    ).toEqual(expect.arrayContaining(['LE004']));
    expect(
      blocked.some((row) => row.feaBlocked && row.sigType === 'OTP' && row.dossierDTO.legalEntity === 'LE001'),
    ).toBe(false);
  });

  it('depends on the services of the day', async () => {
    const id = await portal.newDocument(feaFolder, {}, 'roma');
    const { database } = portal.test.world;
    const setExpiry = (expires_at: string | null) =>
      database.transaction((tx) =>
        tx
          .updateTable('service')
          .set({ expires_at })
          .where('legal_entity', '=', 'LE004')
          .where('signature_type', '=', 'FEA')
          .execute(),
      );
    await setExpiry('2020-12-31');
    expect((await get('roma', id)).feaBlocked).toBe(false);
    await setExpiry(null);
    expect((await get('roma', id)).feaBlocked).toBe(true);
  });
});

describe('asking for a module', () => {
  it('tells that none is needed', async () => {
    const simple = await portal.newDocument(fesFolder);
    const module = await portal.newDocument(feaFolder, { type: 'FEA_MODULE' }, 'roma');
    const kept = await portal.newDocument(feaFolder, { type: 'T_B_D', signable: false, sigType: null }, 'roma');
    const signed = await portal.newDocument(feaFolder, {}, 'roma');
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

  it('names every field of the customer that is missing', async () => {
    const folderId = await portal.newFolder('roma', {}, { hst: '10007' });
    const id = await portal.newDocument(folderId, {}, 'roma');
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
    expect(refusedFields(answer)).toEqual([
      'dossier.birthDate required',
      'dossier.birthPlace required',
      'dossier.fiscalCode required',
      'dossier.mobilePhone required',
      'dossier.street required',
    ]);
    expect(await portal.counts()).toEqual(before);
  });

  it('asks a company for the code of whoever signs', async () => {
    const company = { hst: '10007', organizationName: 'Studio Prova S.r.l.', fiscalCode: '03456780999' };
    const id = await portal.newDocument(await portal.newFolder('roma', {}, company), {}, 'roma');
    expect(refusedFields(await ask('roma', { id }))).toEqual(['dossier.representativeFiscalCode required']);
  });

  it('says honestly that it is not generated yet when nothing is missing, and makes nothing', async () => {
    const id = await portal.newDocument(feaFolder, {}, 'roma');
    const before = await portal.counts();
    for (const headers of [{}, { 'idempotency-key': 'modulo-1' }, { 'idempotency-key': 'modulo-1' }]) {
      const answer = await ask('roma', { id }, headers);
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'fea.noModuleYet']);
      expect(answer.json().message).toContain('non genera ancora');
    }
    expect(await portal.counts()).toEqual(before);
    expect(await get('roma', id)).toMatchObject({ feaModuleId: null, feaBlocked: true });
  });

  it('is the same 404 for absent and not yours, and 403 for who creates nothing', async () => {
    const theirs = await portal.newDocument(feaFolder, {}, 'roma');
    const bodies = await Promise.all(
      [theirs, 999_999].map(async (id) => {
        const { correlationId: _own, ...body } = (await ask('dealer', { id })).json();
        return body;
      }),
    );
    expect(bodies[0]).toEqual(bodies[1]);
    expect(bodies[0]).toMatchObject({ status: 404, code: 'document.notFound' });
    const own = await portal.newDocument(fesFolder, { sigType: 'FEA' });
    for (const login of ['readonly', 'sa3', 'nobody'])
      expect((await ask(login, { id: own })).statusCode, login).toBe(403);
  });

  it.each([
    [{}, 'id required'],
    [{ id: null }, 'id required'],
    [{ id: '1' }, 'id type'],
    [{ id: -1 }, 'id type'],
    [{ id: 1.5 }, 'id type'],
    [{ id: 1, type: 'FEA_MODULE' }, 'type unknown'],
  ])('refuses %j', async (body, refused) => {
    const answer = await ask('roma', body);
    expect(answer.statusCode).toBe(400);
    expect(refusedFields(answer)).toContain(`document.${refused}`);
  });
});

describe('a graphometric document', () => {
  it('is created, and answers a start with 409 "no activated device"', async () => {
    const id = await portal.newDocument(fesFolder, { sigType: 'GRAPHOMETRIC' });
    const answer = await sign('dealer', id);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'life.noDevice']);
    expect(answer.json().message).toMatch(/^Nessun dispositivo attivato/);
    expect(await get('dealer', id)).toMatchObject({ status: 'READY_TO_SIGN', feaBlocked: false });
    const english = await portal.as('dealer', 'POST', `/api/documents/${id}/sign`, {}, { 'accept-language': 'en' });
    expect(english.json().message).toMatch(/^No activated device/);
  });

  it('needs its FEA module before its device', async () => {
    const id = await portal.newDocument(feaFolder, { sigType: 'GRAPHOMETRIC' }, 'roma');
    expect((await sign('roma', id)).json().code).toBe('life.feaModuleMissing');
  });
});
