/** Computes the places of a file before its upload, with the same rules as for a document. */
import type { Language } from '#domain/errors.ts';
import { isMovable } from '#domain/signing/fields/decide.ts';
import type { FileToCome, PlacesToCome } from '../../documents/index.ts';
import type { World } from '../../world.ts';
import { findRememberedPlaces } from './places.queries.ts';
import { decide, kindOf, lookAt } from './read-file.ts';
import { showPlaces } from './show.ts';

export async function placesToCome(
  world: World,
  { content, ...of }: FileToCome,
  language: Language,
): ReturnType<PlacesToCome> {
  try {
    const file = await lookAt(world, of, content, false);
    const remembered = await findRememberedPlaces(world.database.read, kindOf(of.document, file.layout));
    const known = { own: undefined, remembered };
    const decided = decide(of, file, known);
    const fixed = decided.some(isMovable) ? null : ('places.inFile' as const);
    return showPlaces({ of, signer: null, file, known, fixed, isOpen: true }, decided, language);
  } catch (error) {
    // The document made from this file retries.
    world.log.warn({ err: error }, 'places of a file to come cannot be read');
    return null;
  }
}
