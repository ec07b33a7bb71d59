/** A signature from its start to the sealed file, as an external system receives its events. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { WebhookHost } from '../../../test/hosts/webhook-host.ts';
import { openStage, type Stage } from '../../../test/stages/signing-stage.ts';
import { sweepWebhooks, webhookTasks } from './deliver.ts';

let stage: Stage;
let host: WebhookHost;
beforeAll(async () => {
  host = await new WebhookHost().listen();
  stage = await openStage();
  await webhookTasks(stage.test.world);
  const body = { url: host.url, description: 'DMS', dealers: ['10001'] };
  const answer = await stage.callAs('admin', 'POST', '/api/webhooks', body);
  expect(answer.statusCode, answer.body).toBe(201);
});
afterAll(async () => {
  await stage.close();
  await host.close();
});
beforeEach(() => {
  host.received.length = 0;
});

/** @returns the types of the events delivered for a document, oldest first. */
async function told(id: number): Promise<string[]> {
  await sweepWebhooks(stage.test.world);
  await stage.test.world.jobs.drain();
  return host.received
    .map(({ body }) => JSON.parse(body) as { type: string; timestamp: string; data: { documentId: number } })
    .filter(({ data }) => data.documentId === id)
    .sort((one, other) => one.timestamp.localeCompare(other.timestamp))
    .map(({ type }) => type);
}

it('a completed signature is reported from the draft to the file', async () => {
  const { id } = await stage.newSignedDocument();
  expect(await told(id)).toEqual([
    ...['document.created', 'document.starting', 'document.sent', 'document.completing', 'document.signed'],
  ]);
  const all = host.received.map(({ body }) => body).join('\n');
  expect(all).not.toMatch(/Ginevra|Provetti|@example|\.pdf|\+39/);
});

it('a declined signature is reported without the customer’s reason', async () => {
  const { id } = await stage.newDocument();
  const path = await stage.startSigning(id);
  const browser = stage.browser();
  await browser.read(path);
  const answer = await browser.post(`${path}/decline`, { reason: 'Il prezzo non è quello detto' });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(await told(id)).toEqual(['document.created', 'document.starting', 'document.sent', 'document.declined']);
  expect(host.received.map(({ body }) => body).join()).not.toContain('prezzo');
});

it('a cancelled signature and a deleted document are reported', async () => {
  const { id } = await stage.newDocument();
  await stage.startSigning(id);
  expect((await stage.callAs('dealer', 'POST', `/api/documents/${id}/cancel-sign`, {})).statusCode).toBe(200);
  const draft = await stage.newDocument({ document: { draft: true } });
  expect((await stage.callAs('dealer', 'DELETE', `/api/documents/${draft.id}`)).statusCode).toBe(204);
  expect((await told(id)).at(-1)).toBe('document.cancelled');
  expect(await told(draft.id)).toEqual(['document.created', 'document.deleted']);
});
