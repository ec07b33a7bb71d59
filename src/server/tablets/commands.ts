/** Adds documents to the queue of a tablet and removes them. The database also removes them: db/tables/15-tablets.sql. */
import type { Actor } from '#domain/access.ts';
import { Refusal } from '#domain/errors.ts';
import { romeDay } from '#domain/rome-time.ts';
import type { ChosenSigners } from '#domain/signing/staff-signers.ts';
import type { Tx } from '#ports/database/database.ts';
import { findVisible, loadForSigning } from '../documents/index.ts';
import { refuseUnlessForTablet } from '../signing/index.ts';
import {
  findQueued,
  getQueued,
  insertEntry,
  lockEntry,
  lockTabletShared,
  type QueuedRow,
  setSigners,
  withdrawEntry,
} from './queries.ts';

/**
 * Queues a document on one tablet: queued on another it moves, queued again it keeps its position. Chosen staff signers
 * stay until others are chosen, on any tablet.
 * Folder and document are locked before the tablet, and all of them before the queue, everywhere.
 * @throws Refusal 404, 403, life.…, document.invalid or signing.signer… when no signature could be given on it now, tablet.notFound, tablet.taken.
 */
export async function queueDocument(
  tx: Tx,
  command: { actor: Actor; documentId: number; tabletId: number; signers: ChosenSigners | null; at: Date },
): Promise<QueuedRow> {
  const { actor, documentId, tabletId, at } = command;
  await findVisible(tx, actor, documentId, 'document.sign');
  const document = await loadForSigning(tx, documentId, { until: tx });
  if (document === undefined) throw new Refusal('document.notFound');
  const signers = command.signers ?? (await findQueued(tx, documentId))?.signers ?? {};
  await refuseUnlessForTablet(tx, document, { actor, chosen: signers, now: at });
  const tablet = await lockTabletShared(tx, tabletId, document.document.hst, romeDay(at));
  if (tablet === undefined) throw new Refusal('tablet.notFound');
  const entry = await lockEntry(tx, documentId);
  if (entry?.activation_id !== tabletId) {
    if (entry !== undefined) {
      if (entry.taken_date !== null) throw new Refusal('tablet.taken');
      await withdrawEntry(tx, entry.id, actor.login, at);
    }
    await insertEntry(tx, {
      document_id: documentId,
      activation_id: tabletId,
      queued_by: actor.login,
      queued_date: at,
      signers: JSON.stringify(signers),
    });
  } else if (command.signers !== null) {
    await setSigners(tx, entry.id, signers);
  }
  return getQueued(tx, documentId);
}

/** @throws Refusal 404, 403, tablet.taken once the customer has opened it: cancel the signature instead. */
export async function withdrawDocument(tx: Tx, command: { actor: Actor; documentId: number; at: Date }): Promise<void> {
  const { actor, documentId, at } = command;
  await findVisible(tx, actor, documentId, 'document.sign');
  // Waits for a concurrent queueing.
  if ((await loadForSigning(tx, documentId, { until: tx })) === undefined) throw new Refusal('document.notFound');
  const entry = await lockEntry(tx, documentId);
  if (entry === undefined) return;
  if (entry.taken_date !== null) throw new Refusal('tablet.taken');
  await withdrawEntry(tx, entry.id, actor.login, at);
}
