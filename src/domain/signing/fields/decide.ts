/** Decides where each signature field of an upload is: a field of the file, a chosen rectangle, an anchor text or the added page. Pure. */
import { SIGNER_ROLES, type SignatureAnchor, type SignerRole } from '../../folders/folder-types.ts';
import { alsoSigns, hasNoRole, isApproval, readableTip, signatureField } from '../field-names.ts';
import type { SignatureLine } from '../lines/signature-lines.ts';
import {
  anchoredPlace,
  FIELD_DOUBT,
  type FieldFault,
  type FieldNote,
  type FileField,
  type FileLayout,
  type PageRectangle,
  type PlaceOrigin,
  placeIssue,
} from '../places.ts';
import { fieldOverlap } from './field-fault.ts';

/** A signature field of an upload before the signing session starts. */
export interface OpenPoint {
  /** From 1; each role always has the same numbers. */
  readonly point: number;
  readonly role: SignerRole;
}

/** Rectangles chosen by users; a point not listed is put on the added page. */
export type ChosenPlaces = readonly (PageRectangle & { readonly point: number })[];

/** `approval`: separate approval of clauses; `further`: anything else a role signs besides its signature. */
export type PointPurpose = 'signature' | 'approval' | 'further';

export interface DecidedPlace extends OpenPoint {
  readonly origin: PlaceOrigin;
  /** Null for the added page. */
  readonly place: PageRectangle | null;
  /** Name of the file's field that is used. */
  readonly field: string | null;
  readonly purpose: PointPurpose;
  /** The label from the file or the configuration; null if neither has one. */
  readonly ownLabel: string | null;
  /** The file's field for this point, if it cannot be signed as it is or covers text. */
  readonly problem: FieldProblem | null;
  /** The file's words on the signature line; null for every other origin. */
  readonly words: string | null;
  /** True if a user placed it, on this document or on the one whose places were remembered. */
  readonly isChosen: boolean;
}

export interface FieldProblem {
  readonly field: FileField;
  readonly fault: FieldNote;
}

/** Per role and file: the signer has to confirm each one. */
export const MAX_POINTS_PER_ROLE = 12;

/** A number unique across roles: a role's first number is the role's position. */
const furtherPoint = ({ point }: Pick<OpenPoint, 'point'>, nth: number): number => point + SIGNER_ROLES.length * nth;

/** The customer's separate approval of clauses that a user adds to a file without a field for it; the number is unique. */
export const ADDED_APPROVAL = furtherPoint({ point: 1 }, MAX_POINTS_PER_ROLE);

/** Whether a user may add an approval: not if the file already has a field for it. */
export const canAddApproval = (decided: readonly DecidedPlace[]): boolean =>
  !decided.some(({ purpose, point }) => purpose === 'approval' && point !== ADDED_APPROVAL);

/** An anchor text found in the file and the rectangle next to it; null if no signature fits there. */
interface Spot {
  readonly anchor: SignatureAnchor;
  readonly place: PageRectangle | null;
}

/** The anchor texts next to which a role signs, regardless of any choice; two spellings of the same rectangle count as one. */
function spotsOf(role: SignerRole, anchors: readonly SignatureAnchor[], layout: FileLayout): Spot[] {
  const spots: Spot[] = [];
  for (const [index, anchor] of anchors.entries()) {
    const hit = layout.hits[index];
    if (anchor.role !== role || !hit) continue;
    const place = anchoredPlace(anchor, hit, layout.pages);
    const taken = spots.flatMap((spot) => spot.place ?? []);
    if (place && placeIssue(place, layout, taken) === null) spots.push({ anchor, place });
    // An anchor with its own label is signed in any case.
    else if (anchor.label !== undefined) spots.push({ anchor, place: null });
  }
  return spots;
}

/** What users and the configuration specify about a file's signature fields. */
export interface PlaceSources {
  readonly chosen: ChosenPlaces | null;
  readonly remembered: ChosenPlaces | null;
  readonly anchors: readonly SignatureAnchor[];
  /** Signature lines found in the file; a sure one is used. */
  readonly lines?: readonly SignatureLine[];
  /** Whether text is printed there. A place that a user chose on this document was checked when it was chosen. */
  readonly isPrinted?: (place: PageRectangle) => boolean;
}

type Placed = Pick<DecidedPlace, 'origin' | 'place' | 'field' | 'problem' | 'words' | 'isChosen'>;

const ON_ADDED_PAGE: Placed = {
  ...{ origin: 'page', place: null, field: null, problem: null },
  ...{ words: null, isChosen: false },
};

