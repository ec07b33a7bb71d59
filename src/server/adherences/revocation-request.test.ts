/** The signed revocation request: stored together with the revocation, or neither is. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jpeg, tiff } from '../../../test/papers/files.ts';
import { type FeaStage, openFeaStage } from '../../../test/stages/fea-stage.ts';
import { readZipFiles } from '../http/response/workbook-read.suite.ts';

let fea: FeaStage;
beforeAll(async () => {
  fea = await openFeaStage();
});
afterAll(() => fea.stage.close());

const PICTURE = jpeg();
const REQUEST = { fileName: 'richiesta.jpg', mimeType: 'image/jpeg', content: PICTURE.toString('base64') };
const fetchRequest = (dossierId: number, adherenceId: number, login = 'dealer') =>
  fea.stage.callAs(login, 'GET', `/api/dossiers/${dossierId}/fea/${adherenceId}/request`);

describe('the signed revocation request', () => {
  it('is stored unchanged and named by the revocation, its trail and the customer’s copy', async () => {
    const { dossierId, moduleId } = await fea.newAdherence();
    const revoked = await fea.revoke(dossierId, { via: 'POST', request: REQUEST });
    expect(revoked.statusCode, revoked.body).toBe(200);
    const { id, revocation } = revoked.json().current;
    expect(revocation).toMatchObject({ via: 'POST', requestName: 'richiesta.jpg' });
    const file = await fetchRequest(dossierId, id);
    expect(file.headers).toMatchObject({ 'content-type': 'image/jpeg' });
    expect(file.rawPayload.equals(PICTURE)).toBe(true);
    expect((await fea.stage.trail(moduleId)).slice(-2)).toEqual(['fea.revoked', 'downloaded']);
    const copy = await fea.stage.callAs('dealer', 'GET', `/api/dossiers/${dossierId}/fea/copy`);
    expect(readZipFiles(copy.rawPayload).get(`revoca/${id} richiesta-richiesta.jpg`)?.equals(PICTURE)).toBe(true);
  });

  it('leaves the adherence in force when it is refused', async () => {
    const { dossierId } = await fea.newAdherence();
    for (const [request, code] of [
      [{ ...REQUEST, content: '' }, 'file.empty'],
      [{ ...REQUEST, fileSize: 1 }, 'file.sizeMismatch'],
      [{ fileName: 'richiesta.tiff', content: tiff().toString('base64') }, 'file.type'],
      [{ ...REQUEST, sha256: 'a'.repeat(64) }, 'adherence.invalid'],
    ] as const) {
      expect((await fea.revoke(dossierId, { request })).json(), code).toMatchObject({ code });
    }
    expect((await fea.read(dossierId)).current?.state).toBe('ACTIVE');
  });

  it('is stored once when two users revoke concurrently', async () => {
    const { dossierId } = await fea.newAdherence();
    const both = await Promise.all([fea.revoke(dossierId, { request: REQUEST }), fea.revoke(dossierId)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const { history } = await fea.read(dossierId);
    expect(history.map(({ state }) => state)).toEqual(['REVOKED']);
  });

  it('is stored in the dossier of the module', async () => {
    const { dossierId } = await fea.newAdherence();
    const { id } = (await fea.revoke(dossierId, { request: REQUEST })).json().current;
    const other = await fea.newFeaDocument();
    expect((await fetchRequest(other.dossierId, id)).json()).toMatchObject({ status: 409, code: 'fea.noRequest' });
    expect((await fetchRequest(dossierId, 999_999)).json()).toMatchObject({ status: 409, code: 'fea.noRequest' });
    const plain = await fea.newAdherence();
    const without = (await fea.revoke(plain.dossierId)).json().current;
    expect(without.revocation.requestName).toBeNull();
    expect((await fetchRequest(plain.dossierId, without.id)).json()).toMatchObject({ code: 'fea.noRequest' });
  });
});
