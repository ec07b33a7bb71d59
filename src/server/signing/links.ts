/** Sign links for those who may start a signature, and nobody else (P-7, R-14). */
import { type Actor, mayEver } from '#domain/access.ts';
import type { Db } from '#ports/database/database.ts';
import { findVisible, type SignUrls } from '../documents/index.ts';
import type { World } from '../world.ts';
import { signUrlOf } from './deliver.ts';
import { listOpenLinks, type OpenLink } from './queries.ts';

async function maySign(db: Db, actor: Actor, documentId: number): Promise<boolean> {
  return findVisible(db, actor, documentId, 'document.sign').then(
    () => true,
    () => false,
  );
}

/** The customer's links of running signatures, by document. */
export function signUrls(world: World): SignUrls {
  return async (db, documentIds, actor) => {
    const urls = new Map<number, string>();
    if (!mayEver(actor, 'document.sign').ok) return urls;
    const links: OpenLink[] = await listOpenLinks(db, documentIds, world.clock.now());
    for (const link of links) {
      if (link.role !== 'customer' || !(await maySign(db, actor, link.documentId))) continue;
      urls.set(link.documentId, signUrlOf(world, link));
    }
    return urls;
  };
}
