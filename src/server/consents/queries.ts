/** SQL of consents: append-only records, and what was sent to controllers. */

import { type Insertable, type Selectable, sql } from 'kysely';
import { NATIONAL_CONTROLLER } from '#domain/consents/consent.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import type { ConsentPushTable, ConsentRecordTable } from '#ports/database/tables.ts';
import { changesRow } from '../database/outcome.ts';

export type ConsentRow = Selectable<ConsentRecordTable>;
export type Push = Selectable<ConsentPushTable>;

export async function insertRecords(tx: Tx, rows: readonly Insertable<ConsentRecordTable>[]): Promise<void> {
  await tx.insertInto('consent_record').values(rows).execute();
}

/**
 * Ordered by when the person gave them: a form is recorded when its file is sealed, and a consent withdrawn between its
 * signature and its seal is still listed, as it is in the register.
 *
 * Consents belong to a person and a controller, not to a dossier: those of the same person count in every dossier of
 * the legal entity, towards the entity itself and towards the national company. Consents that another legal entity
 * collected for the national company are only shown to staff who see every dealer.
 * @param filter.dealers whose records towards the national company are shown; null for those of every dealer.
 */
export async function listRecords(
  db: Db,
  filter: { dossierId: number; subjectHash: string | null; legalEntity: string; dealers: readonly string[] | null },
): Promise<ConsentRow[]> {
  return db
    .selectFrom('consent_record')
    .selectAll()
    .where((where) =>
      where.or([
        where('dossier_id', '=', filter.dossierId),
        where.and([
          where('subject_hash', '=', filter.subjectHash),
          where.or([
            where('controller', '=', filter.legalEntity),
            where.and([
              where('controller', '=', NATIONAL_CONTROLLER),
              ...(filter.dealers === null ? [] : [where('hst', 'in', filter.dealers)]),
            ]),
          ]),
        ]),
      ]),
    )
    .orderBy('given_date')
    .orderBy('id')
    .execute();
}

export async function listRecordsOfPush(db: Db, pushId: number): Promise<ConsentRow[]> {
  return db.selectFrom('consent_record').selectAll().where('push_id', '=', pushId).orderBy('id').execute();
}

/** Locks the customer's consents until the transaction ends: changes of one dossier run one at a time. */
export async function lockConsents(tx: Tx, dossierId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`consents:${dossierId}`}, 0))`.execute(tx);
}

export async function insertPush(tx: Tx, values: Insertable<ConsentPushTable>): Promise<number> {
  const row = await tx.insertInto('consent_push').values(values).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

export async function findPush(db: Db, id: number): Promise<Push | undefined> {
  return db.selectFrom('consent_push').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The push of a newly signed form that is not yet queued. */
export async function findUnsentPush(tx: Tx, documentId: number): Promise<Push | undefined> {
  return tx
    .selectFrom('consent_push')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('queued_date', 'is', null)
    .executeTakeFirst();
}

export async function listPushes(db: Db, dossierId: number): Promise<Push[]> {
  return db.selectFrom('consent_push').selectAll().where('dossier_id', '=', dossierId).orderBy('id').execute();
}

export async function markQueued(tx: Tx, id: number, at: Date): Promise<void> {
  await tx.updateTable('consent_push').set({ state: 'QUEUED', queued_date: at }).where('id', '=', id).execute();
}

/** @returns false when another run was first. */
export async function endPush(
  tx: Tx,
  id: number,
  end: { state: 'PUSHED' | 'FAILED'; at: Date; receipt: string | null },
): Promise<boolean> {
  return changesRow(
    tx
      .updateTable('consent_push')
      .set({ state: end.state, done_date: end.at, receipt: end.receipt })
      .where('id', '=', id)
      .where('state', '=', 'QUEUED'),
  );
}

/** Pushes that failed, or whose job was lost, queued before these instants; oldest first. */
export async function listStrandedPushes(db: Db, before: { lost: Date; failed: Date }, limit: number): Promise<Push[]> {
  return db
    .selectFrom('consent_push')
    .selectAll()
    .where((where) =>
      where.or([
        where.and([where('state', '=', 'QUEUED'), where('queued_date', '<', before.lost)]),
        where.and([where('state', '=', 'FAILED'), where('queued_date', '<', before.failed)]),
      ]),
    )
    .orderBy('id')
    .limit(limit)
    .execute();
}
