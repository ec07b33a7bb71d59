/** Where a signature stands on a page: how a page that is shown turned is measured, what fits, which place is taken (P-6). Pure. */
import { SIGNER_ROLES, type SignatureAnchor, type SignerRole } from '../folders/folder-types.ts';
import { isApproval, readableTip, signatureField, signsThereToo } from './field-names.ts';

/** Left, bottom, right, top in PDF points, as the page's own coordinates count them. */
export type Box = readonly [number, number, number, number];

export interface PageShape {
  /** What is seen of the page. */
  readonly crop: Box;
  /** Degrees clockwise by which it is shown turned: 0, 90, 180 or 270. */
  readonly rotation: number;
  /** Points that one unit of the page's coordinates measures (ISO 32000-2, /UserUnit); 1 where it is left out. */
  readonly unit?: number;
}

export interface Place {
  /** 1-based. */
  readonly page: number;
  readonly box: Box;
}

/** An empty signature field that the file brings. */
export interface FileField extends Place {
  readonly name: string;
  /** What it says of itself. */
  readonly tip?: string | null;
}

/** What is known of a file before it is prepared. */
export interface FileLayout {
  readonly pages: readonly PageShape[];
  readonly fields: readonly FileField[];
  /** The last place of each text that was looked for; null where it does not stand. */
  readonly hits: readonly (Place | null)[];
}

/** Where a place comes from; `page` is the added page "Pagina delle firme". */
export const PLACE_ORIGINS = ['field', 'placed', 'remembered', 'anchor', 'page'] as const;
export type PlaceOrigin = (typeof PLACE_ORIGINS)[number];

