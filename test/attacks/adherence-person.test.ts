/**
 * One person makes an FEA adherence and another tries to sign with it: with another name, birth or telephone under the
 * same codice fiscale, or with a dossier that changes hands.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusedFields } from '../portal.ts';
import { type FeaStage, openFeaStage } from '../stages/fea-stage.ts';
import type { Stage } from '../stages/signing-stage.ts';

let fea: FeaStage;
let stage: Stage;
beforeAll(async () => {
  fea = await openFeaStage();
  stage = fea.stage;
});
afterAll(() => stage.close());

const startSigning = (id: number) => stage.callAs('dealer', 'POST', `/api/documents/${id}/sign`, {});
const customerOf = async (dossierId: number) =>
  (await stage.callAs('dealer', 'GET', `/api/dossiers/${dossierId}`)).json();
const edit = async (dossierId: number, change: object) =>
  stage.callAs('dealer', 'PUT', '/api/dossiers', { ...(await customerOf(dossierId)), ...change });
const codeOf = async (dossierId: number): Promise<string> => (await customerOf(dossierId)).fiscalCode;
const currentAdherence = async (dossierId: number) => (await fea.read(dossierId)).current;

const B = { firstName: 'Marta', lastName: 'Rinaldi', birthDate: '1991-07-04', fiscalCode: 'RNLMRT91L44F205Z' };

describe('a dossier with a signed module', () => {
  it.each<[string, object]>([
    ['all data of B', B],
    ['the name of B, with the codice fiscale of A', { firstName: B.firstName, lastName: B.lastName }],
    ['the birth date of B', { birthDate: B.birthDate }],
    ['the codice fiscale of B', { fiscalCode: B.fiscalCode }],
    ['a company of B', { organizationName: 'Rinaldi S.r.l.' }],
  ])('cannot be reassigned to another person: %s', async (_what, change) => {
    const { id, dossierId, customer } = await fea.newAdherence();
    const before = await customerOf(dossierId);
    const refused = await edit(dossierId, change);
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'dossier.invalid']);
    expect(refusedFields(refused).every((field) => field.endsWith(' signedPerson'))).toBe(true);
    expect(await customerOf(dossierId)).toEqual(before);
    await fea.sign(id, customer);
  });

  it('cannot be reassigned while the first signature is under way, but can after it ends unsigned', async () => {
    const { id, dossierId } = await stage.newDocument();
    await stage.startSigning(id);
    expect((await edit(dossierId, B)).json()).toMatchObject({ code: 'dossier.invalid' });
    await stage.callAs('dealer', 'POST', `/api/documents/${id}/cancel-sign`, {});
    expect((await edit(dossierId, B)).statusCode).toBe(200);
  });

  it('cannot be reassigned when its signed documents are deleted, not even by an administrator', async () => {
    const { id, dossierId, customer } = await stage.newDocument();
    await stage.sign(await stage.startSigning(id), customer);
    await stage.test.world.database.transaction((tx) =>
      tx.updateTable('document').set({ deleted_date: stage.test.clock.now() }).where('id', '=', id).execute(),
    );
    const refused = await stage.callAs('admin', 'PUT', '/api/dossiers', { ...(await customerOf(dossierId)), ...B });
    expect(refused.json()).toMatchObject({ code: 'dossier.invalid' });
  });

  it('is either edited or signed, never both, when both requests arrive at once', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, dossierId } = await stage.newDocument();
      const before = await customerOf(dossierId);
      const [started, edited] = await Promise.all([startSigning(id), edit(dossierId, B)]);
      const signer = await stage.read
        .selectFrom('signer')
        .innerJoin('session_document', 'session_document.session_id', 'signer.session_id')
        .select('signer.last_name')
        .where('session_document.document_id', '=', id)
        .executeTakeFirst();
      expect(started.statusCode, started.body).toBe(200);
      expect(signer?.last_name).toBe(edited.statusCode === 200 ? B.lastName : before.lastName);
      expect((await customerOf(dossierId)).lastName).toBe(signer?.last_name);
    }
  });
});

describe('the adherence of person A', () => {
  it.each<[string, object]>([
    ['another name', { firstName: B.firstName, lastName: B.lastName }],
    ['another birth date', { birthDate: B.birthDate }],
    ['another place of birth', { birthPlace: 'Milano' }],
  ])('does not apply to person B with another dossier and A’s codice fiscale and %s', async (_what, change) => {
    const first = await fea.newAdherence();
    const second = await fea.newFeaDocument({ fiscalCode: await codeOf(first.dossierId), ...change }, first.customer);
    expect(await stage.document(second.id)).toMatchObject({ feaBlocked: true });
    expect((await startSigning(second.id)).json()).toMatchObject({ status: 409, code: 'life.feaModuleMissing' });
    expect((await currentAdherence(first.dossierId))?.changed).toEqual([]);
    await fea.sign(first.id, first.customer);
  });

  it('sends no codes to another telephone: a new module must be signed first, and the customer sees the reason', async () => {
    const { id, dossierId, moduleId } = await fea.newAdherence();
    const phone = '+39 3339000001';
    expect((await edit(dossierId, { mobilePhone: phone })).statusCode).toBe(200);
    expect((await startSigning(id)).json()).toMatchObject({ code: 'life.feaModuleMissing' });
    expect(await currentAdherence(dossierId)).toMatchObject({ state: 'ACTIVE', moduleId, changed: ['mobilePhone'] });
    const again = await fea.createModule(id);
    const customer = { phone, email: (await customerOf(dossierId)).email };
    await fea.sign(again, customer);
    expect(await currentAdherence(dossierId)).toMatchObject({ state: 'ACTIVE', moduleId: again, changed: [] });
    await fea.sign(id, customer);
  });

  it('applies again when the telephone is restored', async () => {
    const { id, dossierId, customer } = await fea.newAdherence();
    await edit(dossierId, { mobilePhone: '+39 3339000002' });
    await edit(dossierId, { mobilePhone: customer.phone });
    await fea.sign(id, customer);
  });

  it('is not replaced by a module that B signs with A’s codice fiscale', async () => {
    const first = await fea.newAdherence();
    const change = { fiscalCode: await codeOf(first.dossierId), firstName: B.firstName, lastName: B.lastName };
    const second = await fea.newFeaDocument(change);
    const module = await fea.createModule(second.id);
    const refused = await startSigning(module);
    expect(refused.json()).toMatchObject({ status: 409, code: 'paper.incomplete' });
    expect(refusedFields(refused)).toEqual(['dossier.fiscalCode otherPerson']);
    expect(await currentAdherence(first.dossierId)).toMatchObject({ state: 'ACTIVE', moduleId: first.moduleId });
  });

  it('is not replaced by a module of B whose signature was already under way', async () => {
    const first = await fea.newFeaDocument();
    const own = await fea.createModule(first.id);
    const change = { fiscalCode: await codeOf(first.dossierId), firstName: B.firstName, lastName: B.lastName };
    const second = await fea.newFeaDocument(change);
    const module = await fea.createModule(second.id);
    const path = await stage.startSigning(module);
    await fea.sign(own, first.customer);
    await stage.sign(path, second.customer);
    expect(await currentAdherence(first.dossierId)).toMatchObject({ state: 'ACTIVE', moduleId: own });
    expect((await startSigning(second.id)).json()).toMatchObject({ code: 'life.feaModuleMissing' });
    await fea.sign(first.id, first.customer);
  });

  it('keeps the person named in the module as signed', async () => {
    const { moduleId, dossierId } = await fea.newAdherence();
    const person = await customerOf(dossierId);
    const row = await stage.read
      .selectFrom('fea_adherence')
      .select(['first_name', 'last_name', 'birth_date', 'birth_place', 'mobile_phone', 'identity_number'])
      .where('module_id', '=', moduleId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({
      ...{ first_name: person.firstName, last_name: person.lastName, birth_date: person.birthDate },
      ...{ birth_place: person.birthPlace, mobile_phone: person.mobilePhone, identity_number: 'CA00000AA' },
    });
  });
});
