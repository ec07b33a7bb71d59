/** Webhooks and technical accounts with only the application role's rights, as in an installation (record 0044). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WebhookDeliveryAnswer } from '#contract/integrations/webhooks.ts';
import { makeRoledDatabase, type RoledDatabase } from '../../../test/database-roles.ts';
import { WebhookHost } from '../../../test/hosts/webhook-host.ts';
import { openPortal, type Portal } from '../../../test/portal.ts';
import { runCommand } from '../../../test/run-command.ts';
import { migrate } from '../../cli/migrate.ts';
import { clearWebhooks, sweepWebhooks, webhookTasks } from './deliver.ts';

let roles: RoledDatabase;
let portal: Portal;
let host: WebhookHost;
beforeAll(async () => {
  roles = await makeRoledDatabase();
  const urls = { MIGRATE_DATABASE_URL: roles.ownerUrl, DATABASE_URL: roles.applicationUrl };
  expect((await runCommand(migrate, [], urls)).code).toBe(0);
  portal = await openPortal({ databaseUrl: roles.applicationUrl });
  host = await new WebhookHost().listen();
  await webhookTasks(portal.test.world);
});
afterAll(async () => {
  await portal.close();
  await host.close();
  await roles.drop();
});

const post = async <T>(path: string, body: object = {}): Promise<T> => {
  const answer = await portal.callAs('admin', 'POST', path, body);
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json<T>();
};

it('an event is recorded, delivered, resent and deleted after its retention', async () => {
  const { id } = await post<{ id: number }>('/api/webhooks', { url: host.url, description: 'prova' });
  await post(`/api/webhooks/${id}/rotate`);
  await portal.newDocument(await portal.newFolder());
  const run = async (): Promise<void> => {
    await sweepWebhooks(portal.test.world);
    await portal.test.world.jobs.drain();
  };
  await run();
  expect(host.received).toHaveLength(1);
  const listed = async (): Promise<WebhookDeliveryAnswer[]> =>
    (await portal.callAs('admin', 'GET', `/api/webhooks/${id}/deliveries`)).json();
  const [delivery] = await listed();
  await post(`/api/webhooks/${id}/deliveries/${delivery?.id}/send-again`);
  await run();
  expect((await listed())[0]?.attempts).toHaveLength(2);
  const row = (await portal.callAs('admin', 'GET', '/api/webhooks')).json<object[]>()[0];
  expect((await portal.callAs('admin', 'PUT', '/api/webhooks', { ...row, enabled: false })).statusCode).toBe(200);
  const { clock, world } = portal.test;
  // Its end and its event are older than the retention.
  clock.advance(31 * 86_400);
  await clearWebhooks(world);
  expect(await world.database.read.selectFrom('webhook_attempt').selectAll().execute()).toEqual([]);
  expect(await world.database.read.selectFrom('webhook_event').selectAll().execute()).toEqual([]);
  clock.advance(-31 * 86_400);
});

it('a technical account gets secrets and networks, and signs in', async () => {
  const accounts = (await portal.callAs('admin', 'GET', '/api/technical-accounts')).json<
    { id: number; login: string }[]
  >();
  const { id = 0, login: username = '' } = accounts.find(({ login }) => login === 'dms') ?? {};
  await post(`/api/technical-accounts/${id}/secret`);
  const { secret } = await post<{ secret: string }>(`/api/technical-accounts/${id}/secret`, { hours: 0 });
  for (const networks of [['127.0.0.0/8'], ['127.0.0.1', '::1'], null]) {
    await post(`/api/technical-accounts/${id}/networks`, { networks });
  }
  const payload = { username, password: secret };
  const answer = await portal.app.inject({ method: 'POST', url: '/api/auth/login', payload });
  expect(answer.statusCode, answer.body).toBe(200);
});
