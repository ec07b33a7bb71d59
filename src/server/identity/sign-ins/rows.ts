/** SQL of pending sign-ins, posted answers, and the provider's messages accepted once. */

import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '#ports/database/database.ts';
import type { SignInRequestTable } from '#ports/database/tables.ts';
import type { SignedIn, SingleUse } from '#ports/identity-provider.ts';
import { addsRow, findsRow } from '../../database/outcome.ts';

export type SignInRequest = Selectable<SignInRequestTable>;

export async function insertSignInRequest(tx: Tx, request: Insertable<SignInRequestTable>): Promise<void> {
  await tx.insertInto('sign_in_request').values(request).execute();
}

/** Removes a pending sign-in: a second call, or another browser, finds nothing. */
export async function takeSignInRequest(
  tx: Tx,
  state: string,
  binding: string,
  at: Date,
): Promise<SignInRequest | undefined> {
  return tx
    .deleteFrom('sign_in_request')
    .where('state', '=', state)
    .where('binding', '=', binding)
    .where('expires_date', '>', at)
    .returningAll()
    .executeTakeFirst();
}

/** A pending sign-in, left in place: a refused answer must not consume it. */
export async function findSignInRequest(db: Db, state: string, at: Date): Promise<SignInRequest | undefined> {
  return db
    .selectFrom('sign_in_request')
    .selectAll()
    .where('state', '=', state)
    .where('expires_date', '>', at)
    .executeTakeFirst();
}

/** @returns false when the message was already accepted, here or on another node. */
export async function insertProviderMessage(tx: Tx, issuer: string, { id, until }: SingleUse): Promise<boolean> {
  return addsRow(tx.insertInto('provider_message').values({ issuer, message_id: id, expires_date: until }));
}

const ENDED = 'ended';

/** Stores the names of ended sessions, for sign-ins still in progress. @param until the end of a sign-in that begins now. */
export async function noteEndedSessions(tx: Tx, names: readonly string[], until: Date): Promise<void> {
  if (names.length === 0) return;
  await tx
    .deleteFrom('provider_message')
    .where('issuer', '=', ENDED)
    .where('message_id', 'in', [...names])
    .execute();
  for (const id of names) await insertProviderMessage(tx, ENDED, { id, until });
}

/** Whether the session has ended since the sign-in began. @param expires when the sign-in itself expires. */
export async function hasEnded(db: Db, name: string, expires: Date): Promise<boolean> {
  return findsRow(
    db
      .selectFrom('provider_message')
      .select('message_id')
      .where('issuer', '=', ENDED)
      .where('message_id', '=', name)
      .where('expires_date', '>=', expires),
  );
}

/** @returns false when the sign-in already has an answer. */
export async function insertAnswer(tx: Tx, state: string, person: SignedIn, until: Date): Promise<boolean> {
  return addsRow(
    tx.insertInto('sign_in_answer').values({ state, person: JSON.stringify(person), expires_date: until }),
  );
}

export async function hasAnswer(tx: Tx, state: string, at: Date): Promise<boolean> {
  return findsRow(
    tx.selectFrom('sign_in_answer').select('state').where('state', '=', state).where('expires_date', '>', at),
  );
}

export async function takeAnswer(tx: Tx, state: string): Promise<SignedIn | undefined> {
  const row = await tx.deleteFrom('sign_in_answer').where('state', '=', state).returning('person').executeTakeFirst();
  if (row === undefined) return undefined;
  const person = row.person as Omit<SignedIn, 'authenticatedAt'> & { authenticatedAt?: string | null };
  const { authenticatedAt } = person;
  return { ...person, authenticatedAt: authenticatedAt == null ? null : new Date(authenticatedAt) };
}

export async function deleteExpiredSignIns(tx: Tx, at: Date): Promise<void> {
  await tx.deleteFrom('sign_in_request').where('expires_date', '<=', at).execute();
  await tx.deleteFrom('sign_in_answer').where('expires_date', '<=', at).execute();
  await tx.deleteFrom('provider_message').where('expires_date', '<=', at).execute();
}
