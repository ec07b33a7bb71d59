/** Stores where a seller wants a new document signed, once it is there and before its signature starts. */
import { getSignaturePlaces, updateSignaturePlaces } from '#contract/calls/signing.ts';
import { sha256Of } from '../../../shared/sha256.ts';
import { ask } from '../../api/client.ts';
import { draftsOf, isOpen, ownDrafts, placesOf, placesWith, sameDrafts, unsettledPoints } from './drafts.ts';
import { draftsWith, type MovedPlaces } from './moved.ts';

/** Places that could not be stored: the signature does not start, and they are shown again. */
export interface Unplaced {
  readonly moved: MovedPlaces;
  readonly failure: unknown;
}

/** @returns null when the document is signed where the seller wants it, also because nothing was moved on this file. */
export async function storeMoved(id: number, file: File, moved: MovedPlaces): Promise<Unplaced | null> {
  try {
    if ((await sha256Of(new Uint8Array(await file.arrayBuffer()))) !== moved.sha256) return null;
    const places = await ask(getSignaturePlaces, { path: { id } });
    const drafts = draftsWith(places, moved);
    const isNew = !sameDrafts(drafts, draftsOf(places)) || unsettledPoints(places).length > 0 || moved.remember;
    if (!isNew || !isOpen(places)) return null;
    const { lastModifiedDate } = places;
    const { remember } = moved;
    const sent = placesOf(ownDrafts(placesWith(places, drafts), drafts));
    await ask(updateSignaturePlaces, { path: { id }, body: { places: sent, remember, lastModifiedDate } });
    return null;
  } catch (failure) {
    return { moved, failure };
  }
}
