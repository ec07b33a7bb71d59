/** Managing webhooks: secrets that are shown once, addresses that are refused, deliveries sent again. */
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { WebhookAnswer, WebhookDeliveryAnswer } from '#contract/integrations/webhooks.ts';
import { rowsOf } from '#test/rows.ts';
import { WebhookHost } from '../../../test/hosts/webhook-host.ts';
import { openPortal, type Portal, refusedFields } from '../../../test/portal.ts';
import { sweepWebhooks, webhookTasks } from './deliver.ts';

let portal: Portal;
let host: WebhookHost;
beforeAll(async () => {
  host = await new WebhookHost().listen();
  portal = await openPortal();
  await webhookTasks(portal.test.world);
});
afterAll(async () => {
  await portal.close();
  await host.close();
});
afterEach(() => {
  Object.assign(host, { status: 204, text: '' });
  host.received.length = 0;
});

type Made = WebhookAnswer & { secret: string };
const create = async (change: object = {}): Promise<Made> => {
  const answer = await portal.callAs('admin', 'POST', '/api/webhooks', {
    url: host.url,
    description: 'prova',
    ...change,
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
};
const shown = async (id: number): Promise<WebhookAnswer> => {
  const all = (await portal.callAs('admin', 'GET', '/api/webhooks')).json<WebhookAnswer[]>();
  const found = all.find((one) => one.id === id);
  if (found === undefined) throw new Error(`No webhook ${id}`);
  return found;
};
const act = async <T>(id: number, what: string, body: object = {}): Promise<T> => {
  const answer = await portal.callAs('admin', 'POST', `/api/webhooks/${id}/${what}`, body);
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json<T>();
};
const deliveries = async (id: number, query = ''): Promise<WebhookDeliveryAnswer[]> =>
  (await portal.callAs('admin', 'GET', `/api/webhooks/${id}/deliveries${query}`)).json();
async function run(): Promise<void> {
  await sweepWebhooks(portal.test.world);
  await portal.test.world.jobs.drain();
}
/** Whether a third-party library accepts the last delivery with this secret. */
function verifies(secret: string): boolean {
  const last = host.received.at(-1);
  vi.useFakeTimers({ now: portal.test.clock.now(), toFake: ['Date'] });
  try {
    new Webhook(secret).verify(last?.body ?? '', last?.headers as Record<string, string>);
    return true;
  } catch {
    return false;
  } finally {
    vi.useRealTimers();
  }
}

describe('a secret', () => {
  it('is only in the first response, and stored encrypted', async () => {
    const { id, secret } = await create();
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const everything = [
      (await portal.callAs('admin', 'GET', '/api/webhooks')).body,
      JSON.stringify(await portal.read.selectFrom('webhook_secret').selectAll().execute()),
      JSON.stringify(await portal.read.selectFrom('evidence_event').selectAll().execute()),
      ...portal.test.logLines,
    ].join('\n');
    expect(everything).not.toContain(secret.slice(6));
    await act(id, 'test');
    await run();
    expect(verifies(secret)).toBe(true);
  });

  it('is changed with at most two valid at once, and the former one ends', async () => {
    const { id, secret: first } = await create();
    const { secret: second, formerSecretEnds } = await act<{ secret: string; formerSecretEnds: string }>(id, 'rotate');
    expect(formerSecretEnds).toBe(new Date(portal.test.clock.now().getTime() + 86_400_000).toISOString());
    expect((await shown(id)).formerSecretEnds).toBe(formerSecretEnds);
    await act(id, 'test');
    await run();
    expect(String(host.received.at(-1)?.headers['webhook-signature']).split(' ')).toHaveLength(2);
    expect([first, second].map(verifies)).toEqual([true, true]);
    const { secret: third } = await act<{ secret: string }>(id, 'rotate', { hours: 1 });
    await act(id, 'test');
    await run();
    expect([first, second, third].map(verifies)).toEqual([false, true, true]);
    portal.test.clock.advance(3_600);
    await act(id, 'test');
    await run();
    expect([second, third].map(verifies)).toEqual([false, true]);
    const { secret: fourth } = await act<{ secret: string }>(id, 'rotate', { hours: 0 });
    await act(id, 'test');
    await run();
    expect([third, fourth].map(verifies)).toEqual([false, true]);
    expect((await shown(id)).formerSecretEnds).toBeNull();
  });
});

describe('a URL', () => {
  it.each(
    rowsOf(`
      http://dms.esempio.it/ | httpsAddress
      https://u:p@dms.esempio.it/ | addressCredentials
      https://dms.esempio.it/#x | addressFragment
      https://167772161/ | addressLiteral
      https://[::ffff:10.0.0.1]/ | addressLiteral
      https://dms.internal/ | addressInner
      dms.esempio.it | url
    `),
  )('%s is refused with its own error', async (url, code) => {
    const answer = await portal.callAs('admin', 'POST', '/api/webhooks', { url, description: 'prova' });
    expect(refusedFields(answer)).toEqual([`webhook.url ${code}`]);
    const { id } = await create();
    const edited = await portal.callAs('admin', 'PUT', '/api/webhooks', { ...(await shown(id)), url });
    expect(refusedFields(edited)).toEqual([`webhook.url ${code}`]);
  });

  it('is accepted with existing dealers and accounts', async () => {
    const change = { url: host.url, description: 'prova', dealers: ['10001', '99999'], account: 'dealer' };
    const answer = await portal.callAs('admin', 'POST', '/api/webhooks', change);
    expect(refusedFields(answer)).toEqual(['webhook.account technicalAccount', 'webhook.dealers unknownDealer']);
    const { dealers, account } = await create({ dealers: ['10001'], account: 'DMS', enabled: false });
    expect({ dealers, account }).toEqual({ dealers: ['10001'], account: 'dms' });
  });
});

it('a webhook whose URL is no longer allowed can be disabled, and not enabled again', async () => {
  const { id } = await create();
  const url = 'https://10.0.0.1/';
  const { database } = portal.test.world;
  await database.transaction((tx) => tx.updateTable('webhook').set({ url }).where('id', '=', id).execute());
  const set = async (enabled: boolean) =>
    portal.callAs('admin', 'PUT', '/api/webhooks', { ...(await shown(id)), enabled });
  expect((await set(false)).statusCode).toBe(200);
  expect(refusedFields(await set(true))).toEqual(['webhook.url addressLiteral']);
});

describe('a delivery', () => {
  it('that was given up is resent under the same id, and its log continues', async () => {
    const { id } = await create();
    host.status = 410;
    const { id: deliveryId, messageId } = await act<WebhookDeliveryAnswer>(id, 'test');
    await run();
    await portal.callAs('admin', 'PUT', '/api/webhooks', { ...(await shown(id)), enabled: false });
    expect(await shown(id)).toMatchObject({ enabled: false, failed: 1, waiting: 0 });
    expect((await deliveries(id, '?state=FAILED')).map((one) => one.id)).toEqual([deliveryId]);
    await portal.callAs('admin', 'PUT', '/api/webhooks', { ...(await shown(id)), enabled: true });
    host.status = 200;
    await act(id, `deliveries/${deliveryId}/send-again`);
    await run();
    const [delivery] = await deliveries(id);
    expect(delivery).toMatchObject({ state: 'DELIVERED', messageId, nextDate: null });
    expect(delivery?.attempts.map(({ outcome, status }) => [outcome, status])).toEqual([
      ['refused', 410],
      ['delivered', 200],
    ]);
    expect(new Set(host.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([messageId]));
  });

  it('that arrived may be resent, and pages continue where the last one ended', async () => {
    const { id } = await create();
    for (let sent = 0; sent < 3; sent += 1) await act(id, 'test');
    await run();
    const [first] = await deliveries(id, '?size=1');
    const rest = await deliveries(id, `?before=${first?.id}`);
    expect(rest).toHaveLength(2);
    await act(id, `deliveries/${first?.id}/send-again`);
    await run();
    expect((await deliveries(id, '?size=1'))[0]?.attempts).toHaveLength(2);
  });
});

it('administrators’ changes are in an evidence trail, with only the host of the URL', async () => {
  const { id } = await create({ url: `${host.url}?token=geheim` });
  await act(id, 'rotate');
  await portal.callAs('admin', 'PUT', '/api/webhooks', { ...(await shown(id)), enabled: false });
  const { read } = portal.test.world.database;
  const rows = await read
    .selectFrom('evidence_event')
    .selectAll()
    .where('subject', '=', `webhook:${id}`)
    .orderBy('seq')
    .execute();
  expect(rows.map(({ type }) => type)).toEqual(['webhook.created', 'webhook.secretRotated', 'webhook.changed']);
  expect(rows.map(({ body }) => body).join()).not.toContain('geheim');
});
