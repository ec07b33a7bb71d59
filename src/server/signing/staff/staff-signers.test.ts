/** A proposal with three signers and every obstacle: who signs for the dealer, in which order, and how they authenticate. */

// Real time: third-party validators check the result against the system clock.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FolderTypeConfiguration } from '#domain/folders/folder-types.ts';
import type { Role } from '#domain/identity/roles.ts';
import { realNow, testClock } from '../../../../test/clock.ts';
import { openStage, pathOf, type Stage } from '../../../../test/stages/signing-stage.ts';
import { foreignProblems } from '../../../../test/validators/foreign-validators.ts';

let stage: Stage;
let ids: Record<'manager' | 'operator' | 'dealer' | 'sales', number>;

beforeAll(async () => {
  stage = await openStage({ clock: testClock(realNow()) });
  const rows = await stage.read.selectFrom('app_user').select(['id', 'login']).execute();
  const idOf = (login: string) => rows.find((row) => row.login === login)?.id ?? 0;
  ids = { manager: idOf('manager'), operator: idOf('operator'), dealer: idOf('dealer'), sales: idOf('sales') };
});
afterAll(() => stage.close());

const own = (id: number, rest = '') => `/api/documents/${id}/own-signature${rest}`;
const post = (login: string, url: string, body: object = {}) => stage.callAs(login, 'POST', url, body);
const viewOf = async (login: string, id: number) => (await stage.callAs(login, 'GET', own(id))).json();

/** Hashes of the shown bytes, as a page computes them. */
const shownOf = async (login: string, id: number): Promise<string[]> =>
  (await viewOf(login, id)).documents.map(({ sha256 }: { sha256: string }) => sha256);

async function outcome(login: string, url: string, body: object = {}): Promise<[number, string]> {
  const answer = await post(login, url, body);
  return [answer.statusCode, answer.json().code ?? answer.json().state ?? answer.json().status];
}

/** The sales person's roles. */
const setSalesRoles = (...authorities: Role[]) =>
  stage.test.world.database.read.updateTable('app_user').set({ authorities }).where('id', '=', ids.sales).execute();
const newProposal = () => stage.newDocument({ type: 'SALE_NEW_PROPOSAL' });

/** A proposal signed by its customer and the sales manager. */
async function startedProposal() {
  const document = await newProposal();
  const answer = await post('dealer', `/api/documents/${document.id}/sign`, { signers: { salesManager: ids.manager } });
  expect(answer.statusCode, answer.body).toBe(200);
  await stage.test.world.jobs.drain();
  return document;
}

async function customerSigns({ id, customer }: Awaited<ReturnType<typeof startedProposal>>): Promise<void> {
  await stage.sign(pathOf((await stage.document(id)).signUrl ?? ''), customer);
}

async function managersTurn() {
  const document = await startedProposal();
  await customerSigns(document);
  return document;
}

/** Reads and proves the person's identity. @returns the points to confirm. */
async function proven(login: string, id: number): Promise<string[]> {
  await stage.callAs(login, 'GET', own(id, '/document'));
  const answer = await post(login, own(id, '/identity'), { password: 'demo' });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().signature.points.map((point: { id: string }) => point.id);
}

