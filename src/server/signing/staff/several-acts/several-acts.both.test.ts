/** One repeated sign-in covers several signatures of the same person: each has its own proof, valid for no other. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_ACTS } from '#domain/signing/staff-signers.ts';
import { printedText } from '../../../../../test/papers/printed-text.ts';
import { openStage, pathOf, type Stage } from '../../../../../test/stages/signing-stage.ts';
import { prepareSession } from '../../../identity/sessions.ts';

let stage: Stage;
let ids: Record<string, number>;
beforeAll(async () => {
  stage = await openStage();
  const rows = await stage.read.selectFrom('app_user').select(['id', 'login']).execute();
  ids = Object.fromEntries(rows.map(({ login, id }) => [login, id]));
});
afterAll(() => stage.close());

const ownUrl = (id: number, rest = '') => `/api/documents/${id}/own-signature${rest}`;
const post = (url: string, body: object = {}, login = 'manager') => stage.callAs(login, 'POST', url, body);
const viewOf = async (id: number) => (await stage.callAs('manager', 'GET', ownUrl(id))).json();
const confirmed = async (id: number): Promise<boolean> => (await viewOf(id)).identity.confirmedUntil !== null;

/** Status, then code or state, then the document named by a refusal. */
async function outcome(answer: ReturnType<typeof post>): Promise<unknown[]> {
  const { statusCode, body } = await answer;
  const { code, state, documentId } = JSON.parse(body);
  return [statusCode, code ?? state, documentId];
}

/** A started document whose customer signs first. Each has its own customer and folder. */
async function startedDocument() {
  const { id, customer } = await stage.newDocument({ type: 'SALE_NEW_PROPOSAL' });
  await post(`/api/documents/${id}/sign`, { signers: { salesManager: ids.manager } }, 'dealer');
  await stage.test.world.jobs.drain();
  return { id, customer };
}

async function managersTurn(): Promise<number> {
  const { id, customer } = await startedDocument();
  await stage.sign(pathOf((await stage.document(id)).signUrl ?? ''), customer);
  return id;
}

const readDocument = (id: number) => stage.callAs('manager', 'GET', ownUrl(id, '/document'));

async function twoReadDocuments(): Promise<[number, number]> {
  const [a, b] = [await managersTurn(), await managersTurn()];
  for (const id of [a, b]) await readDocument(id);
  return [a, b];
}

const proveIdentity = ([first, ...alsoFor]: readonly [number, ...number[]], password = 'demo') =>
  post(ownUrl(first, '/identity'), { password, alsoFor });

async function sign(id: number, more: object = {}) {
  const { points, documents } = await viewOf(id);
  const input = {
    points: points.map((point: { id: string }) => point.id),
    shown: documents.map(({ sha256 }: { sha256: string }) => sha256),
  };
  return post(ownUrl(id), { ...input, ...more });
}

/** The trail's newest event of a type. */
async function newestEvent(id: number, type: string): Promise<Record<string, unknown>> {
  const { body } = await stage.read
    .selectFrom('evidence_event')
    .select('body')
    .where('subject', '=', `document:${id}`)
    .where('type', '=', type)
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow();
  return JSON.parse(body).detail;
}

