/** What a customer's file contains. It belongs to folders and documents, which dossiers may not know: the composition root gives it to the routes. */
import type { RawBuilder } from 'kysely';
import type { Actor } from '#domain/access.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import { countAsSeen, type DossierRow } from './queries.ts';

/** Who changes or deletes, and when. */
export interface By {
  actor: Actor;
  /** The same person as the audit trail tells it. */
  caller: EvidenceActor;
  at: Date;
}

export interface CustomerContents {
  /**
   * SQL of how many folders the actor may see of the customer whose id is in `column`; null for whoever sees them all
   * and may be told the customer's own counter.
   */
  folderCount(actor: Actor, column: string): RawBuilder<number> | null;
  /** Was anything signed in the customer's name, or is being signed? Also what is hidden since. */
  hasSigned(tx: Tx, dossierId: number): Promise<boolean>;
  /**
   * Deletes every folder of a customer and hides their documents; evidence of what was signed stays (D-9).
   * @throws Refusal conflict.signingRuns, and then nothing has happened.
   */
  deleteFolders(tx: Tx, dossierId: number, deletion: By): Promise<void>;
}

/** What else happens when a customer's telephone or e-mail becomes another one; done by signing (D-45). */
export type ContactChanged = (
  tx: Tx,
  changed: {
    dossierId: number;
    hst: string;
    before: { phone: string; email: string };
    after: { phone: string; email: string };
    by: EvidenceActor;
    at: Date;
  },
) => Promise<void>;

/** Customers as this actor may know them: folders it may not see are not counted (decision 0011). */
export async function asSeenBy(
  db: Db,
  actor: Actor,
  rows: readonly DossierRow[],
  contents: CustomerContents,
): Promise<DossierRow[]> {
  const count = contents.folderCount(actor, 'dossier.id');
  const counted = rows.filter((row) => row.number_of_folders > 0).map((row) => row.id);
  if (count === null || counted.length === 0) return [...rows];
  const seen = await countAsSeen(db, counted, count);
  return rows.map((row) => ({ ...row, number_of_folders: seen.get(row.id) ?? 0 }));
}
