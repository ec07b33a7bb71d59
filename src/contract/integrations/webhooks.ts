/** Webhooks: external systems notified of documents, their secrets, and the result of each delivery. */
import { z } from 'zod';
import { DELIVERY_STATES } from '#domain/webhooks/events.ts';
import { DELIVERY_DAYS } from '#domain/webhooks/retries.ts';
import {
  MOST_OVERLAP_HOURS,
  OVERLAP_HOURS,
  overlapSchema,
  WEBHOOK_FIELDS,
  webhookSchema,
} from '#domain/webhooks/webhook.ts';
import * as calls from '../calls/integrations.ts';
import { editSchema } from '../definition/edit.ts';
import { endpoint } from '../definition/endpoint.ts';
import { idParams } from '../definition/paging.ts';
import { wholeNumber } from '../definition/whole-number.ts';

const text = z.string().nullable();

export const webhookAnswer = z.object({
  id: z.number(),
  url: z.string(),
  description: z.string(),
  events: z.array(z.string()).nullable().describe('types of events; null: all of them'),
  dealers: z.array(z.string()).nullable().describe('codes; null: documents of every dealer'),
  account: text.describe('login: only documents that this account created'),
  enabled: z.boolean(),
  failures: z.number().describe('failed attempts in a row'),
  waiting: z.number().describe('deliveries that are still tried'),
  failed: z.number().describe(`deliveries that were given up, after ${DELIVERY_DAYS} days or when it was disabled`),
  formerSecretEnds: text.describe('until then deliveries are signed by the former secret as well'),
  createdBy: z.string(),
  createdDate: z.string(),
  lastModifiedBy: z.string(),
  lastModifiedDate: z.string(),
});
export type WebhookAnswer = z.output<typeof webhookAnswer>;

const secret = z.string().describe('shown this once; verifies deliveries by the Standard Webhooks scheme');
export const newWebhookAnswer = webhookAnswer.extend({ secret });
export const webhookSecretAnswer = z.object({ secret, formerSecretEnds: text });

export const webhookDeliveryAnswer = z.object({
  id: z.number(),
  messageId: z.string().describe('webhook-id of each of its attempts'),
  type: z.string(),
  documentId: z.number().nullable(),
  status: text.describe('of the document'),
  state: z.enum(DELIVERY_STATES),
  createdDate: z.string(),
  nextDate: text.describe('of the next attempt, while it waits'),
  endedDate: text,
  attempts: z.array(
    z.object({
      number: z.number(),
      date: z.string(),
      milliseconds: z.number(),
      status: z.number().nullable().describe('of the HTTP answer; null without one'),
      outcome: z.string().describe('delivered, refused, redirect, address, unreachable, tls or timeout'),
      words: z.string().describe('the beginning of the answer, or what went wrong'),
    }),
  ),
});
export type WebhookDeliveryAnswer = z.output<typeof webhookDeliveryAnswer>;

const written = {
  url: 'https://dms.esempio.it/fascicolo',
  description: 'DMS di Autoesempio',
  events: ['document.signed', 'document.declined', 'document.expired'],
  dealers: ['10001'],
  account: null,
  enabled: true,
};
const AT = '2026-11-20T08:12:00.000Z';
const webhook = {
  id: 3,
  ...written,
  ...{ failures: 0, waiting: 0, failed: 0, formerSecretEnds: null },
  ...{ createdBy: 'admin', createdDate: AT, lastModifiedBy: 'admin', lastModifiedDate: AT },
};
const SECRET = 'whsec_RVhFTVBMRS1FWEVNUExFLUVYRU1QTEUtRVhFTVBMRS0=';
const delivery = {
  id: 4711,
  messageId: 'msg_0f8fad5bd9cb469fa16570867728950e',
  type: 'document.signed',
  documentId: 48_190,
  status: 'SIGNED',
  state: 'DELIVERED',
  createdDate: AT,
  nextDate: null,
  endedDate: AT,
  attempts: [{ number: 1, date: AT, milliseconds: 84, status: 204, outcome: 'delivered', words: '' }],
};
const again = { ...delivery, state: 'WAITING', nextDate: AT, endedDate: null };

