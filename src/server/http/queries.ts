/** SQL of answers stored by idempotency key. */
import type { Selectable } from 'kysely';
import type { Db, Tx } from '#ports/database/database.ts';
import type { IdempotencyKeyTable } from '#ports/database/tables.ts';

export type StoredAnswer = Selectable<IdempotencyKeyTable>;

export interface KeyedRequest {
  userId: number;
  /** Method and path. */
  endpoint: string;
  key: string;
  requestSha256: string;
  rightsSha256: string;
}

type KeyOf = Pick<KeyedRequest, 'userId' | 'endpoint' | 'key'>;

/** The answer stored by an earlier call; undefined while one is still running. */
export async function findAnswer(db: Db, { userId, endpoint, key }: KeyOf): Promise<StoredAnswer | undefined> {
  return db
    .selectFrom('idempotency_key')
    .selectAll()
    .where('user_id', '=', userId)
    .where('endpoint', '=', endpoint)
    .where('key', '=', key)
    .executeTakeFirst();
}

/**
 * Claims the key for this transaction; waits for another transaction that holds it.
 * @returns undefined when this call claimed the key, else the answer of the first call.
 */
export async function claimKey(tx: Tx, request: KeyedRequest, at: Date): Promise<StoredAnswer | undefined> {
  const claimed = await tx
    .insertInto('idempotency_key')
    .values({
      user_id: request.userId,
      endpoint: request.endpoint,
      key: request.key,
      request_sha256: request.requestSha256,
      rights_sha256: request.rightsSha256,
      status: null,
      answer: null,
      sealed_answer: null,
      created_date: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (claimed !== undefined) return undefined;
  const earlier = await findAnswer(tx, request);
  if (earlier === undefined) throw new Error('An idempotency key was claimed, but has no row');
  return earlier;
}

export async function saveAnswer(tx: Tx, request: KeyOf, status: number, sealed: string): Promise<void> {
  await tx
    .updateTable('idempotency_key')
    .set({ status, sealed_answer: sealed })
    .where('user_id', '=', request.userId)
    .where('endpoint', '=', request.endpoint)
    .where('key', '=', request.key)
    .execute();
}

export async function deleteKeysBefore(tx: Tx, date: Date): Promise<void> {
  await tx.deleteFrom('idempotency_key').where('created_date', '<', date).execute();
}
