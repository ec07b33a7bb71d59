/** Creating calls with an `Idempotency-Key` header: the same key answers the same result once (draft-ietf-httpapi-idempotency-key-header). */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '#domain/errors.ts';
import type { Tx } from '#ports/database/database.ts';
import type { World } from '../world.ts';
import { claimKey, deleteKeysBefore, type KeyedRequest, keepAnswer } from './queries.ts';

const HEADER = 'idempotency-key';
/** Visible ASCII, long enough for any UUID or ULID and what people build from them. */
const KEY = /^[\x21-\x7e]{1,255}$/;
/** Longer than anyone retries; afterwards the key may be used again. */
const KEPT_HOURS = 48;
const SWEEP_SECONDS = 3600;

/**
 * Runs the one transaction of a creating call; its result, which is the answer, is kept with the key in the same transaction.
 * @throws Refusal request.invalid for a malformed key, idempotency.otherRequest when the key came with another body.
 */
export async function once<T>(
  world: World,
  call: { request: FastifyRequest; userId: number; status: number },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const keyed = keyedRequest(call.request, call.userId);
  if (keyed === undefined) return world.database.transaction(work);
  return world.database.transaction(async (tx) => {
    const earlier = await claimKey(tx, keyed, world.clock.now());
    if (earlier === undefined) {
      const answer = await work(tx);
      await keepAnswer(tx, keyed, call.status, JSON.stringify(answer));
      return answer;
    }
    if (earlier.request_sha256 !== keyed.requestSha256) throw new Refusal('idempotency.otherRequest');
    if (earlier.answer === null) throw new Error('An answer was committed without its text');
    return JSON.parse(earlier.answer) as T;
  });
}

function keyedRequest(request: FastifyRequest, userId: number): KeyedRequest | undefined {
  const key = request.headers[HEADER];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !KEY.test(key)) {
    throw new Refusal('request.invalid', {
      fieldErrors: [{ objectName: 'request', field: 'Idempotency-Key', code: 'type' }],
    });
  }
  const body = JSON.stringify(request.body ?? null);
  return {
    userId,
    key,
    endpoint: `${request.method} ${request.routeOptions.url ?? ''}`,
    requestSha256: createHash('sha256').update(body).digest('hex'),
  };
}

/** Forgets keys that nobody retries any more. */
export async function idempotencyTasks(world: World): Promise<void> {
  await world.jobs.every('http.idempotency', SWEEP_SECONDS, () => {
    const before = new Date(world.clock.now().getTime() - KEPT_HOURS * 3_600_000);
    return world.database.transaction((tx) => deleteKeysBefore(tx, before));
  });
}
