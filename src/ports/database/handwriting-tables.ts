/** Row types of db/tables/22-handwriting.sql. */
import type { ColumnType } from 'kysely';

/** Millimetres, y upwards. */
export interface HandDrawing {
  readonly width: number;
  readonly height: number;
  readonly lines: readonly (readonly (readonly [x: number, y: number])[])[];
}

export interface SealedHandTable {
  point_id: number;
  session_id: number;
  /** Base64; null after erasure, like the drawing. */
  envelope: string | null;
  /** An `InkDrawing`; written as JSON text, read as a value. */
  drawing: ColumnType<HandDrawing | null, string | null, string | null>;
  envelope_sha256: string;
}

export interface HandwritingTables {
  sealed_hand: SealedHandTable;
}
