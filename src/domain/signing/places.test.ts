/** Measuring rotated pages, what fits on them, and where each signature is placed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ADDED_APPROVAL, type DecidedPlace, decidePlaces, MAX_POINTS_PER_ROLE, unusedFields } from './fields/decide.ts';
import {
  anchoredPlace,
  boxAt,
  type FileField,
  type FileLayout,
  MIN_PLACE_SIZE,
  type PageShape,
  placeIssue,
  type Rectangle,
  shapeText,
  snapInside,
  viewAt,
  viewSize,
} from './places.ts';
import { pointLabels, SEPARATE_APPROVAL } from './point-labels.ts';

const A4: PageShape = { crop: [0, 0, 595, 842], rotation: 0 };
const layout = (change: Partial<FileLayout> = {}): FileLayout => ({ pages: [A4, A4], fields: [], hits: [], ...change });
const place = { page: 2, box: [300, 60, 490, 120] as Rectangle };
const customer = { point: 1, role: 'customer' } as const;
const field = (name: string, box: Rectangle = [100, 100, 290, 160], page = 1): FileField => ({ name, page, box });

const shapes = fc.record({
  left: fc.integer({ min: -500, max: 500 }),
  bottom: fc.integer({ min: -500, max: 500 }),
  width: fc.integer({ min: 200, max: 3000 }),
  height: fc.integer({ min: 200, max: 3000 }),
  rotation: fc.constantFrom(0, 90, 180, 270),
  unit: fc.constantFrom(1, 0.5, 2, 3.7),
});

describe('a rotated and cropped page', () => {
  it('is measured as displayed, in both directions', () => {
    fc.assert(
      fc.property(
        shapes,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (shape, a, b) => {
          const { left, bottom, width, height, rotation, unit } = shape;
          const [right, top] = [left + width / unit, bottom + height / unit];
          const page: PageShape = { crop: [left, bottom, right, top], rotation, unit };
          const sheet = viewSize(page);
          const seen = { x: a * (sheet.width - 150), y: b * (sheet.height - 50), width: 150, height: 50 };
          const box = boxAt(page, seen);
          expect(placeIssue({ page: 1, box }, { pages: [page], fields: [] })).toBeNull();
          const again = viewAt(page, box);
          for (const key of ['x', 'y', 'width', 'height'] as const) expect(again[key]).toBeCloseTo(seen[key], 1);
        },
      ),
    );
  });

  it('accepts a signature in points, regardless of its units', () => {
    const page: PageShape = { crop: [0, 0, 297.5, 421], rotation: 0, unit: 2 };
    expect(viewSize(page)).toEqual({ width: 595, height: 842 });
    expect(boxAt(page, { x: 100, y: 50, width: 190, height: 60 })).toEqual([50, 25, 145, 55]);
    const small = { page: 1, box: [50, 25, 90, 55] as Rectangle };
    expect(placeIssue(small, { pages: [page], fields: [] })).toBe('placeSmall');
  });

  it('shows its stored left edge at the bottom when rotated by 90°', () => {
    const page: PageShape = { crop: [0, 0, 600, 800], rotation: 90 };
    expect(viewSize(page)).toEqual({ width: 800, height: 600 });
    // The stored bottom-left corner is displayed at the top left.
    expect(viewAt(page, [0, 0, 60, 190])).toEqual({ x: 0, y: 540, width: 190, height: 60 });
  });

  it('keeps a place inside its edges', () => {
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
  const issue = (box: Rectangle, page = 1, fields: FileField[] = []) => placeIssue({ page, box }, layout({ fields }));

  it('is refused outside the page, too small, inverted, on a field, or over another', () => {
    expect(issue([-1, 0, 200, 60])).toBe('placeOutside');
    expect(issue([500, 0, 690, 60])).toBe('placeOutside');
    expect(issue([0, 0, 190, 60], 3)).toBe('placeOutside');
    expect(issue([Number.NaN, 0, 190, 60])).toBe('placeOutside');
    expect(issue([0, 0, MIN_PLACE_SIZE.width - 1, 60])).toBe('placeSmall');
    expect(issue([190, 60, 0, 0])).toBe('placeSmall');
    expect(issue([0, 0, 190, 60], 1, [field('f', [180, 50, 300, 90])])).toBe('placeOnField');
    expect(placeIssue(place, layout(), [place])).toBe('placeOverlap');
    // Adjacent is not overlapping.
    expect(placeIssue(place, layout(), [{ page: 2, box: [490, 60, 590, 120] }])).toBeNull();
  });
});

describe('the place of a signature', () => {
  const noSources = { chosen: null, remembered: null, anchors: [] };
  const chosen = [{ point: 1, ...place }];
  const decided = (file: FileLayout, change: Partial<Parameters<typeof decidePlaces>[2]> = {}) => {
    const [place] = decidePlaces([customer], file, { ...noSources, ...change });
    return place && [place.origin, place.field, place.place?.page ?? null];
  };
  const anchor = { text: 'firma', role: 'customer', right: 0, up: -70, width: 190, height: 60 } as const;
  const hits = [{ page: 1, box: [100, 300, 160, 312] as Rectangle }];

  it('is the field of the file, regardless of any choice', () => {
    expect(decided(layout({ fields: [field('Firma')] }), { chosen })).toEqual(['field', 'Firma', 1]);
  });

  it('is the field named for the signer, and none named for another', () => {
    const two = layout({ fields: [field('Sig1'), field('Firma_Cliente', [100, 10, 290, 70], 2)] });
    expect(decided(two)).toEqual(['field', 'Firma_Cliente', 2]);
    expect(decided(layout({ fields: [field('Firma Venditore')] }))).toEqual(['page', null, null]);
  });

  it('is the first field in reading order when none has a name', () => {
    const fields = [
      field('b', [100, 100, 290, 160], 2),
      field('c', [300, 500, 490, 560]),
      field('a', [90, 500, 280, 560]),
    ];
    expect(decided(layout({ fields }))).toEqual(['field', 'a', 1]);
  });

  it('is the chosen place, then the remembered one, then the text anchor, then the added page', () => {
    const file = layout({ hits });
    const remembered = [{ point: 1, page: 1, box: [10, 10, 200, 70] as Rectangle }];
    expect(decided(file, { chosen, remembered, anchors: [anchor] })).toEqual(['placed', null, 2]);
    expect(decided(file, { remembered, anchors: [anchor] })).toEqual(['remembered', null, 1]);
    expect(decided(file, { anchors: [anchor] })).toEqual(['anchor', null, 1]);
    expect(decided(layout({ hits: [null] }), { anchors: [anchor] })).toEqual(['page', null, null]);
    expect(decided(file, { anchors: [{ ...anchor, role: 'dealer' }] })).toEqual(['page', null, null]);
  });

  it('is the added page when a user chose that', () => {
    expect(decided(layout({ hits }), { chosen: [], anchors: [anchor] })).toEqual(['page', null, null]);
  });

  it('falls back where the remembered place does not fit the file', () => {
    const small = layout({ pages: [{ crop: [0, 0, 250, 250], rotation: 0 }] });
    expect(decided(small, { remembered: chosen })).toEqual(['page', null, null]);
  });

  it('beside a text anchor stays inside the page', () => {
    const low = { page: 1, box: [500, 10, 560, 22] as Rectangle };
    expect(anchoredPlace(anchor, low, [A4])).toEqual({ page: 1, box: [405, 0, 595, 60] });
    expect(anchoredPlace(anchor, { ...low, page: 9 }, [A4])).toBeNull();
  });
});

describe('a file with several fields for one role', () => {
  const noSources = { chosen: null, remembered: null, anchors: [] };
  const dealer = { point: 2, role: 'dealer' } as const;
  const decided = (file: FileLayout, change: Partial<Parameters<typeof decidePlaces>[2]> = {}, points = [customer]) =>
    decidePlaces(points, file, { ...noSources, ...change });
  const told = (places: readonly DecidedPlace[]) =>
    places.map(({ point, origin, field: name, purpose }) => [point, origin, name, purpose]);
  const row = (name: string, y: number, page = 1): FileField => field(name, [100, y, 290, y + 60], page);
  const labelled = (places: readonly DecidedPlace[]) => pointLabels('SALE_CONTRACT', places);

  it('has each field named for the role, the signature first, then in reading order', () => {
    const file = layout({
      fields: [
        row('Firma_cliente_3', 100, 2),
        row('Firma_1341', 700),
        row('Firma_cliente', 500),
        row('Cliente_2', 300),
      ],
    });
    const places = decided(file);
    expect(told(places)).toEqual([
      [1, 'field', 'Firma_cliente', 'signature'],
      [5, 'field', 'Firma_1341', 'approval'],
      [9, 'field', 'Cliente_2', 'further'],
      [13, 'field', 'Firma_cliente_3', 'further'],
    ]);
    expect(labelled(places)).toEqual([
      ...['Firma del contratto', SEPARATE_APPROVAL, 'Firma del contratto (2)', 'Firma del contratto (3)'],
    ]);
    expect(unusedFields(file, places)).toEqual([]);
  });

  it.each(['Clausole', 'approvazione_cliente', 'Art.1342', 'Approvo', 'Vessatorie', 'Unfair clauses'])(
    'has a separate approval in %s, whoever else signs',
    (name) => {
      const file = layout({ fields: [row(name, 100), row('Acquirente', 300)] });
      expect(told(decided(file, {}, [customer, dealer] as never))).toEqual([
        [1, 'field', 'Acquirente', 'signature'],
        [5, 'field', name, 'approval'],
        [2, 'page', null, 'signature'],
      ]);
    },
  );

  it('with a field only for clauses is signed there, as in any other', () => {
    expect(told(decided(layout({ fields: [row('Clausole', 100)] })))).toEqual([[1, 'field', 'Clausole', 'signature']]);
  });

  it('is signed in each role’s own', () => {
    const fields = [row('Venditore_2', 100), row('Venditore', 200), row('Cliente', 300), row('Cliente_bis', 400)];
    expect(
      told(decided(layout({ fields }), {}, [customer, dealer] as never)).map(([point, , name]) => [point, name]),
    ).toEqual([
      [1, 'Cliente_bis'],
      [5, 'Cliente'],
      [2, 'Venditore'],
      [6, 'Venditore_2'],
    ]);
  });

  it('omits and reports fields that are foreign, free, unassigned, overlapping or surplus', () => {
    const out = [
      ...[row('Firma_coacquirente', 700, 2), row('Cliente_garante', 600, 2), row('Cliente_consenso', 500, 2)],
      ...[row('Firma_Venditore', 400, 2), row('Sig1', 300, 2), row('Firma_cliente', 200, 2)],
      ...[{ ...row('Cliente_2', 100, 2), tip: 'Firma facoltativa' }, row('Cliente_sotto', 690)],
    ];
    const file = layout({ fields: [...out, row('Firma_cliente', 700), row('Banco_cliente', 500)] });
    const places = decided(file);
    expect(places.map(({ field: name }) => name)).toEqual(['Firma_cliente', 'Banco_cliente']);
    const untold = out.filter(({ name }) => name !== 'Firma_cliente');
    expect(unusedFields(file, places)).toEqual(untold);
    const many = layout({ fields: Array.from({ length: 30 }, (_, index) => row(`Cliente_${index}`, 100, index + 1)) });
    expect(decided(many)).toHaveLength(MAX_POINTS_PER_ROLE);
    expect(unusedFields(many, decided(many))).toHaveLength(30 - MAX_POINTS_PER_ROLE);
  });

  it('uses a field’s own label if it is readable', () => {
    const fields = [
      row('Cliente', 700),
      { ...row('Cliente_2', 600), tip: ' Presa visione\n degli allegati ' },
      { ...row('Cliente_3', 500), tip: 'Presa visione degli allegati' },
      ...['\u202eabc', 'Подпись', '___', 'x'.repeat(161)].map((tip, index) => {
        return { ...row(`Cliente_${index + 4}`, 400 - index * 100), tip };
      }),
    ];
    expect(labelled(decided(layout({ fields })))).toEqual([
      ...['Firma del contratto', 'Presa visione degli allegati', 'Presa visione degli allegati (2)'],
      ...[2, 3, 4, 5].map((number) => `Firma del contratto (${number})`),
    ]);
  });

  const anchor = { text: 'firma', role: 'customer', right: 0, up: -70, width: 190, height: 60 } as const;
  const clauses = { ...anchor, text: 'approvo', label: 'Approvazione specifica delle clausole 3 e 7' };
  const hit = (y: number) => ({ page: 1, box: [100, y, 160, y + 12] as Rectangle });

  it('turns each configured text anchor that is found into a field with its own label', () => {
    const anchors = [clauses, anchor, { ...anchor, text: 'allegati' }, { ...anchor, text: 'nowhere' }];
    const places = decided(layout({ hits: [hit(300), hit(600), hit(450), null] }), { anchors });
    expect(told(places)).toEqual([
      [1, 'anchor', null, 'signature'],
      [5, 'anchor', null, 'further'],
      [9, 'anchor', null, 'further'],
    ]);
    expect(places.map(({ place: at }) => at?.box[1])).toEqual([530, 230, 380]);
    expect(labelled(places)).toEqual(['Firma del contratto', clauses.label, 'Firma del contratto (2)']);
  });

  it('treats two spellings of one text as one place, and never loses a labelled one', () => {
    const anchors = [anchor, { ...anchor, text: 'Firma del cliente' }, clauses];
    const places = decided(layout({ hits: [hit(300), hit(310), hit(305)] }), { anchors });
    expect(told(places)).toEqual([
      [1, 'anchor', null, 'signature'],
      [5, 'page', null, 'further'],
    ]);
    // Found without the other, it is not the signature.
    expect(told(decided(layout({ hits: [null, null, hit(300)] }), { anchors }))).toEqual([
      [1, 'page', null, 'signature'],
      [5, 'anchor', null, 'further'],
    ]);
  });

  it('has as many signature fields wherever a user puts them', () => {
    const anchors = [anchor, clauses];
    const file = layout({ hits: [hit(600), hit(300)] });
    const chosen = [{ point: 5, ...place }];
    expect(told(decided(file, { anchors, chosen }))).toEqual([
      [1, 'page', null, 'signature'],
      [5, 'placed', null, 'further'],
    ]);
  });

  it('with a field requires what the configuration names, not a second signature', () => {
    const anchors = [anchor, clauses];
    const hits = [hit(600), hit(300)];
    expect(told(decided(layout({ hits, fields: [row('Cliente', 700)] }), { anchors }))).toEqual([
      [1, 'field', 'Cliente', 'signature'],
      [5, 'anchor', null, 'further'],
    ]);
    // The file has its own field for the clauses.
    const withBothFields = layout({ hits, fields: [row('Cliente', 700), row('Clausole', 400)] });
    expect(told(decided(withBothFields, { anchors }))).toEqual([
      [1, 'field', 'Cliente', 'signature'],
      [5, 'field', 'Clausole', 'approval'],
    ]);
  });
});

describe('an added approval of clauses', () => {
  const noSources = { chosen: null, remembered: null, anchors: [] };
  const added = [{ point: ADDED_APPROVAL, ...place }];
  const summaryOf = (file: FileLayout, change: object) =>
    decidePlaces([customer], file, { ...noSources, ...change }).map(({ point, origin, purpose }) => [
      point,
      origin,
      purpose,
    ]);

  it('exists while it has a place, also next to a field, and stays when that place does not fit', () => {
    const approval = [ADDED_APPROVAL, 'placed', 'approval'];
    expect(summaryOf(layout(), { chosen: added })).toEqual([[1, 'page', 'signature'], approval]);
    expect(summaryOf(layout({ fields: [field('Cliente')] }), { chosen: added })).toEqual([
      [1, 'field', 'signature'],
      approval,
    ]);
    expect(summaryOf(layout(), { chosen: [], remembered: added })).toEqual([[1, 'page', 'signature']]);
    const small = layout({ pages: [{ crop: [0, 0, 250, 250], rotation: 0 }] });
    expect(summaryOf(small, { remembered: added })[1]).toEqual([ADDED_APPROVAL, 'page', 'approval']);
  });

  it('is required once, and only of the customer', () => {
    const fields = [field('Cliente'), field('Clausole', [100, 300, 290, 360])];
    expect(summaryOf(layout({ fields }), { remembered: added })).toHaveLength(2);
    expect(decidePlaces([{ point: 2, role: 'dealer' }], layout(), { ...noSources, chosen: added })).toHaveLength(1);
  });
});

it('files have the same shape when their pages have the same sizes and rotations', () => {
  expect(shapeText([A4, A4])).toBe(shapeText([{ ...A4, crop: [0, 0, 595.28, 841.89] }, A4]));
  const otherShapes: PageShape[][] = [[A4], [A4, { ...A4, rotation: 90 }], [A4, { ...A4, crop: [0, 0, 595, 800] }]];
  for (const other of otherShapes) expect(shapeText(other)).not.toBe(shapeText([A4, A4]));
});
