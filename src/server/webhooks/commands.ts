/** Administrators' commands on webhooks; each is recorded in the webhook's own evidence chain. */
import type { Actor } from '#domain/access.ts';
import { type FieldIssue, Refusal } from '#domain/errors.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import { GROUP_OF_ROLE } from '#domain/identity/roles.ts';
import { TEST_EVENT } from '#domain/webhooks/events.ts';
import { deadlineFrom } from '#domain/webhooks/retries.ts';
import type { WebhookInput } from '#domain/webhooks/webhook.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import type { AddressProblem } from '#ports/webhooks.ts';
import { listDealers } from '../dealers/index.ts';
import { record } from '../evidence/index.ts';
import { editDate, refuseStale } from '../http/request/edit.ts';
import { findUser } from '../identity/index.ts';
import type { World } from '../world.ts';
import { newDelivery } from './deliver.ts';
import {
  changeWebhook,
  type DeliveryRow,
  endSecrets,
  findDelivery,
  giveUpWaiting,
  insertDelivery,
  insertEvent,
  insertSecret,
  insertWebhook,
  lockWebhook,
  restartDelivery,
  type WebhookRow,
  type WebhookValues,
} from './queries.ts';
import { newSecret, sealSecret } from './signature.ts';

export interface CommandContext {
  readonly actor: Actor;
  readonly caller: EvidenceActor;
  readonly at: Date;
}

const ADDRESS_CODES: Readonly<Record<AddressProblem, FieldIssue['code']>> = {
  malformed: 'url',
  scheme: 'httpsAddress',
  credentials: 'addressCredentials',
  fragment: 'addressFragment',
  literal: 'addressLiteral',
  inner: 'addressInner',
};

const issue = (field: string, code: FieldIssue['code']): FieldIssue => ({ objectName: 'webhook', field, code });

const isTechnical = (authorities: Actor['authorities']): boolean =>
  authorities.some((role) => GROUP_OF_ROLE[role] === 'dms');

/** @returns the input with the account's login spelled as in its row. @throws Refusal webhook.invalid with every invalid field. */
export async function checkInput(world: World, db: Db, input: WebhookInput): Promise<WebhookInput> {
  const syntaxProblem = URL.canParse(input.url) ? null : 'malformed';
  const problem = world.webhooks.addressProblem(input.url) ?? syntaxProblem;
  const issues = problem === null ? [] : [issue('url', ADDRESS_CODES[problem])];
  if (input.dealers) {
    const knownHsts = new Set((await listDealers(db, input.dealers)).map(({ hst }) => hst));
    if (!input.dealers.every((hst) => knownHsts.has(hst))) issues.push(issue('dealers', 'unknownDealer'));
  }
  const user = input.account ? await findUser(db, { login: input.account }) : undefined;
  if (input.account && (user === undefined || !isTechnical(user.authorities))) {
    issues.push(issue('account', 'technicalAccount'));
  }
  // Disabling stays possible when a host is no longer allowed or an account is gone.
  const reported = input.enabled ? issues : issues.filter(({ code }) => code === 'url');
  if (reported.length > 0) throw new Refusal('webhook.invalid', { fieldErrors: reported });
  return { ...input, account: user?.login ?? input.account ?? null };
}

const valuesOf = ({ url, description, events, dealers, account, enabled }: WebhookInput): WebhookValues => ({
  ...{ url, description, enabled },
  ...{ events: events ?? null, hsts: dealers ?? null, account: account || null },
});

const subjectOf = (id: number): string => `webhook:${id}`;

/** The path of an address may contain a secret of the receiver: record only the host. */
const detailOf = (row: WebhookRow) => ({
  webhookId: row.id,
  host: new URL(row.url).host,
  events: row.events,
  dealers: row.hsts,
  account: row.account,
  enabled: row.enabled,
});

