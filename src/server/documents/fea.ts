/** The FEA rule on rows (specification §4, P-9). */
import { takesFeaModule, waitsForFeaModule } from '#domain/documents/fea.ts';
import type { Db } from '#ports/database/database.ts';
import { signatureTypesOf } from '../entitlements/index.ts';
import { type DocumentRow, findDocuments } from './queries.ts';

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

/** May a module be asked for this document? */
export async function wantsFeaModule(db: Db, row: DocumentRow, at: Date): Promise<boolean> {
  const typesOf = await signatureTypesOf(db, [row.legal_entity], at);
  return takesFeaModule(factsOf(row), typesOf(row.legal_entity, row.folder_type));
}
