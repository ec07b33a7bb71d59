/** Signature fields moved before the upload are kept, and applied over later proposals. */
import { describe, expect, it } from 'vitest';
import { draftsWith, movedOf } from './moved-places.ts';
import { draftsOf, type SeenPlaces } from './place-drafts.ts';

type Point = SeenPlaces['points'][number];

const OF = { sha256: 'ab', remember: false };
const box = [100, 100, 290, 160] as const;
const place = { page: 1, box };

const point = (number: number, part: Partial<Point> = {}): Point => ({
  ...{ point: number, role: 'customer', signer: null, label: 'Firma', added: false, problem: null },
  ...{ origin: 'line', page: 2, box: [40, 40, 230, 100], words: 'Firma del cliente', offers: [] },
  ...{ chosenBy: null, chosenDate: null, ...part },
});
const places = (points: Point[], part: Partial<SeenPlaces> = {}): SeenPlaces => ({
  ...{ fixed: null, pages: [], fields: [], approval: null, remembered: false, lastModifiedDate: null },
  ...{ points, ...part },
});
const approval = { point: 49, label: 'Approvazione', offers: [] };

describe('places moved before the upload', () => {
  it('are where the seller put them, including on the added page', () => {
    const proposed = places([point(1), point(2)]);
    const moved = movedOf(
      proposed,
      new Map([
        [1, place],
        [2, null],
      ]),
      OF,
    );
    expect([...draftsWith(proposed, moved)]).toEqual([
      [1, place],
      [2, null],
    ]);
    expect(draftsWith(proposed, null)).toEqual(draftsOf(proposed));
  });

  it('leave a later signature at its suggested place, and drop one that no longer exists', () => {
    const moved = movedOf(
      places([point(1), point(2)]),
      new Map([
        [1, place],
        [2, place],
      ]),
      OF,
    );
    const now = places([point(1), point(3)]);
    expect([...draftsWith(now, moved)]).toEqual([
      [1, place],
      [3, { page: 2, box: [40, 40, 230, 100] }],
    ]);
  });

  it('never move a signature out of a field of the file', () => {
    const moved = movedOf(places([point(1)]), new Map([[1, place]]), OF);
    const inField = places([point(1, { origin: 'field' })]);
    expect(draftsWith(inField, moved)).toEqual(draftsOf(inField));
  });

  it('add the approval of clauses where allowed, and remove a remembered one', () => {
    const proposed = places([point(1)], { approval });
    const added = movedOf(proposed, new Map([...draftsOf(proposed), [49, place]]), OF);
    expect(draftsWith(proposed, added).get(49)).toEqual(place);
    expect(draftsWith(places([point(1)]), added).has(49)).toBe(false);
    const remembered = places([point(1), point(49, { added: true, origin: 'remembered' })], { approval });
    const taken = movedOf(remembered, draftsOf(proposed), OF);
    expect(draftsWith(remembered, taken).has(49)).toBe(false);
  });
});
