/** Webhooks: external systems notified of documents, their secrets, and the result of each delivery. */
import { z } from 'zod';
import { DELIVERY_STATES } from '#domain/webhooks/events.ts';
import { DELIVERY_DAYS } from '#domain/webhooks/retries.ts';
import {
  MAX_OVERLAP_HOURS,
  OVERLAP_HOURS,
  overlapSchema,
  WEBHOOK_FIELDS,
  webhookSchema,
} from '#domain/webhooks/webhook.ts';
import * as calls from '../calls/integrations.ts';
import { authorExample, editSchema } from '../definition/edit.ts';
import { staffEndpointsOf } from '../definition/endpoint.ts';
import { idParams } from '../definition/paging.ts';
import { wholeNumber } from '../definition/whole-number.ts';

const webhookEndpoint = staffEndpointsOf('webhook');

const nullableString = z.string().nullable();

export const webhookAnswer = z.object({
  id: z.number(),
  url: z.string(),
  description: z.string(),
  events: z.array(z.string()).nullable().describe('event types; null: all'),
  dealers: z.array(z.string()).nullable().describe('dealer codes; null: all dealers'),
  account: nullableString.describe('login; only documents created by this account'),
  enabled: z.boolean(),
  failures: z.number().describe('consecutive failed attempts'),
  waiting: z.number().describe('number of deliveries still being attempted'),
  failed: z
    .number()
    .describe(`number of deliveries abandoned after ${DELIVERY_DAYS} days or when the receiver was disabled`),
  formerSecretEnds: nullableString.describe('until then deliveries are also signed with the former secret'),
  createdBy: z.string(),
  createdDate: z.string(),
  lastModifiedBy: z.string(),
  lastModifiedDate: z.string(),
});
export type WebhookAnswer = z.output<typeof webhookAnswer>;

const secret = z.string().describe('returned only once; verifies deliveries with the Standard Webhooks scheme');
export const newWebhookAnswer = webhookAnswer.extend({ secret });
export const webhookSecretAnswer = z.object({ secret, formerSecretEnds: nullableString });

export const webhookDeliveryAnswer = z.object({
  id: z.number(),
  messageId: z.string().describe('the webhook-id header of all its attempts'),
  type: z.string(),
  documentId: z.number().nullable(),
  status: nullableString.describe('status of the document'),
  state: z.enum(DELIVERY_STATES),
  createdDate: z.string(),
  nextDate: nullableString.describe('time of the next attempt, while the delivery waits'),
  endedDate: nullableString,
  attempts: z.array(
    z.object({
      number: z.number(),
      date: z.string(),
      milliseconds: z.number(),
      status: z.number().nullable().describe('HTTP status; null without a response'),
      outcome: z.string().describe('delivered, refused, redirect, address, unreachable, tls or timeout'),
      words: z.string().describe('the beginning of the response, or the error'),
    }),
  ),
});
export type WebhookDeliveryAnswer = z.output<typeof webhookDeliveryAnswer>;

const requestExample = {
  url: 'https://dms.esempio.it/fascicolo',
  description: 'DMS di Autoesempio',
  events: ['document.signed', 'document.declined', 'document.expired'],
  dealers: ['10001'],
  account: null,
  enabled: true,
};
const EXAMPLE_DATE = '2026-11-20T08:12:00.000Z';
const webhook = {
  id: 3,
  ...requestExample,
  ...{ failures: 0, waiting: 0, failed: 0, formerSecretEnds: null },
  ...authorExample('admin', EXAMPLE_DATE),
};
const SECRET = 'whsec_RVhFTVBMRS1FWEVNUExFLUVYRU1QTEUtRVhFTVBMRS0=';
const delivery = {
  id: 4711,
  messageId: 'msg_0f8fad5bd9cb469fa16570867728950e',
  type: 'document.signed',
  documentId: 48_190,
  status: 'SIGNED',
  state: 'DELIVERED',
  createdDate: EXAMPLE_DATE,
  nextDate: null,
  endedDate: EXAMPLE_DATE,
  attempts: [{ number: 1, date: EXAMPLE_DATE, milliseconds: 84, status: 204, outcome: 'delivered', words: '' }],
};
const retriedDelivery = { ...delivery, state: 'WAITING', nextDate: EXAMPLE_DATE, endedDate: null };

