/**
 * The ledger of quotas: a reservation is either used or released, once; stored data has an entry as long as it exists.
 * Each command runs in the transaction of its cause, as its last step, because the rows it changes are a legal entity's
 * most contended.
 */

import type { Selectable } from 'kysely';
import { QUOTA_KINDS, type QuotaKind, quotaApplies, quotaRefusal, spaceOf } from '#domain/entitlements/quota.ts';
import { Refusal } from '#domain/errors.ts';
import { romeDay } from '#domain/rome-time.ts';
import type { Tx } from '#ports/database/database.ts';
import type { DocumentTable } from '#ports/database/tables.ts';
import {
  changeQuota,
  deleteReservations,
  insertEntry,
  insertReservation,
  listAllowances,
  type QuotaChange,
  type QuotaKey,
  sumHolders,
} from './queries.ts';

/** Units required from a quota. */
export interface QuotaNeed extends QuotaKey {
  /** In messages or bytes. */
  readonly amount: number;
  /** Holder of the reservation, for example `signer:7`: one per cause and kind at a time. */
  readonly cause: string;
}

const inLockOrder = <K extends QuotaKey>(keys: readonly K[]): K[] =>
  [...keys].sort((a, b) =>
    a.legalEntity === b.legalEntity
      ? QUOTA_KINDS.indexOf(a.kind) - QUOTA_KINDS.indexOf(b.kind)
      : a.legalEntity < b.legalEntity
        ? -1
        : 1,
  );

/** One change per quota, in the order in which all transactions lock the rows. */
function mergeChanges(changes: readonly QuotaChange[]): QuotaChange[] {
  const sums = new Map<string, QuotaChange>();
  for (const change of changes) {
    const key = `${change.kind} ${change.legalEntity}`;
    const { used, reserved } = sums.get(key) ?? { used: 0, reserved: 0 };
    sums.set(key, { ...change, used: used + change.used, reserved: reserved + change.reserved });
  }
  return inLockOrder([...sums.values()]).filter(({ used, reserved }) => used !== 0 || reserved !== 0);
}

/** @throws Refusal quota.… unless the legal entity has that much left. */
async function takeQuota(tx: Tx, change: QuotaChange, at: Date): Promise<void> {
  const { legalEntity, kind } = change;
  const [row] = await listAllowances(tx, romeDay(at), { legalEntities: [legalEntity], kinds: [kind] });
  if (await changeQuota(tx, change, row?.total ?? null)) return;
  throw new Refusal(quotaRefusal(kind, { active: row?.active ?? 0, total: row?.total ?? null }));
}

/**
 * Reserves units; a cause that already holds a reservation keeps it unchanged.
 * @throws Refusal quota.…Spent or quota.…Expired; the caller must roll back.
 */
export async function reserve(tx: Tx, needs: readonly QuotaNeed[], at: Date): Promise<void> {
  for (const { legalEntity, kind, amount, cause } of inLockOrder(needs)) {
    if (amount === 0) continue;
    const reservation = { legal_entity: legalEntity, kind, amount, cause, created_date: at };
    if (!(await insertReservation(tx, reservation))) continue;
    await takeQuota(tx, { legalEntity, kind, used: 0, reserved: amount }, at);
  }
}

/** Releases any reservations that these causes still hold. */
export async function release(tx: Tx, causes: readonly string[]): Promise<void> {
  if (causes.length === 0) return;
  const reservations = await deleteReservations(tx, causes);
  const changes = reservations.map(({ legal_entity, kind, amount }) => ({
    legalEntity: legal_entity,
    kind,
    used: 0,
    reserved: -amount,
  }));
  for (const change of mergeChanges(changes)) await changeQuota(tx, change, null);
}

/** A use that already happened: a message that the gateway accepted, files that predate their rows. */
export interface QuotaUse {
  readonly legalEntity: string;
  readonly kind: QuotaKind;
  /** Message parts that the gateway charges for, or bytes. */
  readonly amount: number;
  /** What was used, for example `otp:12`: booked once, even if reported repeatedly. */
  readonly cause: string;
  /** Cause of the reservation made for it. */
  readonly reservation?: string;
}

/** Books a use in place of its reservation; never refused, because it already happened. */
export async function bookUse(tx: Tx, use: QuotaUse, at: Date): Promise<void> {
  const { legalEntity, kind, amount, cause, reservation } = use;
  if (!(await insertEntry(tx, { legal_entity: legalEntity, kind, amount, cause, created_date: at }))) return;
  const reservations = reservation === undefined ? [] : await deleteReservations(tx, [reservation], kind);
  const reservedAmount = reservations.reduce((sum, item) => sum + item.amount, 0);
  await changeQuota(tx, { legalEntity, kind, used: amount, reserved: -reservedAmount }, null);
}

/** The columns of a document's row that decide its space. */
export type StoredDocument = Pick<
  Selectable<DocumentTable>,
  'id' | 'legal_entity' | 'file_size' | 'archivable' | 'status' | 'deleted_date'
>;

const SPACE_KINDS = ['DISK_SPACE', 'STRONGDOX_SPACE'] as const satisfies readonly QuotaKind[];

/**
 * Books the space that documents take up: call it with their rows after every change of size, status, archivable or
 * deletion. Idempotent for unchanged rows. The caller holds the rows, so that no two calls count the same change.
 * @throws Refusal quota.space… or quota.archive… when a document needs more than is left; never for a signed one.
 */
export async function bookSpace(tx: Tx, documents: readonly StoredDocument[], at: Date): Promise<void> {
  if (documents.length === 0) return;
  const holderOf = (document: StoredDocument): string => `document:${document.id}`;
  const usage = await sumHolders(tx, documents.map(holderOf));
  const changes: QuotaChange[] = [];
  const refusable = new Set<QuotaKind>();
  for (const document of documents) {
    const { legal_entity: legalEntity, file_size: fileSize, archivable, status } = document;
    const space = spaceOf({ fileSize, archivable, status, deleted: document.deleted_date !== null });
    const holder = holderOf(document);
    for (const kind of SPACE_KINDS) {
      const { amount = 0, entries = 0 } = usage.find((row) => row.holder === holder && row.kind === kind) ?? {};
      const difference = space[kind] - amount;
      if (difference === 0) continue;
      const cause = `${holder}:${entries + 1}`;
      const entry = { legal_entity: legalEntity, kind, amount: difference, cause, holder, created_date: at };
      if (!(await insertEntry(tx, entry))) throw new Error(`${cause} is booked: the document’s row was not held`);
      changes.push({ legalEntity, kind, used: difference, reserved: 0 });
      if (difference > 0 && quotaApplies(status)) refusable.add(kind);
    }
  }
  for (const change of mergeChanges(changes)) {
    if (change.used > 0 && refusable.has(change.kind)) await takeQuota(tx, change, at);
    else await changeQuota(tx, change, null);
  }
}
