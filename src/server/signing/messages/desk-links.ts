/** Tracks links handed over at the desk, on a tablet or by a scanned code, which are not e-mailed. */
import { isHandedOver } from '#domain/signing/messages/link.ts';
import type { Tx } from '#ports/database/database.ts';
import { findLatestSession, linkWasSent, listSigners, noteHanded, type Signer } from '../queries.ts';

/** The tablet shows the link of the first customer who has not signed; the other customers get theirs by e-mail. */
export async function noteHandedOnTablet(tx: Tx, documentId: number): Promise<void> {
  const session = await findLatestSession(tx, documentId);
  const signers = session === undefined ? [] : await listSigners(tx, session.id);
  const signer = signers.find((candidate) => candidate.role === 'customer' && candidate.state === 'WAITING');
  if (signer !== undefined) await noteHanded(tx, signer.id, signer.link_epoch);
}

/** Whether the customer received this link only at the desk, so that ending it leaves no dead link in a mailbox. */
export const isAtDeskOnly = async (tx: Tx, signer: Signer): Promise<boolean> =>
  isHandedOver(signer) && !(await linkWasSent(tx, signer.id, signer.link_epoch));
