/**
 * The contents of a customer's dossier as an interface: folders and documents, on which dossiers must not depend,
 * implement it, and the composition root injects it into the routes.
 */
import type { RawBuilder } from 'kysely';
import type { Actor } from '#domain/access.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import { countVisible, type DossierRow } from './queries.ts';

/** Who changes or deletes, and when. */
export interface CommandContext {
  actor: Actor;
  /** The same person in the form that evidence records. */
  caller: EvidenceActor;
  at: Date;
}

export interface CustomerContents {
  /**
   * SQL that counts the folders the actor may see of the customer whose id is in `column`; null when the actor sees
   * them all, so that the customer's own counter applies.
   */
  folderCount(actor: Actor, column: string): RawBuilder<number> | null;
  /** Whether anything in the customer's name was signed or is being signed, including hidden documents. */
  hasSigned(tx: Tx, dossierId: number): Promise<boolean>;
  /**
   * Deletes every folder of a customer and hides their documents; evidence of what was signed stays.
   * @throws Refusal conflict.signingRuns, in which case nothing was changed.
   */
  deleteFolders(tx: Tx, dossierId: number, deletion: CommandContext): Promise<void>;
}

/** Side effects when a customer's telephone or e-mail changes; provided by signing. */
export type ContactChanged = (
  tx: Tx,
  change: {
    dossierId: number;
    hst: string;
    before: { phone: string; email: string };
    after: { phone: string; email: string };
    by: EvidenceActor;
    at: Date;
  },
) => Promise<void>;

/** Customers as this actor may see them: folders out of its sight are not counted (decision 0011). */
export async function withVisibleCounts(
  db: Db,
  actor: Actor,
  rows: readonly DossierRow[],
  contents: CustomerContents,
): Promise<DossierRow[]> {
  const count = contents.folderCount(actor, 'dossier.id');
  const countedIds = rows.filter((row) => row.number_of_folders > 0).map((row) => row.id);
  if (count === null || countedIds.length === 0) return [...rows];
  const counts = await countVisible(db, countedIds, count);
  return rows.map((row) => ({ ...row, number_of_folders: counts.get(row.id) ?? 0 }));
}