/** As it is seen: below it the name and what kind of signature it is would no longer be read. */
export const SMALLEST_PLACE = { width: 110, height: 32 } as const;
/** What a new place measures. */
export const USUAL_PLACE = { width: 190, height: 60 } as const;
/** Nobody means further digits. */
const round = (value: number): number => Math.round(value * 100) / 100;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A rectangle on the page as it is seen, in points from its bottom left. */
export interface Seen {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const unitOf = ({ unit }: PageShape): number => unit ?? 1;

const sizeOf = ([left, bottom, right, top]: Box): Size => ({ width: right - left, height: top - bottom });

const isTurned = ({ rotation }: PageShape): boolean => rotation === 90 || rotation === 270;

export function seenSize(page: PageShape): Size {
  const size = sizeOf(page.crop);
  const [width, height] = [size.width * unitOf(page), size.height * unitOf(page)];
  return isTurned(page) ? { width: height, height: width } : { width, height };
}

/** A point of the page, from the corner of what is seen of it, as it is seen. */
function turn(page: PageShape, u: number, v: number): [number, number] {
  const { width, height } = sizeOf(page.crop);
  if (page.rotation === 90) return [v, width - u];
  if (page.rotation === 180) return [width - u, height - v];
  if (page.rotation === 270) return [height - v, u];
  return [u, v];
}

function turnBack(page: PageShape, x: number, y: number): [number, number] {
  const { width, height } = sizeOf(page.crop);
  if (page.rotation === 90) return [width - y, x];
  if (page.rotation === 180) return [width - x, height - y];
  if (page.rotation === 270) return [y, height - x];
  return [x, y];
}

export function seenAt(page: PageShape, [left, bottom, right, top]: Box): Seen {
  const [originX, originY] = page.crop;
  const [ax, ay] = turn(page, left - originX, bottom - originY);
  const [bx, by] = turn(page, right - originX, top - originY);
  const unit = unitOf(page);
  const [x, y] = [Math.min(ax, bx) * unit, Math.min(ay, by) * unit];
  return { x, y, width: Math.abs(ax - bx) * unit, height: Math.abs(ay - by) * unit };
}

export function boxAt(page: PageShape, { x, y, width, height }: Seen): Box {
  const [originX, originY] = page.crop;
  const unit = unitOf(page);
  const [ax, ay] = turnBack(page, x / unit, y / unit);
  const [bx, by] = turnBack(page, (x + width) / unit, (y + height) / unit);
  return [
    round(originX + Math.min(ax, bx)),
    round(originY + Math.min(ay, by)),
    round(originX + Math.max(ax, bx)),
    round(originY + Math.max(ay, by)),
  ];
}

/** The nearest rectangle of at least the smallest size that lies inside the page. */
export function snapInside(page: PageShape, seen: Seen): Seen {
  const sheet = seenSize(page);
  const width = Math.min(sheet.width, Math.max(SMALLEST_PLACE.width, seen.width));
  const height = Math.min(sheet.height, Math.max(SMALLEST_PLACE.height, seen.height));
  const within = (value: number, most: number) => Math.min(Math.max(0, value), Math.max(0, most));
  return { x: within(seen.x, sheet.width - width), y: within(seen.y, sheet.height - height), width, height };
}

export const overlap = (one: Place, other: Place): boolean =>
  one.page === other.page &&
  one.box[0] < other.box[2] &&
  other.box[0] < one.box[2] &&
  one.box[1] < other.box[3] &&
  other.box[1] < one.box[3];

export type PlaceIssue = 'placeOutside' | 'placeSmall' | 'placeOverlap' | 'placeOnField';

/** Half of the last digit: a box that was rounded to it still fits. */
const SLACK = 0.011;

/** Why a signature cannot stand there; null when it can. @param others places of other signatures of the document. */
export function placeIssue(
  place: Place,
  layout: Pick<FileLayout, 'pages' | 'fields'>,
  others: readonly Place[] = [],
): PlaceIssue | null {
  const page = layout.pages[place.page - 1];
  if (page === undefined) return 'placeOutside';
  const { crop } = page;
  const [left, bottom, right, top] = place.box;
  const inside =
    left >= crop[0] - SLACK && bottom >= crop[1] - SLACK && right <= crop[2] + SLACK && top <= crop[3] + SLACK;
  // What is not a number is not inside either.
  if (!inside) return 'placeOutside';
  const { width, height } = seenAt(page, place.box);
  const upright = right > left && top > bottom;
  if (!upright || width < SMALLEST_PLACE.width - SLACK || height < SMALLEST_PLACE.height - SLACK) return 'placeSmall';
  if (others.some((other) => overlap(place, other))) return 'placeOverlap';
  return layout.fields.some((field) => overlap(place, field)) ? 'placeOnField' : null;
}

/** Where an anchor puts the signature: measured from the text's bottom left, as the page is seen, moved inside the page. */
export function anchoredPlace(anchor: SignatureAnchor, hit: Place, pages: readonly PageShape[]): Place | null {
  const page = pages[hit.page - 1];
  if (page === undefined) return null;
  const { x, y } = seenAt(page, hit.box);
  const { width, height } = anchor;
  const seen = snapInside(page, { x: x + anchor.right, y: y + anchor.up, width, height });
  return { page: hit.page, box: boxAt(page, seen) };
}

/** Two files with the same text have their pages in the same size and turned the same way. */
export function shapeText(pages: readonly PageShape[]): string {
  const each = pages.map(({ crop, rotation }) => `${crop.map((value) => Math.round(value)).join(' ')}/${rotation}`);
  return `${each.length}: ${each.join(', ')}`;
}

/** A signature of an uploaded document before it is started. */
export interface OpenPoint {
  /** From 1; of a role always the same. */
  readonly point: number;
  readonly role: SignerRole;
}

/** Places that people chose; a point that is not among them stands on the added page. */
export type ChosenPlaces = readonly (Place & { readonly point: number })[];

/** `approval` is of clauses that want one of their own; `further` is whatever else a role signs besides its signature. */
export type PointPurpose = 'signature' | 'approval' | 'further';

export interface DecidedPlace extends OpenPoint {
  readonly origin: PlaceOrigin;
  /** Null on the added page. */
  readonly place: Place | null;
  /** Name of the field that is used. */
  readonly field: string | null;
  readonly purpose: PointPurpose;
  /** What the file or the configuration calls it; null where neither says anything. */
  readonly said: string | null;
}

/** Of one role on one file: whoever signs has to confirm each. */
export const MOST_POINTS_OF_ROLE = 12;

/** A number that no other role has: the first of a role is the place of the role. */
const furtherPoint = ({ point }: Pick<OpenPoint, 'point'>, nth: number): number => point + SIGNER_ROLES.length * nth;

/** The customer's separate approval of clauses that somebody put on a file which has no place for it: no other point has its number. */
export const ADDED_APPROVAL = furtherPoint({ point: 1 }, MOST_POINTS_OF_ROLE);

/** Whether somebody may put one there: what the file has a place for is not asked twice. */
export const takesApproval = (decided: readonly DecidedPlace[]): boolean =>
  !decided.some(({ purpose, point }) => purpose === 'approval' && point !== ADDED_APPROVAL);

/** A text that was found, with the place beside it; null where no signature can stand there. */
interface Spot {
  readonly anchor: SignatureAnchor;
  readonly place: Place | null;
}

/** Beside which texts a role signs, whatever was chosen: two spellings of one place are one. */
function spotsOf(role: SignerRole, anchors: readonly SignatureAnchor[], layout: FileLayout): Spot[] {
  const spots: Spot[] = [];
  for (const [index, anchor] of anchors.entries()) {
    const hit = layout.hits[index];
    if (anchor.role !== role || !hit) continue;
    const place = anchoredPlace(anchor, hit, layout.pages);
    const before = spots.flatMap((spot) => spot.place ?? []);
    if (place && placeIssue(place, layout, before) === null) spots.push({ anchor, place });
    // What has a name of its own is signed all the same.
    else if (anchor.label !== undefined) spots.push({ anchor, place: null });
  }
  return spots;
}

/**
 * Where each signature will stand: a field of the file, else where somebody put it, else where it was put on files of
 * this shape, else at the text that is configured, else on the added page. What does not fit gives way to the next.
 * Further fields that are named for a role, and further texts of it that are found, are points of their own (D-15).
 * @param points one for each role that signs. @returns in the order of signing, of each role its signature first.
 */
export function decidePlaces(
  points: readonly OpenPoint[],
  layout: FileLayout,
  known: {
    readonly chosen: ChosenPlaces | null;
    readonly remembered: ChosenPlaces | null;
    readonly anchors: readonly SignatureAnchor[];
  },
): DecidedPlace[] {
  const taken: Place[] = [];
  const open = layout.fields.toSorted((a, b) => a.page - b.page || b.box[3] - a.box[3] || a.box[0] - b.box[0]);
  type Placed = Pick<DecidedPlace, 'origin' | 'place' | 'field'>;
  const onAddedPage: Placed = { origin: 'page', place: null, field: null };
  const take = (field: FileField): Placed => {
    open.splice(open.indexOf(field), 1);
    taken.push(field);
    return { origin: 'field', place: { page: field.page, box: field.box }, field: field.name };
  };
  const chosenFor = (from: ChosenPlaces, origin: 'placed' | 'remembered', point: number): Placed | null => {
    const found = from.find((one) => one.point === point);
    if (found === undefined) return onAddedPage;
    const place = { page: found.page, box: found.box };
    return placeIssue(place, layout, taken) === null ? { origin, place, field: null } : null;
  };
  const beside = (place: Place | null | undefined): Placed | null =>
    place && placeIssue(place, layout, taken) === null ? { origin: 'anchor', place, field: null } : null;
  const put = (point: number, spot: Spot | undefined): Placed => {
    const placed =
      (known.chosen && chosenFor(known.chosen, 'placed', point)) ??
      (known.remembered && chosenFor(known.remembered, 'remembered', point)) ??
      beside(spot?.place) ??
      onAddedPage;
    if (placed.place) taken.push(placed.place);
    return placed;
  };
  const first = points.map((of) => {
    const spots = spotsOf(of.role, known.anchors, layout);
    const spot = spots.find(({ anchor }) => anchor.label === undefined);
    const field = signatureField(of.role, open);
    const placed = field ? take(field) : put(of.point, spot);
    return { of, spots: spots.filter((one) => one !== spot), placed };
  });
  return first.flatMap(({ of, spots, placed }) => {
    const decided: DecidedPlace[] = [{ ...of, ...placed, purpose: 'signature', said: null }];
    const add = (how: (point: number) => Omit<DecidedPlace, 'point' | 'role'>): void => {
      if (decided.length >= MOST_POINTS_OF_ROLE) return;
      const point = furtherPoint(of, decided.length);
      decided.push({ point, role: of.role, ...how(point) });
    };
    // One of two fields with one name cannot be told from the other, and signatures never cover one another.
    const isFree = (field: FileField): boolean =>
      !taken.some((place) => overlap(place, field)) &&
      !first.some(({ placed: { field: name } }) => name === field.name);
    if (placed.origin === 'field') {
      for (const field of open.filter((one) => signsThereToo(of.role, one))) {
        if (decided.some(({ field: name }) => name === field.name) || !isFree(field)) continue;
        const purpose = isApproval(of.role, field.name) ? 'approval' : 'further';
        const said = purpose === 'approval' ? null : readableTip(field.tip);
        add(() => ({ ...take(field), purpose, said }));
      }
    }
    // The fields of a file say themselves how often they are signed.
    for (const spot of decided.length > 1 ? [] : spots) {
      const { label = null } = spot.anchor;
      if (placed.origin === 'field' && (label === null || spot.place === null)) continue;
      add((point) => ({ ...put(point, spot), purpose: 'further', said: label }));
    }
    const isAdded = (known.chosen ?? known.remembered ?? []).some(({ point }) => point === ADDED_APPROVAL);
    if (of.role === 'customer' && isAdded && takesApproval(decided)) {
      const added = { point: ADDED_APPROVAL, role: of.role, said: null };
      decided.push({ ...added, ...put(ADDED_APPROVAL, undefined), purpose: 'approval' });
    }
    return decided;
  });
}

/** Fields of a file at which nobody signs: preparing takes them away (record 0041). */
export const fieldsLeftOut = ({ fields }: FileLayout, decided: readonly DecidedPlace[]): FileField[] =>
  fields.filter(({ name }) => !decided.some((one) => one.field === name));
