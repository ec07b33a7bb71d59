/** Commands on folders. */
import type { FolderEdit } from '#contract/folders.ts';
import { type Actor, type Decision, may, type Target, visibleTo } from '#domain/access.ts';
import type { DossierValues } from '#domain/dossiers/dossier.ts';
import { type FieldIssue, Refusal } from '#domain/errors.ts';
import { folderTypeIssues } from '#domain/folders/folder.ts';
import { FOLDER_ACTIONS } from '#domain/folders/folder-actions.ts';
import type { FolderValues } from '#domain/folders/folder-schemas.ts';
import { readInstant } from '#domain/rome-time.ts';
import { tooLongTexts } from '#domain/text-schemas.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import { countFolder, createDossier, type DossierRow, getDossier, holdDossier } from '../dossiers/index.ts';
import { changedFixedFields, createdColumns, editedColumns, refuseStale } from '../http/request/edit.ts';
import { authorise, authoriseAction } from '../http/route.ts';
import { currentConfiguration } from './configuration.ts';
import type { FolderWithCustomer } from './load-folders.ts';
import { countVisibleFolders, type FolderRow, findFolder, insertFolder, lockFolder, updateFolder } from './queries.ts';

export interface NewFolder {
  actor: Actor;
  folder: Omit<FolderValues, 'dossierId'>;
  /** An existing customer, or one created in the same transaction. */
  customer: { dossierId: number } | { dossier: DossierValues };
  at: Date;
}

const invalid = (...fieldErrors: FieldIssue[]) => new Refusal('folder.invalid', { fieldErrors });

/** The caller named brand and type itself, so refusing them discloses nothing. */
function authoriseCreation(decision: Decision): void {
  if (!decision.ok && decision.reason === 'folderType') throw new Refusal('access.folderType');
  authorise(decision, 'dossier.notFound');
}

async function customerOf(tx: Tx, command: NewFolder): Promise<DossierRow> {
  const { actor, customer, folder, at } = command;
  if ('dossier' in customer) {
    // A customer created with its folder has at least the folder's brand.
    const brands = customer.dossier.brands ?? [customer.dossier.brand ?? folder.brand];
    return createDossier(tx, { actor, input: { ...customer.dossier, brands }, folderType: folder.type, at });
  }
  return getDossier(tx, actor, { rights: ['dossier.read'] }, customer.dossierId);
}

/** Columns that users write. */
function userColumns(values: Omit<FolderValues, 'dossierId' | 'brand' | 'type'>) {
  return {
    business_id: values.businessId,
    process_date: values.processDate === null ? null : readInstant(values.processDate),
    account_source: values.accountSource,
    plate: values.plate,
    vin: values.vin,
    job_id: values.jobId,
    notes: values.notes,
  };
}

/**
 * Creates a folder, and its customer if new; updates the customer's count.
 * @returns the customer as visible to the actor: its count includes only folders the actor sees.
 * @throws Refusal folder.invalid or dossier.invalid with fieldErrors, 403, dossier.notFound.
 */
export async function createFolder(tx: Tx, command: NewFolder): Promise<FolderWithCustomer> {
  const { actor, folder: values, at } = command;
  authoriseCreation(may(actor, 'folder.create', { brand: values.brand, folderType: values.type }));
  const type = (await currentConfiguration(tx, { until: tx })).find((folderType) => folderType.slug === values.type);
  if (type === undefined) throw invalid({ objectName: 'folder', field: 'type', code: 'oneOf' });
  const { id: dossierId, hst } = await customerOf(tx, command);
  authoriseCreation(may(actor, 'folder.create', { hst, brand: values.brand, folderType: values.type }));
  const issues = folderTypeIssues(values, type);
  if (issues.length > 0) throw invalid(...issues);
  const customer = await countFolder(tx, dossierId, 1);
  if (customer === undefined) throw new Refusal('dossier.notFound');
  const folder = await insertFolder(tx, {
    ...userColumns(values),
    // The customer's source, unless the folder has its own.
    account_source: values.accountSource ?? customer.original_account_source,
    dossier_id: customer.id,
    hst: customer.hst,
    legal_entity: customer.legal_entity,
    brand: values.brand,
    type: values.type,
    status: 'OPEN',
    ...createdColumns(actor, at),
  });
  const visibility = visibleTo(actor, 'folder.read');
  if (visibility === null) return { folder, customer };
  const visibleCount = await countVisibleFolders(tx, visibility, customer.id);
  return { folder, customer: { ...customer, number_of_folders: visibleCount } };
}

