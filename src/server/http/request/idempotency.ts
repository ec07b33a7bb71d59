/**
 * Creating calls with an `Idempotency-Key` header: the same key returns the same result and creates once
 * (draft-ietf-httpapi-idempotency-key-header).
 */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify';
import type { Endpoint } from '#contract/definition/endpoint.ts';
import type { Actor } from '#domain/access.ts';
import { Refusal } from '#domain/errors.ts';
import type { Tx } from '#ports/database/database.ts';
import type { World } from '../../world.ts';
import {
  claimKey,
  deleteKeysBefore,
  findAnswer,
  type KeyedRequest,
  type StoredAnswer,
  saveAnswer,
} from '../queries.ts';
import { bodyHashOf, hashing } from './body-hash.ts';
import { openAnswer, sealAnswer } from './encrypted-answer.ts';

const HEADER = 'idempotency-key';
/** Marks the repeated answer of an earlier call. */
export const REPLAY_HEADER = 'idempotency-replayed';
/** Visible ASCII, long enough for UUIDs, ULIDs and combinations of them. */
const KEY = /^[\x21-\x7e]{1,255}$/;
/** Longer than any client retries; afterwards the key may be reused. */
const RETENTION_HOURS = 48;
const SWEEP_SECONDS = 3600;

export const hashKeyedBody: preParsingHookHandler = (request, _reply, payload, done) => {
  done(null, request.headers[HEADER] === undefined ? payload : hashing(request, payload));
};

/**
 * The idempotency key of a call. It is valid for one endpoint. The path's parameters belong to the request, as its body
 * does: the key is refused for another resource, and another spelling of the same path is the same request.
 * @returns undefined without a key. @throws Refusal request.invalid for a malformed key.
 */
export function keyedRequest(
  request: FastifyRequest,
  actor: Actor,
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
): KeyedRequest | undefined {
  const key = request.headers[HEADER];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !KEY.test(key)) {
    throw new Refusal('request.invalid', {
      fieldErrors: [{ objectName: 'request', field: 'Idempotency-Key', code: 'type' }],
    });
  }
  const [, query = ''] = request.url.split('?', 2);
  const pathParameters = Object.entries(request.params as Record<string, string>).sort();
  return {
    userId: actor.id,
    key,
    endpoint: `${method} ${path}`,
    requestSha256: bodyHashOf(request)
      .update(`?${query}`)
      // For an endpoint without parameters, the hash stays compatible with earlier versions.
      .update(pathParameters.length === 0 ? '' : JSON.stringify(pathParameters))
      .digest('hex'),
    rightsSha256: rightsOf(actor),
  };
}

/** An answer holds what the caller could see at the time: it is not repeated after their rights changed. */
function rightsOf({ authorities, hstList, brands }: Actor): string {
  return createHash('sha256')
    .update(JSON.stringify([authorities, hstList, brands]))
    .digest('hex');
}

/** @throws Refusal idempotency.otherRequest, idempotency.rightsChanged */
function textOf(world: World, stored: StoredAnswer, keyed: KeyedRequest): string {
  if (stored.request_sha256 !== keyed.requestSha256) throw new Refusal('idempotency.otherRequest');
  if (stored.rights_sha256 !== keyed.rightsSha256) throw new Refusal('idempotency.rightsChanged');
  if (stored.sealed_answer !== null) return openAnswer(world, keyed, stored.sealed_answer);
  if (stored.answer === null) throw new Error('An answer was committed without its text');
  return stored.answer;
}

/**
 * Repeats the stored answer before anything else is done, even if the row has changed since.
 * @returns false when there is none.
 */
export async function replay(world: World, keyed: KeyedRequest, reply: FastifyReply): Promise<boolean> {
  const stored = await findAnswer(world.database.read, keyed);
  if (stored === undefined) return false;
  const text = textOf(world, stored, keyed);
  await reply
    .code(stored.status ?? 200)
    .header(REPLAY_HEADER, 'true')
    .type('application/json; charset=utf-8')
    .send(text);
  return true;
}

/**
 * Runs the transaction of a creating call and stores its result, the answer, with the key in the same transaction. A
 * refused call stores nothing. `work` must read through its `tx` only: calls with the same key wait here, each holding
 * a connection, and there may be no free one.
 * @throws Refusal idempotency.otherRequest, idempotency.rightsChanged
 */
export async function once<T>(
  world: World,
  call: { keyed: KeyedRequest; reply: FastifyReply; answered: { status: number } },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { keyed, reply, answered } = call;
  const { answer, again: isReplay } = await world.database.transaction(async (tx) => {
    const earlier = await claimKey(tx, keyed, world.clock.now());
    if (earlier !== undefined) {
      answered.status = earlier.status ?? answered.status;
      return { answer: JSON.parse(textOf(world, earlier, keyed)) as T, again: true };
    }
    const result = await work(tx);
    await saveAnswer(tx, keyed, answered.status, sealAnswer(world, keyed, JSON.stringify(result)));
    return { answer: result, again: false };
  });
  if (isReplay) void reply.header(REPLAY_HEADER, 'true');
  return answer;
}

/** Deletes expired keys. */
export async function idempotencyTasks(world: World): Promise<void> {
  await world.jobs.every('http.idempotency', SWEEP_SECONDS, () => sweepKeys(world));
}

export async function sweepKeys(world: World): Promise<void> {
  const before = new Date(world.clock.now().getTime() - RETENTION_HOURS * 3_600_000);
  await world.database.transaction((tx) => deleteKeysBefore(tx, before));
}