export const listWebhooks = webhookEndpoint(calls.listWebhooks, 'integration.edit', {
  summary: 'Webhook receivers, with the number of waiting and abandoned deliveries',
  output: z.array(webhookAnswer),
  example: { answer: [webhook] },
});

export const createWebhook = webhookEndpoint(calls.createWebhook, 'integration.edit', {
  summary: 'Add a webhook receiver at a public HTTPS address; its secret is returned only in this response',
  body: webhookSchema,
  output: newWebhookAnswer,
  status: 201,
  example: { body: requestExample, answer: { ...webhook, secret: SECRET } },
  errors: ['webhook.invalid'],
});

export const updateWebhook = webhookEndpoint(calls.updateWebhook, 'integration.edit', {
  summary: 'Change, disable or enable a receiver; disabling abandons its waiting deliveries',
  body: editSchema(WEBHOOK_FIELDS, { derived: ['failures', 'waiting', 'failed', 'formerSecretEnds'] }),
  output: webhookAnswer,
  example: { body: webhook, answer: webhook },
  errors: ['webhook.invalid', 'webhook.notFound', 'conflict.stale'],
});

export const rotateWebhookSecret = webhookEndpoint(calls.rotateWebhookSecret, 'integration.edit', {
  summary: `Create a new secret, returned only in this response; the former one also signs for \`hours\` (default ${OVERLAP_HOURS}, at most ${MAX_OVERLAP_HOURS})`,
  params: idParams,
  body: overlapSchema,
  output: webhookSecretAnswer,
  example: { params: { id: 3 }, body: { hours: 24 }, answer: { secret: SECRET, formerSecretEnds: EXAMPLE_DATE } },
  errors: ['webhook.invalid', 'webhook.notFound'],
});

export const testWebhook = webhookEndpoint(calls.testWebhook, 'integration.edit', {
  summary: 'Send an event of type webhook.test, not related to any document',
  params: idParams,
  body: z.strictObject({}).nullish(),
  output: webhookDeliveryAnswer,
  status: 202,
  example: {
    params: { id: 3 },
    body: {},
    answer: { ...retriedDelivery, type: 'webhook.test', documentId: null, status: null, attempts: [] },
  },
  errors: ['webhook.notFound', 'webhook.disabled'],
});

export const listWebhookDeliveries = webhookEndpoint(calls.listWebhookDeliveries, 'integration.edit', {
  summary:
    'Deliveries of the last 30 days with all attempts, newest first; `before` is the id of the last delivery already received',
  params: idParams,
  query: z.strictObject({
    state: z.enum(DELIVERY_STATES).optional(),
    before: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional(),
    size: wholeNumber(1, 100).default(20),
  }),
  output: z.array(webhookDeliveryAnswer),
  example: { params: { id: 3 }, query: { state: 'DELIVERED', size: 20 }, answer: [delivery] },
  errors: ['webhook.invalid', 'webhook.notFound'],
});

export const sendWebhookAgain = webhookEndpoint(calls.sendWebhookAgain, 'integration.edit', {
  summary: `Resend a delivery with the same webhook-id and retry for ${DELIVERY_DAYS} days; a waiting one is attempted immediately`,
  params: idParams.extend({ delivery: wholeNumber(1, Number.MAX_SAFE_INTEGER) }),
  body: z.strictObject({}).nullish(),
  output: webhookDeliveryAnswer,
  status: 202,
  example: { params: { id: 3, delivery: 4711 }, body: {}, answer: retriedDelivery },
  errors: ['webhook.notFound', 'webhook.deliveryNotFound', 'webhook.disabled'],
});
