/** Checks extra fields that name a colleague. */
import { namedUsers, type VariableFields } from '#domain/documents/variable-fields.ts';
import type { FieldIssue } from '#domain/errors.ts';
import type { ConfiguredDocumentType } from '#domain/folders/folder-types.ts';
import { maySignAs, ROLE_OF_FIELD } from '#domain/signing/staff-signers.ts';
import type { Db } from '#ports/database/database.ts';
import { findUser } from '../identity/index.ts';
import type { DocumentRow } from './queries.ts';

/**
 * Fields that do not name an active person with that role at the dealer who may work on the brand and folder type. The
 * answer is the same for unknown and for unsuitable persons.
 */
export async function coworkerIssues(
  db: Db,
  values: VariableFields,
  type: ConfiguredDocumentType,
  folder: Pick<DocumentRow, 'hst' | 'brand' | 'folder_type'>,
): Promise<FieldIssue[]> {
  const issues: FieldIssue[] = [];
  for (const { field, role, userId } of namedUsers(values, type)) {
    const user = await findUser(db, { id: userId });
    const { hst, brand, folder_type: folderType } = folder;
    if (user === undefined || !maySignAs(ROLE_OF_FIELD[role], user, { hst, brand, folderType }))
      issues.push({ objectName: 'document', field, code: 'coworker' });
  }
  return issues;
}
