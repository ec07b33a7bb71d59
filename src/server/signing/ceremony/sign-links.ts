/** Returns sign links only to users who may start a signature. */
import { type Actor, isReadOnlyIn, mayEver } from '#domain/access.ts';
import type { Document } from '#domain/documents/document.ts';
import { isStarting } from '#domain/documents/document-states.ts';
import type { Db } from '#ports/database/database.ts';
import { sideBySide } from '../../database/parallel-reads.ts';
import { findVisible, type SignLinks, type SignUrls } from '../../documents/index.ts';
import type { World } from '../../world.ts';
import { handReadinessOf } from '../handwriting/readiness.ts';
import { signUrlOf, staffSignUrl } from '../messages/deliver.ts';
import { listOpenLinks } from '../queries.ts';
import { listStaffSignatures } from '../staff/staff-signature.queries.ts';
import { type AwaitedRow, listAwaitedSigners } from '../waiting/awaited-signers.queries.ts';
import { awaitedSigner } from '../waiting/waiting-signatures.ts';

async function maySign(db: Db, actor: Actor, documentId: number): Promise<boolean> {
  return findVisible(db, actor, documentId, 'document.sign').then(
    () => true,
    () => false,
  );
}

/** Readers of a document who may sign at all may sign it, except in brands that are read-only for them. */
const needsDocumentCheck = (actor: Actor): boolean => actor.brands.some(({ brand }) => isReadOnlyIn(actor, brand));

type DocumentState = Pick<Document, 'id' | 'status'> & { readonly status_reason: string | null };

/** Documents that may have awaited signers: a running signature, or one locked by wrong codes. */
const mayAwaitSigners = ({ status, status_reason }: DocumentState): boolean =>
  isStarting(status) || (status === 'READY_TO_SIGN' && status_reason === 'signing.locked');

const canUseLink = ({ role, session_state, expires_date }: AwaitedRow, now: Date): boolean =>
  role === 'customer' && session_state === 'OPEN' && expires_date.getTime() > now.getTime();

/**
 * The signers whose turn it is, with the first customer's link, and the staff signers by name, with the portal page
 * where they sign while they can.
 */
export function signUrls(world: World): SignUrls {
  const linksOf = async (db: Db, documents: readonly DocumentState[], actor: Actor) => {
    const ids = (rows: readonly DocumentState[]) => rows.map(({ id }) => id);
    const [awaited, signatures] = await sideBySide(
      db,
      () => listAwaitedSigners(db, ids(documents.filter(mayAwaitSigners))),
      () => listStaffSignatures(db, ids(documents)),
    );
    const awaitedByDocument = Map.groupBy(awaited, (row) => row.document_id);
    const staffByDocument = Map.groupBy(signatures, (row) => row.document_id);
    const mayEverSign = mayEver(actor, 'document.sign').ok;
    const needsCheck = needsDocumentCheck(actor);
    const now = world.clock.now();
    const linkOf = ({ id: signerId, session_id: sessionId, link_epoch: epoch }: AwaitedRow) =>
      signUrlOf(world, { signerId, sessionId, epoch });
    const links = new Map<number, SignLinks>();
    for (const id of new Set([...awaitedByDocument.keys(), ...staffByDocument.keys()])) {
      const signers = awaitedByDocument.get(id) ?? [];
      const maySeeLink = mayEverSign && !(needsCheck && !(await maySign(db, actor, id)));
      const customer = maySeeLink ? signers.find((signer) => canUseLink(signer, now)) : undefined;
      links.set(id, {
        signUrl: customer === undefined ? null : linkOf(customer),
        staff: (staffByDocument.get(id) ?? []).map(({ role, name, is_open }) => {
          return { role, name, signUrl: maySeeLink && is_open ? staffSignUrl(world, id) : null };
        }),
        awaits: signers.map(awaitedSigner),
      });
    }
    return links;
  };
  return { linksOf, byHand: (db, hst, at) => handReadinessOf(world, db, hst, at) };
}

/** The links of the signers who have not signed yet, by signer. @param documentId a document that the actor may read. */
export async function signerUrls(
  world: World,
  db: Db,
  documentId: number,
  actor: Actor,
): Promise<ReadonlyMap<number, string>> {
  if (!mayEver(actor, 'document.sign').ok) return new Map();
  if (needsDocumentCheck(actor) && !(await maySign(db, actor, documentId))) return new Map();
  const openLinks = await listOpenLinks(db, [documentId], world.clock.now());
  return new Map(
    openLinks.map((link) => [
      link.signerId,
      link.role === 'customer' ? signUrlOf(world, link) : staffSignUrl(world, documentId),
    ]),
  );
}
