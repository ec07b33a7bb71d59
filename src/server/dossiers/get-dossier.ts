/** Loads a customer for an actor, or refuses. */
import type { Actor } from '#domain/access.ts';
import { Refusal } from '#domain/errors.ts';
import type { Db } from '#ports/database/database.ts';
import { authoriseAction, type Needs } from '../http/route.ts';
import { type DossierRow, findDossier } from './queries.ts';

/** @throws Refusal dossier.notFound when it is absent or out of the actor's sight, access.* when a right is missing. */
export async function getDossier(db: Db, actor: Actor, needs: Needs, id: number): Promise<DossierRow> {
  const row = await findDossier(db, id);
  if (row === undefined) throw new Refusal('dossier.notFound');
  authoriseAction(actor, needs, { hst: row.hst, createdBy: row.created_by }, 'dossier.notFound');
  return row;
}
