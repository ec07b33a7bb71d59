/** Places that a seller moved on a file that is not uploaded yet: as the form keeps them, and over the places that are known. Pure. */
import { type Draft, type Drafts, draftsOf, isMovable, type SeenPlaces } from './drafts.ts';

export interface MovedPlaces {
  /** Of the content that they were chosen for: another file has none. */
  readonly sha256: string;
  /** Without a place: on the added page; an approval that is not to be signed. */
  readonly points: readonly { readonly point: number; readonly place: Draft }[];
  /** Proposed for the next files like this one, too. */
  readonly remember: boolean;
}

/** Places that could not be stored: the signature does not start, and they are shown again. */
export interface Unplaced {
  readonly moved: MovedPlaces;
  readonly failure: unknown;
}

export function movedOf(places: SeenPlaces, drafts: Drafts, of: Pick<MovedPlaces, 'sha256' | 'remember'>): MovedPlaces {
  const taken = places.points.filter(({ point }) => !drafts.has(point)).map(({ point }) => ({ point, place: null }));
  return { ...of, points: [...[...drafts].map(([point, place]) => ({ point, place })), ...taken] };
}

/** A point that is new since then keeps the place that is proposed for it. */
export function draftsWith(places: SeenPlaces, moved: Pick<MovedPlaces, 'points'> | null): Drafts {
  const drafts = new Map(draftsOf(places));
  for (const { point, place } of moved?.points ?? []) {
    const known = places.points.find((one) => one.point === point);
    if (known?.added && place === null) drafts.delete(point);
    else if (known ? isMovable(places, known) : place !== null && point === places.approval?.point) {
      drafts.set(point, place);
    }
  }
  return drafts;
}
