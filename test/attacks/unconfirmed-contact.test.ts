/**
 * A seller signs as the customer with their own telephone: numbers of staff are refused, and a number shared by several
 * people needs a second person's confirmation.
 */
import { PDF } from '@libpdf/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentSubject, listTrail } from '#server/evidence/index.ts';
import { findUser } from '#server/identity/index.ts';
import { generatedDocument, loadGeneratedPapers } from '../papers/generated-papers.ts';
import { type Customer, openStage, type Stage } from '../stages/signing-stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  await loadGeneratedPapers(stage.test.world);
});
afterAll(() => stage.close());

const SIM = '+39 3339990009';

/** Creates a customer with this telephone and a document ready to sign. */
async function ready(phone: string, { firstName = 'Ginevra', email = 'cliente@example.net' } = {}) {
  return stage.newDocument({ firstName, customer: { phone, email } });
}
const startSigning = async (id: number, login = 'dealer') => (await stage.requestStart(login, id)).json();
const check = async (id: number, login = 'sales') =>
  (await stage.callAs(login, 'GET', `/api/documents/${id}/contact-check`)).json();
const confirmContact = (id: number, login: string, word: object) =>
  stage.callAs(login, 'POST', `/api/documents/${id}/confirm-contact`, word);
const word = (firstName: string, contact = SIM) => ({ kind: 'phone', signer: `${firstName} Provetti`, contact });

/** The administrator stores a user's own number. */
async function storePhone(login: string, mobilePhone: string | null, by = 'admin') {
  const id = (await findUser(stage.read, { login }))?.id;
  const user = (await stage.callAs('admin', 'GET', `/api/users/${id}`)).json();
  return stage.callAs(by, 'PUT', '/api/users', { ...user, mobilePhone });
}

/** Has the number receive codes of two people. */
async function shareWithTwoPeople(phone = SIM) {
  for (const firstName of ['Marta', 'Lucia']) await stage.startSigning((await ready(phone, { firstName })).id);
}

async function auditOf(documentId: number): Promise<string> {
  const { signedDocumentId } = await stage.document(documentId);
  const file = await stage.callAs('dealer', 'GET', `/api/audit-documents/signed/${signedDocumentId}/download`);
  const pages = (await PDF.load(new Uint8Array(file.rawPayload))).getPages();
  return pages
    .map((page) => page.extractText().text)
    .join(' ')
    .replace(/\s+/g, ' ');
}

describe('a telephone or e-mail of a staff member', () => {
  it('is refused for a customer’s signature in any notation, also as a correction of a waiting one', async () => {
    expect((await storePhone('sales', '+39 3471112223')).statusCode).toBe(200);
    const own = await ready('+393471112223');
    expect(await startSigning(own.id)).toMatchObject({ status: 409, code: 'signing.contactStaff' });
    expect((await stage.document(own.id)).status).toBe('READY_TO_SIGN');
    const mail = await ready('+39 3331110001', { email: 'Dario.PROVINI@example.com' });
    expect(await startSigning(mail.id)).toMatchObject({ code: 'signing.contactStaff' });
    const waits = await ready('+39 3331110002');
    await stage.startSigning(waits.id);
    const { signers } = (await stage.callAs('dealer', 'GET', `/api/documents/${waits.id}/signing`)).json();
    for (const change of [{ mobilePhone: '+39 3471112223' }, { email: 'paolo.ricci@example.com' }]) {
      const contact = {
        signerId: signers[0].id,
        mobilePhone: '+39 3331110002',
        email: 'cliente@example.net',
        ...change,
      };
      const answer = await stage.callAs('dealer', 'PUT', `/api/documents/${waits.id}/signer-contact`, contact);
      expect(answer.json()).toMatchObject({ code: 'signing.contactStaff' });
    }
    expect(await vouchCode(own.id, 'backoffice', word('Ginevra', '+39 3471112223'))).toBe('signing.wordNotNeeded');
  });

  it('is also recognised when the identity provider supplied it, and after the provider supplies another', async () => {
    const { world } = stage.test;
    const id = (await findUser(world.database.read, { login: 'dealer' }))?.id ?? 0;
    const historyRow = { phone: '+393480001111', user_id: id, told_date: world.clock.now() };
    await world.database.transaction((tx) => tx.insertInto('provider_phone').values(historyRow).execute());
    expect(await startSigning((await ready('+39 3480001111')).id)).toMatchObject({ code: 'signing.contactStaff' });
  });

  it('cannot be removed by the staff member', async () => {
    expect((await storePhone('admin', '+39 3471112224', 'admin2')).statusCode).toBe(200);
    for (const other of [null, '', '+39 3471112225']) {
      const refused = await storePhone('admin', other, 'admin');
      expect(refused.json().fieldErrors).toMatchObject([{ field: 'mobilePhone', code: 'ownPhone' }]);
    }
    expect((await storePhone('admin', null, 'admin2')).statusCode).toBe(200);
  });

  it('is accepted for the staff member’s own purchase with a colleague’s confirmation', async () => {
    await storePhone('operator', '+39 3471112226');
    const bought = await stage.newDocument({
      firstName: 'Ilaria',
      dossier: { lastName: 'Fontana' },
      customer: { phone: '+39 3471112226', email: 'ilaria.fontana@example.com' },
    });
    expect(await startSigning(bought.id)).toMatchObject({ code: 'signing.contactWord' });
    for (const { kind, signer, contact } of await check(bought.id, 'backoffice')) {
      expect((await confirmContact(bought.id, 'backoffice', { kind, signer, contact })).statusCode).toBe(200);
    }
    expect((await startSigning(bought.id)).status).toBe('PENDING_START_SIGN');
  });
});

