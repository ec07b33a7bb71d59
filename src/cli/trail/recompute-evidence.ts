/** Recomputes the evidence and compares it with heads and sealed trails: of a database, a running installation or a backup. */
import { readAnchors } from '#adapters/sealer/trust-anchors.ts';
import { type HeadStore, HeadStoreUnusable } from '#ports/head-store.ts';
import { compareSealedTrails, type SealedTrailServices } from '#server/evidence/sealed-trails.ts';
import { type TrailServices, verifyTrail } from '#server/evidence/verify-trail.ts';
import { listSignedFiles } from '#server/signing/index.ts';
import { explainHeads, HeadsRefused } from '../../head-store.ts';
import { localize, type Message } from '../terminal/language.ts';
import { reportLines } from './report-texts.ts';
import type { CommandResult } from './run.ts';

export const WITHOUT_HEADS = '--without-heads';

const OF_THE_RUNNING: Message = {
  it: 'Fascicolo è in esecuzione: valgono le sue impostazioni, non quelle del comando.',
  en: 'Fascicolo is running: its settings apply, not those of the command.',
};

export interface EvidenceContext extends TrailServices {
  /** Null if the stored files are not available. */
  readonly storage: SealedTrailServices['storage'] | null;
  readonly pdf: SealedTrailServices['pdf'];
  /** Whether the heads are kept separately from the rows that they prove. */
  readonly apart: boolean;
  /** The user accepts that there are no heads. */
  readonly withoutHeads: boolean;
}

/**
 * @returns 0 when intact, 1 with the differences, earliest first; 4 when no external head can show whether it was
 * rewritten as a whole.
 */
export async function verifyEvidenceOf(context: EvidenceContext): Promise<CommandResult> {
  const report = await verifyTrail(context);
  const { storage, database } = context;
  let sealed = null;
  if (storage !== null) {
    const auditFiles = (await listSignedFiles(database.read)).filter(({ part }) => part === 'audit');
    sealed = await compareSealedTrails({ ...context, storage }, auditFiles);
  }
  const lines = reportLines(report, sealed);
  if (report.faults.length > 0 || (sealed?.faults.length ?? 0) > 0) return { code: 1, lines };
  if (report.events === 0 || context.withoutHeads || (context.apart && report.heads.outside > 0)) {
    return { code: 0, lines };
  }
  const noHeadsText = localize({
    it: `Nessuna testa conservata fuori con cui confrontarla: se è stata riscritta per intero, qui non si vede.\nIndica dove sono le teste con --heads, HEADS_DIR o HEADS_S3_BUCKET; se non ce n’è alcuna, ripeti con ${WITHOUT_HEADS}.`,
    en: `No head is kept outside to compare it with: a trail that was rewritten as a whole cannot be recognised here.\nName the place of the heads with --heads, HEADS_DIR or HEADS_S3_BUCKET; if there are none, repeat with ${WITHOUT_HEADS}.`,
  });
  return { code: 4, lines: [...lines, noHeadsText] };
}

/** Runs in a running installation: with its database and files, and with the requested heads and roots. */
export async function verifyInInstallation(
  services: Pick<EvidenceContext, 'database' | 'pdf'> & { readonly storage: SealedTrailServices['storage'] },
  [heads = '', anchorsFile = '', ...flags]: readonly string[],
  open: (location: string) => Promise<HeadStore>,
): Promise<CommandResult> {
  const { anchors, timestampAnchors } = await readAnchors(anchorsFile);
  try {
    return await verifyEvidenceOf({
      ...{ database: services.database, storage: services.storage, pdf: services.pdf },
      heads: await open(heads),
      authority: { anchors: async () => anchors, timestampAnchors: async () => timestampAnchors },
      apart: true,
      withoutHeads: flags.includes(WITHOUT_HEADS),
    });
  } catch (error) {
    if (error instanceof HeadStoreUnusable) return { code: 3, lines: [explainHeads(error)] };
    // The caller may have supplied credentials in its own settings: they are not sent with a command.
    if (error instanceof HeadsRefused) return { code: 3, lines: [`${error.message} ${localize(OF_THE_RUNNING)}`] };
    throw error;
  }
}
