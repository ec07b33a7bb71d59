/** SQL of devices, their pairing codes and their used proofs. */

import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '#ports/database/database.ts';
import type { DevicePairingTable, DeviceRequestView, DeviceSeatView, DeviceTable } from '#ports/database/tables.ts';
import { addsRow, findsRow } from '../database/outcome.ts';

export type PairingRow = Selectable<DevicePairingTable>;
export type DeviceRow = Selectable<DeviceTable>;
export type PairedRow = Selectable<DeviceSeatView>;
export type RequestRow = Selectable<DeviceRequestView>;

const LIVE_STATES = ['OPEN', 'CLAIMED'] as const;

/** Voids any pending code or request of the activation. */
export async function voidPairings(tx: Tx, activationId: number, by: string, at: Date): Promise<void> {
  await tx
    .updateTable('device_pairing')
    .set({ state: 'VOID', ended_by: by, ended_date: at })
    .where('activation_id', '=', activationId)
    .where('state', 'in', LIVE_STATES)
    .execute();
}

export async function insertPairing(
  tx: Tx,
  values: Pick<
    Insertable<DevicePairingTable>,
    'activation_id' | 'code_hash' | 'issued_by' | 'issued_date' | 'expires_date'
  >,
): Promise<number> {
  const row = await tx
    .insertInto('device_pairing')
    .values({
      ...values,
      ...{ state: 'OPEN', claimed_date: null, public_key: null, key_id: null, device_name: null, user_agent: null },
      ...{ match_number: null, ended_by: null, ended_date: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export interface PairingClaim {
  readonly codeHash: string;
  readonly publicKey: string;
  readonly keyId: string;
  readonly name: string;
  readonly userAgent: string | null;
  readonly number: string;
  readonly at: Date;
  /** The earliest time at which the tablet's wait may end. */
  readonly until: Date;
}

/** The first tablet to claim the code gets it. @returns undefined when it is unknown, used or too old. */
export async function claimPairing(tx: Tx, claim: PairingClaim): Promise<PairingRow | undefined> {
  return tx
    .updateTable('device_pairing')
    .set({
      state: 'CLAIMED',
      public_key: claim.publicKey,
      key_id: claim.keyId,
      device_name: claim.name,
      user_agent: claim.userAgent,
      match_number: claim.number,
      claimed_date: claim.at,
      expires_date: sql<Date>`greatest(expires_date, ${claim.until}::timestamptz)`,
    })
    .where('code_hash', '=', claim.codeHash)
    .where('state', '=', 'OPEN')
    .where('expires_date', '>', claim.at)
    .returningAll()
    .executeTakeFirst();
}

export async function findClaimedPairing(db: Db, codeHash: string, keyId: string): Promise<PairingRow | undefined> {
  return db
    .selectFrom('device_pairing')
    .selectAll()
    .where('code_hash', '=', codeHash)
    .where('key_id', '=', keyId)
    .executeTakeFirst();
}

const pairingsOf = (db: Db, activationId: number) =>
  db.selectFrom('device_pairing').selectAll().where('activation_id', '=', activationId);

/** The activation's pending code or request, expired or not. */
export async function findLivePairing(db: Db, activationId: number): Promise<PairingRow | undefined> {
  return pairingsOf(db, activationId).where('state', 'in', LIVE_STATES).executeTakeFirst();
}

export async function lockPairing(tx: Tx, id: number, activationId: number): Promise<PairingRow | undefined> {
  return pairingsOf(tx, activationId).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** The caller holds the row. */
export async function endPairing(
  tx: Tx,
  id: number,
  state: 'CONFIRMED' | 'REFUSED',
  by: string,
  at: Date,
): Promise<void> {
  await tx.updateTable('device_pairing').set({ state, ended_by: by, ended_date: at }).where('id', '=', id).execute();
}

/** @returns undefined when a device has used that key before. */
export async function insertDevice(
  tx: Tx,
  values: Pick<
    Insertable<DeviceTable>,
    'activation_id' | 'public_key' | 'key_id' | 'name' | 'user_agent' | 'paired_by' | 'paired_date'
  >,
): Promise<DeviceRow | undefined> {
  return tx
    .insertInto('device')
    .values({
      ...values,
      ...{ last_seen_date: null, disabled_by: null, disabled_date: null, ended_by: null, ended_date: null },
    })
    .onConflict((conflict) => conflict.column('key_id').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** The activation's current device. */
export async function findDevice(db: Db, activationId: number): Promise<DeviceRow | undefined> {
  return db
    .selectFrom('device')
    .selectAll()
    .where('activation_id', '=', activationId)
    .where('ended_date', 'is', null)
    .executeTakeFirst();
}

/** The caller holds the activation. */
export async function updateDevice(tx: Tx, id: number, values: Updateable<DeviceTable>): Promise<void> {
  await tx.updateTable('device').set(values).where('id', '=', id).execute();
}

export async function findPaired(db: Db, keyId: string): Promise<PairedRow | undefined> {
  return db.selectFrom('device_seat').selectAll().where('key_id', '=', keyId).executeTakeFirst();
}

/** Whether the dealer has a device that may act: paired, not disabled, not expired on `day` (ISO date in Rome). */
export async function hasDevice(db: Db, hst: string, day: string): Promise<boolean> {
  return findsRow(
    db
      .selectFrom('device_seat')
      .select('id')
      .where('hst', '=', hst)
      .where('status', '=', 'ACTIVATED')
      .where('ended_date', 'is', null)
      .where('disabled_date', 'is', null)
      .where(sql<boolean>`(expires_at is null or expires_at >= ${day}::date)`)
      .limit(1),
  );
}

/** The newest request made with a key. */
export async function findRequest(db: Db, keyId: string): Promise<RequestRow | undefined> {
  return db
    .selectFrom('device_request')
    .selectAll()
    .where('key_id', '=', keyId)
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

/** @returns false when it was used before, on any node. */
export async function useNonce(tx: Tx, keyId: string, nonce: string, at: Date): Promise<boolean> {
  return addsRow(tx.insertInto('device_nonce').values({ device_key: keyId, nonce, used_date: at }));
}

/**
 * Writes only when the last entry is older than `unlessSince` or the browser changed (an update, for example), so that
 * the cost is negligible. A call without a user agent keeps the stored one.
 */
export async function markSeen(
  tx: Tx,
  id: number,
  { at, unlessSince, userAgent }: { at: Date; unlessSince: Date; userAgent: string | null },
): Promise<void> {
  await tx
    .updateTable('device')
    .set({ last_seen_date: at, ...(userAgent === null ? {} : { user_agent: userAgent }) })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('last_seen_date', 'is', null),
        eb('last_seen_date', '<', unlessSince),
        ...(userAgent === null ? [] : [eb('user_agent', 'is distinct from', userAgent)]),
      ]),
    )
    .execute();
}

export async function deleteNonces(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('device_nonce').where('used_date', '<', before).execute();
}
