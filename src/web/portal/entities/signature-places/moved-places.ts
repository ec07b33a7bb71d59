/** Signature fields that a seller moved on a file not uploaded yet: stored in the form, and merged into the known ones. Pure. */
import { type Draft, type Drafts, draftsOf, isMovable, type SeenPlaces } from './place-drafts.ts';

export interface MovedPlaces {
  /** Hash of the content for which they were chosen: they do not apply to another file. */
  readonly sha256: string;
  /** Without a place: on the added page or, for an approval, not signed. */
  readonly points: readonly { readonly point: number; readonly place: Draft }[];
  /** Also propose them for future files like this one. */
  readonly remember: boolean;
}

/** Signature fields that could not be stored: the signature does not start, and they are shown again. */
export interface Unplaced {
  readonly moved: MovedPlaces;
  readonly failure: unknown;
}

export function movedOf(places: SeenPlaces, drafts: Drafts, of: Pick<MovedPlaces, 'sha256' | 'remember'>): MovedPlaces {
  const removed = places.points.filter(({ point }) => !drafts.has(point)).map(({ point }) => ({ point, place: null }));
  return { ...of, points: [...[...drafts].map(([point, place]) => ({ point, place })), ...removed] };
}

/** A signature field added since then keeps its proposed rectangle. */
export function draftsWith(places: SeenPlaces, moved: Pick<MovedPlaces, 'points'> | null): Drafts {
  const drafts = new Map(draftsOf(places));
  for (const { point, place } of moved?.points ?? []) {
    const existing = places.points.find((candidate) => candidate.point === point);
    if (existing?.added && place === null) drafts.delete(point);
    else if (existing ? isMovable(places, existing) : place !== null && point === places.approval?.point) {
      drafts.set(point, place);
    }
  }
  return drafts;
}