const targetOf = (row: FolderRow): Target => ({
  hst: row.hst,
  brand: row.brand,
  folderType: row.type,
  createdBy: row.created_by,
});

/** A folder on which the actor may perform this action. @throws Refusal folder.notFound when it is out of sight, 403 */
async function findForAction(db: Db, actor: Actor, id: number, action: 'edit' | 'delete'): Promise<FolderRow> {
  const row = await findFolder(db, id);
  if (row === undefined) throw new Refusal('folder.notFound');
  authorise(may(actor, 'folder.read', targetOf(row)), 'folder.notFound');
  authoriseAction(actor, FOLDER_ACTIONS[action], targetOf(row), 'folder.notFound');
  return row;
}

/**
 * Replaces what users wrote about a folder; `status` closes or reopens it, or stays if left out.
 * @throws Refusal folder.notFound, 403, folder.invalid with fieldErrors, conflict.stale when it was edited since it was read.
 */
export async function editFolder(tx: Tx, command: { actor: Actor; input: FolderEdit; at: Date }): Promise<FolderRow> {
  const { actor, input, at } = command;
  const { dossier_id: dossierId } = await findForAction(tx, actor, input.id, 'edit');
  // Customers are locked before their folders, as everywhere; the customer name, by which the folder is found, cannot
  // change meanwhile.
  const customer = await holdDossier(tx, dossierId);
  const stored = customer && (await lockFolder(tx, input.id));
  if (stored === undefined) throw new Refusal('folder.notFound');
  const type = (await currentConfiguration(tx)).find((folderType) => folderType.slug === stored.type);
  const issues = [
    ...changedFixedFields('folder', input, {
      dossierId: stored.dossier_id,
      hst: stored.hst,
      legalEntity: stored.legal_entity,
      brand: stored.brand,
      type: stored.type,
    }),
    ...(type === undefined ? [] : folderTypeIssues(input, type)),
  ];
  if (issues.length > 0) throw invalid(...issues);
  refuseStale(input.lastModifiedDate, stored.last_modified_date);
  const lengthIssues = tooLongTexts('folder', { notes: input.notes }, { notes: stored.notes });
  if (lengthIssues.length > 0) throw invalid(...lengthIssues);
  return updateFolder(tx, stored.id, {
    ...userColumns(input),
    status: input.status ?? stored.status,
    ...editedColumns(actor, stored, at),
  });
}

/**
 * Deletes a folder without documents: it is hidden, and the customer's count is updated.
 * @throws Refusal folder.notFound, 403, conflict.hasDocuments, conflict.hasJobId.
 */
export async function deleteFolder(tx: Tx, command: { actor: Actor; id: number; at: Date }): Promise<void> {
  const { actor, id, at } = command;
  const { dossier_id: dossierId } = await findForAction(tx, actor, id, 'delete');
  const customer = await countFolder(tx, dossierId, -1);
  // Of two concurrent deletions, the second finds it deleted and rolls its count back.
  const stored = customer && (await lockFolder(tx, id));
  if (stored === undefined) throw new Refusal('folder.notFound');
  const contents = { numberOfDocuments: stored.number_of_documents, jobId: stored.job_id };
  authoriseAction(actor, FOLDER_ACTIONS.delete, { ...targetOf(stored), ...contents }, 'folder.notFound');
  await updateFolder(tx, id, {
    status: 'DELETED',
    ...editedColumns(actor, stored, at),
  });
}
