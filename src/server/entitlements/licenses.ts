/** Commands on licences and their activations. Seats are counted under the licence's lock. */
import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { updateActivation, updateLicense } from '#contract/licenses.ts';
import { type Actor, may } from '#domain/access.ts';
import { activationCodeOf, type activationSchema, type licenseSchema } from '#domain/entitlements/license.ts';
import { type FieldIssue, Refusal } from '#domain/errors.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import { romeDay } from '#domain/rome-time.ts';
import type { Tx } from '#ports/database/database.ts';
import { type DealerRow, findDealer, listDealers, listLegalEntities } from '../dealers/index.ts';
import { endDevice } from '../devices/index.ts';
import { staffActor } from '../http/request/caller.ts';
import { changedFixedFields, createdColumns, editedColumns, refuseStale } from '../http/request/edit.ts';
import { authorise } from '../http/route.ts';
import type { StoredAfgclic } from './afgclic.ts';
import {
  type ActivationRow,
  countActivation,
  findActivation,
  insertActivation,
  insertLicense,
  type LicenseRow,
  licenseCodeTaken,
  lockActivation,
  lockLicense,
  updateActivation as writeActivation,
  updateLicense as writeLicense,
} from './queries.ts';

type Act<I> = { actor: Actor; input: I; at: Date };
type LicenseEdit = z.output<NonNullable<typeof updateLicense.body>>;
type ActivationEdit = z.output<NonNullable<typeof updateActivation.body>>;

const license = (field: string, code: FieldIssue['code']): FieldIssue => ({ objectName: 'license', field, code });
const activation = (field: string, code: FieldIssue['code']): FieldIssue => ({ objectName: 'activation', field, code });

function refuseLicense(fieldErrors: readonly FieldIssue[]): void {
  if (fieldErrors.length > 0) throw new Refusal('license.invalid', { fieldErrors });
}

function refuseActivation(fieldErrors: readonly FieldIssue[]): void {
  if (fieldErrors.length > 0) throw new Refusal('activation.invalid', { fieldErrors });
}

/** A dealer that the directory still lists. */
async function findListedDealer(tx: Tx, hst: string): Promise<DealerRow | undefined> {
  const dealer = await findDealer(tx, hst);
  return dealer?.gone_date === null ? dealer : undefined;
}

/** Issues for dealers that are unknown or not of the licence's legal entity. */
async function dealerIssues(tx: Tx, legalEntity: string, hstList: readonly string[]): Promise<FieldIssue[]> {
  const listed = (await listDealers(tx, hstList)).filter((dealer) => dealer.gone_date === null);
  const entityOf = new Map(listed.map((dealer) => [dealer.hst, dealer.legal_entity]));
  return hstList.flatMap((hst, index) => {
    const entity = entityOf.get(hst);
    if (entity === legalEntity) return [];
    return [license(`hstList.${index}`, entity === undefined ? 'unknownDealer' : 'dealerOfOtherEntity')];
  });
}

/** @throws Refusal license.invalid: unknown legal entity, dealers of another one, a code already in use. */
export async function addLicense(
  tx: Tx,
  command: Act<Omit<z.output<typeof licenseSchema>, 'afgclic'>> & { file: StoredAfgclic | undefined },
): Promise<LicenseRow> {
  const { actor, input, at, file } = command;
  const { legalEntity, hstList, licenseCode } = input;
  if ((await listLegalEntities(tx, [legalEntity])).length === 0) {
    refuseLicense([license('legalEntity', 'unknownLegalEntity')]);
  }
  refuseLicense(await dealerIssues(tx, legalEntity, hstList));
  if (await licenseCodeTaken(tx, licenseCode)) refuseLicense([license('licenseCode', 'alreadyUsed')]);
  return insertLicense(tx, {
    license_code: licenseCode,
    license_amount: input.licenseAmount,
    legal_entity: legalEntity,
    hst_list: hstList,
    notes: input.notes,
    expires_at: input.expiresAt,
    ...file,
    ...createdColumns(actor, at),
  });
}

