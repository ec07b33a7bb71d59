/** SQL of FEA adherences and of the signatures that rest on them. */

import { type Insertable, type Selectable, sql } from 'kysely';
import type { ActiveAdherence, AdherenceState } from '#domain/adherences/adherence.ts';
import type { SignedPerson } from '#domain/dossiers/same-person.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import type { FeaAdherenceTable } from '#ports/database/tables.ts';
import { anyOf } from '../database/criteria.ts';
import { changesRow, findsRow } from '../database/outcome.ts';

export type AdherenceRow = Selectable<FeaAdherenceTable>;

/** A person as identified by the legal entity that offers the signature. */
export interface Party {
  readonly personCode: string;
  readonly legalEntity: string;
}

const keyOf = ({ personCode, legalEntity }: Party): string => `adherence:${legalEntity}:${personCode}`;

/**
 * Locks a person's adherence status until the transaction ends: a change waits for transactions that build on it. Taken
 * after the session lock and before the document lock.
 */
export async function lockParty(tx: Tx, party: Party): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${keyOf(party)}, 0))`.execute(tx);
}

/** A shared lock for those that build on it: they do not wait for one another. */
async function lockPartiesShared(tx: Tx, parties: readonly Party[]): Promise<void> {
  for (const key of [...new Set(parties.map(keyOf))].sort()) {
    await sql`select pg_advisory_xact_lock_shared(hashtextextended(${key}, 0))`.execute(tx);
  }
}

/**
 * Adherences in force of these people towards any of these legal entities.
 * @param lock with its transaction: none of these people's adherences changes until it ends.
 */
export async function listActiveAdherences(
  db: Db,
  parties: readonly Party[],
  lock?: { readonly until: Tx },
): Promise<ActiveAdherence[]> {
  if (lock !== undefined) await lockPartiesShared(lock.until, parties);
  if (parties.length === 0) return [];
  const rows = await db
    .selectFrom('fea_adherence')
    .select(['id', 'person_code as personCode', 'legal_entity as legalEntity', 'covers_national as coversNational'])
    .select(['first_name', 'last_name', 'birth_date', 'birth_place', 'mobile_phone'])
    .where('state', '=', 'ACTIVE')
    .where('person_code', 'in', [...new Set(parties.map((party) => party.personCode))])
    .where('legal_entity', 'in', [...new Set(parties.map((party) => party.legalEntity))])
    .execute();
  return rows.map((row) => ({
    ...{ id: row.id, personCode: row.personCode, legalEntity: row.legalEntity, coversNational: row.coversNational },
    signer: signerOf(row),
  }));
}

/** The person named in a module; null if it was signed before this was stored. */
export function signerOf(
  row: Pick<AdherenceRow, 'first_name' | 'last_name' | 'birth_date' | 'birth_place' | 'mobile_phone'>,
): SignedPerson | null {
  const { first_name: firstName, last_name: lastName } = row;
  if (firstName === null || lastName === null) return null;
  const { birth_date: birthDate, birth_place: birthPlace, mobile_phone: mobilePhone } = row;
  return { firstName, lastName, birthDate, birthPlace, mobilePhone };
}

export async function findActiveAdherence(db: Db, party: Party): Promise<AdherenceRow | undefined> {
  return db
    .selectFrom('fea_adherence')
    .selectAll()
    .where('person_code', '=', party.personCode)
    .where('legal_entity', '=', party.legalEntity)
    .where('state', '=', 'ACTIVE')
    .executeTakeFirst();
}

export async function findModuleAdherence(db: Db, moduleId: number): Promise<AdherenceRow | undefined> {
  return db.selectFrom('fea_adherence').selectAll().where('module_id', '=', moduleId).executeTakeFirst();
}

/** In order of creation. */
export async function listAdherences(db: Db, ids: readonly number[]): Promise<AdherenceRow[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('fea_adherence').selectAll().where('id', '=', anyOf(ids)).orderBy('id').execute();
}

/** An adherence made in this dossier. */
export async function findAdherence(
  db: Db,
  { id, dossierId }: { id: number; dossierId: number },
): Promise<AdherenceRow | undefined> {
  return db
    .selectFrom('fea_adherence')
    .selectAll()
    .where('id', '=', id)
    .where('dossier_id', '=', dossierId)
    .executeTakeFirst();
}

/** Oldest first: those of the person, and those of previous persons of this dossier before its codice fiscale changed. */
export async function listHistory(
  db: Db,
  filter: { dossierId: number; personCode: string | null; legalEntity: string },
): Promise<AdherenceRow[]> {
  return db
    .selectFrom('fea_adherence')
    .selectAll()
    .where((where) =>
      where.or([
        where('dossier_id', '=', filter.dossierId),
        where.and([where('person_code', '=', filter.personCode), where('legal_entity', '=', filter.legalEntity)]),
      ]),
    )
    .orderBy('id')
    .execute();
}

/** A module's data belongs to its request until it is signed. */
export async function upsertRequest(tx: Tx, values: Insertable<FeaAdherenceTable>): Promise<void> {
  const { module_id: _module, requested_date: _since, ...changing } = values;
  await tx
    .insertInto('fea_adherence')
    .values(values)
    .onConflict((conflict) =>
      conflict.column('module_id').doUpdateSet(changing).where('fea_adherence.activated_date', 'is', null),
    )
    .execute();
}

/** @returns false when the module's request is not pending. */
export async function activateRequest(
  tx: Tx,
  id: number,
  signed: { documentId: number; sha256: string; textVersion: string | null; at: Date },
): Promise<boolean> {
  return changesRow(
    tx
      .updateTable('fea_adherence')
      .set({
        state: 'ACTIVE',
        activated_date: signed.at,
        last_signed_date: signed.at,
        signed_document_id: signed.documentId,
        signed_sha256: signed.sha256,
        text_version: signed.textVersion,
        ended_date: null,
      })
      .where('id', '=', id)
      .where('activated_date', 'is', null),
  );
}

export async function expireAdherence(tx: Tx, id: number, at: Date): Promise<void> {
  await tx.updateTable('fea_adherence').set({ state: 'EXPIRED', ended_date: at }).where('id', '=', id).execute();
}

/**
 * Expires requests whose modules were hidden before they were signed.
 * @returns the copies of identity documents that no longer prove anything.
 */
export async function expireRequests(tx: Tx, moduleIds: readonly number[], at: Date): Promise<number[]> {
  const rows = await tx
    .updateTable('fea_adherence')
    .set({ state: 'EXPIRED', ended_date: at })
    .where('module_id', '=', anyOf(moduleIds))
    .where('state', '=', 'REQUESTED')
    .returning('identity_document_id')
    .execute();
  return rows.flatMap((row) => row.identity_document_id ?? []);
}

/** Unsigned modules that refer to these copies of identity documents. */
export async function listModulesOfCopies(db: Db, documentIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('fea_adherence')
    .select('module_id')
    .where('identity_document_id', '=', anyOf(documentIds))
    .where('activated_date', 'is', null)
    .orderBy('module_id')
    .execute();
  return rows.map((row) => row.module_id);
}

/** Removes references to copies of identity documents hidden before their module was signed. */
export async function clearIdentityCopies(tx: Tx, documentIds: readonly number[]): Promise<void> {
  await tx
    .updateTable('fea_adherence')
    .set({ identity_document_id: null })
    .where('identity_document_id', '=', anyOf(documentIds))
    .where('activated_date', 'is', null)
    .execute();
}

export async function storeRevocation(
  tx: Tx,
  id: number,
  values: Pick<
    Insertable<FeaAdherenceTable>,
    | 'ended_date'
    | 'revoked_by'
    | 'revoked_via'
    | 'revocation_date'
    | 'requested_by'
    | 'reason'
    | 'request_name'
    | 'request_type'
    | 'request_size'
    | 'request_sha256'
  >,
): Promise<void> {
  await tx
    .updateTable('fea_adherence')
    .set({ state: 'REVOKED', ...values })
    .where('id', '=', id)
    .execute();
}

export async function insertUses(
  tx: Tx,
  uses: readonly { session_id: number; document_id: number; adherence_id: number }[],
): Promise<void> {
  if (uses.length > 0)
    await tx
      .insertInto('fea_use')
      .values([...uses])
      .execute();
}

/** Signing sessions started on any adherence of this party, oldest first. */
export async function listUses(db: Db, party: Party): Promise<number[]> {
  const rows = await db
    .selectFrom('fea_use')
    .innerJoin('fea_adherence', 'fea_adherence.id', 'fea_use.adherence_id')
    .select('fea_use.session_id')
    .distinct()
    .where('fea_adherence.person_code', '=', party.personCode)
    .where('fea_adherence.legal_entity', '=', party.legalEntity)
    .orderBy('fea_use.session_id')
    .execute();
  return rows.map((row) => row.session_id);
}

export async function sessionHasUse(db: Db, sessionId: number): Promise<boolean> {
  return findsRow(db.selectFrom('fea_use').select('session_id').where('session_id', '=', sessionId));
}

/** A document that proves a once valid adherence: its module, the copy of the identity document, or a document signed on its basis. */
export interface Proof {
  readonly documentId: number;
  readonly use: boolean;
  readonly state: AdherenceState;
  /** The last signature under the adherence. */
  readonly lastSigned: Date;
}

/** What these documents prove. */
export async function listProofs(db: Db, documentIds: readonly number[]): Promise<Proof[]> {
  if (documentIds.length === 0) return [];
  const ids = anyOf(documentIds);
  const inForce = db
    .selectFrom('fea_adherence')
    .select(['fea_adherence.state', 'fea_adherence.activated_date', 'fea_adherence.last_signed_date'])
    .where('fea_adherence.activated_date', 'is not', null);
  const modules = await inForce.select('module_id as documentId').where('module_id', '=', ids).execute();
  const copies = await inForce
    .select('identity_document_id as documentId')
    .where('identity_document_id', '=', ids)
    .execute();
  const uses = await inForce
    .innerJoin('fea_use', 'fea_use.adherence_id', 'fea_adherence.id')
    .select('fea_use.document_id as documentId')
    .where('fea_use.document_id', '=', ids)
    .execute();
  const toProof =
    (use: boolean) =>
    (row: Pick<AdherenceRow, 'state' | 'activated_date' | 'last_signed_date'> & { documentId: number | null }) => {
      const lastSigned = row.last_signed_date ?? row.activated_date;
      if (row.documentId === null || lastSigned === null) return [];
      return [{ documentId: row.documentId, use, state: row.state, lastSigned }];
    };
  return [...[...modules, ...copies].flatMap(toProof(false)), ...uses.flatMap(toProof(true))];
}

/** Evidence that a person adhered, and of what was signed on that basis. */
export interface AdherenceEvidence {
  /** All that were ever valid, oldest first. */
  readonly adherences: readonly AdherenceRow[];
  /** Signing sessions started on one of them, whatever their outcome. */
  readonly uses: readonly { readonly sessionId: number; readonly documentId: number }[];
}

/** @param of a person, or the person who gave this adherence in this dossier. */
export async function listEvidence(db: Db, of: Party | { id: number; dossierId: number }): Promise<AdherenceEvidence> {
  if ('id' in of) {
    const adherence = await findAdherence(db, of);
    if (adherence === undefined) return { adherences: [], uses: [] };
    return listEvidence(db, { personCode: adherence.person_code, legalEntity: adherence.legal_entity });
  }
  const adherences = await db
    .selectFrom('fea_adherence')
    .selectAll()
    .where('person_code', '=', of.personCode)
    .where('legal_entity', '=', of.legalEntity)
    .where('activated_date', 'is not', null)
    .orderBy('id')
    .execute();
  const ids = adherences.map(({ id }) => id);
  const uses = await db
    .selectFrom('fea_use')
    .select(['session_id as sessionId', 'document_id as documentId'])
    .distinct()
    .where('adherence_id', '=', anyOf(ids))
    .orderBy('document_id')
    .execute();
  return { adherences, uses };
}
