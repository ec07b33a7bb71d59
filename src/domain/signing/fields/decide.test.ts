/** Fields of an upload that cannot be signed as they are: each keeps its point, and a user must place it before the start. */
import { describe, expect, it } from 'vitest';
import type { SignatureAnchor } from '../../folders/folder-types.ts';
import type { FieldNote, FileField, FileLayout, PageRectangle, PageShape, Rectangle } from '../places.ts';
import {
  type ChosenPlaces,
  decidePlaces,
  isMovable,
  type PlaceSources,
  unsettledFields,
  unusedFields,
} from './decide.ts';
import { fieldOverlap } from './field-fault.ts';

const A4: PageShape = { crop: [0, 0, 595, 842], rotation: 0 };
const customer = { point: 1, role: 'customer' } as const;
const dealer = { point: 2, role: 'dealer' } as const;
const box = (y: number): Rectangle => [100, y, 290, y + 60];
const field = (name: string, y: number, fault: FieldNote | null = null): FileField => ({
  name,
  page: 1,
  box: box(y),
  fault,
});
const layout = (fields: FileField[], hits: FileLayout['hits'] = []): FileLayout => ({ pages: [A4, A4], fields, hits });
const NO_SOURCES: PlaceSources = { chosen: null, remembered: null, anchors: [] };

const decide = (
  file: FileLayout,
  sources: Partial<PlaceSources> = {},
  roles: (typeof customer | typeof dealer)[] = [customer],
) => decidePlaces(roles, file, { ...NO_SOURCES, ...sources });
const unsettled = (...input: Parameters<typeof decide>) =>
  unsettledFields(decide(...input)).map(({ field: { name }, fault }) => `${name}: ${fault}`);
const at = (point: number, y: number, page = 1): ChosenPlaces[number] => ({ point, page, box: box(y) });

describe('an unusable field', () => {
  const hidden = layout([field('Firma_cliente', 500, 'fieldHidden')]);

  it('keeps its signature field, is not signed, and is reported until a user has placed it', () => {
    expect(decide(hidden)).toMatchObject([
      { point: 1, origin: 'page', field: null, problem: { fault: 'fieldHidden' } },
    ]);
    expect(unsettled(hidden)).toEqual(['Firma_cliente: fieldHidden']);
    expect(unusedFields(hidden, decide(hidden)).map(({ name }) => name)).toEqual(['Firma_cliente']);
  });

  it.each<[string, Partial<PlaceSources>]>([
    ['on a page', { chosen: [at(1, 300)] }],
    ['where the field is', { chosen: [at(1, 500)] }],
    ['on the added page', { chosen: [] }],
    ['where it was on files of this shape', { remembered: [at(1, 300)] }],
  ])('is resolved by a place %s', (_, sources) => {
    expect(unsettled(hidden, sources)).toEqual([]);
    expect(decide(hidden, sources).every(isMovable)).toBe(true);
  });

  it('is not resolved by a remembered place of another field, or by a text anchor', () => {
    expect(unsettled(hidden, { remembered: [at(5, 300)] })).toEqual(['Firma_cliente: fieldHidden']);
    const anchor = { text: 'firma', role: 'customer', right: 0, up: 0, width: 190, height: 60 } as SignatureAnchor;
    const withAnchor = layout([...hidden.fields], [{ page: 1, box: [100, 300, 160, 312] }]);
    expect(decide(withAnchor, { anchors: [anchor] })).toMatchObject([{ origin: 'anchor' }]);
    expect(unsettled(withAnchor, { anchors: [anchor] })).toEqual(['Firma_cliente: fieldHidden']);
  });

  it('keeps the later fields of its role', () => {
    const file = layout([
      field('Firma_cliente', 700),
      field('Firma_1341', 600, 'placeSmall'),
      field('Cliente_2', 500),
      field('Cliente_3', 400, 'placeOutside'),
    ]);
    expect(decide(file).map(({ point, purpose, field: name }) => [point, purpose, name])).toEqual([
      [1, 'signature', 'Firma_cliente'],
      [5, 'approval', null],
      [9, 'further', 'Cliente_2'],
      [13, 'further', null],
    ]);
    expect(unsettled(file)).toEqual(['Firma_1341: placeSmall', 'Cliente_3: placeOutside']);
    expect(unsettled(file, { remembered: [at(5, 600)] })).toEqual(['Cliente_3: placeOutside']);
    expect(unsettled(file, { chosen: [at(5, 600), at(13, 300)] })).toEqual([]);
  });

  it('is reported for each signing role, and for no other', () => {
    const file = layout([field('Cliente', 700), field('Venditore', 600, 'fieldHidden')]);
    expect(unsettled(file)).toEqual([]);
    expect(unsettled(file, {}, [customer, dealer])).toEqual(['Venditore: fieldHidden']);
  });

  it('without a signer’s name counts when it is the only one', () => {
    expect(unsettled(layout([field('Signature1', 500, 'fieldNotPrinted')]))).toEqual(['Signature1: fieldNotPrinted']);
    for (const other of ['Cliente', 'Signature2']) {
      const file = layout([field('Signature1', 700, 'fieldHidden'), field(other, 500)]);
      expect(decide(file)).toMatchObject([{ field: other, problem: null }]);
    }
  });

  it('that no page shows is used last', () => {
    const nowhere = { ...field('Sig1', 700, 'fieldNoPage'), page: 0 };
    expect(decide(layout([nowhere, field('Sig2', 500)]))).toMatchObject([{ field: 'Sig2', problem: null }]);
    expect(unsettled(layout([nowhere]))).toEqual(['Sig1: fieldNoPage']);
  });

  it('of no signer is ignored', () => {
    expect(decide(hidden, { chosen: [at(1, 520)] })).toMatchObject([{ origin: 'placed', place: { box: box(520) } }]);
  });
});

