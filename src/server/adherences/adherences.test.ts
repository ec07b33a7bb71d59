/** From a signed module to an FEA adherence, what rests on it, and its revocation, through HTTP. */

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdherenceOutput } from '#contract/adherences.ts';
import { documentSubject, dossierSubject, listTrail } from '#server/evidence/index.ts';
import { completeSession } from '#server/signing/complete/complete.ts';
import { type FeaStage, IDENTITY, type Origin, openFeaStage } from '../../../test/stages/fea-stage.ts';
import type { Stage } from '../../../test/stages/signing-stage.ts';
import { revocationDigest, revocationSalt } from './revocation-statement.ts';

let fea: FeaStage;
let stage: Stage;
beforeAll(async () => {
  fea = await openFeaStage();
  stage = fea.stage;
});
afterAll(() => stage.close());

let codes = 0;
/** Unique per customer. */
const nextCode = (): string => {
  codes += 1;
  return `RSSMRA80A01H${500 + codes}U`;
};

const ask = (id: number, login = 'dealer') =>
  stage.callAs(login, 'POST', '/api/documents/fea', { id, identity: IDENTITY });
const start = (id: number) => stage.callAs('dealer', 'POST', `/api/documents/${id}/sign`, {});

async function confirm(id: number, customer: Origin['customer']): Promise<void> {
  const path = await stage.startSigning(id);
  const phone = stage.browser();
  const points = await stage.points(path);
  await phone.read(path);
  expect((await phone.post(`${path}/otp`)).statusCode).toBe(200);
  const signed = await phone.post(`${path}/sign`, { code: await stage.code(customer), points });
  expect(signed.statusCode, signed.body).toBe(200);
}
const rows = () => stage.read.selectFrom('fea_adherence').selectAll().orderBy('id').execute();
const changeCustomer = (id: number, values: object) =>
  stage.test.world.database.transaction((tx) => tx.updateTable('dossier').set(values).where('id', '=', id).execute());

