/** SQL of the page checks: one row per content of uploaded files. */
import { sql } from 'kysely';
import type { PageFinding } from '#pdf/drawing/page-checker.ts';
import type { Db, Tx } from '#ports/database/database.ts';

export interface PageCheckRow {
  sha256: string;
  pages: number;
  /** Pages drawn so far, starting from the first. */
  drawn: number;
  finding: PageFinding | null;
  /** From 1; null without a finding. */
  page: number | null;
  /** PNG of both drawings, in base64. */
  picture: string | null;
  /** Fingerprints of PDFium's drawings, by page from the first; null unless known for all drawn pages. */
  fingerprints: readonly string[] | null;
}

export type Finding = Pick<PageCheckRow, 'finding' | 'page' | 'picture'>;

export async function findPageCheck(db: Db, sha256: string): Promise<PageCheckRow | undefined> {
  const row = await db
    .selectFrom('page_check')
    .select(['pages', 'drawn', 'finding', 'page', 'picture', 'fingerprints'])
    .where('content_hash', '=', sha256)
    .executeTakeFirst();
  if (!row) return undefined;
  const fingerprints = row.fingerprints?.length === row.drawn ? row.fingerprints : null;
  return { ...row, sha256, finding: row.finding as PageFinding | null, fingerprints };
}

/** The first call for a content creates the row. */
export async function insertPageCheck(
  tx: Tx,
  { sha256, pages, drawn, fingerprints }: Pick<PageCheckRow, 'sha256' | 'pages' | 'drawn' | 'fingerprints'>,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('page_check')
    .values({
      ...{ content_hash: sha256, pages, drawn, fingerprints: fingerprints && [...fingerprints] },
      ...{ finding: null, page: null, picture: null, created_date: at },
    })
    .onConflict((conflict) => conflict.column('content_hash').doNothing())
    .execute();
}

/**
 * Never moves backwards: of two concurrent runs the further one wins. Fingerprints are appended only when all earlier
 * ones are present, so that each keeps its page's position.
 */
export async function advancePageCheck(
  tx: Tx,
  sha256: string,
  { from, to, fingerprints }: { from: number; to: number; fingerprints: readonly string[] },
): Promise<void> {
  await tx
    .updateTable('page_check')
    .set({
      drawn: to,
      fingerprints: sql<string[] | null>`
        case when drawn = ${from} and cardinality(fingerprints) = ${from}
          then fingerprints || ${[...fingerprints]}::text[] end`,
    })
    .where('content_hash', '=', sha256)
    .where('drawn', '<', to)
    .execute();
}

export async function storeFinding(tx: Tx, sha256: string, finding: Finding): Promise<void> {
  await tx.updateTable('page_check').set(finding).where('content_hash', '=', sha256).execute();
}
