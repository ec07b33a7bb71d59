/** Row types of the rectangles that users chose for signatures (db/tables/18-signature-places.sql). */
import type { ColumnType } from 'kysely';
import type { ChosenPlaces } from '#domain/signing/fields/decide.ts';

interface ChosenPlacesTable {
  places: ColumnType<ChosenPlaces, string, string>;
  chosen_by: string;
  chosen_date: Date;
}

export interface SignaturePlaceTable extends ChosenPlacesTable {
  document_id: number;
  file_sha256: string;
}

export interface RememberedPlaceTable extends ChosenPlacesTable {
  hst: string;
  document_type: string;
  shape_sha256: string;
}
