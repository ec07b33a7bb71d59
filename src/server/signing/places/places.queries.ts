/** SQL of the places that users chose for signatures, on one document and for later ones of its kind. */
import type { Selectable } from 'kysely';
import type { ChosenPlaces } from '#domain/signing/fields/decide.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import type { RememberedPlaceTable, SignaturePlaceTable } from '#ports/database/tables.ts';

export type OwnPlaces = Selectable<SignaturePlaceTable>;
export type RememberedPlaces = Selectable<RememberedPlaceTable>;

interface PlaceChoice {
  places: ChosenPlaces;
  by: string;
  at: Date;
}

export async function findOwnPlaces(db: Db, documentId: number): Promise<OwnPlaces | undefined> {
  return db.selectFrom('signature_place').selectAll().where('document_id', '=', documentId).executeTakeFirst();
}

/** The caller holds the document's lock. */
export async function storeOwnPlaces(
  tx: Tx,
  target: { documentId: number; fileSha256: string },
  { places, by, at }: PlaceChoice,
): Promise<void> {
  const choice = {
    file_sha256: target.fileSha256,
    places: JSON.stringify(places),
    chosen_by: by,
    chosen_date: at,
  };
  await tx
    .insertInto('signature_place')
    .values({ document_id: target.documentId, ...choice })
    .onConflict((conflict) => conflict.column('document_id').doUpdateSet(choice))
    .execute();
}

/** @returns false when there were none. */
export async function removeOwnPlaces(tx: Tx, documentId: number): Promise<boolean> {
  const result = await tx.deleteFrom('signature_place').where('document_id', '=', documentId).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export interface DocumentKind {
  hst: string;
  type: string;
  shapeSha256: string;
}

export async function findRememberedPlaces(db: Db, kind: DocumentKind): Promise<RememberedPlaces | undefined> {
  return db
    .selectFrom('remembered_place')
    .selectAll()
    .where('hst', '=', kind.hst)
    .where('document_type', '=', kind.type)
    .where('shape_sha256', '=', kind.shapeSha256)
    .executeTakeFirst();
}

/** The last choice wins: it is only a default, shown before each start. */
export async function rememberPlaces(tx: Tx, kind: DocumentKind, { places, by, at }: PlaceChoice): Promise<void> {
  const choice = { places: JSON.stringify(places), chosen_by: by, chosen_date: at };
  await tx
    .insertInto('remembered_place')
    .values({ hst: kind.hst, document_type: kind.type, shape_sha256: kind.shapeSha256, ...choice })
    .onConflict((conflict) => conflict.columns(['hst', 'document_type', 'shape_sha256']).doUpdateSet(choice))
    .execute();
}

export async function deleteRememberedPlaces(tx: Tx, kind: DocumentKind): Promise<void> {
  await tx
    .deleteFrom('remembered_place')
    .where('hst', '=', kind.hst)
    .where('document_type', '=', kind.type)
    .where('shape_sha256', '=', kind.shapeSha256)
    .execute();
}