/** @returns the row with its secret, which cannot be shown again. */
export async function createWebhook(
  world: World,
  tx: Tx,
  input: WebhookInput,
  { actor, caller, at }: CommandContext,
): Promise<{ row: WebhookRow; secret: string }> {
  const row = await insertWebhook(tx, valuesOf(input), actor.login, at);
  const secret = newSecret();
  await insertSecret(tx, row.id, sealSecret(world, row.id, secret), at);
  await record(tx, subjectOf(row.id), { type: 'webhook.created', actor: caller, detail: detailOf(row) }, at);
  return { row, secret };
}

async function lockExisting(tx: Tx, id: number): Promise<WebhookRow> {
  const row = await lockWebhook(tx, id);
  if (row === undefined) throw new Refusal('webhook.notFound');
  return row;
}

/** @throws Refusal webhook.notFound, conflict.stale */
export async function updateWebhook(
  tx: Tx,
  command: { id: number; read: Date | null | undefined; input: WebhookInput },
  { actor, caller, at }: CommandContext,
): Promise<WebhookRow> {
  const stored = await lockExisting(tx, command.id);
  refuseStale(command.read, stored.last_modified_date);
  const changedAt = editDate(stored.last_modified_date, at);
  const row = await changeWebhook(tx, command.id, valuesOf(command.input), actor.login, changedAt);
  const givenUp = row.enabled ? 0 : await giveUpWaiting(tx, row.id, at);
  const detail = { ...detailOf(row), givenUp };
  await record(tx, subjectOf(row.id), { type: 'webhook.changed', actor: caller, detail }, at);
  return row;
}

/** @returns the new secret, and until when the former one signs too; null: it no longer signs. */
export async function rotateSecret(
  world: World,
  tx: Tx,
  command: { id: number; hours: number },
  { caller, at }: CommandContext,
): Promise<{ secret: string; formerEnds: Date | null }> {
  const row = await lockExisting(tx, command.id);
  const ends = new Date(at.getTime() + command.hours * 3_600_000);
  await endSecrets(tx, row.id, ends, at);
  const secret = newSecret();
  await insertSecret(tx, row.id, sealSecret(world, row.id, secret), at);
  const detail = { webhookId: row.id, formerEnds: ends.toISOString() };
  await record(tx, subjectOf(row.id), { type: 'webhook.secretRotated', actor: caller, detail }, at);
  return { secret, formerEnds: command.hours === 0 ? null : ends };
}

/** A test event about no document, only for this receiver. */
export async function sendTest(tx: Tx, id: number, { at }: CommandContext): Promise<DeliveryRow> {
  const row = await lockExisting(tx, id);
  if (!row.enabled) throw new Refusal('webhook.disabled');
  const noSubject = { document_id: null, folder_id: null, dossier_id: null, hst: null, status: null, was: null };
  const event = { kind: 'test' as const, ...noSubject, reason: null, created_by: null };
  const eventId = await insertEvent(tx, { ...event, occurred_date: at, spread_date: at });
  return insertDelivery(tx, newDelivery(row.id, eventId, TEST_EVENT, at));
}

/** @throws Refusal webhook.notFound, webhook.deliveryNotFound, webhook.disabled */
export async function redeliver(
  tx: Tx,
  command: { id: number; delivery: number },
  { caller, at }: CommandContext,
): Promise<DeliveryRow> {
  const row = await lockExisting(tx, command.id);
  const delivery = await findDelivery(tx, command.delivery);
  if (delivery === undefined || delivery.webhook_id !== row.id) throw new Refusal('webhook.deliveryNotFound');
  if (!row.enabled) throw new Refusal('webhook.disabled');
  const restarted = await restartDelivery(tx, delivery.id, at, deadlineFrom(at));
  const detail = { webhookId: row.id, deliveryId: delivery.id, messageId: delivery.message_id };
  await record(tx, subjectOf(row.id), { type: 'webhook.sentAgain', actor: caller, detail }, at);
  return restarted;
}
