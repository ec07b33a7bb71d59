/** SQL of services, licences, activations and quotas. */

import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { ACTIVATION_CRITERIA, LICENSE_CRITERIA } from '#contract/licenses.ts';
import { SERVICE_CRITERIA } from '#contract/services.ts';
import { BYTES_PER_MB, QUOTA_KINDS, type QuotaKind } from '#domain/entitlements/quota.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import type {
  ActivationTable,
  LedgerEntryTable,
  LicenseTable,
  QuotaReservationTable,
  ServiceTable,
} from '#ports/database/tables.ts';
import { any, type Condition, type CriterionColumns, columnsFor, contains } from '../database/criteria.ts';
import { type Listing, loadListing } from '../database/listing.ts';
import { addsRow, changesRow, findsRow } from '../database/outcome.ts';
import { asCode, sortColumns } from '../database/sorting.ts';

export type ServiceRow = Selectable<ServiceTable>;
export type LicenseRow = Selectable<LicenseTable>;
/** `status` is the stored status; `shown_status` is the one to show, derived for the day. */
export type ActivationRow = Selectable<ActivationTable> & { shown_status: ActivationTable['status'] };

const anyOf =
  (...columns: string[]) =>
  ({ values }: { values: readonly unknown[] }): Condition =>
    any(columns.map((column) => contains(sql.ref(column), String(values[0]))));

export const SERVICE_COLUMNS = {
  ...columnsFor('service', SERVICE_CRITERIA),
  signatureType: 'service.signature_types',
  folderTypeSet: 'service.folder_types',
} as const;
export const SERVICE_SORT_COLUMNS = sortColumns(SERVICE_CRITERIA, SERVICE_COLUMNS, {
  signatureType: asCode(sql`nullif(service.signature_types, '{}')`),
});
export const SERVICE_CRITERION_COLUMNS: CriterionColumns = {
  ...SERVICE_COLUMNS,
  genericFilter: anyOf('service.legal_entity', 'service.service_type', 'service.notes'),
};

export const LICENSE_COLUMNS = {
  ...columnsFor('license', LICENSE_CRITERIA),
  hst: 'license.hst_list',
  hasAfgclic: sql`(license.afgclic_sha256 is not null)`,
} as const;
export const LICENSE_SORT_COLUMNS = sortColumns(LICENSE_CRITERIA, LICENSE_COLUMNS);
export const LICENSE_CRITERION_COLUMNS: CriterionColumns = {
  ...LICENSE_COLUMNS,
  genericFilter: anyOf('license.license_code', 'license.legal_entity', 'license.notes', 'license.afgclic_name'),
};

export const ACTIVATION_COLUMNS = {
  ...columnsFor('activation', ACTIVATION_CRITERIA),
  status: 'activation.shown_status',
} as const;
export const ACTIVATION_SORT_COLUMNS = sortColumns(ACTIVATION_CRITERIA, ACTIVATION_COLUMNS);
export const ACTIVATION_CRITERION_COLUMNS: CriterionColumns = {
  ...ACTIVATION_COLUMNS,
  genericFilter: anyOf(
    'activation.activation_code',
    'activation.hst',
    'activation.device_label',
    'activation.device_name',
    'activation.license_code_namirial',
    'activation.notes',
  ),
};

/** Services that are neither removed nor expired on `day` (ISO date in Rome). */
export const inForce = (day: string): Condition =>
  sql`(service.deleted_date is null and (service.expires_at is null or service.expires_at >= ${day}::date))`;

export const signatureTypes: Condition = sql`service.service_type = 'SIGNATURE_TYPE'`;

export const ofLegalEntities = (column: string, codes: readonly string[]): Condition =>
  codes.length === 0 ? sql`false` : sql`${sql.ref(column)} in (${sql.join(codes.map((code) => sql`${code}`))})`;

/** SIGNATURE_TYPE services of some legal entities that are valid on `day` (ISO date). */
export async function findSignatureServices(
  db: Db,
  legalEntities: readonly string[],
  day: string,
  type: 'SIGNATURE_TYPE' | 'SIGNATURE_NOTIFICATION',
): Promise<Pick<ServiceRow, 'legal_entity' | 'signature_types' | 'folder_types'>[]> {
  if (legalEntities.length === 0) return [];
  return db
    .selectFrom('service')
    .select(['legal_entity', 'signature_types', 'folder_types'])
    .where('legal_entity', 'in', legalEntities)
    .where('service_type', '=', type)
    .where(inForce(day))
    .execute();
}

