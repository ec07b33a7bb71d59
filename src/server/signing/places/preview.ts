/** Computes the places of a file before its upload, with the same rules as for a document. */
import type { Language } from '#domain/errors.ts';
import { isMovable } from '#domain/signing/fields/decide.ts';
import type { PlacesToCome, PreviewedUpload } from '../../documents/index.ts';
import type { World } from '../../world.ts';
import { findRememberedPlaces } from './places.queries.ts';
import { decideFilePlaces, kindOf, readFileLayout } from './read-layout.ts';
import { showPlaces } from './show-places.ts';

export async function previewPlaces(
  world: World,
  { content, ...upload }: PreviewedUpload,
  language: Language,
): ReturnType<PlacesToCome> {
  try {
    const file = await readFileLayout(world, upload, content, false);
    const remembered = await findRememberedPlaces(world.database.read, kindOf(upload.document, file.layout));
    const known = { own: undefined, remembered };
    const decided = decideFilePlaces(upload, file, known);
    const fixed = decided.some(isMovable) ? null : ('places.inFile' as const);
    return showPlaces({ of: upload, signer: null, file, known, fixed, isOpen: true }, decided, language);
  } catch (error) {
    // The document made from this file retries.
    world.log.warn({ err: error }, 'places of a file before its upload cannot be read');
    return null;
  }
}
