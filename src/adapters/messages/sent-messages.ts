/** Records in files which messages were sent and which addresses were refused: SMTP has no deduplication. */

import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#ports/clock.ts';
import { ignoreMissing } from '../file-system.ts';
import { replaceFile, writeOnce } from '../sealer/atomic-file.ts';
import { SMTP_TIME_LIMIT } from './mail/smtp-settings.ts';

/** Jobs retry a message for minutes; an id that returns after this period counts as new. */
const KEPT_DAYS = 14;
/** Twice the time limit of one message: the sending process is dead. */
const STALE_MS = 2 * SMTP_TIME_LIMIT;
/** Limits duplicates from a server that accepts messages but drops the connection before confirming them. */
const MAX_UNCERTAIN = 2;
const DAY_MS = 86_400_000;
const MODE = 0o600;

/** `unsent`: may be retried; `refused`: permanently. */
type State = 'sending' | 'sent' | 'unsent' | 'refused' | 'uncertain';

/**
 * Result of `begin`: send the message, or it was sent or refused before, another process is sending it, or it may
 * already have been delivered twice.
 */
export type Claim =
  | { readonly kind: 'send'; end(state: Exclude<State, 'sending'>): Promise<void> }
  | { readonly kind: 'sent' | 'refused' | 'busy' | 'spent' };

export interface SentMessages {
  /** @param id of the message. Of all processes that share the folder, only one gets permission to send it. */
  begin(id: string): Promise<Claim>;
  refuse(address: string): Promise<void>;
  isRefused(address: string): Promise<boolean>;
  /** Deletes records older than the retry period, and expired bans. */
  sweep(): Promise<void>;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

async function readState(path: string): Promise<{ state: State; at: number } | undefined> {
  const text = await readFile(path, 'utf8').catch(ignoreMissing);
  if (text === undefined) return undefined;
  const [state, at] = text.split(' ');
  return { state: state as State, at: Number(at) };
}

/**
 * @param folder shared by every sending process. `sent/<day>/<hash>.<attempt>` holds a state and the time; an
 * attempt's file is created by exactly one process. `refused/<hash of the address>` holds the time.
 */
export function openSentMessages(folder: string, clock: Clock, suppressDays: number): SentMessages {
  const sent = join(folder, 'sent');
  const refused = join(folder, 'refused');

  const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

  const oldestDay = (): string => dayOf(clock.now().getTime() - KEPT_DAYS * DAY_MS);
  const listOf = async (path: string): Promise<string[]> => (await readdir(path).catch(ignoreMissing)) ?? [];

  async function storedDays(): Promise<string[]> {
    const oldest = oldestDay();
    return (await listOf(sent)).filter((day) => day >= oldest).toSorted();
  }

  /** The folder of the first attempt, which holds all later ones; today's folder for a new message. */
  async function folderOf(hash: string): Promise<string> {
    for (const day of await storedDays()) {
      if ((await readState(join(sent, day, `${hash}.1`))) !== undefined) return join(sent, day);
    }
    const today = join(sent, dayOf(clock.now().getTime()));
    await mkdir(today, { recursive: true, mode: 0o700 });
    return today;
  }

  const addressFile = (address: string): string => join(refused, hashOf(address.trim().toLowerCase()));

  async function isBanned(path: string): Promise<boolean> {
    const at = await readFile(path, 'utf8').catch(ignoreMissing);
    if (at === undefined) return false;
    if (clock.now().getTime() - Number(at) < suppressDays * DAY_MS) return true;
    await rm(path, { force: true });
    return false;
  }

  return {
    async begin(id) {
      const hash = hashOf(id);
      const dayFolder = await folderOf(hash);
      const now = clock.now().getTime();
      let uncertain = 0;
      let attempt = 1;
      for (; ; attempt += 1) {
        const earlier = await readState(join(dayFolder, `${hash}.${attempt}`));
        if (earlier === undefined) break;
        if (earlier.state === 'sent' || earlier.state === 'refused') return { kind: earlier.state };
        if (earlier.state === 'sending' && Math.abs(now - earlier.at) < STALE_MS) return { kind: 'busy' };
        // A process that died while sending may have handed over the message.
        if (earlier.state !== 'unsent') uncertain += 1;
      }
      if (uncertain >= MAX_UNCERTAIN) return { kind: 'spent' };
      const path = join(dayFolder, `${hash}.${attempt}`);
      if (!(await writeOnce(path, `sending ${now}`, MODE))) return { kind: 'busy' };
      return { kind: 'send', end: (state) => replaceFile(path, `${state} ${clock.now().getTime()}`, MODE) };
    },
    async refuse(address) {
      if (suppressDays === 0) return;
      await mkdir(refused, { recursive: true, mode: 0o700 });
      await replaceFile(addressFile(address), String(clock.now().getTime()), MODE);
    },
    async isRefused(address) {
      return suppressDays > 0 && (await isBanned(addressFile(address)));
    },
    async sweep() {
      const oldest = oldestDay();
      for (const day of await listOf(sent)) {
        if (day < oldest) await rm(join(sent, day), { recursive: true, force: true });
      }
      for (const name of await listOf(refused)) await isBanned(join(refused, name));
    },
  };
}
