/** Commands on customers. */
import type { Insertable } from 'kysely';
import type { DossierEdit } from '#contract/dossiers.ts';
import { type Actor, isPrivileged, may, type Target } from '#domain/access.ts';
import { externalFields } from '#domain/customer-search/external-customer.ts';
import { type RspLink, synchronizationAfter } from '#domain/customer-search/synchronization.ts';
import { birthDateIssues } from '#domain/dossiers/birth-date.ts';
import { CUSTOMER_FACT_NAMES } from '#domain/dossiers/customer-facts.ts';
import { type DossierValues, dossierSchema, dossierSchemaStrict, EXTERNAL_FIELDS } from '#domain/dossiers/dossier.ts';
import { DOSSIER_ACTIONS } from '#domain/dossiers/dossier-actions.ts';
import { identityChanges } from '#domain/dossiers/identity-changes.ts';
import { BIRTH_AND_FISCAL } from '#domain/entitlements/simple-signature.ts';
import { type FieldIssue, Refusal } from '#domain/errors.ts';
import { FOLDER_TYPES, type FolderType } from '#domain/folders/folder-types.ts';
import { pick } from '#domain/record-of.ts';
import { romeDay } from '#domain/rome-time.ts';
import { fieldIssues } from '#domain/validation.ts';
import { columnOf, columnsOf } from '#ports/database/columns.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import type { DossierTable } from '#ports/database/tables.ts';
import { type DealerRow, findDealer } from '../dealers/index.ts';
import { signatureTypesOf } from '../entitlements/index.ts';
import { changedFixedFields, createdColumns, editedColumns, refuseStale } from '../http/request/edit.ts';
import { authorise, authoriseAction } from '../http/route.ts';
import type { CommandContext, ContactChanged, CustomerContents } from './customer-contents.ts';
import { presentDossier } from './present.ts';
import { type DossierRow, insertDossier, lockDossier, updateDossier } from './queries.ts';

const invalid = (...fieldErrors: FieldIssue[]) => new Refusal('dossier.invalid', { fieldErrors });

async function requireOwnDealer(tx: Tx, actor: Actor, hst: string): Promise<DealerRow> {
  // Do not disclose whether a dealer out of the actor's sight exists.
  if (!isPrivileged(actor) && !actor.hstList.includes(hst)) {
    throw invalid({ objectName: 'dossier', field: 'hst', code: 'otherDealer' });
  }
  const dealer = await findDealer(tx, hst);
  if (dealer === undefined) throw invalid({ objectName: 'dossier', field: 'hst', code: 'unknownDealer' });
  if (dealer.gone_date !== null) throw invalid({ objectName: 'dossier', field: 'hst', code: 'goneDealer' });
  return dealer;
}

type Values = Omit<DossierValues, 'hst'>;

/** null counts as absent, so that the error is "missing" instead of "wrong type". */
function withoutNulls<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Partial<T>;
}

const linkOf = (row: Pick<DossierRow, 'search_type' | 'business_id'>): RspLink => ({
  searchType: row.search_type,
  businessId: row.business_id,
});

/** Columns that users write. */
function userColumns(values: Values) {
  return {
    business_id: values.businessId,
    original_account_source: values.originalAccountSource,
    search_type: values.searchType ?? null,
    rsp_search_type: values.rspSearchType ?? null,
    dossier_type: values.dossierType ?? null,
    ...columnsOf(values, CUSTOMER_FACT_NAMES),
  } satisfies Partial<Insertable<DossierTable>>;
}

/** The source system's data about the customer: initially the row of the search, later its synchronization. */
function sourceColumns(values: Values) {
  const sourceFields = externalFields(values.businessId === null ? null : (values.searchType ?? null), values);
  return columnsOf(sourceFields, EXTERNAL_FIELDS);
}

function synchronizationColumns(before: DossierRow | null, after: RspLink) {
  const state = synchronizationAfter(
    before && { ...linkOf(before), syncStatus: before.sync_status, lastSync: before.last_sync },
    after,
  );
  return { sync_status: state.syncStatus, last_sync: state.lastSync };
}

const brandsOf = (values: Pick<Values, 'brand' | 'brands'>): DossierRow['brands'] | undefined => {
  const brands = values.brands ?? (values.brand ? [values.brand] : undefined);
  return brands && [...new Set(brands)];
};

/**
 * True when birth date, birth place and tax code may be left out: the legal entity signs only simply (FES, and not
 * FEA) in that folder type, or in every folder type when none is given.
 */
async function signsOnlyFes(
  db: Db,
  legalEntity: string,
  options: { folderType?: FolderType; at: Date },
): Promise<boolean> {
  const typesOf = await signatureTypesOf(db, [legalEntity], options.at);
  const folderTypes = options.folderType === undefined ? FOLDER_TYPES : [options.folderType];
  return folderTypes.every((type) => typesOf(legalEntity, type).join() === 'FES');
}

/**
 * Creates a customer; the legal entity is derived from the dealer.
 * @param command.input already checked for shape; birth and fiscal data are required here unless the legal entity signs
 * with FES only.
 * @throws Refusal dossier.invalid with fieldErrors, 403 when the role may not.
 */
