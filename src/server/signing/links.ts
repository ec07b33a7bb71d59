/** Sign links for those who may start a signature, and nobody else (P-7, R-14). */
import { type Actor, isReadOnlyIn, mayEver } from '#domain/access.ts';
import { type DocumentStatus, isMoving } from '#domain/documents/life.ts';
import type { Db } from '#ports/database/database.ts';
import { sideBySide } from '../database/side-by-side.ts';
import { findVisible, type SignLinks, type SignUrls } from '../documents/index.ts';
import type { World } from '../world.ts';
import { signUrlOf, staffSignUrl } from './deliver.ts';
import { byHandOf } from './hand-readiness.ts';
import { listOpenLinks } from './queries.ts';
import { listStaffSignatures } from './staff-signature-rows.ts';

async function maySign(db: Db, actor: Actor, documentId: number): Promise<boolean> {
  return findVisible(db, actor, documentId, 'document.sign').then(
    () => true,
    () => false,
  );
}

/** Whoever reads a document and may sign at all may sign it, save in a brand that is read-only for them. */
const needsAsking = (actor: Actor): boolean => actor.brands.some(({ brand }) => isReadOnlyIn(actor, brand));

interface Told {
  readonly id: number;
  readonly status: DocumentStatus;
}

/** The link of the first customer who has not signed yet, by document. @param documents those the actor may read. */
async function customerUrls(world: World, db: Db, documents: readonly Told[], actor: Actor) {
  const urls = new Map<number, string>();
  if (!mayEver(actor, 'document.sign').ok) return urls;
  const ask = needsAsking(actor);
  const running = documents.filter(({ status }) => isMoving(status)).map(({ id }) => id);
  for (const link of await listOpenLinks(db, running, world.clock.now())) {
    if (link.role !== 'customer' || urls.has(link.documentId) || (ask && !(await maySign(db, actor, link.documentId))))
      continue;
    urls.set(link.documentId, signUrlOf(world, link));
  }
  return urls;
}

/** Who signs for the dealer, by name, with the page of the portal they sign on while they can (P-20 `metadata`). */
export function signUrls(world: World): SignUrls {
  const linksOf = async (db: Db, documents: readonly Told[], actor: Actor) => {
    const [urls, signatures] = await sideBySide(
      db,
      () => customerUrls(world, db, documents, actor),
      () =>
        listStaffSignatures(
          db,
          documents.map(({ id }) => id),
        ),
    );
    const staff = Map.groupBy(signatures, (one) => one.document_id);
    const mayEverSign = mayEver(actor, 'document.sign').ok;
    const ask = needsAsking(actor);
    const found = new Map<number, SignLinks>([...urls].map(([id, signUrl]) => [id, { signUrl, staff: [] }]));
    for (const [id, signers] of staff) {
      const told = mayEverSign && !(ask && !(await maySign(db, actor, id)));
      const named = signers.map(({ role, name, is_open }) => {
        return { role, name, signUrl: told && is_open ? staffSignUrl(world, id) : null };
      });
      found.set(id, { signUrl: urls.get(id) ?? null, staff: named });
    }
    return found;
  };
  return { linksOf, byHand: (db, hst, at) => byHandOf(world, db, hst, at) };
}

/** The links of those who have not signed yet, by signer. @param documentId a document the actor may read. */
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
