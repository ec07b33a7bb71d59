/** Sign links for those who may start a signature, and nobody else (P-7, R-14). */
import { type Actor, isReadOnlyIn, mayEver } from '#domain/access.ts';
import type { Db } from '#ports/database/database.ts';
import { findVisible, type SignUrls } from '../documents/index.ts';
import type { World } from '../world.ts';
import { signUrlOf } from './deliver.ts';
import { listOpenLinks } from './queries.ts';

async function maySign(db: Db, actor: Actor, documentId: number): Promise<boolean> {
  return findVisible(db, actor, documentId, 'document.sign').then(
    () => true,
    () => false,
  );
}

/** Whoever reads a document and may sign at all may sign it, save in a brand that is read-only for them. */
const needsAsking = (actor: Actor): boolean => actor.brands.some(({ brand }) => isReadOnlyIn(actor, brand));

/** The customer's links of running signatures, by document. @param documentIds documents the actor may read. */
export function signUrls(world: World): SignUrls {
  return async (db, documentIds, actor) => {
    const urls = new Map<number, string>();
    if (!mayEver(actor, 'document.sign').ok) return urls;
    const ask = needsAsking(actor);
    for (const link of await listOpenLinks(db, documentIds, world.clock.now())) {
      if (link.role !== 'customer' || (ask && !(await maySign(db, actor, link.documentId)))) continue;
      urls.set(link.documentId, signUrlOf(world, link));
    }
    return urls;
  };
}