/** Tracks the free rectangles and fields while points are placed in turn. */
class PlaceAllocator {
  readonly #taken: PageRectangle[] = [];
  readonly #layout: FileLayout;
  readonly #known: PlaceSources;
  /** Fields not yet assigned to a point, in reading order; fields on no page are last. */
  readonly freeFields: FileField[];

  constructor(layout: FileLayout, known: PlaceSources) {
    this.#layout = layout;
    this.#known = known;
    const order = ({ page }: FileField) => page || Number.POSITIVE_INFINITY;
    this.freeFields = layout.fields.toSorted(
      (a, b) => (order(a) === order(b) ? 0 : order(a) - order(b)) || b.box[3] - a.box[3] || a.box[0] - b.box[0],
    );
  }

  /** Places a `point` without a signature field in the file. @param role the signer, whose signature line in the file may be used. */
  put(point: number, spot?: Spot, role?: SignerRole): Placed {
    const placed = this.#choice(point) ?? this.#beside(spot?.place) ?? this.#onLine(role) ?? ON_ADDED_PAGE;
    if (placed.place) this.#taken.push(placed.place);
    return placed;
  }

  /** Assigns a field of the file to a point. */
  placeInField(point: number, field: FileField, spot?: Spot, role?: SignerRole): Placed {
    this.freeFields.splice(this.freeFields.indexOf(field), 1);
    const fault = field.fault ?? (this.#overlapOf(field) === 'none' ? null : 'placeOverlap');
    if (fault === null) return this.#take(field, null);
    const problem = { field, fault };
    if (fault !== FIELD_DOUBT) return { ...this.put(point, spot, role), problem };
    const moved = this.#choice(point);
    if (!moved?.place) return this.#take(field, problem);
    this.#taken.push(moved.place);
    return { ...moved, problem };
  }

  /** Whether the field coincides with another point's: people see one rectangle there and sign it once. */
  isTaken(field: FileField): boolean {
    return this.#overlapOf(field) === 'same';
  }

  #overlapOf(field: FileField): 'none' | 'partly' | 'same' {
    const overlaps = this.#taken.map((place) => fieldOverlap(place, field));
    return overlaps.find((one) => one === 'same') ?? overlaps.find((one) => one === 'partly') ?? 'none';
  }

  #take(field: FileField, problem: FieldProblem | null): Placed {
    const place = { page: field.page, box: field.box };
    this.#taken.push(place);
    return { ...ON_ADDED_PAGE, origin: 'field', place, field: field.name, problem };
  }

  #choice(point: number): Placed | null {
    const { chosen, remembered } = this.#known;
    return (
      (chosen && this.#chosenFrom(chosen, 'placed', point)) ??
      (remembered && this.#chosenFrom(remembered, 'remembered', point))
    );
  }

  #chosenFrom(from: ChosenPlaces, origin: 'placed' | 'remembered', point: number): Placed | null {
    const choice = from.find((candidate) => candidate.point === point);
    // A choice made for another document does not apply to a point that only this file has.
    if (choice === undefined) return { ...ON_ADDED_PAGE, isChosen: origin === 'placed' };
    const place = { page: choice.page, box: choice.box };
    if (placeIssue(place, this.#layout, this.#taken) !== null) return null;
    if (origin === 'remembered' && this.#isPrinted(place)) return null;
    return { ...ON_ADDED_PAGE, origin, place, isChosen: true };
  }

  #beside(place: PageRectangle | null | undefined): Placed | null {
    return place && this.isFree(place) ? { ...ON_ADDED_PAGE, origin: 'anchor', place } : null;
  }

  #onLine(role: SignerRole | undefined): Placed | null {
    const line = this.#known.lines?.find((candidate) => candidate.isSure && candidate.role === role);
    if (!line || !this.isFree(line)) return null;
    return { ...ON_ADDED_PAGE, origin: 'line', place: { page: line.page, box: line.box }, words: line.label };
  }

  isFree(place: PageRectangle): boolean {
    return placeIssue(place, this.#layout, this.#taken) === null && !this.#isPrinted(place);
  }

  #isPrinted(place: PageRectangle): boolean {
    return this.#known.isPrinted?.(place) ?? false;
  }
}

const isUsable = ({ fault }: FileField): boolean => !fault || fault === FIELD_DOUBT;

/**
 * The field in which a role signs. A field whose name states no role may be another program's leftover, so a usable one
 * takes precedence.
 */
function fieldOf(role: SignerRole, inOrder: readonly FileField[]): FileField | undefined {
  const field = signatureField(role, inOrder);
  if (field === undefined || isUsable(field) || !hasNoRole(field.name)) return field;
  return signatureField(role, inOrder.filter(isUsable)) ?? field;
}

