/** `fascicolo files move`: moves files from the folder into the bucket, or back. */

import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { OutsideFailure } from '#ports/outside-system.ts';
import { StorageCorrupt } from '#ports/storage.ts';
import { COMMAND } from '../../command-name.ts';
import { openFiles } from '../../file-storage.ts';
import { firstOfEach, MISSING, problemsIn, sentenceOf } from '../../settings/checks/problem.ts';
import { withSecretFiles } from '../../settings/secret-files.ts';
import {
  type StorageSettings,
  storageFields,
  storageProblems,
  storageSecrets,
  storageSettings,
} from '../../settings/storage.ts';
import { isRunning } from '../backup/control-socket.ts';
import { localize, type Message } from '../terminal/language.ts';
import { moveFiles, openJournal } from './move.ts';

const USAGE: Message = {
  it: `Uso: ${COMMAND} files move --to bucket|folder [--remove]

  --to bucket  dalla cartella DATA_DIR/files al bucket di S3_BUCKET
  --to folder  dal bucket di S3_BUCKET alla cartella DATA_DIR/files
  --remove     toglie dall’origine ogni file la cui copia è stata riletta e verificata; il prodotto dev’essere fermo

Ogni copia viene riletta e il suo SHA-256 verificato. Il comando si può interrompere e ripetere: continua da dov’era.
Senza --remove l’origine resta intera, e il prodotto può lavorare; alla fine fermalo, ripeti il comando,
cambia S3_BUCKET e riavvia.`,
  en: `Usage: ${COMMAND} files move --to bucket|folder [--remove]

  --to bucket  from the folder DATA_DIR/files into the bucket of S3_BUCKET
  --to folder  from the bucket of S3_BUCKET into the folder DATA_DIR/files
  --remove     removes from the origin each file whose copy was read again and verified; the product must be stopped

Each copy is read again and its SHA-256 verified. The command may be interrupted and repeated: it continues.
Without --remove the origin stays whole, and the product may run; at the end stop it, repeat the command, change
S3_BUCKET and start again.`,
};

/** Files per line of progress. */
const PROGRESS_EVERY = 1_000;

interface MoveArguments {
  readonly to: 'bucket' | 'folder';
  readonly remove: boolean;
}

function readArguments(args: string[]): MoveArguments | null {
  try {
    const options = { to: { type: 'string' }, remove: { type: 'boolean', default: false } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const { to, remove } = values;
    if (positionals.join(' ') !== 'move' || (to !== 'bucket' && to !== 'folder')) return null;
    return { to, remove };
  } catch {
    return null;
  }
}

/** @returns the settings, or every problem. */
function readSettings(environment: Record<string, string | undefined>): StorageSettings | string[] {
  const entries = Object.entries(environment).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const { raw, problems: secretProblems } = withSecretFiles(Object.fromEntries(entries), storageSecrets);
  const parsed = z.object(storageFields).safeParse(raw);
  const problems = firstOfEach([
    ...(parsed.error ? problemsIn(parsed.error, raw) : []),
    ...secretProblems,
    ...storageProblems(raw),
    ...(raw.S3_BUCKET === undefined ? [{ name: 'S3_BUCKET', message: MISSING }] : []),
  ]);
  if (!parsed.success || problems.length > 0) return problems.map((problem) => localize(sentenceOf(problem)));
  return storageSettings(parsed.data, resolve(raw.DATA_DIR ?? './data'));
}

/** @returns 0 when every file is in the target, 1 with the error, 2 for wrong arguments. */
export async function files(args: string[]): Promise<number> {
  const options = readArguments(args);
  if (options === null) {
    console.error(localize(USAGE));
    return 2;
  }
  const settings = readSettings(process.env);
  if (Array.isArray(settings)) {
    console.error(settings.join('\n'));
    return 1;
  }
  const dataDir = resolve(settings.folder, '..');
  if (options.remove && (await isRunning(dataDir))) {
    console.error(
      localize({
        it: 'Con --remove il prodotto dev’essere fermo: fermalo e ripeti il comando.',
        en: 'With --remove the product must be stopped: stop it and repeat the command.',
      }),
    );
    return 1;
  }
  try {
    return await move(settings, dataDir, options);
  } catch (error) {
    if (!(error instanceof OutsideFailure || error instanceof StorageCorrupt)) throw error;
    console.error(
      localize({
        it: `Interrotto: ${error.message}. Ripeti il comando: continua da dov’era.`,
        en: `Interrupted: ${error.message}. Repeat the command: it continues.`,
      }),
    );
    return 1;
  }
}

async function move(settings: StorageSettings, dataDir: string, { to, remove }: MoveArguments): Promise<number> {
  if (settings.bucket === null) throw new Error('No bucket is named');
  const bucketUrl = `s3://${settings.bucket.bucket}/${settings.bucket.prefix}`;
  const log = { warn: () => undefined, info: () => undefined };
  const clock = { now: () => new Date() };
  // The product may be writing there concurrently.
  const options = { clock, log, alone: false };
  const bucket = await openFiles(settings, options);
  const folder = await openFiles({ ...settings, bucket: null }, options);
  const [source, target] = to === 'bucket' ? [folder, bucket] : [bucket, folder];
  const journalPath = join(dataDir, 'files-move');
  const journal = await openJournal(journalPath, `${to} ${settings.folder} ${bucketUrl}`);
  let nextReport = PROGRESS_EVERY;
  const moved = await moveFiles(source, target, {
    ...{ journal, remove },
    progress: (group, { copied, there }) => {
      if (copied + there < nextReport) return;
      console.log(
        localize({
          it: `Fino a ${group}…: copiati ${copied}, già presenti ${there}`,
          en: `Up to ${group}…: copied ${copied}, there already ${there}`,
        }),
      );
      nextReport = copied + there + PROGRESS_EVERY;
    },
  });
  const [it, en] = remove
    ? [`, tolti dall’origine ${moved.removed}`, `, removed from the origin ${moved.removed}`]
    : ['', ''];
  console.log(
    localize({
      it: `Copiati e verificati ${moved.copied}, già presenti ${moved.there}${it}.`,
      en: `Copied and verified ${moved.copied}, there already ${moved.there}${en}.`,
    }),
  );
  if (remove) await rm(journalPath, { force: true });
  if (moved.corrupt.length === 0) return 0;
  const corrupt = moved.corrupt.length;
  console.error(
    localize({
      it: `File danneggiati nell’origine, né copiati né tolti (${corrupt}):`,
      en: `Damaged files in the origin, neither copied nor removed (${corrupt}):`,
    }),
  );
  for (const sha256 of moved.corrupt) console.error(`  ${sha256}`);
  return 1;
}