describe('the staff signer', () => {
  it('must be named where there is no default, and must work at the dealer with the role', async () => {
    const { id } = await newProposal();
    const missing = await post('dealer', `/api/documents/${id}/sign`);
    expect(missing.statusCode).toBe(409);
    expect(missing.json()).toMatchObject({
      code: 'signing.signersMissing',
      fieldErrors: [{ field: 'salesManager', code: 'required' }],
    });
    for (const salesManager of [ids.operator, ids.sales, 999_999]) {
      const refused = await post('dealer', `/api/documents/${id}/sign`, { signers: { salesManager } });
      expect(refused.statusCode).toBe(400);
      expect(refused.json().fieldErrors).toEqual([
        expect.objectContaining({ field: 'salesManager', code: 'coworker' }),
      ]);
    }
    const unasked = await post('dealer', `/api/documents/${id}/sign`, {
      signers: { salesManager: ids.manager, operatorDealer: ids.operator },
    });
    expect(unasked.json().fieldErrors).toEqual([expect.objectContaining({ field: 'operatorDealer', code: 'unknown' })]);
    expect((await stage.document(id)).status).toBe('READY_TO_SIGN');
  });

  it('defaults to the caller, unless the caller does not belong to the dealer', async () => {
    const defaultDocument = await stage.newDocument({ type: 'SALE_NEW_ACCEPTANCE' });
    expect((await post('dealer', `/api/documents/${defaultDocument.id}/sign`)).statusCode).toBe(200);
    const { metadata } = await stage.document(defaultDocument.id);
    expect(metadata).toMatchObject({
      dealer: { seller: 'Dario Provini' },
      salesManager: { signUrl: null, label: null },
    });
    const other = await stage.newDocument({ type: 'SALE_NEW_ACCEPTANCE' });
    const missing = await post('admin', `/api/documents/${other.id}/sign`);
    expect([missing.statusCode, missing.json().fieldErrors[0].field]).toEqual([409, 'dealer']);
    const named = await post('admin', `/api/documents/${other.id}/sign`, { signers: { dealer: ids.sales } });
    expect(named.statusCode).toBe(200);
  });
});

describe('a proposal', () => {
  it('is signed by the customer, then by the sales manager, each with a separate certificate, valid for third-party tools', async () => {
    const document = await startedProposal();
    const { id } = document;
    const waiting = await stage.document(id);
    expect(waiting.metadata).toMatchObject({
      dealer: { signUrl: null, seller: null },
      salesManager: { signUrl: `${stage.test.world.settings.publicUrl}/app/documents/${id}/sign` },
    });
    expect(await viewOf('manager', id)).toMatchObject({ state: 'OPEN', turn: false, role: 'salesManager' });
    expect((await stage.callAs('manager', 'GET', '/api/own-signatures')).json()).toEqual([]);
    const mail = async () => (await stage.test.outbox('matteo.greco@example.com')).length;
    const before = await mail();
    await customerSigns(document);
    expect(await mail()).toBe(before + 1);
    const turns = (await stage.callAs('manager', 'GET', '/api/own-signatures')).json();
    expect(turns.map((turn: { documentId: number }) => turn.documentId)).toContain(id);
    const points = await proven('manager', id);
    expect(points).toHaveLength(1);
    const signed = await post('manager', own(id), { points });
    expect(signed.json(), signed.body).toMatchObject({ state: 'SIGNED', identity: { confirmedUntil: null } });
    await stage.test.world.jobs.drain();
    const done = await stage.document(id);
    expect(done.status).toBe('SIGNED');
    const { signatures } = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/validation`)).json();
    expect(signatures.map(({ signer }: { signer: string }) => signer).slice(0, 2)).toEqual([
      'Ginevra Provetti',
      'Matteo Greco',
    ]);
    const file = await stage.callAs('dealer', 'GET', `/api/signed-documents/${done.signedDocumentId}/download`);
    const anchors = await stage.test.world.authority.anchors();
    expect(await foreignProblems(new Uint8Array(file.rawPayload), anchors, 3)).toEqual([]);
    const trail = await stage.trail(id);
    expect(trail.filter((type) => type === 'otp.verified' || type === 'identity.confirmed')).toEqual([
      'otp.verified',
      'identity.confirmed',
    ]);
  });
});

describe('a work order', () => {
  it('is signed by the customer, then by the service manager', async () => {
    const document = await stage.newDocument({ type: 'SERVICE_ODL', folder: { type: 'SERVICE', plate: 'GX204KT' } });
    const { id } = document;
    const start = (signers?: object) => post('dealer', `/api/documents/${id}/sign`, signers ? { signers } : {});
    expect((await start()).json().fieldErrors).toEqual([
      expect.objectContaining({ field: 'operatorDealer', code: 'required' }),
    ]);
    const answer = await start({ operatorDealer: ids.operator });
    expect(answer.statusCode, answer.body).toBe(200);
    await stage.test.world.jobs.drain();
    const signUrl = `${stage.test.world.settings.publicUrl}/app/documents/${id}/sign`;
    expect((await stage.document(id)).metadata).toMatchObject({ operatorDealer: { signUrl, label: 'Ilaria Fontana' } });
    await customerSigns(document);
    expect(await outcome('operator', own(id), { points: await proven('operator', id) })).toEqual([200, 'SIGNED']);
    await stage.test.world.jobs.drain();
    const done = await stage.document(id);
    expect(done).toMatchObject({
      status: 'SIGNED',
      metadata: { operatorDealer: { signUrl: null, label: 'Ilaria Fontana' } },
    });
    const { signatures } = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/validation`)).json();
    expect(signatures.map(({ signer }: { signer: string }) => signer).slice(0, 2)).toEqual([
      'Ginevra Provetti',
      'Ilaria Fontana',
    ]);
  });
});

