/** Returns sign links to those who may start a signature, and to no other caller. */
import { type Actor, isReadOnlyIn, mayEver } from '#domain/access.ts';
import type { Document } from '#domain/documents/document.ts';
import { isStarting } from '#domain/documents/life.ts';
import type { Db } from '#ports/database/database.ts';
import { sideBySide } from '../../database/side-by-side.ts';
import { findVisible, type SignLinks, type SignUrls } from '../../documents/index.ts';
import type { World } from '../../world.ts';
import { byHandOf } from '../handwriting/readiness.ts';
import { signUrlOf, staffSignUrl } from '../messages/deliver.ts';
import { listOpenLinks } from '../queries.ts';
import { listStaffSignatures } from '../staff/staff-signature.queries.ts';
import { type AwaitedRow, listAwaited } from '../waiting/awaited.queries.ts';
import { awaitedSigner } from '../waiting/waiting.ts';

async function maySign(db: Db, actor: Actor, documentId: number): Promise<boolean> {
  return findVisible(db, actor, documentId, 'document.sign').then(
    () => true,
    () => false,
  );
}

/** Readers of a document who may sign at all may sign it, except in brands that are read-only for them. */
const needsAsking = (actor: Actor): boolean => actor.brands.some(({ brand }) => isReadOnlyIn(actor, brand));

type Told = Pick<Document, 'id' | 'status'> & { readonly status_reason: string | null };

/** Documents that may have awaited signers: a running signature, or one locked by wrong codes. */
const mayAwait = ({ status, status_reason }: Told): boolean =>
  isStarting(status) || (status === 'READY_TO_SIGN' && status_reason === 'signing.locked');

const takesLink = ({ role, session_state, expires_date }: AwaitedRow, now: Date): boolean =>
  role === 'customer' && session_state === 'OPEN' && expires_date.getTime() > now.getTime();

/**
 * The signers whose turn it is, with the first customer's link, and the staff signers by name, with the portal page
 * where they sign while they can.
 */
export function signUrls(world: World): SignUrls {
  const linksOf = async (db: Db, documents: readonly Told[], actor: Actor) => {
    const ids = (of: readonly Told[]) => of.map(({ id }) => id);
    const [awaited, signatures] = await sideBySide(
      db,
      () => listAwaited(db, ids(documents.filter(mayAwait))),
      () => listStaffSignatures(db, ids(documents)),
    );
    const waiting = Map.groupBy(awaited, (one) => one.document_id);
    const staff = Map.groupBy(signatures, (one) => one.document_id);
    const mayEverSign = mayEver(actor, 'document.sign').ok;
    const ask = needsAsking(actor);
    const now = world.clock.now();
    const linkOf = ({ id: signerId, session_id: sessionId, link_epoch: epoch }: AwaitedRow) =>
      signUrlOf(world, { signerId, sessionId, epoch });
    const found = new Map<number, SignLinks>();
    for (const id of new Set([...waiting.keys(), ...staff.keys()])) {
      const signers = waiting.get(id) ?? [];
      const told = mayEverSign && !(ask && !(await maySign(db, actor, id)));
      const customer = told ? signers.find((signer) => takesLink(signer, now)) : undefined;
      found.set(id, {
        signUrl: customer === undefined ? null : linkOf(customer),
        staff: (staff.get(id) ?? []).map(({ role, name, is_open }) => {
          return { role, name, signUrl: told && is_open ? staffSignUrl(world, id) : null };
        }),
        awaits: signers.map(awaitedSigner),
      });
    }
    return found;
  };
  return { linksOf, byHand: (db, hst, at) => byHandOf(world, db, hst, at) };
}

/** The links of the signers who have not signed yet, by signer. @param documentId a document that the actor may read. */
export async function signerUrls(
  world: World,
  db: Db,
  documentId: number,
  actor: Actor,
): Promise<ReadonlyMap<number, string>> {
  if (!mayEver(actor, 'document.sign').ok) return new Map();
  if (needsAsking(actor) && !(await maySign(db, actor, documentId))) return new Map();
  const open = await listOpenLinks(db, [documentId], world.clock.now());
  return new Map(
    open.map((link) => [
      link.signerId,
      link.role === 'customer' ? signUrlOf(world, link) : staffSignUrl(world, documentId),
    ]),
  );
}
