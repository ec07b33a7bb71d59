/** The FEA rule on rows, and the call that asks for a customer's module (specification §4, §7, P-9). */
import type { Actor } from '#domain/access.ts';
import { feaDataIssues, takesFeaModule, waitsForFeaModule } from '#domain/documents/fea.ts';
import { Refusal } from '#domain/errors.ts';
import type { Db } from '#ports/database/database.ts';
import { signatureTypesOf } from '../entitlements/index.ts';
import { findFolderWithCustomer, presentCase } from '../folders/index.ts';
import { type DocumentRow, findDocuments } from './queries.ts';
import { findVisible } from './visible.ts';

/** Where a document stands with its module. */
export interface FeaState {
  /** The module made for it, unless that was deleted. */
  readonly moduleId: number | null;
  readonly blocked: boolean;
}

const factsOf = (row: DocumentRow) => ({
  type: row.type,
  status: row.status,
  signable: row.signable,
  sigType: row.sig_type,
});

/** The state of each of these rows: two queries at most, however many there are. */
export async function feaStates(
  db: Db,
  rows: readonly DocumentRow[],
  at: Date,
): Promise<(row: DocumentRow) => FeaState> {
  const startable = rows.filter((row) => row.status === 'READY_TO_SIGN' && row.signable);
  const typesOf = await signatureTypesOf(
    db,
    startable.map((row) => row.legal_entity),
    at,
  );
  const named = [...new Set(rows.flatMap((row) => row.fea_module_id ?? []))];
  const found = named.length === 0 ? [] : await findDocuments(db, named);
  const modules = new Map(found.filter((row) => row.deleted_date === null).map((row) => [row.id, row]));
  return (row) => {
    const module = row.fea_module_id === null ? undefined : modules.get(row.fea_module_id);
    const services = typesOf(row.legal_entity, row.folder_type);
    return {
      moduleId: module?.id ?? null,
      blocked: waitsForFeaModule(factsOf(row), services, module?.status ?? null),
    };
  };
}

/**
 * Asks for the module of a document.
 * @throws Refusal always, until modules are generated: document.notFound, 403, fea.notRequired, fea.dataMissing with the
 * dossier's fields, else fea.noModuleYet.
 */
export async function requestFeaModule(db: Db, command: { actor: Actor; id: number; at: Date }): Promise<never> {
  const { actor, id, at } = command;
  const origin = await findVisible(db, actor, id, 'document.create');
  const typesOf = await signatureTypesOf(db, [origin.legal_entity], at);
  if (!takesFeaModule(factsOf(origin), typesOf(origin.legal_entity, origin.folder_type))) {
    throw new Refusal('fea.notRequired');
  }
  const within = await findFolderWithCustomer(db, origin.folder_id);
  if (within === undefined) throw new Refusal('document.notFound');
  const fieldErrors = feaDataIssues(presentCase(within, { language: 'it', at }).dossier);
  if (fieldErrors.length > 0) throw new Refusal('fea.dataMissing', { fieldErrors });
  throw new Refusal('fea.noModuleYet');
}