describe('one sign-in for several signatures', () => {
  it('creates a proof for each: bound to it, with the time of the sign-in, valid once, and for no other', async () => {
    const [a, b] = await twoReadDocuments();
    const c = await managersTurn();
    await readDocument(c);
    const at = stage.test.clock.now().toISOString();
    expect((await outcome(proveIdentity([a, b])))[0]).toBe(200);
    expect([await confirmed(a), await confirmed(b), await confirmed(c)]).toEqual([true, true, false]);
    expect(await outcome(sign(c))).toEqual([409, 'signing.identityNeeded', undefined]);
    expect(await outcome(sign(a))).toEqual([200, 'SIGNED', undefined]);
    expect([await confirmed(a), await confirmed(b)]).toEqual([false, true]);
    stage.test.clock.advance(5 * 60);
    expect(await outcome(sign(b))).toEqual([200, 'SIGNED', undefined]);
    const [first, second] = [await newestEvent(a, 'identity.confirmed'), await newestEvent(b, 'identity.confirmed')];
    const one = { method: 'PASSWORD', login: 'manager', at, acts: 2 };
    expect([first, second]).toMatchObject([one, one]);
    expect(first.boundTo).not.toBe(second.boundTo);
  });

  it('is printed on each audit PDF with the number of signatures and the pages seen', async () => {
    const [a, b] = await twoReadDocuments();
    await proveIdentity([a, b]);
    await sign(a);
    const seen = [{ sha256: (await viewOf(b)).documents[0].sha256, pages: '1-3' }];
    await sign(b, { seen });
    await stage.test.world.jobs.drain();
    for (const id of [a, b]) {
      const { signedDocumentId } = await stage.document(id);
      const audit = await stage.callAs('dealer', 'GET', `/api/audit-documents/signed/${signedDocumentId}/download`);
      const paper = await printedText(new Uint8Array(audit.rawPayload));
      expect(paper).toContain('2 firme, ciascuna legata ai propri documenti');
      expect(paper).toContain('un solo accesso per 2 firme');
      expect(paper.includes('mostrato per intero, tutte le 3 pagine')).toBe(id === b);
    }
  });

  it('does not mention others in the trail of a signature with its own sign-in', async () => {
    const id = await managersTurn();
    await readDocument(id);
    // A repeated document counts once.
    await proveIdentity([id, id]);
    await sign(id);
    expect(await newestEvent(id, 'identity.confirmed')).not.toHaveProperty('acts');
  });

  it('expires for all of them at the same time', async () => {
    const [a, b] = await twoReadDocuments();
    await proveIdentity([a, b]);
    stage.test.clock.advance(9 * 60);
    expect(await outcome(sign(a))).toEqual([200, 'SIGNED', undefined]);
    stage.test.clock.advance(61);
    expect(await outcome(sign(b))).toEqual([409, 'signing.identityNeeded', undefined]);
  });

  it('is refused as a whole for a document that cannot be signed now, which is named, and confirms none', async () => {
    const good = await managersTurn();
    await readDocument(good);
    const refused = async (id: number) => {
      const result = await outcome(proveIdentity([good, id]));
      expect(await confirmed(good)).toBe(false);
      return result;
    };
    const unread = await managersTurn();
    expect(await refused(unread)).toEqual([409, 'signing.notRead', unread]);
    const waits = (await startedDocument()).id;
    expect(await refused(waits)).toEqual([409, 'signing.customerFirst', waits]);
    const cancelled = await managersTurn();
    await readDocument(cancelled);
    await post(`/api/documents/${cancelled}/cancel-sign`, {}, 'dealer');
    expect(await refused(cancelled)).toEqual([409, 'signing.closed', cancelled]);
    const signed = await managersTurn();
    await readDocument(signed);
    await proveIdentity([signed]);
    await sign(signed);
    expect(await refused(signed)).toEqual([409, 'signing.alreadySigned', signed]);
    expect(await refused(999_999)).toEqual([404, 'document.notFound', 999_999]);
    // Another person's document: assigned to the service manager, so it does not exist for this one.
    const order = await stage.newDocument({ type: 'SERVICE_ODL', folder: { type: 'SERVICE', plate: 'GX204KT' } });
    await post(`/api/documents/${order.id}/sign`, { signers: { operatorDealer: ids.operator } }, 'dealer');
    await stage.test.world.jobs.drain();
    await stage.sign(pathOf((await stage.document(order.id)).signUrl ?? ''), order.customer);
    expect(await refused(order.id)).toEqual([404, 'document.notFound', order.id]);
    // Nor can that person prove anything for this one's document.
    await stage.callAs('operator', 'GET', ownUrl(order.id, '/document'));
    const others = post(ownUrl(order.id, '/identity'), { password: 'demo', alsoFor: [good] }, 'operator');
    expect(await outcome(others)).toEqual([404, 'document.notFound', good]);
    expect(await confirmed(good)).toBe(false);
  });

  it('needs the right password, checked once for all, up to the maximum number of documents', async () => {
    const [a, b] = await twoReadDocuments();
    expect(await outcome(proveIdentity([a, b], 'sbagliata'))).toEqual([422, 'signing.identityWrong', undefined]);
    expect([await confirmed(a), await confirmed(b)]).toEqual([false, false]);
    const many = Array.from({ length: MAX_ACTS }, (_, index) => 900_000 + index);
    expect((await proveIdentity([a, ...many])).statusCode).toBe(400);
    for (const wrong of [['1'], [1.5], [-1], 'tutti']) {
      expect((await post(ownUrl(a, '/identity'), { password: 'demo', alsoFor: wrong })).statusCode).toBe(400);
    }
  });

  it('is void for a document whose signature was restarted meanwhile, and valid for the others', async () => {
    const { id: a, customer } = await startedDocument();
    const again = async () => {
      await stage.sign(pathOf((await stage.document(a)).signUrl ?? ''), customer);
      await readDocument(a);
    };
    await again();
    const b = await managersTurn();
    await readDocument(b);
    await proveIdentity([a, b]);
    await post(`/api/documents/${a}/cancel-sign`, {}, 'dealer');
    await stage.test.world.jobs.drain();
    expect(await outcome(sign(a))).toEqual([409, 'signing.closed', undefined]);
    await stage.startSigning(a);
    await again();
    expect(await outcome(sign(a))).toEqual([409, 'signing.identityNeeded', undefined]);
    expect(await outcome(sign(b))).toEqual([200, 'SIGNED', undefined]);
  });
});

