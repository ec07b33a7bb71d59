/** Extra fields that name a colleague: who may be named (specification §3, §5 "Pickers for sales manager and dealer operator"). */
import { namedUsers, type VariableFields } from '#domain/documents/variable-fields.ts';
import type { FieldIssue } from '#domain/errors.ts';
import type { ConfiguredDocumentType } from '#domain/folders/folder-types.ts';
import { maySignAs, ROLE_OF_FIELD } from '#domain/signing/staff-signers.ts';
import type { Db } from '#ports/database/database.ts';
import { findUser } from '../identity/index.ts';
import type { DocumentRow } from './queries.ts';

/**
 * Fields that name somebody else than an active person with that role, of the dealer, who may work on the brand and
 * folder type. Who does not exist and who may not are the same answer.
 */
export async function coworkerIssues(
  db: Db,
  values: VariableFields,
  type: ConfiguredDocumentType,
  place: Pick<DocumentRow, 'hst' | 'brand' | 'folder_type'>,
): Promise<FieldIssue[]> {
  const issues: FieldIssue[] = [];
  for (const { field, role, userId } of namedUsers(values, type)) {
    const user = await findUser(db, { id: userId });
    const { hst, brand, folder_type: folderType } = place;
    if (user === undefined || !maySignAs(ROLE_OF_FIELD[role], user, { hst, brand, folderType }))
      issues.push({ objectName: 'document', field, code: 'coworker' });
  }
  return issues;
}