export async function createDossier(
  tx: Tx,
  command: { actor: Actor; input: DossierValues; folderType?: FolderType; at: Date },
): Promise<DossierRow> {
  const { actor, at, folderType } = command;
  const dealer = await requireOwnDealer(tx, actor, command.input.hst);
  authorise(may(actor, 'dossier.create', { hst: dealer.hst }), 'dossier.notFound');
  const fes = await signsOnlyFes(tx, dealer.legal_entity, {
    at,
    ...(folderType === undefined ? {} : { folderType }),
  });
  const parsed = dossierSchema({ fes }).safeParse(withoutNulls(command.input), { reportInput: true });
  const dateIssues = birthDateIssues(command.input.birthDate, romeDay(at));
  if (!parsed.success) throw invalid(...fieldIssues('dossier', parsed.error), ...dateIssues);
  if (dateIssues.length > 0) throw invalid(...dateIssues);
  const values: DossierValues = parsed.data;
  const columns = userColumns(values);
  return insertDossier(tx, {
    ...columns,
    ...sourceColumns(values),
    ...synchronizationColumns(null, linkOf(columns)),
    hst: dealer.hst,
    legal_entity: dealer.legal_entity,
    brands: brandsOf(values) ?? [],
    status: 'OPEN',
    ...createdColumns(actor, at),
  });
}

/**
 * Birth and fiscal data that the edit removes although required. A gap that already existed stays allowed: it was
 * lawful when it arose (another folder type, a service that has ended), and correcting a telephone number must not
 * depend on it.
 */
async function lostFields(tx: Tx, stored: DossierRow, values: Values, at: Date): Promise<FieldIssue[]> {
  const parsed = dossierSchemaStrict
    .pick({ birthDate: true, birthPlace: true, fiscalCode: true })
    .safeParse(withoutNulls(pick(values, BIRTH_AND_FISCAL)), { reportInput: true });
  if (parsed.success || (await signsOnlyFes(tx, stored.legal_entity, { at }))) return [];
  const filled = BIRTH_AND_FISCAL.filter((name) => stored[columnOf(name)] !== null);
  return fieldIssues('dossier', parsed.error).filter(({ field }) => filled.some((name) => name === field));
}

const targetOf = (row: DossierRow): Target => ({ hst: row.hst, createdBy: row.created_by });

/**
 * Replaces what users wrote about a customer; omitted brands stay. Copies of the name are updated in the same
 * transaction (database triggers); running and finished signatures keep the name they started with.
 * @throws Refusal dossier.notFound, dossier.invalid with fieldErrors, conflict.stale when it was edited since it was read.
 */
export async function editDossier(
  tx: Tx,
  command: CommandContext & {
    input: DossierEdit;
    contents: Pick<CustomerContents, 'hasSigned'>;
    contactChanged: ContactChanged;
  },
): Promise<DossierRow> {
  const { actor, caller, input, at, contents, contactChanged } = command;
  const stored = await lockDossier(tx, input.id);
  if (stored === undefined) throw new Refusal('dossier.notFound');
  authoriseAction(actor, DOSSIER_ACTIONS.edit, targetOf(stored), 'dossier.notFound');
  const issues = [
    ...changedFixedFields('dossier', input, { hst: stored.hst, legalEntity: stored.legal_entity }),
    ...(await lostFields(tx, stored, input, at)),
    ...(input.birthDate === stored.birth_date ? [] : birthDateIssues(input.birthDate, romeDay(at))),
  ];
  if (issues.length > 0) throw invalid(...issues);
  refuseStale(input.lastModifiedDate, stored.last_modified_date);
  const stranger = identityChanges(presentDossier(stored), {
    ...input,
    rspSearchType: input.rspSearchType ?? null,
  });
  if (stranger.length > 0 && (await contents.hasSigned(tx, stored.id))) {
    throw invalid(...stranger.map((field) => ({ objectName: 'dossier', field, code: 'signedPerson' as const })));
  }
  const columns = userColumns(input);
  await contactChanged(tx, {
    ...{ dossierId: stored.id, hst: stored.hst, by: caller, at },
    before: { phone: stored.mobile_phone, email: stored.email },
    after: { phone: columns.mobile_phone, email: columns.email },
  });
  const sameLink = stored.search_type === columns.search_type && stored.business_id === columns.business_id;
  return updateDossier(tx, stored.id, {
    ...columns,
    ...(sameLink ? {} : sourceColumns(input)),
    ...synchronizationColumns(stored, linkOf(columns)),
    brands: brandsOf(input) ?? stored.brands,
    ...editedColumns(actor, stored, at),
  });
}

/**
 * Deletes a customer: hidden from all users, with nothing destroyed. An administrator may delete its folders with it.
 * @throws Refusal dossier.notFound, conflict.hasFolders, conflict.signingRuns, conflict.feaEvidence.
 */
export async function deleteDossier(
  tx: Tx,
  command: CommandContext & { id: number; contents: Pick<CustomerContents, 'deleteFolders'> },
): Promise<void> {
  const { id, actor, caller, at, contents } = command;
  const stored = await lockDossier(tx, id);
  if (stored === undefined) throw new Refusal('dossier.notFound');
  const target = { ...targetOf(stored), numberOfFolders: stored.number_of_folders };
  authoriseAction(actor, DOSSIER_ACTIONS.delete, target, 'dossier.notFound');
  if (stored.number_of_folders > 0) await contents.deleteFolders(tx, id, { actor, caller, at });
  await updateDossier(tx, id, {
    status: 'DELETED',
    number_of_folders: 0,
    ...editedColumns(actor, stored, at),
  });
}
