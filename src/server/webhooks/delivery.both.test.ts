/**
 * From a document's change to a signed delivery: written in the transaction of the change, retried for three days, each
 * attempt recorded.
 */
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openHttpsSender } from '#adapters/webhooks/https-sender.ts';
import { WebhookHost } from '../../../test/hosts/webhook-host.ts';
import { openPortal, type Portal } from '../../../test/portal.ts';
import { sweepWebhooks, webhookTasks } from './deliver.ts';
import { changeWebhook, insertSecret, insertWebhook, type WebhookValues } from './queries.ts';
import { newSecret, sealSecret } from './signature.ts';

let portal: Portal;
let host: WebhookHost;
let folderId: number;

beforeAll(async () => {
  host = await new WebhookHost().listen();
  const webhooks = openHttpsSender({ allowedHosts: [], allowLoopback: true, timeLimit: 300 });
  portal = await openPortal({ override: () => ({ webhooks }) });
  await webhookTasks(portal.test.world);
  folderId = await portal.newFolder();
});
afterAll(async () => {
  await portal.close();
  await host.close();
});

const opened: number[] = [];
/** A receiver subscribed to everything, except as `values` changes it. */
async function receiver(values: Partial<WebhookValues> = {}): Promise<{ id: number; secret: string }> {
  const { database, clock } = portal.test.world;
  const secret = newSecret();
  const all = { url: host.url, description: 'prova', events: null, hsts: null, account: null, enabled: true };
  const id = await database.transaction(async (tx) => {
    const row = await insertWebhook(tx, { ...all, ...values }, 'admin', clock.now());
    await insertSecret(tx, row.id, sealSecret(portal.test.world, row.id, secret), clock.now());
    return row.id;
  });
  opened.push(id);
  return { id, secret };
}

afterEach(async () => {
  const { database, clock } = portal.test.world;
  for (const id of opened.splice(0)) {
    await database.transaction((tx) => changeWebhook(tx, id, { enabled: false }, 'admin', clock.now()));
  }
  Object.assign(host, { status: 204, text: '', location: null, retryAfter: null, silent: false });
  host.received.length = 0;
});

async function run(): Promise<void> {
  await sweepWebhooks(portal.test.world);
  await portal.test.world.jobs.drain();
}

const deliveriesOf = (webhookId: number) =>
  portal.read.selectFrom('webhook_delivery').selectAll().where('webhook_id', '=', webhookId).orderBy('id').execute();
const attemptsOf = (webhookId: number) =>
  portal.read
    .selectFrom('webhook_attempt')
    .innerJoin('webhook_delivery', 'webhook_delivery.id', 'delivery_id')
    .select(['number', 'status', 'outcome', 'words', 'attempted_date', 'milliseconds'])
    .where('webhook_id', '=', webhookId)
    .orderBy('number')
    .execute();

const statuses = () => host.received.map(({ body }) => (JSON.parse(body) as { type: string }).type);

it('reports a new document and each change of its status, with a signature that another library verifies', async () => {
  const { id, secret } = await receiver();
  const documentId = await portal.newDocument(folderId);
  const back = await portal.callAs('dealer', 'POST', `/api/documents/${documentId}/take-back`, {});
  expect(back.statusCode, back.body).toBe(200);
  await run();
  expect(statuses().sort()).toEqual(['document.created', 'document.draft']);
  // The library compares with the system clock and refuses messages older than five minutes.
  vi.useFakeTimers({ now: portal.test.clock.now(), toFake: ['Date'] });
  try {
    for (const { headers, body } of host.received) {
      const signed = headers as Record<string, string>;
      expect(new Webhook(secret).verify(body, signed)).toEqual(JSON.parse(body));
      expect(() => new Webhook(newSecret()).verify(body, signed)).toThrow('No matching signature found');
      expect(() => new Webhook(secret).verify(`${body} `, signed)).toThrow('No matching signature found');
    }
  } finally {
    vi.useRealTimers();
  }
  expect(await attemptsOf(id)).toHaveLength(2);
  expect((await deliveriesOf(id)).map(({ state }) => state)).toEqual(['DELIVERED', 'DELIVERED']);
});

it('sends ids and statuses, without personal data', async () => {
  await receiver();
  const documentId = await portal.newDocument(folderId);
  await run();
  const { data, ...rest } = JSON.parse(host.received[0]?.body ?? '') as {
    data: object;
    type: string;
    timestamp: string;
  };
  expect(Object.keys(rest).sort()).toEqual(['timestamp', 'type']);
  expect(data).toEqual({
    ...{ documentId, folderId, dossierId: expect.any(Number), dealer: '10001' },
    ...{ status: 'READY_TO_SIGN', previousStatus: null, reason: null },
  });
  expect(host.received[0]?.body).not.toMatch(/Ginevra|Provetti|proposta\.pdf/);
});

