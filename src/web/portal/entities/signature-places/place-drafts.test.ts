/** Moving a signature field on a page: inside it, by key and corner, with undo. */
import { describe, expect, it } from 'vitest';
import type { SignaturePlaces } from '#contract/signing/signature-places.ts';
import type { PageShape } from '#domain/signing/places.ts';
import {
  type Drafts,
  doubtfulPlace,
  draftsOf,
  firstPlace,
  isMovable,
  issueOf,
  nudge,
  onPage,
  openOffers,
  otherFields,
  ownDrafts,
  placeAtField,
  placeProblem,
  placesOf,
  placesWith,
  refusalAt,
  refusedPlaces,
  resized,
  sameDrafts,
  startHistory,
  undo,
  unsettledPoints,
  withoutPoint,
  withPlace,
} from './place-drafts.ts';

const A4: PageShape = { crop: [0, 0, 595, 842], rotation: 0 };
const SIDEWAYS: PageShape = { crop: [0, 0, 595, 842], rotation: 90 };
const place = { page: 1, box: [100, 100, 290, 160] } as const;
const stroke = (key: string, change: object = {}) => ({ key, shiftKey: false, altKey: false, ...change });

describe('an arrow key', () => {
  it('moves by one millimetre, with Shift by ten', () => {
    expect(nudge(A4, place, stroke('ArrowRight'))?.box[0]).toBeCloseTo(102.83, 1);
    expect(nudge(A4, place, stroke('ArrowUp', { shiftKey: true }))?.box[1]).toBeCloseTo(128.35, 1);
  });

  it('moves in display directions, not stored ones', () => {
    // On a rotated page, right on the screen is up in the page's own coordinates.
    expect(nudge(SIDEWAYS, place, stroke('ArrowRight'))?.box[1]).toBeCloseTo(102.83, 1);
  });

  it('never moves beyond the page', () => {
    const corner = { page: 1, box: [405, 0, 595, 60] } as const;
    expect(nudge(A4, corner, stroke('ArrowRight', { shiftKey: true }))?.box).toEqual([405, 0, 595, 60]);
    expect(nudge(A4, corner, stroke('ArrowDown'))?.box).toEqual([405, 0, 595, 60]);
  });

  it('with Alt changes the size and keeps the upper left corner', () => {
    const larger = nudge(A4, place, stroke('ArrowDown', { altKey: true }))?.box;
    expect(larger?.[3]).toBe(160);
    expect(larger?.[1]).toBeCloseTo(97.17, 1);
  });

  it('is required: other keys move nothing', () => {
    expect(nudge(A4, place, stroke('a'))).toBeNull();
  });
});

describe('a corner', () => {
  it('keeps the minimum size and the opposite corner', () => {
    const seen = { x: 100, y: 100, width: 190, height: 60 };
    expect(resized(A4, seen, 'nw', 500, -500)).toEqual({ x: 180, y: 100, width: 110, height: 32 });
    expect(resized(A4, seen, 'se', 900, -900)).toEqual({ x: 100, y: 0, width: 495, height: 160 });
  });
});

describe('another page', () => {
  it('receives the signature, moved inside if it is smaller', () => {
    const small: PageShape = { crop: [10, 10, 210, 110], rotation: 0 };
    expect(onPage([A4, small], place, 2)).toEqual({ page: 2, box: [20, 50, 210, 110] });
    expect(onPage([A4], place, 2)).toBeNull();
  });
});

describe('a new place', () => {
  it('is at the lower right, beside existing ones', () => {
    const first = firstPlace({ pages: [A4], fields: [] }, 1, []);
    expect(first?.box).toEqual([369, 36, 559, 96]);
    const next = firstPlace({ pages: [A4], fields: [] }, 1, first ? [first] : []);
    expect(next?.box).toEqual([179, 36, 369, 96]);
  });
});

