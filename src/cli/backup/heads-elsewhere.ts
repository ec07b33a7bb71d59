/**
 * Heads of the evidence tree in a separate place (HEADS_DIR, HEADS_S3_BUCKET) survive a restore: they show which events
 * an older copy lacks, and whether the copy belongs to this installation.
 */
import { readKeptHead, readLeafEvent } from '#domain/evidence/head.ts';
import type { HeadStore } from '#ports/head-store.ts';
import { isBucket, settingOf, whyOf } from '../../head-place.ts';
import { say } from '../words/language.ts';
import { BackupRefused } from './folder.ts';

/** The copy is older than the recorded heads: restoring it loses events that must be kept. */
export class EventsLost extends BackupRefused {}

/** The heads' place is empty, so there is no proof that the copy is the newest. */
export class NothingToCompare extends BackupRefused {}

const NAMED = 10;

/** A place with the name of its setting. */
export const namedPlace = (place: string): string => `${place} (${settingOf(place)})`;

/**
 * @param leaves number of events in the copy's tree.
 * @returns the number of heads.
 * @throws EventsLost naming the missing events, BackupRefused when the copy and the head store contradict each
 * other.
 */
export async function compareHeads(
  copy: HeadStore,
  elsewhere: HeadStore,
  leaves: number,
  place: string,
): Promise<number> {
  const copied = new Map<number, string>();
  for await (const { size, text } of copy.list()) copied.set(size, text);
  const lost: string[] = [];
  let newest = 0;
  let found = 0;
  let taken = '';
  for await (const { size, text } of elsewhere.list()) {
    found += 1;
    const known = copied.get(size);
    const kept = readKeptHead(text);
    if (kept === null || (known !== undefined && known !== text)) {
      throw new BackupRefused({
        it: `La testa di ${size} eventi in ${namedPlace(place)} non è quella della copia: una delle due non è di questa installazione, o è stata alterata.`,
        en: `The head of ${size} events in ${namedPlace(place)} is not that of the backup: one of the two is not of this installation, or was altered.`,
      });
    }
    if (size <= leaves) continue;
    newest = size;
    taken = kept.statement.time;
    const { from, events } = kept.head;
    for (const [index, line] of events.entries()) if (from + index >= leaves) lost.push(line);
  }
  if (newest <= leaves) return found;
  const examples = lost.slice(0, NAMED).map((line) => {
    const { subject, seq } = readLeafEvent(line);
    return say({ it: `  - ${subject}, evento ${seq}`, en: `  - ${subject}, event ${seq}` });
  });
  const more =
    lost.length > NAMED
      ? [say({ it: `  e altri ${lost.length - NAMED}`, en: `  and ${lost.length - NAMED} others` })]
      : [];
  throw new EventsLost(
    [
      say({
        it: `La copia è più vecchia di ciò che è stato registrato: le mancano almeno ${newest - leaves} eventi della traccia.`,
        en: `The backup is older than what was recorded: it lacks at least ${newest - leaves} events of the trail.`,
      }),
      say({
        it: `Fuori dal database, in ${namedPlace(place)}, l’ultima testa ne conta ${newest}, del ${taken}; la copia ${leaves}.`,
        en: `Outside the database, in ${namedPlace(place)}, the last head counts ${newest}, of ${taken}; the backup has ${leaves}.`,
      }),
      ...examples,
      ...more,
      say({
        it: 'Nulla è stato ripristinato. Cerca una copia più recente.',
        en: 'Nothing was restored. Look for a newer backup.',
      }),
      say({
        it: `Se non c’è: conserva ciò che è là, che prova ciò che si è perso, e ripeti con ${isBucket(place) ? 'un altro HEADS_S3_PREFIX, vuoto,' : 'un’altra HEADS_DIR, vuota,'} e --without-heads.`,
        en: `If there is none: keep what lies there, it proves what was lost, and repeat with ${isBucket(place) ? 'another, empty HEADS_S3_PREFIX' : 'another, empty HEADS_DIR'} and --without-heads.`,
      }),
    ].join('\n'),
  );
}

/** Adds the copy's heads that the place lacks. @throws BackupRefused when the place cannot be written. */
export async function completeHeads(copy: HeadStore, elsewhere: HeadStore, place: string): Promise<void> {
  const there = new Set<number>();
  for await (const { size } of elsewhere.list()) there.add(size);
  for await (const { size, text } of copy.list()) {
    // Existing heads were already compared, and the place may be read-only.
    if (there.has(size)) continue;
    const kept = await elsewhere.keep(size, text).catch((error: unknown) => {
      throw new BackupRefused({
        it: `In ${namedPlace(place)} non si possono scrivere le teste della copia: ${whyOf(error)}`,
        en: `The heads of the backup cannot be written to ${namedPlace(place)}: ${whyOf(error)}`,
      });
    });
    if (!kept)
      throw new BackupRefused({
        it: `In ${place} c’è un’altra testa di ${size} eventi.`,
        en: `There is another head of ${size} events in ${place}.`,
      });
  }
}
