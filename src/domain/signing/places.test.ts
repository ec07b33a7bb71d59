/** Measuring turned pages, what fits on them, and which place a signature gets (P-6). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anchoredPlace,
  type Box,
  boxAt,
  decidePlaces,
  type FileField,
  type FileLayout,
  type PageShape,
  placeIssue,
  SMALLEST_PLACE,
  seenAt,
  seenSize,
  shapeText,
  snapInside,
} from './places.ts';

const A4: PageShape = { crop: [0, 0, 595, 842], rotation: 0 };
const layout = (change: Partial<FileLayout> = {}): FileLayout => ({ pages: [A4, A4], fields: [], hits: [], ...change });
const place = { page: 2, box: [300, 60, 490, 120] as Box };
const customer = { point: 1, role: 'customer' } as const;
const field = (name: string, box: Box = [100, 100, 290, 160], page = 1): FileField => ({ name, page, box });

const shapes = fc.record({
  left: fc.integer({ min: -500, max: 500 }),
  bottom: fc.integer({ min: -500, max: 500 }),
  width: fc.integer({ min: 200, max: 3000 }),
  height: fc.integer({ min: 200, max: 3000 }),
  rotation: fc.constantFrom(0, 90, 180, 270),
});

describe('a page that is turned and cut', () => {
  it('is measured as it is seen, there and back', () => {
    fc.assert(
      fc.property(
        shapes,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (shape, a, b) => {
          const { left, bottom, width, height, rotation } = shape;
          const page: PageShape = { crop: [left, bottom, left + width, bottom + height], rotation };
          const sheet = seenSize(page);
          const seen = { x: a * (sheet.width - 150), y: b * (sheet.height - 50), width: 150, height: 50 };
          const box = boxAt(page, seen);
          expect(placeIssue({ page: 1, box }, { pages: [page], fields: [] })).toBeNull();
          const again = seenAt(page, box);
          for (const key of ['x', 'y', 'width', 'height'] as const) expect(again[key]).toBeCloseTo(seen[key], 1);
        },
      ),
    );
  });

  it('shows its stored left edge at the bottom when it lies on its side', () => {
    const page: PageShape = { crop: [0, 0, 600, 800], rotation: 90 };
    expect(seenSize(page)).toEqual({ width: 800, height: 600 });
    // The stored corner at the bottom left is seen at the top left.
    expect(seenAt(page, [0, 0, 60, 190])).toEqual({ x: 0, y: 540, width: 190, height: 60 });
  });

  it('keeps a place inside, whatever is wanted', () => {
    fc.assert(
      fc.property(shapes, fc.integer(), fc.integer(), fc.nat(5000), fc.nat(5000), (shape, x, y, width, height) => {
        const { left, bottom, rotation } = shape;
        const page: PageShape = { crop: [left, bottom, left + shape.width, bottom + shape.height], rotation };
        const box = boxAt(page, snapInside(page, { x, y, width, height }));
        expect(placeIssue({ page: 1, box }, { pages: [page], fields: [] })).toBeNull();
      }),
    );
  });
});

describe('a place', () => {
  const issue = (box: Box, page = 1, fields: FileField[] = []) => placeIssue({ page, box }, layout({ fields }));

  it('is refused outside the page, too small, upside down, on a field, over another', () => {
    expect(issue([-1, 0, 200, 60])).toBe('placeOutside');
    expect(issue([500, 0, 690, 60])).toBe('placeOutside');
    expect(issue([0, 0, 190, 60], 3)).toBe('placeOutside');
    expect(issue([Number.NaN, 0, 190, 60])).toBe('placeOutside');
    expect(issue([0, 0, SMALLEST_PLACE.width - 1, 60])).toBe('placeSmall');
    expect(issue([190, 60, 0, 0])).toBe('placeSmall');
    expect(issue([0, 0, 190, 60], 1, [field('f', [180, 50, 300, 90])])).toBe('placeOnField');
    expect(placeIssue(place, layout(), [place])).toBe('placeOverlap');
    // Beside one another is not over one another.
    expect(placeIssue(place, layout(), [{ page: 2, box: [490, 60, 590, 120] }])).toBeNull();
  });
});

describe('the place that a signature gets', () => {
  const known = { chosen: null, remembered: null, anchors: [] };
  const chosen = [{ point: 1, ...place }];
  const decided = (file: FileLayout, change: Partial<Parameters<typeof decidePlaces>[2]> = {}) => {
    const [one] = decidePlaces([customer], file, { ...known, ...change });
    return one && [one.origin, one.field, one.place?.page ?? null];
  };
  const anchor = { text: 'firma', role: 'customer', right: 0, up: -70, width: 190, height: 60 } as const;
  const hits = [{ page: 1, box: [100, 300, 160, 312] as Box }];

  it('is the field of the file, whatever was chosen', () => {
    expect(decided(layout({ fields: [field('Firma')] }), { chosen })).toEqual(['field', 'Firma', 1]);
  });

  it('is the field that is named for the signer, and none that is named for another', () => {
    const two = layout({ fields: [field('Sig1'), field('Firma_Cliente', [100, 10, 290, 70], 2)] });
    expect(decided(two)).toEqual(['field', 'Firma_Cliente', 2]);
    expect(decided(layout({ fields: [field('Firma Venditore')] }))).toEqual(['page', null, null]);
  });

  it('is the first field in the order of reading when none is named for anybody', () => {
    const fields = [
      field('b', [100, 100, 290, 160], 2),
      field('c', [300, 500, 490, 560]),
      field('a', [90, 500, 280, 560]),
    ];
    expect(decided(layout({ fields }))).toEqual(['field', 'a', 1]);
  });

  it('is what was chosen, then what is remembered, then the text, then the added page', () => {
    const file = layout({ hits });
    const remembered = [{ point: 1, page: 1, box: [10, 10, 200, 70] as Box }];
    expect(decided(file, { chosen, remembered, anchors: [anchor] })).toEqual(['placed', null, 2]);
    expect(decided(file, { remembered, anchors: [anchor] })).toEqual(['remembered', null, 1]);
    expect(decided(file, { anchors: [anchor] })).toEqual(['anchor', null, 1]);
    expect(decided(layout({ hits: [null] }), { anchors: [anchor] })).toEqual(['page', null, null]);
    expect(decided(file, { anchors: [{ ...anchor, role: 'dealer' }] })).toEqual(['page', null, null]);
  });

  it('is the added page when somebody chose that', () => {
    expect(decided(layout({ hits }), { chosen: [], anchors: [anchor] })).toEqual(['page', null, null]);
  });

  it('gives way where what is remembered does not fit the file', () => {
    const small = layout({ pages: [{ crop: [0, 0, 250, 250], rotation: 0 }] });
    expect(decided(small, { remembered: chosen })).toEqual(['page', null, null]);
  });

  it('beside a text stays inside the page', () => {
    const low = { page: 1, box: [500, 10, 560, 22] as Box };
    expect(anchoredPlace(anchor, low, [A4])).toEqual({ page: 1, box: [405, 0, 595, 60] });
    expect(anchoredPlace(anchor, { ...low, page: 9 }, [A4])).toBeNull();
  });
});

it('files have the same shape when their pages have the same sizes and lie the same way', () => {
  expect(shapeText([A4, A4])).toBe(shapeText([{ ...A4, crop: [0, 0, 595.28, 841.89] }, A4]));
  const others: PageShape[][] = [[A4], [A4, { ...A4, rotation: 90 }], [A4, { ...A4, crop: [0, 0, 595, 800] }]];
  for (const other of others) expect(shapeText(other)).not.toBe(shapeText([A4, A4]));
});