describe('an adherence', () => {
  it('is created as requested with the module, comes into force when that is signed, and unblocks the waiting document', async () => {
    const origin = await fea.newFeaDocument();
    expect((await start(origin.id)).json()).toMatchObject({ status: 409, code: 'life.feaModuleMissing' });
    expect((await fea.read(origin.dossierId)).current).toBeNull();
    const moduleId = await fea.createModule(origin.id);
    expect((await fea.read(origin.dossierId)).current).toMatchObject({
      ...{ state: 'REQUESTED', moduleId, since: null, identity: { by: 'dealer', number: 'CA00000AA' } },
    });
    expect((await start(origin.id)).json()).toMatchObject({ code: 'life.feaModuleUnsigned', feaModuleId: moduleId });
    await start(moduleId);
    expect((await start(origin.id)).json()).toMatchObject({ code: 'life.feaModuleSigning', feaModuleId: moduleId });
    await fea.sign(moduleId, origin.customer);
    const { current } = await fea.read(origin.dossierId);
    expect(current).toMatchObject({ state: 'ACTIVE', moduleId, textVersion: 'bozza 1', revocation: null });
    const signed = await stage.callAs('dealer', 'GET', `/api/documents/${moduleId}/signing`);
    expect(signed.statusCode).toBe(200);
    const file = await stage.read
      .selectFrom('signed_document')
      .select('sha256')
      .where('document_id', '=', moduleId)
      .executeTakeFirstOrThrow();
    expect(current?.signedSha256).toBe(file.sha256);
    const trail = await stage.trail(moduleId);
    expect(trail).toContain('fea.activated');
    expect(trail.filter((type) => type === 'terms.accepted')).toHaveLength(1);
    expect(await stage.trail(origin.id)).not.toContain('terms.accepted');
    expect(await stage.document(origin.id)).toMatchObject({ feaBlocked: false, feaModuleId: moduleId });
    await fea.sign(origin.id, origin.customer);
  });

  it('covers the person’s next document without another module, in other dossiers too', async () => {
    const first = await fea.newAdherence();
    const next = await fea.addDocument(first);
    expect(await stage.document(next)).toMatchObject({ feaBlocked: false, feaModuleId: null });
    expect((await ask(next)).json()).toMatchObject({ status: 409, code: 'fea.notRequired' });
    await fea.sign(next, first.customer);
    const code = (await rows()).at(-1)?.person_code;
    const elsewhere = await fea.newFeaDocument({ fiscalCode: code?.toLowerCase() }, first.customer);
    expect(await stage.document(elsewhere.id)).toMatchObject({ feaBlocked: false });
    // Reveals neither the other dossier's module nor the identity document seen there.
    expect((await fea.read(elsewhere.dossierId)).current).toMatchObject({
      state: 'ACTIVE',
      moduleId: null,
      identity: null,
    });
    expect(JSON.stringify(await fea.read(elsewhere.dossierId))).not.toContain(IDENTITY.number);
    await fea.sign(elsewhere.id, elsewhere.customer);
  });

  it('belongs to the person, not to the dossier: a different codice fiscale has none', async () => {
    const { id, dossierId } = await fea.newAdherence();
    await changeCustomer(dossierId, { fiscal_code: nextCode() });
    expect(await stage.document(id)).toMatchObject({ feaBlocked: true, feaModuleId: null });
    expect((await start(id)).json()).toMatchObject({ code: 'life.feaModuleMissing' });
    expect((await fea.read(dossierId)).current).toBeNull();
    expect((await fea.read(dossierId)).history).toHaveLength(1);
    const again = await ask(id);
    expect(again.statusCode, again.body).toBe(201);
  });

  it('cannot be obtained through another person’s module or another legal entity’s', async () => {
    const theirs = await fea.newAdherence();
    const mine = await fea.newFeaDocument();
    const { database } = stage.test.world;
    await database.transaction((tx) =>
      tx.updateTable('document').set({ fea_module_id: theirs.moduleId }).where('id', '=', mine.id).execute(),
    );
    expect((await start(mine.id)).json()).toMatchObject({ code: 'life.feaModuleMissing' });
    await database.transaction((tx) =>
      tx.updateTable('fea_adherence').set({ legal_entity: 'LE999' }).where('module_id', '=', theirs.moduleId).execute(),
    );
    expect((await start(theirs.id)).json()).toMatchObject({ code: 'life.feaModuleMissing' });
  });

  it('covers the national company’s privacy form only when its module names that company', async () => {
    const first = await fea.newAdherence();
    const covers = (covers_national: boolean) =>
      stage.test.world.database.transaction((tx) =>
        tx.updateTable('fea_adherence').set({ covers_national }).where('module_id', '=', first.moduleId).execute(),
      );
    const form = await stage.test.world.database.transaction((tx) =>
      tx
        .updateTable('document')
        .set({ type: 'PRIVACY_NSC' })
        .where('id', '=', first.id)
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    await covers(false);
    expect(await stage.document(form.id)).toMatchObject({ feaBlocked: true, feaModuleId: null });
    await covers(true);
    expect(await stage.document(form.id)).toMatchObject({ feaBlocked: false });
  });

  it('is replaced by a later one of the same person: one is in force, both are kept', async () => {
    const first = await fea.newFeaDocument();
    const second = await fea.addDocument(first);
    const [one, two] = [await fea.createModule(first.id), await fea.createModule(second)];
    await fea.sign(one, first.customer);
    await fea.sign(two, first.customer);
    const { current, history } = await fea.read(first.dossierId);
    expect(current).toMatchObject({ state: 'ACTIVE', moduleId: two });
    expect(history.map(({ state, moduleId }) => ({ state, moduleId }))).toEqual([
      { state: 'ACTIVE', moduleId: two },
      { state: 'EXPIRED', moduleId: one },
    ]);
    for (const id of [first.id, second]) expect((await stage.document(id)).feaBlocked).toBe(false);
  });

  it('is stored with the signed module or not at all: an interrupted completion leaves neither', async () => {
    const origin = await fea.newFeaDocument();
    const moduleId = await fea.createModule(origin.id);
    const { world } = stage.test;
    const state = async () => (await rows()).find((row) => row.module_id === moduleId)?.state;
    await world.database.transaction(async (tx) => {
      await sql`create function die() returns trigger language plpgsql as $$ begin raise 'dies here'; end $$`.execute(
        tx,
      );
      await sql`create trigger dies before update on document for each row
        when (new.status = 'SIGNED') execute function die()`.execute(tx);
    });
    await confirm(moduleId, origin.customer);
    const { session_id: sessionId } = await world.database.read
      .selectFrom('session_document')
      .select('session_id')
      .where('document_id', '=', moduleId)
      .executeTakeFirstOrThrow();
    try {
      await expect(completeSession(world, sessionId)).rejects.toThrow('dies here');
      expect([await state(), (await stage.document(moduleId)).status]).toEqual(['REQUESTED', 'COMPLETING']);
      expect((await start(origin.id)).json()).toMatchObject({ code: 'life.feaModuleSigning' });
    } finally {
      await world.database.transaction((tx) => sql`drop trigger dies on document`.execute(tx));
    }
    await Promise.all([completeSession(world, sessionId), completeSession(world, sessionId)]);
    expect([await state(), (await stage.document(moduleId)).status]).toEqual(['ACTIVE', 'SIGNED']);
    expect((await stage.trail(moduleId)).filter((type) => type === 'fea.activated')).toHaveLength(1);
  });

  it('keeps who checked the identity document when another user starts the same module again', async () => {
    const origin = await fea.newFeaDocument();
    const moduleId = await fea.createModule(origin.id);
    const seen = async () => (await rows()).find((row) => row.module_id === moduleId);
    await changeCustomer(origin.dossierId, { street: 'Via Nuova 2', last_modified_date: stage.test.clock.now() });
    const started = await stage.callAs('supervisor', 'POST', `/api/documents/${moduleId}/sign`, {});
    expect(started.statusCode, started.body).toBe(200);
    expect(await seen()).toMatchObject({ identified_by: 'dealer', state: 'REQUESTED' });
  });

  it('is created at completion when the signing session started before adherences were requested', async () => {
    const origin = await fea.newFeaDocument();
    const moduleId = await fea.createModule(origin.id);
    await confirm(moduleId, origin.customer);
    const dropped = await stage.test.world.database.transaction((tx) =>
      tx
        .deleteFrom('fea_adherence')
        .where('module_id', '=', moduleId)
        .where('activated_date', 'is', null)
        .executeTakeFirstOrThrow(),
    );
    expect(dropped.numDeletedRows).toBe(1n);
    await stage.test.world.jobs.drain();
    expect((await stage.document(moduleId)).status).toBe('SIGNED');
    expect((await fea.read(origin.dossierId)).current).toMatchObject({ state: 'ACTIVE', moduleId });
  });

  it('belongs to the person printed on the paper: changing the customer during drawing stops the start', async () => {
    const origin = await fea.newFeaDocument();
    const moduleId = await fea.createModule(origin.id);
    const { storage } = stage.test.world;
    const put = storage.put.bind(storage);
    await changeCustomer(origin.dossierId, { street: 'Via Nuova 3' });
    storage.put = async (bytes) => {
      stage.test.clock.advance(1);
      const changed = { fiscal_code: nextCode(), last_modified_date: stage.test.clock.now() };
      await changeCustomer(origin.dossierId, changed);
      return put(bytes);
    };
    try {
      expect((await start(moduleId)).json()).toMatchObject({ status: 409, code: 'signing.changedMeanwhile' });
    } finally {
      storage.put = put;
    }
    expect((await stage.document(moduleId)).status).toBe('READY_TO_SIGN');
  });

  it('is not requested by a module whose identity document has since expired', async () => {
    const origin = await fea.newFeaDocument();
    const moduleId = await fea.createModule(origin.id);
    await stage.test.world.database.transaction((tx) =>
      tx
        .updateTable('document')
        .set((row) => ({
          variable_fields: row.fn('jsonb_set', [
            'variable_fields',
            row.val('{ID_EXPIRY}'),
            row.val('"2022-01-01"'),
          ]) as never,
        }))
        .where('id', '=', moduleId)
        .execute(),
    );
    const refused = await start(moduleId);
    expect(refused.json()).toMatchObject({ status: 409, code: 'paper.identityExpired' });
  });

  it('is no longer requested after its module is deleted', async () => {
    const origin = await fea.newFeaDocument();
    const moduleId = await fea.createModule(origin.id);
    expect((await stage.callAs('dealer', 'DELETE', `/api/documents/${moduleId}`)).statusCode).toBe(204);
    expect((await fea.read(origin.dossierId)).current).toMatchObject({ state: 'EXPIRED', since: null });
    const again = await fea.createModule(origin.id);
    expect((await fea.read(origin.dossierId)).current).toMatchObject({ state: 'REQUESTED', moduleId: again });
  });
});

describe('evidence of an adherence', () => {
  const remove = (dossierId: number) => stage.callAs('admin', 'DELETE', `/api/dossiers/${dossierId}`);

  it('is not deleted with its customer, even by an administrator or after a revocation', async () => {
    const { dossierId } = await fea.newAdherence();
    const refused = await remove(dossierId);
    expect(refused.json()).toMatchObject({ status: 409, code: 'conflict.feaEvidence' });
    expect(refused.json().message).toContain('vent’anni');
    expect((await fea.revoke(dossierId)).statusCode).toBe(200);
    expect((await remove(dossierId)).json()).toMatchObject({ code: 'conflict.feaEvidence' });
    expect((await stage.callAs('dealer', 'GET', `/api/dossiers/${dossierId}`)).statusCode).toBe(200);
  });

  it('includes documents signed under it in another dossier', async () => {
    const { customer } = await fea.newAdherence();
    const code = (await rows()).at(-1)?.person_code;
    const elsewhere = await fea.newFeaDocument({ fiscalCode: code }, customer);
    await fea.sign(elsewhere.id, elsewhere.customer);
    expect((await remove(elsewhere.dossierId)).json()).toMatchObject({ code: 'conflict.feaEvidence' });
  });

  it('does not include documents that were never signed', async () => {
    const origin = await fea.newFeaDocument();
    await fea.createModule(origin.id);
    expect((await remove(origin.dossierId)).statusCode).toBe(204);
  });
});

describe('a revocation', () => {
  it('records who requested it and how, takes effect at once, and the next document requires a new module', async () => {
    const { id, dossierId, moduleId, customer } = await fea.newAdherence();
    await fea.sign(id, customer);
    const answer = await fea.revoke(dossierId, {
      via: 'PHONE',
      requestedBy: 'La figlia',
      reason: 'Preferisce la carta',
    });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json<AdherenceOutput>().current).toMatchObject({
      state: 'REVOKED',
      revocation: { via: 'PHONE', operator: 'dealer', requestedBy: 'La figlia', reason: 'Preferisce la carta' },
    });
    expect((await stage.trail(moduleId)).at(-1)).toBe('fea.revoked');
    const { read } = stage.test.world.database;
    const row = await read
      .selectFrom('fea_adherence')
      .select(['id', 'requested_by', 'reason'])
      .where('module_id', '=', moduleId)
      .executeTakeFirstOrThrow();
    const salt = revocationSalt(stage.test.world, row.id);
    const words = revocationDigest({ requestedBy: row.requested_by, reason: row.reason }, salt);
    for (const subject of [documentSubject(moduleId), dossierSubject(dossierId)]) {
      const detail = (await listTrail(read, subject)).findLast(({ type }) => type === 'fea.revoked')?.detail;
      expect(detail).toMatchObject({ adherenceId: row.id, words });
      expect(JSON.stringify(detail)).not.toMatch(/figlia|carta/);
    }
    const said = { requestedBy: 'La figlia', reason: 'Preferisce la carta' };
    expect(revocationDigest({ ...said, reason: null }, salt)).not.toBe(words);
    // A correct guess reveals nothing without this adherence's salt.
    expect(revocationDigest(said, revocationSalt(stage.test.world, row.id + 1))).not.toBe(words);
    for (const signed of [id, moduleId]) expect((await stage.document(signed)).status).toBe('SIGNED');
    expect((await fea.revoke(dossierId)).json()).toMatchObject({ status: 409, code: 'fea.notActive' });
    const next = await fea.addDocument({
      id,
      dossierId,
      customer,
      folderId: Number((await stage.document(id)).folderId),
    });
    expect(await stage.document(next)).toMatchObject({ feaBlocked: true, feaModuleId: null });
    expect((await start(next)).json()).toMatchObject({ code: 'life.feaModuleMissing' });
    const renewed = await fea.createModule(next);
    await fea.sign(renewed, customer);
    expect((await fea.read(dossierId)).history.map(({ state }) => state)).toEqual(['ACTIVE', 'REVOKED']);
    await fea.sign(next, customer);
  });

  it('cancels signing sessions that rely on an adherence since replaced', async () => {
    const first = await fea.newFeaDocument();
    const second = await fea.addDocument(first);
    const [one, two] = [await fea.createModule(first.id), await fea.createModule(second)];
    await fea.sign(one, first.customer);
    await stage.startSigning(first.id);
    await fea.sign(two, first.customer);
    expect((await stage.document(first.id)).status).toBe('START_SIGN');
    expect((await fea.revoke(first.dossierId)).statusCode).toBe(200);
    expect(await stage.document(first.id)).toMatchObject({ status: 'READY_TO_SIGN', feaBlocked: true });
  });

  it('is refused to a technical account whose own customer has the same tax code', async () => {
    await fea.newAdherence();
    const code = (await rows()).at(-1)?.person_code;
    const elsewhere = await fea.newFeaDocument({ fiscalCode: code });
    const refused = await fea.revoke(elsewhere.dossierId, {}, 'dms-incadea');
    expect([403, 404], refused.body).toContain(refused.statusCode);
    expect((await fea.read(elsewhere.dossierId)).current).toMatchObject({ state: 'ACTIVE' });
  });

  it('cancels waiting signing sessions and shows the reason on the document', async () => {
    const { id, dossierId, customer, folderId, moduleId } = await fea.newAdherence();
    const simple = await fea.addDocument({ id, dossierId, customer, folderId }, { sigType: 'OTP' });
    const path = await stage.startSigning(id);
    await stage.startSigning(simple);
    expect((await fea.revoke(dossierId)).statusCode).toBe(200);
    expect(await stage.document(id)).toMatchObject({
      status: 'READY_TO_SIGN',
      feaBlocked: true,
      statusReason: { code: 'signing.feaRevoked' },
    });
    expect((await stage.document(simple)).status).toBe('START_SIGN');
    expect((await stage.browser().get(path)).statusCode).toBe(404);
    expect((await stage.trail(id)).at(-1)).toBe('cancelled');
    expect((await stage.document(moduleId)).status).toBe('SIGNED');
  });

  it('concurrent with a start never leaves an open signing session without an adherence', async () => {
    for (let round = 0; round < 3; round++) {
      const { id, dossierId } = await fea.newAdherence();
      const [started, revoked] = await Promise.all([start(id), fea.revoke(dossierId)]);
      expect(revoked.statusCode, revoked.body).toBe(200);
      expect([200, 409]).toContain(started.statusCode);
      await stage.test.world.jobs.drain();
      expect((await stage.document(id)).status).toBe('READY_TO_SIGN');
    }
  });

  it('is refused for a future date and other invalid fields', async () => {
    const { dossierId } = await fea.newAdherence();
    for (const change of [{ date: '2099-01-01' }, { date: '2026-02-30' }, { via: 'FAX' }, { legalEntity: 'LE002' }]) {
      expect((await fea.revoke(dossierId, change)).json(), JSON.stringify(change)).toMatchObject({
        status: 400,
        code: 'adherence.invalid',
      });
    }
    expect((await fea.read(dossierId)).current?.state).toBe('ACTIVE');
  });

  it('is refused when there is no adherence or the signer is unknown', async () => {
    const { dossierId } = await fea.newFeaDocument();
    expect((await fea.revoke(dossierId)).json()).toMatchObject({ code: 'fea.notActive' });
    await changeCustomer(dossierId, { fiscal_code: null });
    expect((await fea.revoke(dossierId)).json()).toMatchObject({ code: 'fea.notActive' });
    expect(await fea.read(dossierId)).toMatchObject({ personKnown: false, current: null });
  });
});
