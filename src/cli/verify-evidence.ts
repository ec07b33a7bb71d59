/** `fascicolo verify-evidence`: recomputes the evidence trail from externally stored heads; needs no server and no seal, writes nothing. */

import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openPglite } from '#adapters/database/pglite.ts';
import { openPostgres } from '#adapters/database/postgres.ts';
import { readAnchors, TIMESTAMP_ANCHORS } from '#adapters/sealer/trust-anchors.ts';
import { certificatesFromPem } from '#formats/certificate-path.ts';
import { PdfPool } from '#pdf/pool.ts';
import type { Database } from '#ports/database/database.ts';
import { COMMAND } from '../command-name.ts';
import { headLocation, openHeads } from '../head-store.ts';
import { type Config, readConfig } from '../settings/config.ts';
import { BackupRefused } from './backup/backup-folder.ts';
import { callInstallation } from './backup/control-socket.ts';
import { type OpenedBackup, openBackup, readFully } from './backup/open-backup.ts';
import { readTrust, TRUST_OPTIONS, TRUST_USAGE, type TrustArguments } from './backup/trust-options.ts';
import { failureText, noInstallation } from './terminal/failure-text.ts';
import { localize, type Message } from './terminal/language.ts';
import { filesBelow, filesOfBackup, headsOfBackup, openRowsOfBackup } from './trail/evidence-sources.ts';
import { type EvidenceContext, verifyEvidenceOf, WITHOUT_HEADS } from './trail/recompute-evidence.ts';
import type { CommandResult } from './trail/run.ts';

const USAGE: Message = {
  it: `Uso: ${COMMAND} verify-evidence [--heads DOVE] [--files CARTELLA] [--anchors FILE] [${WITHOUT_HEADS}]
     ${COMMAND} verify-evidence --backup CARTELLA --anchors FILE [--key FILE] [--heads DOVE] […]

  Ricalcola catene e albero dagli eventi e li confronta con le teste conservate fuori (--heads, oppure HEADS_DIR
  o HEADS_S3_BUCKET) e con i tracciati sigillati tra i file. Dice per primo il primo punto che differisce. Non scrive nulla.
  Gli eventi sono quelli della banca dati (DATABASE_URL, oppure DATA_DIR) o, con --backup, di una copia.
  --heads: una cartella, oppure s3://bucket/prefisso con le chiavi in HEADS_S3_ACCESS_KEY_ID e
  HEADS_S3_SECRET_ACCESS_KEY: basta che possano leggere.
  --anchors: le radici di cui fidarsi (accanto, anchors-timestamp.pem); senza, quelle dell’installazione. Di una copia:
${TRUST_USAGE.it}

  Esce con 0 se tutto coincide, 1 se qualcosa differisce, 2 per argomenti sbagliati, 3 se non si può verificare,
  4 se non c’è alcuna testa fuori con cui confrontare (${WITHOUT_HEADS}: è noto che non ce ne sono).`,
  en: `Usage: ${COMMAND} verify-evidence [--heads PLACE] [--files FOLDER] [--anchors FILE] [${WITHOUT_HEADS}]
       ${COMMAND} verify-evidence --backup FOLDER --anchors FILE [--key FILE] [--heads PLACE] […]

  Recomputes chains and tree from the events and compares them with the heads that are kept outside (--heads, or
  HEADS_DIR or HEADS_S3_BUCKET) and with the sealed trails among the files. It reports the first difference first,
  and writes nothing. The events are those of the database (DATABASE_URL, or DATA_DIR) or, with --backup, of a backup.
  --heads: a folder, or s3://bucket/prefix with the keys in HEADS_S3_ACCESS_KEY_ID and HEADS_S3_SECRET_ACCESS_KEY,
  which need read access only.
  --anchors: the roots to trust (beside it, anchors-timestamp.pem); without, those of the installation. Of a backup:
${TRUST_USAGE.en}

  Exit code 0 if everything agrees, 1 if something differs, 2 for wrong arguments, 3 if it cannot be verified,
  4 if there is no head outside to compare with (${WITHOUT_HEADS} accepts this).`,
};

interface Request {
  readonly backup: string | undefined;
  readonly heads: string | undefined;
  readonly files: string | undefined;
  readonly anchors: string | undefined;
  readonly withoutHeads: boolean;
  /** Key and roots for opening and verifying a backup. */
  readonly trust: TrustArguments;
}

function readArguments(args: string[]): Request | null {
  try {
    const text = { type: 'string' } as const;
    const options = {
      ...TRUST_OPTIONS,
      ...{ backup: text, heads: text, files: text },
      'without-heads': { type: 'boolean' },
    } as const;
    const { values } = parseArgs({ args, options });
    const resolveOptional = (value: string | undefined) => (value === undefined ? undefined : resolve(value));
    const { backup, heads, files, anchors } = values;
    return {
      ...{
        backup: resolveOptional(backup),
        heads: heads === undefined ? undefined : headLocation(heads),
        files: resolveOptional(files),
        anchors: resolveOptional(anchors),
      },
      withoutHeads: values['without-heads'] === true,
      trust: values,
    };
  } catch {
    return null;
  }
}