describe('concurrently', () => {
  it('two tabs that sign the same documents create one signature of each', async () => {
    const [a, b] = await twoReadDocuments();
    await Promise.all([proveIdentity([a, b]), proveIdentity([b, a])]);
    const both = await Promise.all([a, b, b, a].map((id) => sign(id)));
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    await stage.test.world.jobs.drain();
    for (const id of [a, b]) {
      const trail = await stage.trail(id);
      expect(trail.filter((type) => ['identity.confirmed', 'sealed'].includes(type))).toHaveLength(2);
      expect((await stage.document(id)).status).toBe('SIGNED');
    }
  });

  it('a cancelled document ends either cancelled or signed, and the other is signed', async () => {
    const [a, b] = await twoReadDocuments();
    await proveIdentity([a, b]);
    const [first, cancelled, second] = await Promise.all([
      sign(a),
      post(`/api/documents/${a}/cancel-sign`, {}, 'dealer'),
      sign(b),
    ]);
    await stage.test.world.jobs.drain();
    expect([first.statusCode, cancelled.statusCode].toSorted()).toEqual([200, 409]);
    expect(second.statusCode).toBe(200);
    expect((await stage.document(a)).status).toBe(first.statusCode === 200 ? 'SIGNED' : 'READY_TO_SIGN');
    expect((await stage.document(b)).status).toBe('SIGNED');
  });
});

it('the sign-in at the identity provider covers all documents, and leads back to all of them', async () => {
  const [a, b] = await twoReadDocuments();
  const { world } = stage.test;
  const before = world.identityProvider.authorizationUrl;
  world.identityProvider.authorizationUrl = () => Promise.resolve(new URL('https://accesso.example.com/'));
  const session = await prepareSession(world, ids.manager ?? 0, { bound: true });
  await world.database.transaction((tx) => session.store(tx));
  const answer = await stage.app.inject({
    method: 'POST',
    url: ownUrl(a, '/identity'),
    headers: { authorization: `Bearer ${session.token}`, cookie: `fascicolo_session=${session.cookie}` },
    payload: { alsoFor: [b] },
  });
  world.identityProvider.authorizationUrl = before;
  expect(answer.json(), answer.body).toMatchObject({ url: 'https://accesso.example.com/' });
  const [asked] = await world.database.read.selectFrom('sign_in_request').selectAll().execute();
  expect(asked).toMatchObject({ redirect: `/app/sign/${a}-${b}`, user_id: ids.manager });
  expect(new Set([asked?.bound_to, ...(asked?.also_bound_to ?? [])]).size).toBe(2);
  expect([await confirmed(a), await confirmed(b)]).toEqual([false, false]);
});
