/**
 * The ledger of quotas (P-14, D-44): what is promised is either used or given back, once; what takes up space is an
 * entry for as long as it does. Each command runs in the transaction of what it tells of, and as its last step: the
 * rows it changes are a legal entity's busiest (database.md §9).
 */

import type { Selectable } from 'kysely';
import { mayBeRefused, QUOTA_KINDS, type QuotaKind, quotaRefusal, spaceOf } from '#domain/entitlements/quota.ts';
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

/** Units wanted from a quota. */
export interface Need extends QuotaKey {
  /** Messages, or bytes. */
  readonly amount: number;
  /** Who holds the reservation, for example `signer:7`: one for each cause and kind at a time. */
  readonly cause: string;
}

const inOrder = <K extends QuotaKey>(keys: readonly K[]): K[] =>
  [...keys].sort((a, b) =>
    a.legalEntity === b.legalEntity
      ? QUOTA_KINDS.indexOf(a.kind) - QUOTA_KINDS.indexOf(b.kind)
      : a.legalEntity < b.legalEntity
        ? -1
        : 1,
  );

/** One change for each quota, in the order in which all transactions take their rows. */
function merged(changes: readonly QuotaChange[]): QuotaChange[] {
  const sums = new Map<string, QuotaChange>();
  for (const change of changes) {
    const key = `${change.kind} ${change.legalEntity}`;
    const { used, reserved } = sums.get(key) ?? { used: 0, reserved: 0 };
    sums.set(key, { ...change, used: used + change.used, reserved: reserved + change.reserved });
  }
  return inOrder([...sums.values()]).filter(({ used, reserved }) => used !== 0 || reserved !== 0);
}

/** @throws Refusal quota.… unless the legal entity has that much left now. */
async function take(tx: Tx, change: QuotaChange, at: Date): Promise<void> {
  const { legalEntity, kind } = change;
  const [row] = await listAllowances(tx, romeDay(at), { legalEntities: [legalEntity], kinds: [kind] });
  if (await changeQuota(tx, change, row?.total ?? null)) return;
  throw new Refusal(quotaRefusal(kind, { active: row?.active ?? 0, total: row?.total ?? null }));
}

/**
 * Promises units; a cause that holds its reservation already keeps it as it is.
 * @throws Refusal quota.…Spent or quota.…Expired; the caller's transaction must not go on.
 */
export async function reserve(tx: Tx, needs: readonly Need[], at: Date): Promise<void> {
  for (const { legalEntity, kind, amount, cause } of inOrder(needs)) {
    if (amount === 0) continue;
    const reservation = { legal_entity: legalEntity, kind, amount, cause, created_date: at };
    if (!(await insertReservation(tx, reservation))) continue;
    await take(tx, { legalEntity, kind, used: 0, reserved: amount }, at);
  }
}

/** Gives back whatever these causes still hold; nothing when they hold nothing. */
export async function release(tx: Tx, causes: readonly string[]): Promise<void> {
  if (causes.length === 0) return;
  const gone = await deleteReservations(tx, causes);
  const changes = gone.map(({ legal_entity, kind, amount }) => ({
    legalEntity: legal_entity,
    kind,
    used: 0,
    reserved: -amount,
  }));
  for (const change of merged(changes)) await changeQuota(tx, change, null);
}

/** What is used already: a message that the gateway has accepted, files from before there were rows. */
export interface Use {
  readonly legalEntity: string;
  readonly kind: QuotaKind;
  /** Parts the gateway charges for, or bytes. */
  readonly amount: number;
  /** What it was, for example `otp:12`: booked once, however often it is told. */
  readonly cause: string;
  /** Cause of the reservation that was made for it. */
  readonly reservation?: string;
}

/** Books a use in place of its reservation; never refused, because it has happened. */
export async function bookUse(tx: Tx, use: Use, at: Date): Promise<void> {
  const { legalEntity, kind, amount, cause, reservation } = use;
  if (!(await insertEntry(tx, { legal_entity: legalEntity, kind, amount, cause, created_date: at }))) return;
  const held = reservation === undefined ? [] : await deleteReservations(tx, [reservation], kind);
  const promised = held.reduce((sum, one) => sum + one.amount, 0);
  await changeQuota(tx, { legalEntity, kind, used: amount, reserved: -promised }, null);
}

/** A document as its row has it. */
export type StoredDocument = Pick<
  Selectable<DocumentTable>,
  'id' | 'legal_entity' | 'file_size' | 'archivable' | 'status' | 'deleted_date'
>;

const SPACE_KINDS = ['DISK_SPACE', 'STRONGDOX_SPACE'] as const satisfies readonly QuotaKind[];

/**
 * Books what documents take up now: call it with their rows after every change of size, status, archivable or deletion.
 * Again with the same rows changes nothing. The caller holds the rows, so that no two calls count the same change.
 * @throws Refusal quota.space… or quota.archive… when a document wants more than is left; one that was signed never.
 */
export async function bookSpace(tx: Tx, documents: readonly StoredDocument[], at: Date): Promise<void> {
  if (documents.length === 0) return;
  const holderOf = (document: StoredDocument): string => `document:${document.id}`;
  const held = await sumHolders(tx, documents.map(holderOf));
  const changes: QuotaChange[] = [];
  const refusable = new Set<QuotaKind>();
  for (const document of documents) {
    const { legal_entity: legalEntity, file_size: fileSize, archivable, status } = document;
    const space = spaceOf({ fileSize, archivable, status, deleted: document.deleted_date !== null });
    const holder = holderOf(document);
    for (const kind of SPACE_KINDS) {
      const { amount = 0, entries = 0 } = held.find((one) => one.holder === holder && one.kind === kind) ?? {};
      const difference = space[kind] - amount;
      if (difference === 0) continue;
      const cause = `${holder}:${entries + 1}`;
      const entry = { legal_entity: legalEntity, kind, amount: difference, cause, holder, created_date: at };
      if (!(await insertEntry(tx, entry))) throw new Error(`${cause} is booked: the document’s row was not held`);
      changes.push({ legalEntity, kind, used: difference, reserved: 0 });
      if (difference > 0 && mayBeRefused(status)) refusable.add(kind);
    }
  }
  for (const change of merged(changes)) {
    if (change.used > 0 && refusable.has(change.kind)) await take(tx, change, at);
    else await changeQuota(tx, change, null);
  }
}
