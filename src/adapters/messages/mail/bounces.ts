/** Reads bounces from a Maildir that the operator's mail server delivers to: each report is read once and stored for all processes. */

import { lstat, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#ports/clock.ts';
import type { MailReceipt } from '#ports/messages.ts';
import { ignoreMissing } from '../../file-system.ts';
import { replaceFile } from '../../sealer/atomic-file.ts';
import { type BounceAddress, type BounceReport, isMark, readBounceReport } from './bounce-report.ts';

/** Files per round; the next round takes the rest. */
const BATCH = 200;
/** The parts of a report come first; the returned message follows. */
const MAX_BYTES = 256 << 10;
const KEPT_MS = 60 * 86_400_000;
const MODE = 0o600;

export interface BouncesOptions {
  /** A Maildir: files in `new` are read and moved to `cur`, where the operator may delete them. */
  readonly maildir: string;
  /** `returned/<two characters>/<mark>` contains state and status. */
  readonly folder: string;
  readonly bounces: BounceAddress;
  readonly clock: Clock;
}

export interface Bounces {
  /** @throws Error when the Maildir or the folder cannot be used. */
  receipts(providerIds: readonly string[]): Promise<readonly MailReceipt[]>;
  /** Deletes reports that are no longer needed. */
  sweep(): Promise<void>;
}

/** @returns the first bytes, each as a character; undefined when the file is gone or is not a regular file. */
async function readBeginning(path: string): Promise<string | undefined> {
  const stats = await lstat(path).catch(ignoreMissing);
  if (!stats?.isFile()) return undefined;
  const file = await open(path, 'r').catch(ignoreMissing);
  if (file === undefined) return undefined;
  try {
    const bytes = Buffer.alloc(Math.min(MAX_BYTES, stats.size));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    return bytes.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}

export function openBounces({ maildir, folder, bounces, clock }: BouncesOptions): Bounces {
  const subfolderOf = (mark: string): string => join(folder, 'returned', mark.slice(0, 2));
  let running: Promise<void> | undefined;

  async function readReceipt(mark: string): Promise<MailReceipt | undefined> {
    const text = await readFile(join(subfolderOf(mark), mark), 'utf8').catch(ignoreMissing);
    if (text === undefined) return undefined;
    const [state, status = ''] = text.split(' ');
    return { providerId: mark, state: state === 'DELIVERED' ? 'DELIVERED' : 'FAILED', status };
  }

  async function store({ mark, state, status }: BounceReport): Promise<void> {
    // A mailbox may accept a message and the owner's forwarding may return it: a failed delivery stays failed.
    if ((await readReceipt(mark))?.state === 'FAILED') return;
    const subfolder = subfolderOf(mark);
    await mkdir(subfolder, { recursive: true, mode: 0o700 });
    await replaceFile(join(subfolder, mark), `${state} ${status}`, MODE);
  }

  async function processFile(name: string): Promise<void> {
    const path = join(maildir, 'new', name);
    const text = await readBeginning(path);
    if (text === undefined) return;
    const report = readBounceReport(text, bounces);
    if (report !== null) await store(report);
    // Mail that a person should read stays unread: replies, and reports of other kinds.
    const flags = report === null ? ':2,' : ':2,S';
    await rename(path, join(maildir, 'cur', `${name.split(':')[0]}${flags}`)).catch(ignoreMissing);
  }

  async function processNew(): Promise<void> {
    const names = (await readdir(join(maildir, 'new'))).filter((name) => !name.startsWith('.')).toSorted();
    for (const name of names.slice(0, BATCH)) await processFile(name);
  }

  async function sweep(): Promise<void> {
    const oldest = clock.now().getTime() - KEPT_MS;
    const returned = join(folder, 'returned');
    for (const subfolder of (await readdir(returned).catch(ignoreMissing)) ?? []) {
      for (const name of (await readdir(join(returned, subfolder)).catch(ignoreMissing)) ?? []) {
        const path = join(returned, subfolder, name);
        const stats = await stat(path).catch(ignoreMissing);
        if (stats !== undefined && stats.mtimeMs < oldest) await rm(path, { force: true });
      }
    }
  }

  return {
    sweep,
    async receipts(providerIds) {
      running ??= processNew().finally(() => {
        running = undefined;
      });
      await running;
      const receipts = await Promise.all(providerIds.filter(isMark).map(readReceipt));
      return receipts.filter((receipt) => receipt !== undefined);
    },
  };
}
