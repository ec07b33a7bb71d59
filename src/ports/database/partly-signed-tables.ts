/** Row types of signing sessions that ended after a signer had signed (db/tables/23-partly-signed.sql). */
import type { GeneratedAlways } from 'kysely';

export interface PartlySignedDocumentTable {
  id: GeneratedAlways<number>;
  session_id: number;
  document_id: number;
  sha256: string | null;
  size: number | null;
  signatures: number | null;
  kept_date: Date | null;
}
