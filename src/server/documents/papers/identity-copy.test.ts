/** The copy of the identity document kept with a FEA module: restricted access, every view recorded, retention. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../../../../test/papers/files.ts';
import { type FeaStage, IDENTITY, openFeaStage } from '../../../../test/stages/fea-stage.ts';
import { documentSubject, listTrail } from '../../evidence/index.ts';
import { readZipFiles } from '../../http/response/workbook-read.suite.ts';

let fea: FeaStage;
beforeAll(async () => {
  fea = await openFeaStage();
});
afterAll(() => fea.stage.close());

const PICTURE = png();
const COPY = {
  fileName: 'carta.png',
  mimeType: 'image/png',
  fileSize: PICTURE.length,
  content: PICTURE.toString('base64'),
};
const WITH_COPY = { identity: { ...IDENTITY, copy: COPY } };

const as = (login: string, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  fea.stage.callAs(login, method, path, body);
const copyOf = async (dossierId: number): Promise<number> =>
  (await fea.read(dossierId)).current?.identity?.copyId ?? Number.NaN;
const remove = (id: number) => as('admin', 'DELETE', `/api/documents/${id}`);
const count = async (folderId: number): Promise<number> =>
  (await as('admin', 'GET', `/api/folders/${folderId}`)).json().numberOfDocuments;
const YEAR = 365.25 * 24 * 60 * 60 * 1000;

describe('the copy of an identity document', () => {
  it('is stored with the module, in its folder, named by the adherence, and included in the customer’s copy', async () => {
    const { dossierId, folderId, moduleId } = await fea.newAdherence(WITH_COPY);
    const id = await copyOf(dossierId);
    expect(await fea.stage.document(id)).toMatchObject({ type: 'OTHER_IDENTITY', folderId, status: 'FINISH' });
    expect(await count(folderId)).toBe(3);
    const file = await as('dealer', 'GET', `/api/documents/${id}/download`);
    expect(file.rawPayload.equals(PICTURE)).toBe(true);
    const zip = readZipFiles((await as('dealer', 'GET', `/api/dossiers/${dossierId}/fea/copy`)).rawPayload);
    expect(zip.get(`identita/${id} carta.png`)?.equals(PICTURE)).toBe(true);
    expect([...zip.keys()].filter((name) => name.startsWith(`modulo/${moduleId}`))).toHaveLength(2);
  });

  it('is accessible to users who may start signatures, and every view is recorded', async () => {
    const { dossierId, folderId } = await fea.newAdherence(WITH_COPY);
    const id = await copyOf(dossierId);
    const path = `/api/documents/${id}/download`;
    for (const login of ['readonly', 'sa3']) {
      expect((await as(login, 'GET', path)).statusCode, login).toBe(403);
      const zip = readZipFiles((await as(login, 'GET', `/api/folders/${folderId}/download`)).rawPayload);
      expect(
        [...zip.keys()].filter((name) => name.includes('carta.png')),
        login,
      ).toEqual([]);
    }
    expect((await fea.stage.trail(id)).filter((type) => type !== 'document.created')).toEqual([]);
    for (let times = 0; times < 3; times++)
      expect((await as('dealer', 'GET', `${path}?preview=true`)).statusCode).toBe(200);
    await as('dealer', 'GET', path);
    await as('dealer', 'GET', `/api/folders/${folderId}/download`);
    expect((await fea.stage.trail(id)).slice(1)).toEqual(['viewed', 'viewed', 'viewed', 'downloaded', 'downloaded']);
    const headers = { authorization: `Bearer ${await fea.stage.token('dealer')}`, range: 'bytes=0-' };
    for (let times = 0; times < 2; times++) {
      const asked = await fea.stage.app.inject({ method: 'GET', url: path, headers });
      expect([asked.statusCode, asked.rawPayload.equals(PICTURE)]).toEqual([200, true]);
    }
    expect((await fea.stage.trail(id)).slice(6)).toEqual(['downloaded', 'downloaded']);
  });

  it('is not accessible to users who may only read, on its own, in a folder or in the customer’s copy', async () => {
    const { dossierId, folderId, moduleId } = await fea.newAdherence(WITH_COPY);
    const id = await copyOf(dossierId);
    const request = { fileName: 'richiesta.png', content: COPY.content };
    expect((await fea.revoke(dossierId, { request })).statusCode).toBe(200);
    const brands = JSON.stringify([
      { brand: 'bmw', permissions: ['READONLY'] },
      { brand: 'mini', permissions: ['SALE_NEW'] },
    ]);
    await fea.stage.test.world.database.transaction((tx) =>
      tx.updateTable('app_user').set({ brands }).where('login', '=', 'manager').execute(),
    );
    expect((await as('manager', 'GET', `/api/documents/${id}/download`)).statusCode).toBe(403);
    const folder = readZipFiles((await as('manager', 'GET', `/api/folders/${folderId}/download`)).rawPayload);
    expect([...folder.keys()].filter((name) => name.includes('carta.png'))).toEqual([]);
    const answer = await as('manager', 'GET', `/api/dossiers/${dossierId}/fea/copy`);
    expect(answer.statusCode, answer.body).toBe(200);
    const copy = readZipFiles(answer.rawPayload);
    expect([...copy.keys()].map((name) => name.replace(/ .*/, ''))).toEqual([
      ...['LEGGIMI.txt', 'SHA256SUMS'],
      ...[`modulo/${moduleId}`, `modulo/${moduleId}`],
    ]);
    expect(copy.get('LEGGIMI.txt')?.toString('utf8')).toContain('Non comprende tutto: 2 altri documenti');
    expect(await fea.stage.trail(id)).toEqual(['document.created']);
    const whole = readZipFiles((await as('dealer', 'GET', `/api/dossiers/${dossierId}/fea/copy`)).rawPayload);
    expect([...whole.keys()].filter((name) => /^(identita|revoca)\//.test(name))).toHaveLength(2);
  });

  it('is an image or a PDF; a refused file leaves neither copy nor module', async () => {
    const origin = await fea.newFeaDocument();
    const ask = (copy: object, change: object = {}) =>
      as('dealer', 'POST', '/api/documents/fea', { id: origin.id, identity: { ...IDENTITY, ...change, copy } });
    for (const [copy, code] of [
      [{ ...COPY, fileSize: 1 }, 'file.sizeMismatch'],
      [{ ...COPY, content: 'nessuno!' }, 'file.notBase64'],
      [{ ...COPY, fileName: 'carta.pdf', mimeType: null }, 'file.mismatch'],
      [{ fileName: 'carta.tiff', content: Buffer.from('II*\0nothing more').toString('base64') }, 'file.type'],
      [{ fileName: 'carta.html', content: Buffer.from('<html>').toString('base64') }, 'file.type'],
    ] as const) {
      expect((await ask(copy)).json(), code).toMatchObject({ code });
    }
    expect((await ask({ ...COPY, path: '/etc/passwd' })).json()).toMatchObject({ code: 'document.invalid' });
    const expired = await ask(COPY, { expiryDate: '2024-01-01' });
    expect(expired.json()).toMatchObject({ status: 422, code: 'fea.identityExpired' });
    expect(await count(origin.folderId)).toBe(1);
    expect(await fea.stage.document(origin.id)).toMatchObject({ feaModuleId: null });
  });

  it('is never dropped silently: an existing module refuses it, and of concurrent requests one is stored', async () => {
    const origin = await fea.newFeaDocument();
    const ask = () => as('dealer', 'POST', '/api/documents/fea', { id: origin.id, ...WITH_COPY });
    const both = await Promise.all([ask(), ask()]);
    expect(both.map((answer) => answer.statusCode).sort(), both.map((one) => one.body).join()).toEqual([201, 409]);
    expect(both.find((one) => one.statusCode === 409)?.json()).toMatchObject({ code: 'fea.moduleExists' });
    expect(await count(origin.folderId)).toBe(3);
  });

  it('belongs to the identity document shown: another one on the same module has no copy yet', async () => {
    const origin = await fea.newFeaDocument();
    const moduleId = await fea.createModule(origin.id, WITH_COPY);
    const { database } = fea.stage.test.world;
    await database.transaction((tx) =>
      tx.updateTable('fea_adherence').set({ identity_number: 'AX999' }).where('module_id', '=', moduleId).execute(),
    );
    expect((await as('dealer', 'POST', `/api/documents/${moduleId}/sign`, {})).statusCode).toBe(200);
    expect(await copyOf(origin.dossierId)).toBeNaN();
  });

  it('may be deleted until the module is signed, and is evidence afterwards', async () => {
    const origin = await fea.newFeaDocument();
    const moduleId = await fea.createModule(origin.id, WITH_COPY);
    const first = await copyOf(origin.dossierId);
    expect((await remove(first)).statusCode).toBe(204);
    expect(await copyOf(origin.dossierId)).toBeNaN();
    expect((await remove(moduleId)).statusCode).toBe(204);
    const again = await fea.createModule(origin.id, WITH_COPY);
    const kept = await copyOf(origin.dossierId);
    await fea.stage.startSigning(again);
    expect((await remove(kept)).json()).toMatchObject({ status: 409, code: 'conflict.signingRuns' });
    await as('dealer', 'POST', `/api/documents/${again}/cancel-sign`, {});
    await fea.sign(again, origin.customer);
    expect(await copyOf(origin.dossierId)).toBe(kept);
    expect((await remove(kept)).json()).toMatchObject({ status: 409, code: 'conflict.feaEvidence' });
    expect((await fea.stage.document(kept)).type).toBe('OTHER_IDENTITY');
  });
});

