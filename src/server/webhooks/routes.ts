/** Routes of webhooks, for administrators. */
import type { FastifyRequest } from 'fastify';
import * as contract from '#contract/integrations/webhooks.ts';
import type { Actor } from '#domain/access.ts';
import { Refusal } from '#domain/errors.ts';
import type { Db } from '#ports/database/database.ts';
import { staffActor } from '../http/request/caller.ts';
import { type Serving, serveStaff } from '../http/route.ts';
import * as commands from './commands.ts';
import { presentDelivery, presentWebhook } from './present.ts';
import {
  type AttemptRow,
  countDeliveries,
  findEvent,
  findWebhook,
  type ListedDelivery,
  listAttempts,
  listDeliveries,
  listEndingSecrets,
  listWebhooks,
  type WebhookRow,
} from './queries.ts';

/** Adds counts and ending secrets to the rows. */
async function present(db: Db, rows: readonly WebhookRow[], at: Date): Promise<contract.WebhookAnswer[]> {
  const [counts, ending] = await Promise.all([countDeliveries(db), listEndingSecrets(db, at)]);
  return rows.map((row) => presentWebhook(row, { counts, formerEnds: ending.get(row.id) ?? null }));
}

async function withAttempts(db: Db, rows: readonly ListedDelivery[]): Promise<contract.WebhookDeliveryAnswer[]> {
  const attempts = new Map<number, AttemptRow[]>();
  for (const attempt of rows.length === 0
    ? []
    : await listAttempts(
        db,
        rows.map(({ id }) => id),
      )) {
    attempts.set(attempt.delivery_id, [...(attempts.get(attempt.delivery_id) ?? []), attempt]);
  }
  return rows.map((row) => presentDelivery(row, attempts.get(row.id) ?? []));
}

async function presentOne(db: Db, row: Omit<ListedDelivery, 'document_id' | 'status'>) {
  const { document_id, status } = await findEvent(db, row.event_id);
  const [answer] = await withAttempts(db, [{ ...row, document_id, status }]);
  return answer;
}

export function webhookRoutes(serving: Serving): void {
  const { world } = serving;
  const { database, clock } = world;
  const by = (actor: Actor, request: FastifyRequest): commands.CommandContext => ({
    ...{ actor, caller: staffActor(actor, request), at: clock.now() },
  });
  const log = (request: FastifyRequest, actor: Actor, action: string, webhookId: number): void =>
    request.log.info({ security: `webhook.${action}`, by: actor.id, webhookId }, `webhook ${action}`);

  serveStaff(serving, contract.listWebhooks, async () =>
    present(database.read, await listWebhooks(database.read), clock.now()),
  );

  serveStaff(serving, contract.createWebhook, async ({ actor, body, once, request }) => {
    const checked = await commands.checkInput(world, database.read, body);
    return once(async (tx) => {
      const { row, secret } = await commands.createWebhook(world, tx, checked, by(actor, request));
      database.afterCommit(tx, () => log(request, actor, 'created', row.id));
      return { ...presentWebhook(row, { counts: [], formerEnds: null }), secret };
    });
  });

  serveStaff(serving, contract.updateWebhook, async ({ actor, body, request }) => {
    const { id, lastModifiedDate, ...values } = body;
    const input = await commands.checkInput(world, database.read, values);
    const answer = await database.transaction(async (tx) => {
      const row = await commands.updateWebhook(tx, { id, read: lastModifiedDate, input }, by(actor, request));
      return present(tx, [row], clock.now());
    });
    log(request, actor, 'changed', id);
    return answer[0];
  });

  serveStaff(serving, contract.rotateWebhookSecret, async ({ actor, params, body, request }) => {
    const command = { id: params.id, hours: body.hours };
    const rotated = await database.transaction((tx) => commands.rotateSecret(world, tx, command, by(actor, request)));
    log(request, actor, 'rotated', params.id);
    return { secret: rotated.secret, formerSecretEnds: rotated.formerEnds?.toISOString() ?? null };
  });

  serveStaff(serving, contract.testWebhook, async ({ actor, params, request }) =>
    database.transaction(async (tx) => presentOne(tx, await commands.sendTest(tx, params.id, by(actor, request)))),
  );

  serveStaff(serving, contract.listWebhookDeliveries, async ({ params, query }) => {
    if ((await findWebhook(database.read, params.id)) === undefined) throw new Refusal('webhook.notFound');
    const { state = null, before = null, size } = query;
    const rows = await listDeliveries(database.read, { webhookId: params.id, state, before, most: size });
    return withAttempts(database.read, rows);
  });

  serveStaff(serving, contract.sendWebhookAgain, async ({ actor, params, request }) =>
    database.transaction(async (tx) => presentOne(tx, await commands.redeliver(tx, params, by(actor, request)))),
  );
}