describe('a member of staff', () => {
  it('signs only after the customer, after reading, with a new proof of identity, and with every signature field', async () => {
    const document = await startedProposal();
    const { id } = document;
    expect(await outcome('manager', own(id, '/identity'), { password: 'demo' })).toEqual([
      409,
      'signing.customerFirst',
    ]);
    expect(await outcome('manager', own(id), { points: [] })).toEqual([409, 'signing.customerFirst']);
    await customerSigns(document);
    expect(await outcome('manager', own(id, '/identity'), { password: 'demo' })).toEqual([409, 'signing.notRead']);
    expect(await outcome('manager', own(id), { points: [] })).toEqual([409, 'signing.notRead']);
    await stage.callAs('manager', 'GET', own(id, '/document'));
    const { points, documents } = await viewOf('manager', id);
    expect(documents).toEqual([expect.objectContaining({ id, read: true })]);
    const [{ id: point }] = points;
    expect(await outcome('manager', own(id), { points: [] })).toEqual([400, 'signing.pointMissing']);
    expect(await outcome('manager', own(id), { points: [point] })).toEqual([409, 'signing.identityNeeded']);
    expect(await outcome('manager', own(id, '/identity'), { password: 'sbagliata' })).toEqual([
      422,
      'signing.identityWrong',
    ]);
    expect(await outcome('manager', own(id, '/identity'))).toEqual([422, 'signing.identityWrong']);
    await proven('manager', id);
    expect((await viewOf('manager', id)).identity.confirmedUntil).not.toBeNull();
    stage.test.clock.advance(10 * 60 + 1);
    expect(await outcome('manager', own(id), { points: [point] })).toEqual([409, 'signing.identityNeeded']);
    await proven('manager', id);
    expect(await outcome('manager', own(id), { points: [point] })).toEqual([200, 'SIGNED']);
    // Repeated after a lost answer.
    expect((await outcome('manager', own(id), { points: [point] }))[0]).toBe(200);
    await stage.test.world.jobs.drain();
    const trail = await stage.trail(id);
    expect(trail.filter((type) => type === 'identity.confirmed' || type === 'document.signed')).toEqual([
      'identity.confirmed',
      'document.signed',
    ]);
  });

  it('is only the named user: for others the signature does not exist', async () => {
    const { id } = await managersTurn();
    for (const login of ['dealer', 'sales', 'supervisor', 'admin', 'nsc']) {
      expect((await stage.callAs(login, 'GET', own(id))).statusCode, login).toBe(404);
      expect((await stage.callAs(login, 'GET', own(id, '/document'))).statusCode, login).toBe(404);
      expect(await outcome(login, own(id, '/identity'), { password: 'demo' }), login).toEqual([
        404,
        'document.notFound',
      ]);
      expect(await outcome(login, own(id), { points: [] }), login).toEqual([404, 'document.notFound']);
      expect(await outcome(login, own(id, '/decline'), { reason: 'no' }), login).toEqual([404, 'document.notFound']);
    }
    for (const login of ['sa3', 'readonly', 'dms-incadea']) {
      expect((await stage.callAs(login, 'GET', own(id))).statusCode, login).toBe(403);
    }
    expect((await stage.document(id)).status).toBe('START_SIGN');
  });

  it('proves the identity for one signature in one portal session only', async () => {
    const [first, second] = [await managersTurn(), await managersTurn()];
    const points = await proven('manager', first.id);
    await stage.callAs('manager', 'GET', own(second.id, '/document'));
    const others = (await viewOf('manager', second.id)).points.map((point: { id: string }) => point.id);
    expect(await outcome('manager', own(second.id), { points: others })).toEqual([409, 'signing.identityNeeded']);
    expect(await outcome('manager', own(first.id), { points: others })).toEqual([400, 'signing.pointMissing']);
    // The same user in another staff session.
    const login = await stage.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { username: 'manager', password: 'demo' },
    });
    const elsewhere = await stage.app.inject({
      method: 'POST',
      url: own(first.id),
      headers: { authorization: `Bearer ${login.json().token}` },
      payload: { points, shown: await shownOf('manager', first.id) },
    });
    expect([elsewhere.statusCode, elsewhere.json().code]).toEqual([409, 'signing.identityNeeded']);
    expect(await outcome('manager', own(first.id), { points })).toEqual([200, 'SIGNED']);
  });

  it('signs only what the page displayed', async () => {
    const { id } = await managersTurn();
    const points = await proven('manager', id);
    const [shown = ''] = await shownOf('manager', id);
    for (const other of [[], ['f'.repeat(64)], [shown, 'f'.repeat(64)], [shown, shown]]) {
      expect(await outcome('manager', own(id), { points, shown: other })).toEqual([409, 'signing.otherBytes']);
    }
    expect(await outcome('manager', own(id), { points, shown: [shown] })).toEqual([200, 'SIGNED']);
  });

  it('can no longer sign after losing the role or the dealer', async () => {
    const { read } = stage.test.world.database;
    const { id } = await managersTurn();
    const points = await proven('manager', id);
    const change = (authorities: string[], hst: string[]) =>
      read
        .updateTable('app_user')
        .set({ authorities: authorities as never, hst_list: hst })
        .where('id', '=', ids.manager)
        .execute();
    await change(['ROLE_SALE_DEALER'], ['10001']);
    expect(await outcome('manager', own(id), { points })).toEqual([409, 'signing.notEntitled']);
    expect((await stage.callAs('manager', 'GET', '/api/own-signatures')).json()).toEqual([]);
    await change(['ROLE_SALE_MANAGER'], ['10002']);
    expect(await outcome('manager', own(id), { points })).toEqual([404, 'document.notFound']);
    await change(['ROLE_SALE_MANAGER'], ['10001', '10002']);
    expect(await outcome('manager', own(id), { points })).toEqual([200, 'SIGNED']);
  });

  it('declines with a reason, and the signature ends for all', async () => {
    const { id } = await managersTurn();
    for (const reason of ['', '   ', 'x'.repeat(501), 7]) {
      expect((await post('manager', own(id, '/decline'), { reason })).statusCode, String(reason)).toBe(400);
    }
    expect(await outcome('manager', own(id, '/decline'), { reason: 'Sconto non autorizzato' })).toEqual([
      200,
      'DECLINED',
    ]);
    expect((await outcome('manager', own(id, '/decline'), { reason: 'Di nuovo' }))[0]).toBe(200);
    const { status, statusReason, metadata } = await stage.document(id);
    expect([status, statusReason]).toEqual([
      'READY_TO_SIGN',
      { code: 'signing.declined', text: 'Chi doveva firmare ha rifiutato. Sconto non autorizzato' },
    ]);
    expect(metadata).toMatchObject({ salesManager: { signUrl: null, label: null } });
    expect(await outcome('manager', own(id), { points: [] })).toEqual([409, 'signing.closed']);
    expect((await stage.trail(id)).filter((type) => type === 'declined')).toHaveLength(1);
  });

  it('needs no code: no message is reserved or used, and there is no link', async () => {
    const { read } = stage.test.world.database;
    const reservations = async () => (await read.selectFrom('quota_reservation').selectAll().execute()).length;
    const before = await reservations();
    const { id } = await startedProposal();
    expect((await reservations()) - before).toBeLessThanOrEqual(2);
    const { signers } = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/signing`)).json();
    expect(signers).toEqual([
      expect.objectContaining({ role: 'customer', turn: true, userId: null }),
      expect.objectContaining({
        role: 'salesManager',
        turn: false,
        userId: ids.manager,
        maskedPhone: null,
        contact: null,
        signUrl: expect.stringMatching(new RegExp(`/app/documents/${id}/sign$`)),
      }),
    ]);
  });
});

describe('replacing the staff signer', () => {
  const replace = (login: string, id: number, body: object) =>
    stage.callAs(login, 'PUT', `/api/documents/${id}/staff-signer`, body);
  const staffSigner = async (id: number) =>
    (await stage.callAs('dealer', 'GET', `/api/documents/${id}/signing`)).json().signers[1];

  it('and restoring the first one invalidates the first one’s earlier proof', async () => {
    await setSalesRoles('ROLE_SALE_DEALER', 'ROLE_SALE_MANAGER');
    const { id } = await managersTurn();
    const points = await proven('manager', id);
    const { id: signerId } = await staffSigner(id);
    for (const userId of [ids.sales, ids.manager]) {
      expect((await replace('dealer', id, { signerId, userId })).statusCode).toBe(200);
    }
    await stage.callAs('manager', 'GET', own(id, '/document'));
    expect((await viewOf('manager', id)).identity.confirmedUntil).toBeNull();
    expect(await outcome('manager', own(id), { points })).toEqual([409, 'signing.identityNeeded']);
    expect(await outcome('manager', own(id), { points: await proven('manager', id) })).toEqual([200, 'SIGNED']);
    await stage.test.world.jobs.drain();
    await setSalesRoles('ROLE_SALE_DEALER');
  });

  it('is possible until the previous one has signed, who loses access at once', async () => {
    const { id } = await managersTurn();
    const points = await proven('manager', id);
    const { id: signerId } = await staffSigner(id);
    for (const userId of [ids.sales, ids.operator, 999_999]) {
      const refused = await replace('dealer', id, { signerId, userId });
      expect([refused.statusCode, refused.json().fieldErrors[0].field]).toEqual([400, 'userId']);
    }
    await setSalesRoles('ROLE_SALE_DEALER', 'ROLE_SALE_MANAGER');
    expect((await replace('readonly', id, { signerId, userId: ids.sales })).statusCode).toBe(403);
    expect((await replace('service', id, { signerId, userId: ids.sales })).statusCode).toBe(404);
    const named = await replace('dealer', id, { signerId, userId: ids.sales });
    expect(named.statusCode, named.body).toBe(200);
    expect(named.json().signers[1]).toMatchObject({ name: 'Paolo Ricci', userId: ids.sales, state: 'WAITING' });
    expect(await outcome('manager', own(id), { points })).toEqual([404, 'document.notFound']);
    expect(await stage.trail(id)).toContain('signer.replaced');
    const own_points = await proven('sales', id);
    expect(await outcome('sales', own(id), { points: own_points })).toEqual([200, 'SIGNED']);
    await stage.test.world.jobs.drain();
    expect((await replace('dealer', id, { signerId, userId: ids.manager })).json().code).toBe('life.notWaiting');
    await setSalesRoles('ROLE_SALE_DEALER');
  });

  it('never affects a customer', async () => {
    const { id } = await startedProposal();
    const { signers } = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/signing`)).json();
    const refused = await replace('dealer', id, { signerId: signers[0].id, userId: ids.manager });
    expect([refused.statusCode, refused.json().fieldErrors[0].field]).toEqual([400, 'signerId']);
  });
});