it('records no event when the change is rolled back, and none without a subscriber', async () => {
  const { database } = portal.test.world;
  const count = async () => (await database.read.selectFrom('webhook_event').select('id').execute()).length;
  const before = await count();
  const documentId = await portal.newDocument(folderId);
  expect(await count()).toBe(before);
  await receiver();
  const undone = database.transaction(async (tx) => {
    await tx.updateTable('document').set({ status: 'DRAFT' }).where('id', '=', documentId).execute();
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await count()).toBe(before);
});

it('sends a receiver only the events of its subscription', async () => {
  await receiver({ url: `${host.url}/modena`, hsts: ['10002'] });
  await receiver({ url: `${host.url}/dms`, account: 'dms' });
  await receiver({ url: `${host.url}/signed`, events: ['document.signed'] });
  const { id } = await receiver({ url: `${host.url}/bologna`, hsts: ['10001'], account: 'dealer' });
  await portal.newDocument(folderId);
  await run();
  expect(host.received).toHaveLength(1);
  expect(await deliveriesOf(id)).toHaveLength(1);
});

it('delivers once a failing receiver is back', async () => {
  const { id } = await receiver();
  host.silent = true;
  await portal.newDocument(folderId);
  await run();
  host.silent = false;
  portal.test.clock.advance(5);
  await run();
  expect(await attemptsOf(id)).toMatchObject([
    { outcome: 'timeout', status: null },
    { outcome: 'delivered', status: 204 },
  ]);
  expect(await deliveriesOf(id)).toMatchObject([{ state: 'DELIVERED', attempts: 2 }]);
});

it('sends a failing receiver one delivery at a time', async () => {
  const { id } = await receiver();
  host.status = 503;
  for (let made = 0; made < 8; made += 1) await portal.newDocument(folderId);
  await run();
  expect(host.received).toHaveLength(8);
  portal.test.clock.advance(10);
  await run();
  expect(host.received).toHaveLength(9);
  host.status = 200;
  await run();
  await run();
  expect((await deliveriesOf(id)).filter(({ state }) => state === 'DELIVERED')).toHaveLength(7);
});

it('waits as long as a busy receiver asks', async () => {
  const { id } = await receiver();
  Object.assign(host, { status: 429, retryAfter: '120' });
  await portal.newDocument(folderId);
  await run();
  portal.test.clock.advance(119);
  await run();
  expect(host.received).toHaveLength(1);
  Object.assign(host, { status: 204, retryAfter: null });
  portal.test.clock.advance(1);
  await run();
  expect(await deliveriesOf(id)).toMatchObject([{ state: 'DELIVERED', attempts: 2 }]);
});

it('gives up a delivery at once when the receiver answers that it is gone', async () => {
  const { id } = await receiver();
  host.status = 410;
  await portal.newDocument(folderId);
  await run();
  portal.test.clock.advance(60);
  await run();
  expect(host.received).toHaveLength(1);
  expect(await deliveriesOf(id)).toMatchObject([{ state: 'FAILED', attempts: 1, due_date: null }]);
  expect(await attemptsOf(id)).toMatchObject([{ status: 410, outcome: 'refused' }]);
});

it('sends what a crashed process had claimed', async () => {
  const { id } = await receiver();
  const { world } = portal.test;
  await portal.newDocument(folderId);
  await sweepWebhooks(world);
  // Simulates a job lost with its process.
  await world.jobs.work('webhooks.deliver', async () => undefined);
  await world.jobs.drain();
  await webhookTasks(world);
  await run();
  expect(host.received).toHaveLength(0);
  portal.test.clock.advance(900);
  await run();
  expect(await deliveriesOf(id)).toMatchObject([{ state: 'DELIVERED', attempts: 1 }]);
});

it('retries with growing pauses under the same id, for three days, then gives up', async () => {
  const { id } = await receiver();
  Object.assign(host, { status: 500, text: 'il database\nnon risponde \u0000' });
  await portal.newDocument(folderId);
  await run();
  await run();
  expect(host.received, 'not before its pause').toHaveLength(1);
  const pauses: number[] = [];
  for (let turn = 0; turn < 40; turn += 1) {
    const [delivery] = await deliveriesOf(id);
    if (delivery?.due_date == null) break;
    const seconds = (delivery.due_date.getTime() - portal.test.world.clock.now().getTime()) / 1000;
    pauses.push(seconds);
    portal.test.clock.advance(seconds);
    await run();
  }
  expect(pauses.slice(0, 7)).toEqual([5, 60, 300, 1_800, 7_200, 18_000, 28_800]);
  expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBe(3 * 86_400);
  const [delivery] = await deliveriesOf(id);
  expect(delivery).toMatchObject({ state: 'FAILED', attempts: pauses.length + 1 });
  expect(new Set(host.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(host.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(pauses.length + 1);
  const attempts = await attemptsOf(id);
  expect(attempts[0]).toMatchObject({ status: 500, outcome: 'refused', words: 'il database non risponde' });
  const calls = host.received.length;
  portal.test.clock.advance(86_400);
  await run();
  expect(host.received).toHaveLength(calls);
});