/** Active services with a quota, of some legal entities. */
export async function listQuotaServices(db: Db, legalEntities: readonly string[], day: string): Promise<ServiceRow[]> {
  if (legalEntities.length === 0) return [];
  return db
    .selectFrom('service')
    .selectAll()
    .where('legal_entity', 'in', legalEntities)
    .where('service_type', 'in', QUOTA_KINDS)
    .where(inForce(day))
    .execute();
}

const services = (db: Db) => db.selectFrom('service').where('deleted_date', 'is', null);

export async function findService(
  db: Db,
  id: number,
  conditions: readonly Condition[],
): Promise<ServiceRow | undefined> {
  return services(db)
    .selectAll()
    .where('id', '=', id)
    .where((eb) => eb.and([...conditions]))
    .executeTakeFirst();
}

export async function lockService(tx: Tx, id: number): Promise<ServiceRow | undefined> {
  return services(tx).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function listServices(db: Db, listing: Listing): Promise<{ rows: ServiceRow[]; total: number }> {
  return loadListing(
    services(db).where((eb) => eb.and(listing.conditions)),
    listing,
  );
}

export async function insertServices(tx: Tx, services: readonly Insertable<ServiceTable>[]): Promise<ServiceRow[]> {
  return tx
    .insertInto('service')
    .values([...services])
    .returningAll()
    .execute();
}

export async function updateService(tx: Tx, id: number, values: Updateable<ServiceTable>): Promise<ServiceRow> {
  return tx.updateTable('service').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

const licenses = (db: Db) => db.selectFrom('license').where('deleted_date', 'is', null);

export async function findLicense(
  db: Db,
  id: number,
  conditions: readonly Condition[] = [],
): Promise<LicenseRow | undefined> {
  return licenses(db)
    .selectAll()
    .where('id', '=', id)
    .where((eb) => eb.and([...conditions]))
    .executeTakeFirst();
}

export async function lockLicense(tx: Tx, id: number): Promise<LicenseRow | undefined> {
  return licenses(tx).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function listLicenses(db: Db, listing: Listing): Promise<{ rows: LicenseRow[]; total: number }> {
  return loadListing(
    licenses(db).where((eb) => eb.and(listing.conditions)),
    listing,
  );
}

export async function insertLicense(tx: Tx, values: Insertable<LicenseTable>): Promise<LicenseRow> {
  return tx.insertInto('license').values(values).returningAll().executeTakeFirstOrThrow();
}

/** Whether another licence has that code, ignoring case; locks the code until the transaction ends. */
export async function licenseCodeTaken(tx: Tx, code: string, exceptId?: number): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('license:' || lower(${code})))`.execute(tx);
  return findsRow(
    tx
      .selectFrom('license')
      .select('id')
      .where(sql<string>`lower(license_code)`, '=', sql<string>`lower(${code})`)
      .where('deleted_date', 'is', null)
      .$if(exceptId !== undefined, (query) => query.where('id', '<>', exceptId ?? 0)),
  );
}

export async function updateLicense(tx: Tx, id: number, values: Updateable<LicenseTable>): Promise<LicenseRow> {
  return tx.updateTable('license').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Takes or frees one seat; the caller holds the licence's lock. @returns false when none is left. */
export async function countActivation(tx: Tx, licenseId: number, difference: 1 | -1): Promise<boolean> {
  return changesRow(
    tx
      .updateTable('license')
      .set((eb) => ({ activations_count: eb('activations_count', '+', difference) }))
      .where('id', '=', licenseId)
      .where((eb) => eb(eb('activations_count', '+', difference), '<=', eb.ref('license_amount'))),
  );
}

/** Activations as of `day`: expiry is derived from their own day or the licence's, so no job has to run. */
const activationsOn = (db: Db, day: string) =>
  db
    .selectFrom('activation')
    .innerJoin('license', 'license.id', 'activation.license_id')
    .selectAll('activation')
    .select(
      sql<ActivationTable['status']>`case when activation.status = 'DELETED' then 'DELETED'
        when least(activation.expires_at, license.expires_at) < ${day}::date then 'EXPIRED'
        else activation.status end`.as('shown_status'),
    )
    .as('activation');

export async function findActivation(
  db: Db,
  id: number,
  day: string,
  conditions: readonly Condition[] = [],
): Promise<ActivationRow | undefined> {
  return db
    .selectFrom(activationsOn(db, day))
    .selectAll()
    .where('activation.id', '=', id)
    .where((eb) => eb.and([...conditions]))
    .executeTakeFirst();
}

export async function listActivations(
  db: Db,
  listing: Listing,
  day: string,
): Promise<{ rows: ActivationRow[]; total: number }> {
  return loadListing(
    db.selectFrom(activationsOn(db, day)).where((eb) => eb.and(listing.conditions)),
    listing,
  );
}

export async function lockActivation(tx: Tx, id: number): Promise<Selectable<ActivationTable> | undefined> {
  return tx.selectFrom('activation').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function insertActivation(tx: Tx, values: Insertable<ActivationTable>): Promise<number> {
  const row = await tx.insertInto('activation').values(values).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

export async function updateActivation(tx: Tx, id: number, values: Updateable<ActivationTable>): Promise<void> {
  await tx.updateTable('activation').set(values).where('id', '=', id).execute();
}

/** One legal entity's quota of one kind. */
export interface QuotaKey {
  readonly legalEntity: string;
  readonly kind: QuotaKind;
}

export interface AllowanceRow extends QuotaKey {
  active: number;
  total: number;
}

/** Sums of the services in force on `day`, by legal entity and kind; no row where there never was a service. */
export async function listAllowances(
  db: Db,
  day: string,
  filter: { legalEntities?: readonly string[]; kinds?: readonly QuotaKind[] },
): Promise<AllowanceRow[]> {
  const { legalEntities, kinds = QUOTA_KINDS } = filter;
  const now = inForce(day);
  const units = sql`case service_type when 'OTP' then total_otp else total_space * ${BYTES_PER_MB}::bigint end`;
  return db
    .selectFrom('service')
    .select([
      'legal_entity as legalEntity',
      sql<QuotaKind>`service_type`.as('kind'),
      sql<number>`count(*) filter (where ${now})`.as('active'),
      sql<number>`coalesce(sum(${units}) filter (where ${now}), 0)::bigint`.as('total'),
    ])
    .where('service_type', 'in', kinds)
    .$if(legalEntities !== undefined, (query) => query.where('legal_entity', 'in', legalEntities ?? []))
    .groupBy(['legal_entity', 'service_type'])
    .execute();
}

export async function listQuotas(
  db: Db,
  filter: { legalEntities?: readonly string[]; kind?: QuotaKind },
): Promise<{ legal_entity: string; kind: QuotaKind; used: number; reserved: number }[]> {
  const { legalEntities, kind } = filter;
  return db
    .selectFrom('quota')
    .selectAll()
    .$if(legalEntities !== undefined, (query) => query.where('legal_entity', 'in', legalEntities ?? []))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'OTP'))
    .execute();
}

export interface QuotaChange extends QuotaKey {
  readonly used: number;
  readonly reserved: number;
}

/**
 * Changes one row in one statement; a concurrent call waits and then sees the result of the first.
 * @param limit maximum of used plus reserved; null: no limit. @returns false when it would be exceeded.
 */
export async function changeQuota(tx: Tx, change: QuotaChange, limit: number | null): Promise<boolean> {
  const { legalEntity: legal_entity, kind, used, reserved } = change;
  const attempt = async () => {
    const updated = await tx
      .updateTable('quota')
      .set((eb) => ({ used: eb('used', '+', used), reserved: eb('reserved', '+', reserved) }))
      .where('legal_entity', '=', legal_entity)
      .where('kind', '=', kind)
      .$if(limit !== null, (query) =>
        query.where(sql<boolean>`used + reserved + ${used + reserved}::bigint <= ${limit}::bigint`),
      )
      .returning('kind')
      .executeTakeFirst();
    return updated !== undefined;
  };
  if (await attempt()) return true;
  // The update matched no row, by refusal or absence: insert one, unless another transaction was first.
  await tx
    .insertInto('quota')
    .values({ legal_entity, kind, used: 0, reserved: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return attempt();
}

/** @returns false when that cause already holds a reservation. */
export async function insertReservation(tx: Tx, values: Insertable<QuotaReservationTable>): Promise<boolean> {
  return addsRow(tx.insertInto('quota_reservation').values(values));
}

/** Deletes reservations. @returns the deleted ones. */
export async function deleteReservations(
  tx: Tx,
  causes: readonly string[],
  kind?: QuotaKind,
): Promise<{ legal_entity: string; kind: QuotaKind; amount: number }[]> {
  return tx
    .deleteFrom('quota_reservation')
    .where('cause', 'in', causes)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'OTP'))
    .returning(['legal_entity', 'kind', 'amount'])
    .execute();
}

/** @returns false when the ledger already has that cause, however often it is recorded. */
export async function insertEntry(tx: Tx, values: Insertable<LedgerEntryTable>): Promise<boolean> {
  return addsRow(tx.insertInto('ledger_entry').values(values), ['kind', 'cause']);
}

/** The current usage of each holder, and its number of entries. */
export async function sumHolders(
  tx: Tx,
  holders: readonly string[],
): Promise<{ holder: string | null; kind: QuotaKind; amount: number; entries: number }[]> {
  return tx
    .selectFrom('ledger_entry')
    .select(['holder', 'kind', sql<number>`sum(amount)::bigint`.as('amount'), sql<number>`count(*)`.as('entries')])
    .where('holder', 'in', holders)
    .groupBy(['holder', 'kind'])
    .execute();
}

export interface QuotaDifference extends QuotaKey {
  /** As stored in the quota's row. */
  readonly used: number;
  readonly reserved: number;
  /** As summed from entries, reservations and (for space) the documents themselves. */
  readonly booked: number;
  readonly promised: number;
  readonly counted: number;
}

/** Quotas that differ from the sums of their entries, reservations and documents; one statement, so one snapshot. */
export async function listDifferences(db: Db): Promise<QuotaDifference[]> {
  const { rows } = await sql<QuotaDifference>`
    with booked as (select legal_entity, kind, sum(amount)::bigint as n from ledger_entry group by 1, 2),
      promised as (select legal_entity, kind, sum(amount)::bigint as n from quota_reservation group by 1, 2),
      counted as (
        select legal_entity, kind, sum(amount)::bigint as n from document_space group by 1, 2
        union all
        select legal_entity, kind, sum(amount)::bigint from ledger_entry where holder is null group by 1, 2),
      everything as (
        select legal_entity, kind, used, reserved, 0::bigint as booked, 0::bigint as promised, 0::bigint as counted from quota
        union all select legal_entity, kind, 0, 0, n, 0, 0 from booked
        union all select legal_entity, kind, 0, 0, 0, n, 0 from promised
        union all select legal_entity, kind, 0, 0, 0, 0, n from counted)
    select legal_entity as "legalEntity", kind, sum(used)::bigint as used, sum(reserved)::bigint as reserved,
      sum(booked)::bigint as booked, sum(promised)::bigint as promised, sum(counted)::bigint as counted
    from everything group by legal_entity, kind
    having sum(used) <> sum(booked) or sum(booked) <> sum(counted) or sum(reserved) <> sum(promised)
    order by 1, 2`.execute(db);
  return rows;
}

/** Locks a quota's row, creating it when missing. */
export async function lockQuota(tx: Tx, { legalEntity, kind }: QuotaKey): Promise<void> {
  await tx
    .insertInto('quota')
    .values({ legal_entity: legalEntity, kind, used: 0, reserved: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .selectFrom('quota')
    .select('kind')
    .where('legal_entity', '=', legalEntity)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Rebuilds the entries from the documents, and the row from entries and reservations. The caller holds the row. */
export async function rebuildQuota(tx: Tx, { legalEntity, kind }: QuotaKey, cause: string, at: Date): Promise<void> {
  await sql`
    with booked as (
        select holder, sum(amount) as n from ledger_entry
        where legal_entity = ${legalEntity} and kind = ${kind} and holder is not null group by holder),
      counted as (
        select holder, amount as n from document_space where legal_entity = ${legalEntity} and kind = ${kind})
    insert into ledger_entry (legal_entity, kind, amount, cause, holder, created_date)
    select ${legalEntity}::text, ${kind}::text, coalesce(counted.n, 0) - coalesce(booked.n, 0), ${cause}::text || holder, holder,
      ${at}::timestamptz
    from booked full join counted using (holder)
    where coalesce(counted.n, 0) <> coalesce(booked.n, 0)`.execute(tx);
  await sql`
    update quota set
      used = (select coalesce(sum(amount), 0) from ledger_entry e where e.legal_entity = ${legalEntity} and e.kind = ${kind}),
      reserved = (select coalesce(sum(amount), 0) from quota_reservation r where r.legal_entity = ${legalEntity} and r.kind = ${kind})
    where legal_entity = ${legalEntity} and kind = ${kind}`.execute(tx);
}