describe('concurrently', () => {
  it('two tabs of one user create one signature, and a cancellation in between leaves one outcome', async () => {
    const { id } = await managersTurn();
    const points = await proven('manager', id);
    const both = await Promise.all([1, 2].map(() => post('manager', own(id), { points })));
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    await stage.test.world.jobs.drain();
    expect((await stage.trail(id)).filter((type) => type === 'sealed')).toHaveLength(1);

    const other = await managersTurn();
    const otherPoints = await proven('manager', other.id);
    const [signed, cancelled] = await Promise.all([
      post('manager', own(other.id), { points: otherPoints }),
      post('dealer', `/api/documents/${other.id}/cancel-sign`),
    ]);
    await stage.test.world.jobs.drain();
    expect([signed.statusCode, cancelled.statusCode].toSorted()).toEqual([200, 409]);
    const { status } = await stage.document(other.id);
    expect(status).toBe(signed.statusCode === 200 ? 'SIGNED' : 'READY_TO_SIGN');
  });
});

describe('a paper with three signers', () => {
  it('is complete after seller and sales manager have signed too, in any order and concurrently', async () => {
    const { world } = stage.test;
    const configuration = (
      await stage.callAs('dealer', 'GET', '/api/v2/folder-types/ext')
    ).json<FolderTypeConfiguration>();
    for (const type of configuration.flatMap(({ documentTypes }) => documentTypes)) {
      if (type.slug === 'SALE_NEW_PROPOSAL') type.signers = ['customer', 'dealer', 'salesManager'];
    }
    await world.database.transaction((tx) =>
      tx
        .insertInto('folder_type_configuration')
        .values({
          configuration: JSON.stringify(configuration),
          loaded_by: null,
          loaded_date: stage.test.clock.now(),
        })
        .execute(),
    );
    const document = await startedProposal();
    const { id } = document;
    const { signers } = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/signing`)).json();
    expect(signers.map(({ role, turn }: { role: string; turn: boolean }) => [role, turn])).toEqual([
      ['customer', true],
      ['dealer', false],
      ['salesManager', false],
    ]);
    await customerSigns(document);
    const [dealers, managers] = [await proven('dealer', id), await proven('manager', id)];
    // No user's points or proof work for another.
    expect(await outcome('manager', own(id), { points: dealers })).toEqual([400, 'signing.pointMissing']);
    const both = await Promise.all([
      post('manager', own(id), { points: managers }),
      post('dealer', own(id), { points: dealers }),
    ]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    await stage.test.world.jobs.drain();
    const done = await stage.document(id);
    expect([done.status, done.metadata]).toEqual([
      'SIGNED',
      expect.objectContaining({
        dealer: { signUrl: null, seller: 'Dario Provini' },
        salesManager: { signUrl: null, label: 'Matteo Greco' },
      }),
    ]);
    const trail = await stage.trail(id);
    expect(trail.filter((type) => type === 'sealed' || type === 'document.signed')).toEqual([
      'sealed',
      'document.signed',
    ]);
    const { signatures } = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/validation`)).json();
    expect(signatures.map(({ signer }: { signer: string }) => signer).slice(0, 3)).toEqual([
      'Ginevra Provetti',
      'Dario Provini',
      'Matteo Greco',
    ]);
  });
});