describe('the copy for a module that was never signed', () => {
  it('is deleted with it, once, and leaves no count or storage in the folder', async () => {
    const origin = await fea.newFeaDocument();
    const moduleId = await fea.createModule(origin.id, WITH_COPY);
    const copy = await copyOf(origin.dossierId);
    expect(await count(origin.folderId)).toBe(3);
    expect((await remove(moduleId)).statusCode).toBe(204);
    expect(await count(origin.folderId)).toBe(1);
    expect((await as('admin', 'GET', `/api/documents/${copy}`)).statusCode).toBe(404);
    const trail = await listTrail(fea.stage.read, documentSubject(copy));
    expect(trail.map(({ type }) => type)).toEqual(['document.created', 'document.deleted']);
    await fea.createModule(origin.id, WITH_COPY);
    expect(await count(origin.folderId)).toBe(3);
    const folder = readZipFiles((await as('dealer', 'GET', `/api/folders/${origin.folderId}/download`)).rawPayload);
    expect([...folder.keys()].filter((name) => name.includes('carta.png'))).toHaveLength(1);
  });
});

describe('evidence of an adherence', () => {
  it('is kept for twenty years from the last document signed under it, and may then be deleted', async () => {
    const { id, dossierId, customer } = await fea.newAdherence(WITH_COPY);
    const { clock } = fea.stage.test;
    const began = clock.now().getTime();
    const removeAll = () => as('admin', 'DELETE', `/api/dossiers/${dossierId}`);
    const lastSigned = async () =>
      (
        await fea.stage.read
          .selectFrom('fea_adherence')
          .select('last_signed_date')
          .where('dossier_id', '=', dossierId)
          .executeTakeFirstOrThrow()
      ).last_signed_date?.getTime() ?? 0;
    const before = await lastSigned();
    await fea.stage.test.world.database.transaction((tx) =>
      tx
        .updateTable('fea_adherence')
        .set({ last_signed_date: new Date(began - 19 * YEAR) })
        .where('dossier_id', '=', dossierId)
        .execute(),
    );
    await fea.sign(id, customer);
    // The twenty years of retention start again.
    expect(await lastSigned()).toBeGreaterThanOrEqual(before);
    const refused = await removeAll();
    expect(refused.json()).toMatchObject({ status: 409, code: 'conflict.feaEvidence' });
    expect(refused.json().message).toContain(`/${clock.now().getFullYear() + 20}`);
    const past = (years: number) =>
      fea.stage.test.world.database.transaction((tx) =>
        tx
          .updateTable('fea_adherence')
          .set({ last_signed_date: new Date(clock.now().getTime() - years * YEAR) })
          .where('dossier_id', '=', dossierId)
          .execute(),
      );
    await past(19.99);
    expect((await removeAll()).json()).toMatchObject({ code: 'conflict.feaEvidence' });
    await past(20.01);
    expect((await removeAll()).json()).toMatchObject({ status: 409, code: 'conflict.feaActive' });
    expect((await fea.revoke(dossierId)).statusCode).toBe(200);
    expect((await removeAll()).statusCode).toBe(204);
    expect((await as('admin', 'GET', `/api/dossiers/${dossierId}`)).statusCode).toBe(404);
  });
});