/** @throws Refusal license.notFound, license.invalid, license.seatsTaken, conflict.stale. */
export async function editLicense(
  tx: Tx,
  command: Act<LicenseEdit> & { file: StoredAfgclic | undefined },
): Promise<LicenseRow> {
  const { actor, input, at, file } = command;
  const stored = await lockLicense(tx, input.id);
  if (stored === undefined) throw new Refusal('license.notFound');
  refuseLicense(changedFixedFields('license', input, { legalEntity: stored.legal_entity }));
  refuseStale(input.lastModifiedDate, stored.last_modified_date);
  // A dealer that left the directory stays on the licence that names it.
  const added = (await dealerIssues(tx, stored.legal_entity, input.hstList)).filter(
    ({ field }) => !stored.hst_list.includes(input.hstList[Number(field.split('.')[1])] ?? ''),
  );
  refuseLicense(added);
  if (await licenseCodeTaken(tx, input.licenseCode, stored.id)) refuseLicense([license('licenseCode', 'alreadyUsed')]);
  if (input.licenseAmount < stored.activations_count) throw new Refusal('license.seatsTaken');
  return writeLicense(tx, stored.id, {
    license_code: input.licenseCode,
    license_amount: input.licenseAmount,
    hst_list: input.hstList,
    notes: input.notes,
    expires_at: input.expiresAt,
    ...file,
    ...editedColumns(actor, stored, at),
  });
}

/** Hides a licence that has no seats taken. @throws Refusal license.notFound, license.hasActivations. */
export async function removeLicense(tx: Tx, command: { actor: Actor; id: number; at: Date }): Promise<void> {
  const { actor, id, at } = command;
  const stored = await lockLicense(tx, id);
  if (stored === undefined) throw new Refusal('license.notFound');
  if (stored.activations_count > 0) throw new Refusal('license.hasActivations');
  await writeLicense(tx, id, {
    deleted_date: at,
    ...editedColumns(actor, stored, at),
  });
}

async function reloadActivation(tx: Tx, id: number, at: Date): Promise<ActivationRow> {
  const row = await findActivation(tx, id, romeDay(at));
  if (row === undefined) throw new Error(`Activation ${id} was written without a row`);
  return row;
}

function mayUseLicense({ hst_list, legal_entity }: LicenseRow, dealer: DealerRow | undefined): boolean {
  if (dealer === undefined) return false;
  return hst_list.length > 0 ? hst_list.includes(dealer.hst) : dealer.legal_entity === legal_entity;
}

/**
 * Takes a seat; never more than the licence has, even with concurrent calls.
 * @throws Refusal activation.invalid naming what does not fit, license.expired, license.noSeat.
 */
export async function addActivation(tx: Tx, command: Act<z.output<typeof activationSchema>>): Promise<ActivationRow> {
  const { actor, input, at } = command;
  const { hst, licenseId } = input;
  if (!may(actor, 'activation.edit', { hstList: [hst] }).ok) refuseActivation([activation('hst', 'otherDealer')]);
  const license = await lockLicense(tx, licenseId);
  const dealer = await findListedDealer(tx, hst);
  if (dealer === undefined) refuseActivation([activation('hst', 'unknownDealer')]);
  // A licence of another legal entity does not exist for this actor.
  if (license === undefined || (!may(actor, 'license.edit').ok && license.legal_entity !== dealer?.legal_entity)) {
    throw new Refusal('activation.invalid', { fieldErrors: [activation('licenseId', 'unknownLicense')] });
  }
  if (!mayUseLicense(license, dealer)) refuseActivation([activation('hst', 'dealerNotLicensed')]);
  if (license.expires_at !== null && license.expires_at < romeDay(at)) throw new Refusal('license.expired');
  refuseAfterLicense(license, input.expiresAt);
  if (!(await countActivation(tx, licenseId, 1))) throw new Refusal('license.noSeat');
  const id = await insertActivation(tx, {
    license_id: licenseId,
    activation_code: activationCodeOf(randomBytes(12)),
    hst,
    legal_entity: license.legal_entity,
    notes: input.notes,
    expires_at: input.expiresAt,
    license_code_namirial: input.licenseCodeNamirial,
    device_label: input.deviceLabel,
    device_name: null,
    status: 'DRAFT',
    ...createdColumns(actor, at),
  });
  return reloadActivation(tx, id, at);
}