describe('overlapping fields', () => {
  it.each<[string, Rectangle, Rectangle, string]>([
    ['apart', [100, 100, 290, 160], [100, 160, 290, 220], 'none'],
    ['that share a frame', [100, 100, 290, 160], [100, 158.5, 290, 220], 'none'],
    ['a part of each', [100, 100, 290, 160], [100, 140, 290, 200], 'partly'],
    ['at a corner', [100, 100, 290, 160], [280, 150, 470, 210], 'partly'],
    ['the same', [100, 100, 290, 160], [101, 99, 291, 159], 'same'],
    ['one in the other', [100, 100, 290, 160], [120, 110, 260, 150], 'same'],
  ])('%s', (_, first, other, expected) => {
    expect(fieldOverlap({ page: 1, box: first }, { page: 1, box: other })).toBe(expected);
    expect(fieldOverlap({ page: 2, box: first }, { page: 1, box: other })).toBe('none');
  });

  it('are signed once where they coincide, and reported where they do not', () => {
    const coinciding = layout([field('Cliente', 700), field('Cliente_2', 690)]);
    expect(decide(coinciding).map(({ field: name }) => name)).toEqual(['Cliente']);
    expect(unusedFields(coinciding, decide(coinciding)).map(({ name }) => name)).toEqual(['Cliente_2']);
    const overlapping = layout([field('Cliente', 700), field('Cliente_2', 660)]);
    expect(unsettled(overlapping)).toEqual(['Cliente_2: placeOverlap']);
    expect(unsettled(overlapping, { chosen: [at(5, 300)] })).toEqual([]);
  });

  it('are reported when they belong to two signers', () => {
    const file = layout([field('Cliente', 700), field('Venditore', 700)]);
    expect(unsettled(file)).toEqual([]);
    expect(unsettled(file, {}, [customer, dealer])).toEqual(['Venditore: placeOverlap']);
  });
});

describe('a field over printed text', () => {
  const printed = layout([field('Cliente', 500, 'placeOnText')]);

  it('is signed as it is, and can be moved', () => {
    expect(decide(printed)).toMatchObject([{ origin: 'field', field: 'Cliente', problem: { fault: 'placeOnText' } }]);
    expect(unsettled(printed)).toEqual([]);
    expect(decide(printed).every(isMovable)).toBe(true);
    expect(decide(printed, { chosen: [at(1, 300)] })).toMatchObject([{ origin: 'placed', field: null }]);
    expect(decide(printed, { remembered: [at(1, 300)] })).toMatchObject([{ origin: 'remembered' }]);
  });

  it('stays where it is when only other fields were placed', () => {
    expect(decide(printed, { chosen: [] })).toMatchObject([{ origin: 'field', field: 'Cliente' }]);
    expect(decide(printed, { remembered: [at(5, 300)] })).toMatchObject([{ origin: 'field' }]);
  });
});

describe('a place over printed text', () => {
  const isPrinted = (place: PageRectangle): boolean => place.box[1] === 300;
  const anchor = { text: 'firma', role: 'customer', right: 0, up: 0, width: 190, height: 60 } as SignatureAnchor;
  const hits = [{ page: 1, box: [100, 300, 160, 312] as Rectangle }];

  it('that was remembered or derived from a text anchor is not used', () => {
    const file = layout([], hits);
    expect(decide(file, { remembered: [at(1, 300)], isPrinted })).toMatchObject([{ origin: 'page', place: null }]);
    expect(decide(file, { anchors: [anchor], isPrinted })).toMatchObject([{ origin: 'page', place: null }]);
    expect(decide(file, { anchors: [anchor] })).toMatchObject([{ origin: 'anchor' }]);
    expect(decide(file, { remembered: [at(1, 400)], isPrinted })).toMatchObject([{ origin: 'remembered' }]);
  });
});