/**
 * @returns 0 when intact, 1 with the differences, 2 for wrong arguments, 3 when it cannot be verified, 4 without
 * heads to compare with.
 */
export async function verifyEvidence(args: string[]): Promise<number> {
  const request = readArguments(args);
  if (request === null) {
    console.error(localize(USAGE));
    return 2;
  }
  try {
    const config = readConfig(process.env);
    const { code, lines } = await (request.backup === undefined
      ? verifyInstallation(config, request)
      : verifyBackup(config, request, request.backup));
    for (const line of lines) (code === 0 ? console.log : console.error)(line);
    return code;
  } catch (error) {
    console.error(failureText(error));
    return 3;
  }
}

async function trustIn(anchorsFile: string): Promise<EvidenceContext['authority']> {
  const { anchors, timestampAnchors } = await readAnchors(anchorsFile).catch(() => {
    throw new BackupRefused({
      it: `Mancano le radici di cui fidarsi: ${anchorsFile} non si legge (--anchors, DATA_DIR).`,
      en: `The roots to trust are missing: ${anchorsFile} cannot be read (--anchors, DATA_DIR).`,
    });
  });
  return { anchors: async () => anchors, timestampAnchors: async () => timestampAnchors };
}

async function verifyInstallation(config: Config, request: Request): Promise<CommandResult> {
  const { dataDir, DATABASE_URL: databaseUrl } = config;
  const heads = request.heads ?? config.heads.place;
  const anchors = request.anchors ?? join(dataDir, 'keys/anchors.pem');
  const authority = await trustIn(anchors);
  if (databaseUrl === undefined) {
    // Only one process can open the embedded database: while the product runs, it reads the rows for us.
    const flags = request.withoutHeads ? [WITHOUT_HEADS] : [];
    const result = await callInstallation(dataDir, 'evidence', [heads, anchors, ...flags]);
    if (result !== undefined) return result;
    await stat(join(dataDir, 'database')).catch(() => {
      throw new BackupRefused(noInstallation(dataDir));
    });
  }
  const context = {
    ...{ authority, apart: true, withoutHeads: request.withoutHeads },
    heads: await openHeads(heads, config.heads.access),
    storage: await filesBelow(request.files ?? join(dataDir, 'files')),
  };
  const options = { migrate: false };
  const database =
    databaseUrl === undefined
      ? await openPglite(join(dataDir, 'database'), undefined, options)
      : await openPostgres(databaseUrl, 2, options);
  return verifyFrom(database, context);
}

async function verifyBackup(config: Config, request: Request, directory: string): Promise<CommandResult> {
  const backup = await openBackup(directory, await readTrust(request.trust, config.BACKUP_KEY_PASSWORD));
  const heads = request.heads ?? (config.heads.named ? config.heads.place : undefined);
  const authority = await (request.anchors === undefined ? readCopiedAuthority(backup) : trustIn(request.anchors));
  const context = {
    // Its own heads are as old and as easily changed as its rows: they prove nothing by themselves.
    heads: heads === undefined ? headsOfBackup(backup) : await openHeads(heads, config.heads.access),
    ...{ authority, apart: heads !== undefined, withoutHeads: request.withoutHeads },
    storage: request.files === undefined ? filesOfBackup(backup) : await filesBelow(request.files),
  };
  // Last step: from here on rows are in clear, until they are removed.
  return verifyFrom(await openRowsOfBackup(backup), context);
}

/** The roots inside the copy were chosen by its maker: used only if the user accepts this. */
async function readCopiedAuthority(backup: OpenedBackup): Promise<EvidenceContext['authority']> {
  const rootsIn = async (name: string): Promise<Uint8Array[]> =>
    backup.names.includes(name) ? certificatesFromPem((await readFully(backup, name)).toString('utf8')) : [];
  const anchors = await rootsIn('keys/anchors.pem');
  const timestampAnchors = [...anchors, ...(await rootsIn(`keys/${TIMESTAMP_ANCHORS}`))];
  return { anchors: async () => anchors, timestampAnchors: async () => timestampAnchors };
}

async function verifyFrom(
  database: Pick<Database, 'read' | 'close'>,
  context: Omit<EvidenceContext, 'database' | 'pdf'>,
): Promise<CommandResult> {
  const pdf = new PdfPool();
  try {
    return await verifyEvidenceOf({ ...context, database, pdf });
  } finally {
    await pdf.close();
    await database.close();
  }
}