function refuseAfterLicense(license: Pick<LicenseRow, 'expires_at'>, expiresAt: string | null): void {
  if (license.expires_at !== null && expiresAt !== null && expiresAt > license.expires_at) {
    refuseActivation([activation('expiresAt', 'afterLicense')]);
  }
}

/** @throws Refusal activation.notFound, activation.invalid, activation.deleted, conflict.stale. */
export async function editActivation(tx: Tx, command: Act<ActivationEdit>): Promise<ActivationRow> {
  const { actor, input, at } = command;
  const stored = await lockActivation(tx, input.id);
  if (stored === undefined) throw new Refusal('activation.notFound');
  authorise(may(actor, 'activation.edit', { hstList: [stored.hst] }), 'activation.notFound');
  refuseActivation(changedFixedFields('activation', input, { licenseId: stored.license_id, hst: stored.hst }));
  if (stored.status === 'DELETED') throw new Refusal('activation.deleted');
  refuseStale(input.lastModifiedDate, stored.last_modified_date);
  if (input.expiresAt !== stored.expires_at) {
    const license = await lockLicense(tx, stored.license_id);
    refuseAfterLicense(license ?? { expires_at: null }, input.expiresAt);
  }
  await writeActivation(tx, stored.id, {
    notes: input.notes,
    expires_at: input.expiresAt,
    license_code_namirial: input.licenseCodeNamirial,
    device_label: input.deviceLabel,
    ...editedColumns(actor, stored, at),
  });
  return reloadActivation(tx, stored.id, at);
}

/** Frees the seat once and ends its device immediately. @throws Refusal activation.notFound when absent or out of the actor's sight. */
export async function removeActivation(
  tx: Tx,
  command: { actor: Actor; by: EvidenceActor; id: number; at: Date },
): Promise<void> {
  const { actor, by, id, at } = command;
  const stored = await lockActivation(tx, id);
  if (stored === undefined) throw new Refusal('activation.notFound');
  authorise(may(actor, 'activation.edit', { hstList: [stored.hst] }), 'activation.notFound');
  if (stored.status === 'DELETED') return;
  await endDevice(tx, { activationId: id, by: { ...by, name: actor.login }, at }, 'withdrawn');
  await writeActivation(tx, id, {
    status: 'DELETED',
    ...editedColumns(actor, stored, at),
  });
  if (!(await countActivation(tx, stored.license_id, -1)))
    throw new Error(`Licence ${stored.license_id} has more seats taken than it has`);
}

/** A licence with its seats, as initial data. */
export interface LicenseStock extends Omit<z.output<typeof licenseSchema>, 'afgclic'> {
  /** `lateBy` days: the seat has expired; `removed`: it was given back. */
  activations: readonly { hst: string; deviceLabel: string; lateBy?: number; removed?: true }[];
}

const DAY = 86_400_000;

/** Adds licences and their activations through the regular commands; expired ones are dated back. */
export async function insertLicenseStock(
  tx: Tx,
  actor: Actor,
  stock: readonly LicenseStock[],
  at: Date,
): Promise<void> {
  for (const { activations, ...input } of stock) {
    const { id } = await addLicense(tx, { actor, input, at, file: undefined });
    for (const { hst, deviceLabel, lateBy, removed } of activations) {
      const expiresAt = lateBy === undefined ? input.expiresAt : romeDay(new Date(at.getTime() - lateBy * DAY));
      const createdAt = lateBy === undefined ? at : new Date(at.getTime() - (lateBy + 365) * DAY);
      const values = { licenseId: id, hst, deviceLabel, expiresAt, notes: null, licenseCodeNamirial: null };
      const activation = await addActivation(tx, { actor, input: values, at: createdAt });
      if (removed) await removeActivation(tx, { actor, by: staffActor(actor), id: activation.id, at });
    }
  }
}
