/** Implements the contents of folders for their routes: counts limited to what the actor sees, and hiding with a deleted customer. */
import { visibleTo } from '#domain/access.ts';
import { isInProgress } from '#domain/documents/document-states.ts';
import { Refusal } from '#domain/errors.ts';
import { dropRequests } from '../adherences/index.ts';
import { bookSpace } from '../entitlements/index.ts';
import { documentSubject, record } from '../evidence/index.ts';
import type { FolderContents } from '../folders/index.ts';
import { refuseEvidence } from './papers/retained-evidence.ts';
import { countCreatedBy, hasSignedIn, hideDocuments, listTypesInUse, lockDocumentsIn } from './queries.ts';

export const folderContents: FolderContents = {
  typesInUse: listTypesInUse,

  documentCount(actor, column) {
    // All who see a folder see its documents, except technical accounts, which see only those they created.
    const createdBy = visibleTo(actor, 'document.read')?.createdBy ?? null;
    return createdBy === null ? null : countCreatedBy(createdBy, column);
  },

  hasSigned: hasSignedIn,

  async hideDocuments(tx, folderIds, { actor, caller, at }) {
    const rows = await lockDocumentsIn(tx, folderIds);
    if (rows.some((row) => isInProgress(row.status))) throw new Refusal('conflict.signingRuns');
    await refuseEvidence(tx, rows, at);
    await hideDocuments(
      tx,
      rows.map((row) => row.id),
      { by: actor.login, at },
    );
    await dropRequests(
      tx,
      rows.map((row) => row.id),
      at,
    );
    for (const { id, status } of rows) {
      await record(tx, documentSubject(id), { type: 'document.deleted', actor: caller, detail: { status } }, at);
    }
    await bookSpace(
      tx,
      rows.map((row) => ({ ...row, deleted_date: at })),
      at,
    );
  },
};
