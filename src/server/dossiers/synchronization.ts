/** Synchronizes customers with RSP in the background. */
import type { Updateable } from 'kysely';
import type { Actor } from '#domain/access.ts';
import type { DirectoryCustomer } from '#domain/customer-search/customer.ts';
import { externalFields } from '#domain/customer-search/external-customer.ts';
import { type Synchronization, type SyncMove, synchronizationOf } from '#domain/customer-search/synchronization.ts';
import { DOSSIER_ACTIONS } from '#domain/dossiers/dossier-actions.ts';
import { Refusal } from '#domain/errors.ts';
import type { Tx } from '#ports/database/database.ts';
import type { DossierTable } from '#ports/database/tables.ts';
import type { World } from '../world.ts';
import { getDossier } from './get-dossier.ts';
import { type DossierRow, moveSynchronization, queueSynchronizations } from './queries.ts';

/** Upper bound on how long a newly linked customer waits for the next sweep. */
const SWEEP_SECONDS = 5;
/** A job that has neither succeeded nor given up by then is lost: its retries take about five minutes. */
const LOST_SECONDS = 900;
/** Customers per sweep; the next one takes the rest. */
const BATCH = 200;
/** How many link changes one job follows while it works. */
const MAX_LINK_CHANGES = 3;

const stateOf = (row: DossierRow): Synchronization =>
  synchronizationOf({
    searchType: row.search_type,
    businessId: row.business_id,
    syncStatus: row.sync_status,
    lastSync: row.last_sync,
  });

const present = ({ syncStatus, lastSync }: Synchronization) => ({
  syncStatus,
  lastSync: lastSync?.toISOString() ?? null,
});
export type SynchronizationAnswer = ReturnType<typeof present>;

const READ = { rights: ['dossier.read'] } as const;

/** @throws Refusal dossier.notFound. */
export async function readSynchronization(world: World, actor: Actor, id: number): Promise<SynchronizationAnswer> {
  return present(stateOf(await getDossier(world.database.read, actor, READ, id)));
}

/**
 * Schedules a synchronization; a pending or running one continues, without a second job.
 * @throws Refusal dossier.notFound, dossier.notLinked.
 */
export async function scheduleSynchronization(world: World, actor: Actor, id: number): Promise<SynchronizationAnswer> {
  return world.database.transaction(async (tx) => {
    const action = DOSSIER_ACTIONS.synchronize;
    const row = await getDossier(tx, actor, action, id);
    // A pending or running one is not refused; it continues.
    if (!action.applies({ searchType: row.search_type, businessId: row.business_id })) {
      throw new Refusal('dossier.notLinked');
    }
    await moveSynchronization(tx, 'schedule', { id }, { sync_queued_date: null });
    await enqueue(world, tx, { id });
    const now = await getDossier(tx, actor, action, id);
    return present(stateOf(now));
  });
}

/** Queues a job for each customer that waits without one. @returns how many. */
async function enqueue(world: World, tx: Tx, filter: { id?: number; interruptedBefore?: Date }): Promise<number> {
  const at = world.clock.now();
  const lostBefore = new Date(at.getTime() - LOST_SECONDS * 1000);
  const ids = await queueSynchronizations(tx, at, { lostBefore, limit: BATCH, ...filter });
  for (const dossierId of ids) {
    await world.jobs.send(tx, 'dossiers.synchronize', { dossierId }, { key: `dossier:${dossierId}` });
  }
  return ids.length;
}

/**
 * Queues customers that were just linked, and those whose job was lost.
 * @param interruptedBefore also those in progress since before this instant: at a start, their process may have
 * died.
 */
export async function sweepSynchronizations(world: World, interruptedBefore?: Date): Promise<void> {
  const which = interruptedBefore === undefined ? {} : { interruptedBefore };
  let queued: number;
  do queued = await world.database.transaction((tx) => enqueue(world, tx, which));
  while (queued === BATCH);
}

/** Columns with RSP's data. */
function rspColumns(customer: DirectoryCustomer) {
  const sourceFields = externalFields('RSP', customer);
  return {
    rsp_first_name: sourceFields.rspFirstName,
    rsp_last_name: sourceFields.rspLastName,
    rsp_company_name: sourceFields.rspCompanyName,
    rsp_phone: sourceFields.rspPhone,
    rsp_address: sourceFields.rspAddress,
    rsp_city: sourceFields.rspCity,
    rsp_postal_code: sourceFields.rspPostalCode,
  };
}

/**
 * Copies the customer's RSP record into the dossier. Does nothing unless a synchronization is pending.
 * @throws RSP's error, for a retry; on the last try the customer becomes SYNC_FAILED instead. A record that RSP does not have fails immediately, since a retry would not help.
 */
export async function synchronizeDossier(
  world: World,
  dossierId: number,
  { lastTry }: { lastTry: boolean },
): Promise<void> {
  for (let link = 0; link < MAX_LINK_CHANGES; link++) {
    const started = await world.database.transaction((tx) => moveSynchronization(tx, 'begin', { id: dossierId }));
    if (started === undefined || started.business_id === null) return;
    const customer = { id: dossierId, businessId: started.business_id };
    const move = (name: SyncMove, values: Updateable<DossierTable> = {}) =>
      world.database.transaction((tx) => moveSynchronization(tx, name, customer, values));
    // A failed move means that the customer was linked to another record meanwhile: read that one next.
    const outcome = await synchronizeOnce(world, customer, move, lastTry);
    if (outcome !== undefined) return;
  }
}

type Move = (name: SyncMove, values?: Updateable<DossierTable>) => Promise<DossierRow | undefined>;

async function synchronizeOnce(
  world: World,
  customer: { id: number; businessId: string },
  move: Move,
  lastTry: boolean,
): Promise<DossierRow | undefined> {
  let record: DirectoryCustomer | undefined;
  try {
    record = await world.rsp.find(customer.businessId);
  } catch (error) {
    if (!lastTry) {
      await move('retry');
      throw error;
    }
    world.log.error({ err: error, dossierId: customer.id }, 'synchronization with RSP given up');
    return move('giveUp', { sync_queued_date: null });
  }
  if (record === undefined) {
    world.log.warn({ dossierId: customer.id }, 'RSP has no such record');
    return move('giveUp', { sync_queued_date: null });
  }
  return move('finish', { ...rspColumns(record), last_sync: world.clock.now(), sync_queued_date: null });
}

/** Registers the job and the sweep of this process; call once, before listening. */
export async function synchronizationTasks(world: World): Promise<void> {
  await world.jobs.work('dossiers.synchronize', ({ dossierId }, attempt) =>
    synchronizeDossier(world, dossierId, attempt),
  );
  await world.jobs.every('dossiers.synchronize', SWEEP_SECONDS, () => sweepSynchronizations(world));
  // Work of a process that died is resumed immediately, not when its job times out.
  await sweepSynchronizations(world, world.clock.now());
}