describe('a telephone published by a company of the network', () => {
  /** Written by one administrator, published by another. */
  async function publish(legalEntity: string | null, company: object): Promise<void> {
    const say = (login: string, path: string, body: object) =>
      stage.callAs(login, 'POST', `/api/paper-versions${path}`, body);
    const made = await say('admin', '', { kind: 'COMPANY', legalEntity, company });
    const sent = await say('admin', `/${made.json().id}/submit`, {});
    const published = await say('admin2', `/${made.json().id}/publish`, { digest: sent.json().digest });
    expect(published.statusCode, published.body).toBe(200);
  }

  it('is refused for a customer’s signature or correction, with a warning on the document page, until it is unpublished', async () => {
    const waits = await ready('+39 3331110012');
    await stage.startSigning(waits.id);
    const own = await ready('+39 3479990008');
    expect(await check(own.id)).toEqual([]);
    await publish('LE001', { phone: '347.999.0008' });
    const doubt = { verdict: 'staff', kind: 'phone', staff: false, company: true, others: 0, mayConfirm: false };
    expect(await check(own.id)).toMatchObject([doubt]);
    expect(await startSigning(own.id)).toMatchObject({ status: 409, code: 'signing.contactStaff' });
    const { signers } = (await stage.callAs('dealer', 'GET', `/api/documents/${waits.id}/signing`)).json();
    const contact = { signerId: signers[0].id, mobilePhone: '+39 3479990008', email: 'cliente@example.net' };
    const corrected = await stage.callAs('dealer', 'PUT', `/api/documents/${waits.id}/signer-contact`, contact);
    expect(corrected.json()).toMatchObject({ code: 'signing.contactStaff' });
    await publish('LE001', { phone: '+39 051 9990008' });
    expect((await startSigning(own.id)).status).toBe('PENDING_START_SIGN');
  });

  it('may also belong to the national company', async () => {
    await publish(null, { phone: '0039 347 999 0009' });
    expect(await startSigning((await ready('+39 3479990009')).id)).toMatchObject({ code: 'signing.contactStaff' });
  });
});

const vouchCode = async (id: number, login: string, body: object): Promise<string> =>
  (await confirmContact(id, login, body)).json().code;

