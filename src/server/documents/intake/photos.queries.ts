/** SQL of the photos on generated papers: uploaded and pending, then named by documents. */
import type { Db, Tx } from '#ports/database/database.ts';

/** Inserts an upload that waits for its document. Uploading the same photo again restarts the wait, for the form that sent it last. */
export async function insertPhoto(
  tx: Tx,
  sha256: string,
  { uploadedBy, at, linkId = null }: { uploadedBy: number; at: Date; linkId?: number | null },
): Promise<void> {
  const updates = { created_date: at, link_id: linkId };
  await tx
    .insertInto('document_photo')
    .values({ sha256, document_id: null, uploaded_by: uploadedBy, ...updates })
    .onConflict((conflict) =>
      conflict.columns(['uploaded_by', 'sha256']).where('document_id', 'is', null).doUpdateSet(updates),
    )
    .execute();
}

/** Photos that a phone sent with a code, in order. */
export async function listPhotosOfLink(db: Db, linkId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('document_photo')
    .select('sha256')
    .where('link_id', '=', linkId)
    .orderBy('created_date')
    .orderBy('id')
    .execute();
  return rows.map(({ sha256 }) => sha256);
}

/** Which of these photos a user may put on a paper: their own uploads, and those already on these documents. */
export async function listUsablePhotos(
  db: Db,
  hashes: readonly string[],
  scope: { readonly uploadedBy: number | null; readonly documents: readonly number[] },
): Promise<Set<string>> {
  const { uploadedBy, documents } = scope;
  const rows = await db
    .selectFrom('document_photo')
    .select('sha256')
    .where('sha256', 'in', hashes)
    .where(({ and, eb, or }) =>
      or([
        ...(uploadedBy === null ? [] : [and([eb('document_id', 'is', null), eb('uploaded_by', '=', uploadedBy)])]),
        ...(documents.length > 0 ? [eb('document_id', 'in', documents)] : []),
      ]),
    )
    .execute();
  return new Set(rows.map(({ sha256 }) => sha256));
}

/** Replaces the photos that a document names. */
export async function replacePhotos(
  tx: Tx,
  documentId: number,
  photos: readonly string[],
  author: { readonly uploadedBy: number; readonly at: Date },
): Promise<void> {
  const { uploadedBy, at } = author;
  let removal = tx.deleteFrom('document_photo').where('document_id', '=', documentId);
  if (photos.length > 0) removal = removal.where('sha256', 'not in', photos);
  await removal.execute();
  if (photos.length === 0) return;
  await tx
    .insertInto('document_photo')
    .values(
      [...new Set(photos)].map((sha256) => ({
        ...{ sha256, document_id: documentId },
        ...{ uploaded_by: uploadedBy, created_date: at, link_id: null },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes uploads that no document references. @returns how many. */
export async function deleteUnusedPhotos(tx: Tx, before: Date): Promise<number> {
  const result = await tx
    .deleteFrom('document_photo')
    .where('document_id', 'is', null)
    .where('created_date', '<', before)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