/**
 * Decides where each signature is placed: a signature field of the file, else the rectangle a user chose, else the
 * rectangle chosen on files of this shape, else the configured text, else a signature line labelled for the role, else
 * the added page. A rectangle that does not fit yields to the next option.
 * Further fields named for a role, and further occurrences of its text, become `points` of their own. An unusable field
 * keeps its `point`, which a user must place: see {@link unsettledFields}.
 * @param points one for each role that signs. @returns in signing order, each role's signature first.
 */
export function decidePlaces(points: readonly OpenPoint[], layout: FileLayout, sources: PlaceSources): DecidedPlace[] {
  const placing = new PlaceAllocator(layout, sources);
  const first = points.map((of) => {
    const spots = spotsOf(of.role, sources.anchors, layout);
    const spot = spots.find(({ anchor }) => anchor.label === undefined);
    const field = fieldOf(of.role, placing.freeFields);
    const placed = field ? placing.placeInField(of.point, field, spot, of.role) : placing.put(of.point, spot, of.role);
    return { of, spots: spots.filter((other) => other !== spot), field, placed };
  });
  const names = first.flatMap(({ field }) => field?.name ?? []);
  return first.flatMap(({ of: openPoint, spots, field, placed }) => {
    const decided: DecidedPlace[] = [{ ...openPoint, ...placed, purpose: 'signature', ownLabel: null }];
    const add = (decide: (point: number) => Omit<DecidedPlace, 'point' | 'role'>): void => {
      if (decided.length >= MAX_POINTS_PER_ROLE) return;
      const point = furtherPoint(openPoint, decided.length);
      decided.push({ point, role: openPoint.role, ...decide(point) });
    };
    for (const further of field ? placing.freeFields.filter((candidate) => alsoSigns(openPoint.role, candidate)) : []) {
      if (names.includes(further.name) || placing.isTaken(further)) continue;
      names.push(further.name);
      const purpose = isApproval(openPoint.role, further.name) ? 'approval' : 'further';
      const ownLabel = purpose === 'approval' ? null : readableTip(further.tip);
      add((point) => ({ ...placing.placeInField(point, further), purpose, ownLabel }));
    }
    // The file's own fields already determine how often a role signs.
    for (const spot of decided.length > 1 ? [] : spots) {
      const { label = null } = spot.anchor;
      if (field && (label === null || spot.place === null)) continue;
      add((point) => ({ ...placing.put(point, spot), purpose: 'further', ownLabel: label }));
    }
    const isAdded = (sources.chosen ?? sources.remembered ?? []).some(({ point }) => point === ADDED_APPROVAL);
    if (openPoint.role === 'customer' && isAdded && canAddApproval(decided)) {
      const added = { point: ADDED_APPROVAL, role: openPoint.role, ownLabel: null };
      decided.push({ ...added, ...placing.put(ADDED_APPROVAL), purpose: 'approval' });
    }
    return decided;
  });
}

/** Lines offered per signature. */
const MAX_OFFERED_LINES = 8;

/** Lines of a file that a user may choose for a point: excludes lines that are taken, cover words or lie outside the page. */
export function offeredLines(
  { role, purpose }: Pick<DecidedPlace, 'role' | 'purpose'>,
  decided: readonly DecidedPlace[],
  layout: FileLayout,
  { lines = [], isPrinted }: PlaceSources,
): SignatureLine[] {
  const taken = decided.flatMap(({ place }) => place ?? []);
  const ofPurpose = lines.filter((line) => (line.purpose === 'approval') === (purpose === 'approval'));
  return ofPurpose
    .filter((line) => line.role === role && placeIssue(line, layout, taken) === null && !isPrinted?.(line))
    .slice(0, MAX_OFFERED_LINES);
}

/** Fields of a file that no role signs: preparation removes them (record 0041). */
export const unusedFields = ({ fields }: FileLayout, decided: readonly DecidedPlace[]): FileField[] =>
  fields.filter(({ name }) => !decided.some((place) => place.field === name));

/** Unusable fields whose points no user has placed: they block the start. */
export const unsettledFields = (decided: readonly DecidedPlace[]): { field: FileField; fault: FieldFault }[] =>
  decided.flatMap(({ problem, isChosen }) => {
    if (problem === null || isChosen || problem.fault === FIELD_DOUBT) return [];
    return [{ field: problem.field, fault: problem.fault }];
  });

/** Whether a user may move it: a usable field of the file stays where it is. */
export const isMovable = ({ origin, problem }: Pick<DecidedPlace, 'origin' | 'problem'>): boolean =>
  origin !== 'field' || problem !== null;
