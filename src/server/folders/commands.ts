/** What happens to folders. */
import { type Actor, type Decision, may } from '#domain/access.ts';
import { customerName } from '#domain/dossiers/customer-name.ts';
import type { DossierValues } from '#domain/dossiers/dossier.ts';
import { type FieldIssue, Refusal } from '#domain/errors.ts';
import { type FolderValues, folderTypeIssues } from '#domain/folders/folder.ts';
import { readInstant } from '#domain/rome-time.ts';
import type { Tx } from '#ports/database/database.ts';
import { countFolder, createDossier, type DossierRow, findDossier } from '../dossiers/index.ts';
import { authorise } from '../http/route.ts';
import { currentConfiguration } from './configuration.ts';
import type { FolderWithCustomer } from './loading.ts';
import { insertFolder } from './queries.ts';

export interface NewFolder {
  actor: Actor;
  folder: Omit<FolderValues, 'dossierId'>;
  /** Of an existing customer, or one that is made in the same transaction. */
  customer: { dossierId: number } | { dossier: DossierValues };
  at: Date;
}

const invalid = (...fieldErrors: FieldIssue[]) => new Refusal('folder.invalid', { fieldErrors });

/** The caller names brand and type itself: that they are not allowed is no secret. */
function authoriseCreation(decision: Decision): void {
  if (!decision.ok && decision.reason === 'folderType') throw new Refusal('access.folderType');
  authorise(decision, 'dossier.notFound');
}

async function customerOf(tx: Tx, command: NewFolder): Promise<DossierRow> {
  const { actor, customer, folder, at } = command;
  if ('dossier' in customer) {
    // A customer that comes with its folder belongs at least to the folder's brand.
    const brands = customer.dossier.brands ?? [customer.dossier.brand ?? folder.brand];
    return createDossier(tx, { actor, input: { ...customer.dossier, brands }, folderType: folder.type, at });
  }
  const dossier = await findDossier(tx, customer.dossierId);
  if (dossier === undefined) throw new Refusal('dossier.notFound');
  authorise(may(actor, 'dossier.read', { hst: dossier.hst, createdBy: dossier.created_by }), 'dossier.notFound');
  return dossier;
}

/**
 * Creates a folder, and its customer when it is new; the customer's count moves along.
 * @throws Refusal folder.invalid or dossier.invalid with fieldErrors, 403, dossier.notFound.
 */
export async function createFolder(tx: Tx, command: NewFolder): Promise<FolderWithCustomer> {
  const { actor, folder: values, at } = command;
  authoriseCreation(may(actor, 'folder.create', { brand: values.brand, folderType: values.type }));
  const type = (await currentConfiguration(tx)).find((one) => one.slug === values.type);
  if (type === undefined) throw invalid({ objectName: 'folder', field: 'type', code: 'oneOf' });
  const customer = await customerOf(tx, command);
  authoriseCreation(may(actor, 'folder.create', { hst: customer.hst, brand: values.brand, folderType: values.type }));
  const missing = folderTypeIssues(values, type);
  if (missing.length > 0) throw invalid(...missing);
  if (!(await countFolder(tx, customer.id, 1))) throw new Refusal('dossier.notFound');
  const folder = await insertFolder(tx, {
    dossier_id: customer.id,
    hst: customer.hst,
    legal_entity: customer.legal_entity,
    brand: values.brand,
    type: values.type,
    status: 'OPEN',
    business_id: values.businessId,
    process_date: values.processDate ? readInstant(values.processDate) : null,
    account_source: values.accountSource,
    plate: values.plate,
    vin: values.vin ?? null,
    job_id: values.jobId,
    notes: values.notes,
    search_text: searchText(customer, values),
    created_by: actor.login,
    created_date: at,
    last_modified_by: actor.login,
    last_modified_date: at,
  });
  return { folder, customer: { ...customer, number_of_folders: customer.number_of_folders + 1 } };
}

function searchText(customer: DossierRow, values: NewFolder['folder']): string {
  const person = `${customer.first_name} ${customer.last_name} ${customer.first_name}`;
  const name = customerName({
    firstName: customer.first_name,
    lastName: customer.last_name,
    organizationName: customer.organization_name,
  });
  return [person, name, values.businessId, values.plate, values.vin]
    .filter((part) => part !== null && part !== undefined)
    .join('\n')
    .toLowerCase();
}
