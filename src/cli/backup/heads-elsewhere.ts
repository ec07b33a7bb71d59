/**
 * Heads of the evidence tree in a separate place (HEADS_DIR, HEADS_S3_BUCKET) survive a restore: they show which events
 * an older copy lacks, and whether the copy belongs to this installation.
 */
import { readLeafEvent, readStoredHead } from '#domain/evidence/tree-head.ts';
import type { HeadStore } from '#ports/head-store.ts';
import { failureReason, isBucketLocation, locationSetting } from '../../head-store.ts';
import { localize } from '../terminal/language.ts';
import { BackupRefused } from './backup-folder.ts';

/** The copy is older than the recorded heads: restoring it loses events that must be kept. */
export class EventsLost extends BackupRefused {}

/** The head store is empty, so there is no proof that the copy is the newest. */
export class NoHeadsToCompare extends BackupRefused {}

const MAX_NAMED = 10;

/** A location with the name of its setting. */
export const describeLocation = (location: string): string => `${location} (${locationSetting(location)})`;

/**
 * @param leaves number of events in the copy's tree.
 * @returns the number of heads.
 * @throws EventsLost naming the missing events, BackupRefused when the copy and the head store contradict each
 * other.
 */
export async function compareHeads(
  copy: HeadStore,
  external: HeadStore,
  leaves: number,
  location: string,
): Promise<number> {
  const copied = new Map<number, string>();
  for await (const { size, text } of copy.list()) copied.set(size, text);
  const lost: string[] = [];
  let newest = 0;
  let headCount = 0;
  let newestTime = '';
  for await (const { size, text } of external.list()) {
    headCount += 1;
    const copiedText = copied.get(size);
    const externalHead = readStoredHead(text);
    if (externalHead === null || (copiedText !== undefined && copiedText !== text)) {
      throw new BackupRefused({
        it: `La testa di ${size} eventi in ${describeLocation(location)} non è quella della copia: una delle due non è di questa installazione, o è stata alterata.`,
        en: `The head of ${size} events in ${describeLocation(location)} is not that of the backup: one of the two is not of this installation, or was altered.`,
      });
    }
    if (size <= leaves) continue;
    newest = size;
    newestTime = externalHead.statement.time;
    const { from, events } = externalHead.head;
    for (const [index, line] of events.entries()) if (from + index >= leaves) lost.push(line);
  }
  if (newest <= leaves) return headCount;
  const examples = lost.slice(0, MAX_NAMED).map((line) => {
    const { subject, seq } = readLeafEvent(line);
    return localize({ it: `  - ${subject}, evento ${seq}`, en: `  - ${subject}, event ${seq}` });
  });
  const remainder =
    lost.length > MAX_NAMED
      ? [localize({ it: `  e altri ${lost.length - MAX_NAMED}`, en: `  and ${lost.length - MAX_NAMED} others` })]
      : [];
  throw new EventsLost(
    [
      localize({
        it: `La copia è più vecchia di ciò che è stato registrato: le mancano almeno ${newest - leaves} eventi della traccia.`,
        en: `The backup is older than what was recorded: it lacks at least ${newest - leaves} events of the trail.`,
      }),
      localize({
        it: `Fuori dal database, in ${describeLocation(location)}, l’ultima testa ne conta ${newest}, del ${newestTime}; la copia ${leaves}.`,
        en: `Outside the database, in ${describeLocation(location)}, the last head counts ${newest}, of ${newestTime}; the backup has ${leaves}.`,
      }),
      ...examples,
      ...remainder,
      localize({
        it: 'Nulla è stato ripristinato. Cerca una copia più recente.',
        en: 'Nothing was restored. Look for a newer backup.',
      }),
      localize({
        it: `Se non c’è: conserva ciò che è là, che prova ciò che si è perso, e ripeti con ${isBucketLocation(location) ? 'un altro HEADS_S3_PREFIX, vuoto,' : 'un’altra HEADS_DIR, vuota,'} e --without-heads.`,
        en: `If there is none: keep what lies there, it proves what was lost, and repeat with ${isBucketLocation(location) ? 'another, empty HEADS_S3_PREFIX' : 'another, empty HEADS_DIR'} and --without-heads.`,
      }),
    ].join('\n'),
  );
}

/** Adds the copy's heads that the place lacks. @throws BackupRefused when the place cannot be written. */
export async function completeHeads(copy: HeadStore, external: HeadStore, location: string): Promise<void> {
  const existing = new Set<number>();
  for await (const { size } of external.list()) existing.add(size);
  for await (const { size, text } of copy.list()) {
    // Existing heads were already compared, and the place may be read-only.
    if (existing.has(size)) continue;
    const isStored = await external.store(size, text).catch((error: unknown) => {
      throw new BackupRefused({
        it: `In ${describeLocation(location)} non si possono scrivere le teste della copia: ${failureReason(error)}`,
        en: `The heads of the backup cannot be written to ${describeLocation(location)}: ${failureReason(error)}`,
      });
    });
    if (!isStored)
      throw new BackupRefused({
        it: `In ${location} c’è un’altra testa di ${size} eventi.`,
        en: `There is another head of ${size} events in ${location}.`,
      });
  }
}