export const listWebhooks = endpoint(calls.listWebhooks, {
  summary: 'Receivers of webhooks, with how many deliveries wait and were given up',
  access: 'staff',
  action: 'integration.edit',
  output: z.array(webhookAnswer),
  status: 200,
  objectName: 'webhook',
  example: { answer: [webhook] },
  errors: [],
});

export const createWebhook = endpoint(calls.createWebhook, {
  summary:
    'Add a receiver of webhooks at an address of the public internet by HTTPS; its secret is in this answer alone',
  access: 'staff',
  action: 'integration.edit',
  body: webhookSchema,
  output: newWebhookAnswer,
  status: 201,
  objectName: 'webhook',
  example: { body: written, answer: { ...webhook, secret: SECRET } },
  errors: ['webhook.invalid'],
});

export const updateWebhook = endpoint(calls.updateWebhook, {
  summary: 'Change, disable or enable a receiver; disabling gives up what waits for it',
  access: 'staff',
  action: 'integration.edit',
  body: editSchema(WEBHOOK_FIELDS, { derived: ['failures', 'waiting', 'failed', 'formerSecretEnds'] }),
  output: webhookAnswer,
  status: 200,
  objectName: 'webhook',
  example: { body: webhook, answer: webhook },
  errors: ['webhook.invalid', 'webhook.notFound', 'conflict.stale'],
});

export const rotateWebhookSecret = endpoint(calls.rotateWebhookSecret, {
  summary: `Make another secret, in this answer alone; the former one signs as well for \`hours\` (${OVERLAP_HOURS} unless said, at most ${MOST_OVERLAP_HOURS})`,
  access: 'staff',
  action: 'integration.edit',
  params: idParams,
  body: overlapSchema,
  output: webhookSecretAnswer,
  status: 200,
  objectName: 'webhook',
  example: { params: { id: 3 }, body: { hours: 24 }, answer: { secret: SECRET, formerSecretEnds: AT } },
  errors: ['webhook.invalid', 'webhook.notFound'],
});

export const testWebhook = endpoint(calls.testWebhook, {
  summary: 'Send an event of type webhook.test, which is about no document',
  access: 'staff',
  action: 'integration.edit',
  params: idParams,
  body: z.strictObject({}).nullish(),
  output: webhookDeliveryAnswer,
  status: 202,
  objectName: 'webhook',
  example: {
    params: { id: 3 },
    body: {},
    answer: { ...again, type: 'webhook.test', documentId: null, status: null, attempts: [] },
  },
  errors: ['webhook.notFound', 'webhook.disabled'],
});

export const listWebhookDeliveries = endpoint(calls.listWebhookDeliveries, {
  summary:
    'Deliveries of the last 30 days with every attempt, the newest first; `before` is the id of the last one seen',
  access: 'staff',
  action: 'integration.edit',
  params: idParams,
  query: z.strictObject({
    state: z.enum(DELIVERY_STATES).optional(),
    before: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional(),
    size: wholeNumber(1, 100).default(20),
  }),
  output: z.array(webhookDeliveryAnswer),
  status: 200,
  objectName: 'webhook',
  example: { params: { id: 3 }, query: { state: 'DELIVERED', size: 20 }, answer: [delivery] },
  errors: ['webhook.invalid', 'webhook.notFound'],
});

export const sendWebhookAgain = endpoint(calls.sendWebhookAgain, {
  summary: `Send a delivery once more under the same webhook-id, and go on for ${DELIVERY_DAYS} days; one that waits is tried at once`,
  access: 'staff',
  action: 'integration.edit',
  params: idParams.extend({ delivery: wholeNumber(1, Number.MAX_SAFE_INTEGER) }),
  body: z.strictObject({}).nullish(),
  output: webhookDeliveryAnswer,
  status: 202,
  objectName: 'webhook',
  example: { params: { id: 3, delivery: 4711 }, body: {}, answer: again },
  errors: ['webhook.notFound', 'webhook.deliveryNotFound', 'webhook.disabled'],
});