describe('the undo steps', () => {
  it('are undone one by one, without steps that change nothing', () => {
    const start = startHistory(new Map([[1, null]]));
    const moved = withPlace(withPlace(start, 1, place), 1, place);
    expect(placesOf(moved.now)).toEqual([{ point: 1, page: 1, box: [100, 100, 290, 160] }]);
    expect(undo(moved).now).toEqual(start.now);
    expect(undo(undo(moved)).now).toEqual(start.now);
  });

  it('name the obstacle', () => {
    const field = { name: 'f', ...place };
    expect(issueOf(new Map([[1, place]]), 1, { pages: [A4], fields: [field] })).toBe('placeOnField');
    expect(issueOf(new Map([[1, null]]), 1, { pages: [A4], fields: [field] })).toBeNull();
  });
});

describe('a field of the file', () => {
  const signed = { name: 'Cliente', page: 1, box: [100, 100, 290, 160] as [number, number, number, number] };
  const other = { ...signed, name: 'Sig1', box: [300, 100, 490, 160] as [number, number, number, number] };
  const point = {
    role: 'customer',
    signer: null,
    label: 'Firma',
    added: false,
    problem: null,
    words: null,
    offers: [] as SignaturePlaces['points'][number]['offers'],
    chosenBy: null,
    chosenDate: null,
  } as const;
  const places: SignaturePlaces = {
    ...{ documentId: 1, fixed: null, pages: [], approval: null, remembered: false, lastModifiedDate: null },
    fields: [
      { ...signed, leftOut: false, fault: null },
      { ...other, leftOut: true, fault: null },
    ],
    points: [
      { ...point, point: 1, origin: 'field', page: 1, box: signed.box },
      { ...point, point: 5, origin: 'anchor', page: 1, box: [100, 300, 290, 360] },
    ],
  };

  it('stays in place when another signature is moved, and is not sent', () => {
    expect(places.points.map((movable) => isMovable(places, movable))).toEqual([false, true]);
    expect(placesOf(ownDrafts(places, draftsOf(places)))).toEqual([{ point: 5, page: 1, box: [100, 300, 290, 360] }]);
    const fixed = { code: 'places.generated', text: '' };
    expect(places.points.map((movable) => isMovable({ fixed, approval: null }, movable))).toEqual([false, false]);
  });

  it('is offered as a line of the file while the signature has no place', () => {
    const line = (words: string, bottom: number) => ({ page: 1, box: [100, bottom, 290, bottom + 40], words }) as const;
    const offers = [line('Firma', 500), line('Firma', 400), line('Il Cliente', 300)].map((one) => ({
      ...one,
      box: [...one.box] as [number, number, number, number],
    }));
    const waiting = { ...point, point: 1, origin: 'page' as const, page: null, box: null, offers };
    const words = (drafts: Drafts) => openOffers(places, drafts, waiting).map((offer) => offer.words);
    expect(words(new Map([[1, null]]))).toEqual(['Firma (1)', 'Firma (2)', 'Il Cliente']);
    expect(words(new Map([[1, { page: 1, box: [1, 2, 3, 4] }]]))).toEqual([]);
  });

  it('is refused by the server if it covers text, until it is moved', () => {
    const box = [100, 100, 290, 160] as const;
    const refused = refusedPlaces([{ field: 'places.0.box', message: 'Copre' }], [{ point: 1, page: 2, box }]);
    if (!refused) throw new Error('it is no refusal of a place');
    expect(refusalAt(refused, new Map([[1, { page: 2, box }]]), 1)).toBe('Copre');
    expect(refusalAt(refused, new Map([[1, { page: 1, box }]]), 1)).toBeNull();
    expect(refusedPlaces([{ field: 'lastModifiedDate', message: '' }], [])).toBeNull();
  });

  it('that is not signed is shown as such', () => {
    expect(otherFields(places).map(({ name }) => name)).toEqual(['Sig1']);
  });

  it('allows the approval of clauses, which exists while it has a place', () => {
    const fixed = { code: 'places.inFile', text: '' };
    const approval = { point: 49, label: 'Approvo', offers: [] };
    const inFile: SignaturePlaces = { ...places, fixed, approval, points: places.points.slice(0, 1) };
    const before = startHistory(draftsOf(inFile));
    expect(placesWith(inFile, before.now).points).toHaveLength(1);
    const added = withPlace(before, 49, place);
    const { points } = placesWith(inFile, added.now);
    expect(points.map(({ point: number, label }) => [number, label])).toEqual([
      [1, 'Firma'],
      [49, 'Approvo'],
    ]);
    expect(points.map((movable) => isMovable(inFile, movable))).toEqual([false, true]);
    expect(placesOf(ownDrafts(placesWith(inFile, added.now), added.now))).toEqual([{ point: 49, ...place }]);
    // Unchanged: nothing to save.
    expect(sameDrafts(withoutPoint(added, 49).now, before.now)).toBe(true);
    // A saved one is removed.
    const saved = placesWith(inFile, added.now);
    expect(placesWith(saved, withoutPoint(startHistory(draftsOf(saved)), 49).now).points).toHaveLength(1);
  });
});