describe('a telephone used by two people', () => {
  beforeAll(() => shareWithTwoPeople());

  it('needs a second person’s confirmation for a third person’s signature, which the audit PDF records', async () => {
    const { id, customer } = await ready(SIM);
    expect(await startSigning(id)).toMatchObject({ code: 'signing.contactWord' });
    expect(await check(id)).toMatchObject([{ verdict: 'word', others: 2, staff: false, word: null, mayConfirm: true }]);
    // The user who entered the number cannot confirm it.
    expect(await vouchCode(id, 'dealer', word('Ginevra'))).toBe('signing.wordOwn');
    expect((await confirmContact(id, 'sales', word('Ginevra'))).statusCode).toBe(200);
    // The user who confirmed the number cannot start the signing session.
    expect(await startSigning(id, 'sales')).toMatchObject({ code: 'signing.contactWord' });
    stage.test.clock.advance(60);
    await stage.sign(await stage.startSigning(id), customer as Customer);
    const paper = await auditOf(id);
    expect(paper).toContain('Recapito confermato da');
    expect(paper).toContain('Paolo Ricci (sales)');
    const trail = await listTrail(stage.read, documentSubject(id));
    expect(
      trail
        .filter(({ type }) => /^contact\.(confirmed|vouched)/.test(type))
        .map(({ type, actor }) => [type, actor.name]),
    ).toEqual([
      ['contact.confirmed', 'sales'],
      ['contact.vouched', 'dealer'],
    ]);
  });

  it('cannot be confirmed by an account that its author, or the user who starts, recently created or changed', async () => {
    const { read } = stage.test.world.database;
    const { id } = await ready(SIM);
    const userOf = (login: string) =>
      read.selectFrom('app_user').select('id').where('login', '=', login).executeTakeFirstOrThrow();
    const change = async (login: string, by: string): Promise<void> => {
      const values = { user_id: (await userOf(login)).id, changed_by: by, changed_date: stage.test.clock.now() };
      await read.insertInto('account_change').values(values).execute();
    };
    await change('sales', 'dealer');
    expect(await vouchCode(id, 'sales', word('Ginevra'))).toBe('signing.wordOwnAccount');
    await read.deleteFrom('account_change').execute();
    // The account was changed after the confirmation, which no longer counts.
    expect((await confirmContact(id, 'sales', word('Ginevra'))).statusCode).toBe(200);
    await change('sales', 'dealer');
    expect(await startSigning(id)).toMatchObject({ code: 'signing.contactWord' });
    await read.deleteFrom('account_change').execute();
    // The starting user did not enter the contact but changed the account that confirmed it.
    expect(await check(id)).toMatchObject([{ word: { by: expect.any(String) } }]);
    await change('sales', 'backoffice');
    expect(await startSigning(id, 'backoffice')).toMatchObject({ code: 'signing.contactWord' });
    await read.deleteFrom('account_change').execute();
  });

  it('cannot be confirmed by the user who last entered it, even if another user created the customer', async () => {
    const { id, dossierId } = await ready('+39 3331110003');
    const dossier = (await stage.callAs('dealer', 'GET', `/api/dossiers/${dossierId}`)).json();
    expect((await stage.callAs('sales', 'PUT', '/api/dossiers', { ...dossier, mobilePhone: SIM })).statusCode).toBe(
      200,
    );
    expect(await vouchCode(id, 'sales', word('Ginevra'))).toBe('signing.wordOwn');
    expect((await confirmContact(id, 'backoffice', word('Ginevra'))).statusCode).toBe(200);
  });

  it('cannot be confirmed by its author after a colleague corrected a signature of the same customer', async () => {
    const { id, dossierId } = await ready('+39 3331110006');
    await stage.startSigning(id);
    const [{ id: signerId }] = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/signing`)).json().signers;
    const dossier = (await stage.callAs('dealer', 'GET', `/api/dossiers/${dossierId}`)).json();
    await stage.callAs('dealer', 'PUT', '/api/dossiers', { ...dossier, mobilePhone: SIM });
    const contact = { signerId, mobilePhone: '+39 3331110007', email: 'cliente@example.net' };
    const corrected = await stage.callAs('sales', 'PUT', `/api/documents/${id}/signer-contact`, contact);
    expect(corrected.statusCode, corrected.body).toBe(200);
    await stage.callAs('sales', 'POST', `/api/documents/${id}/cancel-sign`, {});
    expect((await startSigning(id, 'sales')).code).toBe('signing.contactWord');
    expect(await vouchCode(id, 'dealer', word('Ginevra'))).toBe('signing.wordOwn');
    expect((await confirmContact(id, 'backoffice', word('Ginevra'))).statusCode).toBe(200);
  });

  it('of another borrower cannot be confirmed by its author, even if another user edited the document last', async () => {
    const { id } = await stage.newDocument({
      customer: { phone: '+39 3331110008', email: 'cliente@example.net' },
      type: 'LOAN_COURTESY_VEHICLE_MULTI',
      folder: { type: 'SERVICE', businessId: 'ODL-88', plate: 'EE000EE' },
      document: generatedDocument('LOAN_COURTESY_VEHICLE_MULTI', {}, { DRIVER_2_PHONE: '+39 3331110009' }),
    });
    const edit = async (login: string, fields: object) => {
      await stage.callAs(login, 'POST', `/api/documents/${id}/take-back`, {});
      const { archivable, sigType, signable, variableFields, lastModifiedDate } = await stage.document(id);
      const kept = { id, archivable, sigType, signable, lastModifiedDate };
      const body = { ...kept, variableFields: { ...(variableFields as object), ...fields } };
      const answer = await stage.callAs(login, 'PUT', '/api/documents', body);
      expect(answer.statusCode, answer.body).toBe(200);
    };
    await edit('backoffice', { DRIVER_2_PHONE: SIM });
    await edit('dealer', { DRIVER_2_EMAIL: 'seconda@example.net' });
    const [doubt] = await check(id, 'backoffice');
    expect(doubt).toMatchObject({ verdict: 'word', kind: 'phone', mayConfirm: false });
    const { kind, signer, contact } = doubt;
    for (const writer of ['backoffice', 'dealer']) {
      expect(await vouchCode(id, writer, { kind, signer, contact })).toBe('signing.wordOwn');
    }
    expect((await confirmContact(id, 'operator', { kind, signer, contact })).statusCode).toBe(200);
    expect((await startSigning(id)).status).toBe('PENDING_START_SIGN');
  });

  it('has a confirmation for one number, customer, document and start only', async () => {
    const first = await ready(SIM);
    const second = await ready(SIM);
    await confirmContact(first.id, 'sales', word('Ginevra'));
    expect(await startSigning(second.id)).toMatchObject({ code: 'signing.contactWord' });
    expect(await vouchCode(first.id, 'sales', word('Ginevra', '+39 3330000000'))).toBe('signing.wordNotNeeded');
    expect(await vouchCode(first.id, 'sales', word('Marta'))).toBe('signing.wordNotNeeded');
    // Changed and changed back: the confirmation applied to another version of the dossier.
    const path = `/api/dossiers/${first.dossierId}`;
    for (const mobilePhone of ['+39 3331110004', SIM]) {
      const dossier = (await stage.callAs('dealer', 'GET', path)).json();
      await stage.callAs('dealer', 'PUT', '/api/dossiers', { ...dossier, mobilePhone });
    }
    expect(await startSigning(first.id)).toMatchObject({ code: 'signing.contactWord' });
    await confirmContact(first.id, 'sales', word('Ginevra'));
    await stage.startSigning(first.id);
    await stage.callAs('dealer', 'POST', `/api/documents/${first.id}/cancel-sign`, {});
    expect(await startSigning(first.id)).toMatchObject({ code: 'signing.contactWord' });
  });

  it('loses a confirmation when the user who gave it loses the permission', async () => {
    const { id } = await ready(SIM);
    await confirmContact(id, 'manager', word('Ginevra'));
    const { database } = stage.test.world;
    const active = (activated: boolean) =>
      database.transaction((tx) =>
        tx.updateTable('app_user').set({ activated }).where('login', '=', 'manager').execute(),
      );
    await active(false);
    expect(await startSigning(id)).toMatchObject({ code: 'signing.contactWord' });
    await active(true);
    expect((await startSigning(id)).status).toBe('PENDING_START_SIGN');
  });

  it('cannot be entered as a correction: the confirmation precedes the start', async () => {
    const { id } = await ready('+39 3331110005');
    await stage.startSigning(id);
    const { signers } = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/signing`)).json();
    const contact = { signerId: signers[0].id, mobilePhone: SIM, email: 'cliente@example.net' };
    const answer = await stage.callAs('dealer', 'PUT', `/api/documents/${id}/signer-contact`, contact);
    expect(answer.json()).toMatchObject({ status: 409, code: 'signing.contactWordFirst' });
  });

  it('is counted across concurrent starts', async () => {
    const phone = '+39 3339990010';
    const names = ['Anna', 'Bice', 'Carla', 'Dora', 'Elsa'];
    const documents = [];
    for (const firstName of names) documents.push(await ready(phone, { firstName }));
    const answers = await Promise.all(documents.map(({ id }) => startSigning(id)));
    expect(answers.filter(({ status }) => status === 'PENDING_START_SIGN')).toHaveLength(2);
  });

  it('is handled as configured: warned about or refused', async () => {
    const { settings } = stage.test.world;
    const { contacts } = settings;
    const { id } = await ready(SIM);
    try {
      Object.assign(settings, { contacts: { ...contacts, sharedNumbers: 'refuse' } });
      expect(await startSigning(id)).toMatchObject({ code: 'signing.contactShared' });
      Object.assign(settings, { contacts: { ...contacts, sharedNumbers: 'tell' } });
      expect((await startSigning(id)).status).toBe('PENDING_START_SIGN');
    } finally {
      Object.assign(settings, { contacts });
    }
  });
});

