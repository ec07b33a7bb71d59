/** What happens to customers. */
import { type Actor, isPrivileged, may } from '#domain/access.ts';
import { type DossierValues, dossierSchema } from '#domain/dossiers/dossier.ts';
import { type FieldIssue, Refusal } from '#domain/errors.ts';
import type { FolderType } from '#domain/folders/folder-types.ts';
import { fieldIssues } from '#domain/validation.ts';
import type { Tx } from '#ports/database/database.ts';
import { type DealerRow, findDealer } from '../dealers/index.ts';
import { signsSimply } from '../entitlements/index.ts';
import { authorise } from '../http/route.ts';
import { type DossierRow, insertDossier } from './queries.ts';

const invalid = (...fieldErrors: FieldIssue[]) => new Refusal('dossier.invalid', { fieldErrors });

async function ownDealer(tx: Tx, actor: Actor, hst: string): Promise<DealerRow> {
  // Whether a dealer that is not yours exists is not told.
  if (!isPrivileged(actor) && !actor.hstList.includes(hst)) {
    throw invalid({ objectName: 'dossier', field: 'hst', code: 'otherDealer' });
  }
  const dealer = await findDealer(tx, hst);
  if (dealer === undefined) throw invalid({ objectName: 'dossier', field: 'hst', code: 'unknownDealer' });
  return dealer;
}

function searchText(values: DossierValues): string {
  const compactPhone = values.mobilePhone.replace(/\s/g, '');
  return [
    `${values.firstName} ${values.lastName} ${values.firstName}`,
    values.organizationName,
    values.fiscalCode,
    values.email,
    values.mobilePhone,
    compactPhone,
    values.businessId,
  ]
    .filter((part) => part !== null && part !== undefined)
    .join('\n')
    .toLowerCase();
}

/**
 * Creates a customer; the legal entity comes from the dealer.
 * @param input its shape already checked; birth and fiscal data are asked for here unless the legal entity signs simply (P-9).
 * @throws Refusal dossier.invalid with fieldErrors, 403 when the role may not.
 */
export async function createDossier(
  tx: Tx,
  command: { actor: Actor; input: DossierValues; folderType?: FolderType; at: Date },
): Promise<DossierRow> {
  const { actor, at, folderType } = command;
  const dealer = await ownDealer(tx, actor, command.input.hst);
  authorise(may(actor, 'dossier.create', { hst: dealer.hst }), 'dossier.notFound');
  const fes = await signsSimply(tx, dealer.legal_entity, {
    at,
    ...(folderType === undefined ? {} : { folderType }),
  });
  const parsed = dossierSchema({ fes }).safeParse(withoutNulls(command.input), { reportInput: true });
  if (!parsed.success) throw invalid(...fieldIssues('dossier', parsed.error));
  const values: DossierValues = parsed.data;
  return insertDossier(tx, {
    hst: dealer.hst,
    legal_entity: dealer.legal_entity,
    brands: [...new Set(values.brands ?? (values.brand ? [values.brand] : []))],
    business_id: values.businessId,
    original_account_source: values.originalAccountSource,
    status: 'OPEN',
    search_type: values.searchType ?? null,
    rsp_search_type: values.rspSearchType ?? null,
    dossier_type: values.dossierType ?? null,
    first_name: values.firstName,
    last_name: values.lastName,
    organization_id: values.organizationId,
    organization_name: values.organizationName,
    representative_fiscal_code: values.representativeFiscalCode ?? null,
    mobile_phone: values.mobilePhone,
    email: values.email,
    birth_date: values.birthDate ?? null,
    birth_place: values.birthPlace,
    fiscal_code: values.fiscalCode ?? null,
    street: values.street,
    address: values.address,
    city: values.city,
    postal_code: values.postalCode,
    sync_status: null,
    last_sync: null,
    search_text: searchText(values),
    created_by: actor.login,
    created_date: at,
    last_modified_by: actor.login,
    last_modified_date: at,
  });
}

/** null counts as absent, so that a missing field is told as missing and not as of the wrong type. */
function withoutNulls(values: DossierValues): Partial<DossierValues> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