describe('an unusable field of the file', () => {
  const box: [number, number, number, number] = [100, 500, 200, 515];
  const pages: SignaturePlaces['pages'] = [{ crop: [0, 0, 595, 842], rotation: 0 }];
  const placesOfFault = (
    fault: NonNullable<SignaturePlaces['fields'][number]['fault']>,
    page = 1,
  ): SignaturePlaces => ({
    ...{ documentId: 1, fixed: null, pages, approval: null, remembered: false, lastModifiedDate: null },
    fields: [{ name: 'Cliente', page, box, leftOut: fault !== 'placeOnText', fault }],
    points: [
      {
        ...{
          point: 1,
          role: 'customer',
          signer: null,
          label: 'Firma',
          added: false,
          words: null,
          offers: [],
          chosenBy: null,
          chosenDate: null,
        },
        problem: { field: 'Cliente', fault, settled: fault === 'placeOnText' },
        ...(fault === 'placeOnText' ? { origin: 'field', page, box } : { origin: 'page', page: null, box: null }),
      },
    ],
  });
  const pointOf = (places: SignaturePlaces) => {
    const [point] = places.points;
    if (!point) throw new Error('no point');
    return point;
  };

  it.each(['fieldHidden', 'fieldNotPrinted', 'fieldTurned', 'placeSmall'] as const)(
    'must be resolved, and can be placed where it is, large enough: %s',
    (fault) => {
      const places = placesOfFault(fault);
      expect(unsettledPoints(places)).toHaveLength(1);
      const there = placeAtField(places, pointOf(places));
      expect(there).toEqual({ page: 1, box: [100, 500, 210, 532] });
      const now = withPlace(startHistory(draftsOf(places)), 1, there).now;
      expect(placeProblem(places, now, pointOf(places))).toBeNull();
      expect(placesOf(ownDrafts(places, now))).toEqual([{ point: 1, page: 1, box: [100, 500, 210, 532] }]);
    },
  );

  it.each(['placeOverlap', 'fieldLarge'] as const)('is placed elsewhere: %s', (fault) => {
    const places = placesOfFault(fault);
    expect(placeAtField(places, pointOf(places))).toBeNull();
  });

  it('is placed elsewhere if no page shows it', () => {
    const nowhere = placesOfFault('fieldNoPage', 0);
    expect(placeAtField(nowhere, pointOf(nowhere))).toBeNull();
    const outside = placesOfFault('placeOutside');
    const far = {
      ...outside,
      fields: outside.fields.map((field) => ({ ...field, box: [700, 900, 900, 960] as const })),
    };
    expect(placeAtField(far as unknown as SignaturePlaces, pointOf(outside))).toBeNull();
  });

  it('over text can be moved, and is not sent until then', () => {
    const places = placesOfFault('placeOnText');
    const drafts = draftsOf(places);
    expect(unsettledPoints(places)).toEqual([]);
    expect(isMovable(places, pointOf(places))).toBe(true);
    expect(placesOf(ownDrafts(places, drafts))).toEqual([]);
    const moved = withPlace(startHistory(drafts), 1, { page: 1, box: [300, 60, 490, 120] });
    expect(placesOf(ownDrafts(places, moved.now))).toEqual([{ point: 1, page: 1, box: [300, 60, 490, 120] }]);
    const back = withPlace(moved, 1, doubtfulPlace(places, pointOf(places)));
    expect(placesOf(ownDrafts(places, back.now))).toEqual([]);
  });
});