describe('the report of recurring numbers', () => {
  const phone = '+39 3339990011';
  const report = async (login: string, query = '') => {
    const answer = await stage.callAs(login, 'GET', `/api/recurring-numbers?size=100${query}`);
    expect(answer.statusCode, answer.body).toBe(200);
    // biome-ignore lint/suspicious/noExplicitAny: checked against the contract by the server
    return answer.json<any[]>().find(({ maskedPhone }) => maskedPhone.endsWith('*** 011'));
  };
  const sessions: number[] = [];
  beforeAll(async () => {
    for (const firstName of ['Gioia', 'Irene']) {
      const { id } = await ready(phone, { firstName });
      await stage.sign(await stage.startSigning(id), { phone, email: '' });
      sessions.push(id);
    }
    // The same person, spelled differently.
    const { id } = await stage.newDocument({
      firstName: 'PROVETTI',
      dossier: { lastName: 'Gioia' },
      customer: { phone, email: 'cliente@example.net' },
    });
    await stage.sign(await stage.startSigning(id), { phone, email: '' });
  });

  it('shows a supervisor the people and signatures of one number, who started them, and the documents', async () => {
    const row = await report('supervisor');
    expect(row).toMatchObject({ people: 2, signatures: 3, dealers: ['10001'], otherDealers: 0, startedBy: ['dealer'] });
    expect(row.documents.map(({ customer }: { customer: string }) => customer)).toEqual([
      'PROVETTI Gioia',
      'Irene Provetti',
      'Gioia Provetti',
    ]);
    expect(JSON.stringify(row)).not.toContain('3339990011');
    expect(await report('nsc')).toMatchObject({ people: 2 });
    expect((await stage.callAs('dealer', 'GET', '/api/recurring-numbers')).statusCode).toBe(403);
  });

  it('shows a supervisor no names of other dealers, and only numbers used at own dealers', async () => {
    const { database } = stage.test.world;
    const set = (login: string, hst_list: string[]) =>
      database.transaction((tx) => tx.updateTable('app_user').set({ hst_list }).where('login', '=', login).execute());
    await set('supervisor', ['10002']);
    try {
      expect(await report('supervisor')).toBeUndefined();
      const id = database.read
        .selectFrom('session_document')
        .select('session_id')
        .where('document_id', '=', sessions[0] ?? 0);
      await database.transaction((tx) =>
        tx.updateTable('signing_session').set({ hst: '10002', started_by: 'manager' }).where('id', 'in', id).execute(),
      );
      const row = await report('supervisor');
      expect(row).toMatchObject({
        people: 2,
        dealers: ['10002'],
        otherDealers: 1,
        startedBy: ['manager'],
        documents: [],
      });
      expect(JSON.stringify(row)).not.toMatch(/Irene|10001|"dealer"/);
    } finally {
      await set('supervisor', ['10001', '10002']);
    }
  });

  it('covers the requested period', async () => {
    stage.test.clock.advance(3 * 86_400);
    expect(await report('supervisor', '&days=2')).toBeUndefined();
    expect(await report('supervisor', '&days=4')).toMatchObject({ people: 2 });
  });
});
