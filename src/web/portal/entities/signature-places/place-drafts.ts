/** Signature fields being placed before they are saved: moved, resized, with undo. Pure. */
import type { SignaturePlaces } from '#contract/signing/signature-places.ts';
import {
  boxAt,
  DEFAULT_PLACE_SIZE,
  FIELD_DOUBT,
  type FileField,
  MIN_PLACE_SIZE,
  overlap,
  type PageRectangle,
  type PageShape,
  type PlaceIssue,
  placeIssue,
  type Rectangle,
  snapInside,
  type ViewBox,
  viewAt,
  viewSize,
} from '#domain/signing/places.ts';

/** The signature fields of a document, or of a file that is not uploaded yet. */
export type SeenPlaces = Omit<SignaturePlaces, 'documentId'>;

/** Null means on the added page. */
export type Draft = PageRectangle | null;
export type Drafts = ReadonlyMap<number, Draft>;

export interface History {
  readonly now: Drafts;
  /** Oldest first. */
  readonly before: readonly Drafts[];
}

/** More undo steps are not needed. */
const MAX_STEPS = 100;
const MM = 72 / 25.4;

export const millimetres = (points: number): number => Math.round(points / MM);

export const asBox = (box: readonly number[]): Rectangle => [box[0] ?? 0, box[1] ?? 0, box[2] ?? 0, box[3] ?? 0];

export const layoutOf = (places: SeenPlaces): { pages: PageShape[]; fields: FileField[] } => ({
  pages: places.pages.map(({ crop, ...shown }) => ({ crop: asBox(crop), ...shown })),
  fields: places.fields.map(({ name, page, box, fault }) => ({ name, page, box: asBox(box), fault })),
});

/** The rectangle on its page as displayed; null when the page does not exist. */
export function seenOn(places: SeenPlaces, place: Draft): ViewBox | null {
  const page = place && layoutOf(places).pages[place.page - 1];
  return place && page ? viewAt(page, place.box) : null;
}

export function draftsOf({ points }: SeenPlaces): Drafts {
  return new Map(
    points.map(({ point, page, box }) => [point, page === null || box === null ? null : { page, box: asBox(box) }]),
  );
}

export const startHistory = (drafts: Drafts): History => ({ now: drafts, before: [] });

const withStep = (history: History, now: Drafts): History =>
  sameDrafts(history.now, now) ? history : { now, before: [...history.before, history.now].slice(-MAX_STEPS) };

export const withPlace = (history: History, point: number, place: PageRectangle | null): History =>
  withStep(history, new Map(history.now).set(point, place));

/** Removes a signature field that was added. */
export const withoutPoint = (history: History, point: number): History =>
  withStep(history, new Map([...history.now].filter(([other]) => other !== point)));

export function undo(history: History): History {
  const last = history.before.at(-1);
  return last ? { now: last, before: history.before.slice(0, -1) } : history;
}

export const sameDrafts = (a: Drafts, b: Drafts): boolean => JSON.stringify([...a]) === JSON.stringify([...b]);

type Point = SignaturePlaces['points'][number];

/** A usable form field of the file keeps its position, even next to signature fields that can be moved. */
export function isMovable(
  { fixed, approval }: Pick<SignaturePlaces, 'fixed' | 'approval'>,
  { origin, added, problem }: Pick<Point, 'origin' | 'added' | 'problem'>,
): boolean {
  return (fixed === null || (added && approval !== null)) && (origin !== 'field' || problem !== null);
}

/** Text is printed beneath its form field, which can be signed nevertheless. */
export const isDoubtful = ({ problem }: Pick<Point, 'problem'>): boolean => problem?.fault === FIELD_DOUBT;

/** Signature fields whose form field is unusable: the signature does not start until a person has placed them. */
export const unsettledPoints = ({ points }: Pick<SignaturePlaces, 'points'>): Point[] =>
  points.filter(({ problem }) => problem !== null && !problem.settled);

const fieldOf = ({ fields }: Pick<SignaturePlaces, 'fields'>, { problem }: Pick<Point, 'problem'>) =>
  fields.find(({ name, page }) => name === problem?.field && page > 0);

/** The position of the form field for this signature field when it has text beneath it; otherwise null. */
export function doubtfulPlace(
  places: Pick<SignaturePlaces, 'fields'>,
  point: Pick<Point, 'problem'>,
): PageRectangle | null {
  const field = isDoubtful(point) ? fieldOf(places, point) : undefined;
  return field ? { page: field.page, box: asBox(field.box) } : null;
}

const NOT_THERE: readonly (string | undefined)[] = ['placeOverlap', 'fieldLarge', 'fieldNoPage'];

/** A usable rectangle as close as possible to an unusable form field; null when there is none. */
export function placeAtField(places: SeenPlaces, point: Pick<Point, 'problem'>): PageRectangle | null {
  const field = fieldOf(places, point);
  const page = layoutOf(places).pages[(field?.page ?? 0) - 1];
  if (!field || !page || NOT_THERE.includes(point.problem?.fault)) return null;
  const seen = viewAt(page, asBox(field.box));
  const sheet = viewSize(page);
  const isOnPage = seen.x < sheet.width && seen.y < sheet.height && seen.x + seen.width > 0 && seen.y + seen.height > 0;
  return isOnPage ? { page: field.page, box: boxAt(page, snapInside(page, seen)) } : null;
}

/** Whether anything can be placed at all. */
export const isOpen = ({ fixed, approval }: Pick<SignaturePlaces, 'fixed' | 'approval'>): boolean =>
  fixed === null || approval !== null;

/** Includes the approval added here, and omits the one removed here. */
export function placesWith<P extends SeenPlaces>(places: P, drafts: Drafts): P {
  const { approval, points } = places;
  const remaining = points.filter(({ point, added }) => !added || drafts.has(point));
  if (approval === null || !drafts.has(approval.point) || remaining.some(({ point }) => point === approval.point)) {
    return { ...places, points: remaining };
  }
  const { signer = null } = points.find(({ role }) => role === 'customer') ?? {};
  const added: Point = {
    ...{ ...approval, role: 'customer', signer, added: true, problem: null, origin: 'placed' },
    ...{ page: null, box: null, words: null, chosenBy: null, chosenDate: null, offers: approval.offers },
  };
  return { ...places, points: [...remaining, added] };
}

/** Lines of the file proposed for a signature field without a rectangle; lines with the same words on one page are numbered. */
export function openOffers(
  places: Pick<SignaturePlaces, 'fixed' | 'approval'>,
  drafts: Drafts,
  point: Point,
): Point['offers'] {
  if (!isMovable(places, point) || drafts.get(point.point) !== null) return [];
  return point.offers.map((offer, index) => {
    const isAlike = ({ page, words }: Point['offers'][number]) => page === offer.page && words === offer.words;
    const nth = point.offers.slice(0, index + 1).filter(isAlike).length;
    return point.offers.filter(isAlike).length === 1 ? offer : { ...offer, words: `${offer.words} (${nth})` };
  });
}

const isSamePlace = (a: PageRectangle | null, b: PageRectangle | null): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** The movable ones; one that stays in a form field of the file is not sent. */
export function ownDrafts(places: SeenPlaces, drafts: Drafts): Drafts {
  const movable = new Map<number, PageRectangle | null>();
  for (const point of places.points) {
    const draft = drafts.get(point.point);
    if (draft === undefined || !isMovable(places, point)) continue;
    if (isDoubtful(point) && isSamePlace(draft, doubtfulPlace(places, point))) continue;
    movable.set(point.point, draft);
  }
  return movable;
}

/** Form fields that hold no signature. */
export function otherFields({ fields, points }: SeenPlaces): SignaturePlaces['fields'] {
  const at = (page: number | null, box: readonly number[] | null): string => JSON.stringify([page, box]);
  const used = new Set(points.filter(({ origin }) => origin === 'field').map(({ page, box }) => at(page, box)));
  return fields.filter(({ page, box }) => !used.has(at(page, box)));
}

/** The body to send; signature fields on the added page are omitted. */
export const placesOf = (drafts: Drafts) =>
  [...drafts].flatMap(([point, rectangle]) => (rectangle ? [{ point, page: rectangle.page, box: rectangle.box }] : []));

/** Why a signature field cannot stay where it is. */
export function issueOf(
  drafts: Drafts,
  point: number,
  layout: { pages: readonly PageShape[]; fields: readonly FileField[] },
): PlaceIssue | null {
  const place = drafts.get(point);
  const otherRectangles = [...drafts].flatMap(([other, at]) => (other !== point && at ? [at] : []));
  return place ? placeIssue(place, layout, otherRectangles) : null;
}

/** Like {@link issueOf}; an added approval must also have a rectangle, because it cannot be signed on the added page. */
export function placeProblem(
  places: SeenPlaces,
  drafts: Drafts,
  point: SignaturePlaces['points'][number],
): PlaceIssue | 'placeNone' | null {
  if (!isMovable(places, point)) return null;
  if (point.added && drafts.get(point.point) === null) return 'placeNone';
  return issueOf(drafts, point.point, layoutOf(places));
}

/** The server's refusals of the rectangles sent, by signature field. */
export type RefusedPlaces = ReadonlyMap<number, { readonly place: string; readonly message: string }>;

/** The message for a signature field that is still where the server refused it; otherwise null. */
export function refusalAt(refused: RefusedPlaces, drafts: Drafts, point: number): string | null {
  const refusal = refused.get(point);
  return refusal && refusal.place === JSON.stringify(drafts.get(point)) ? refusal.message : null;
}

const BOX_FIELD = /^places\.(\d+)\.(?:box|page|point)$/;

/** @param sent as `placesOf` lists them. @returns null when anything other than a signature rectangle was refused. */
export function refusedPlaces(
  errors: readonly { readonly field: string; readonly message: string }[],
  sent: ReturnType<typeof placesOf>,
): RefusedPlaces | null {
  const refused = new Map<number, { place: string; message: string }>();
  for (const { field, message } of errors) {
    const at = sent[Number(BOX_FIELD.exec(field)?.[1] ?? -1)];
    if (!at) return null;
    refused.set(at.point, { place: JSON.stringify({ page: at.page, box: at.box }), message });
  }
  return refused.size > 0 ? refused : null;
}

export type Corner = 'nw' | 'ne' | 'sw' | 'se';

/** Resizes by one corner; the opposite corner stays fixed. */
export function resized(page: PageShape, seen: ViewBox, corner: Corner, dx: number, dy: number): ViewBox {
  const sheet = viewSize(page);
  const [left, bottom, right, top] = [seen.x, seen.y, seen.x + seen.width, seen.y + seen.height];
  const between = (value: number, least: number, most: number) =>
    Math.min(Math.max(value, least), Math.max(least, most));
  const west = corner.endsWith('w') ? between(left + dx, 0, right - MIN_PLACE_SIZE.width) : left;
  const east = corner.endsWith('e') ? between(right + dx, left + MIN_PLACE_SIZE.width, sheet.width) : right;
  const north = corner.startsWith('n') ? between(top + dy, bottom + MIN_PLACE_SIZE.height, sheet.height) : top;
  const south = corner.startsWith('s') ? between(bottom + dy, 0, top - MIN_PLACE_SIZE.height) : bottom;
  return snapInside(page, { x: west, y: south, width: east - west, height: north - south });
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

export interface Stroke {
  key: string;
  shiftKey: boolean;
  altKey: boolean;
}

/** Arrow keys move by a millimetre, with Shift by ten, and with Alt resize; null for any other key. */
export function nudge(page: PageShape, place: PageRectangle, { key, shiftKey, altKey }: Stroke): PageRectangle | null {
  const arrow = ARROWS[key];
  if (!arrow) return null;
  const step = (shiftKey ? 10 : 1) * MM;
  const [dx, dy] = [arrow[0] * step, arrow[1] * step];
  const seen = viewAt(page, place.box);
  const next = altKey
    ? // Keeps the upper left corner fixed.
      resized(page, seen, 'se', dx, dy)
    : snapInside(page, { ...seen, x: seen.x + dx, y: seen.y + dy });
  return { page: place.page, box: boxAt(page, next) };
}

/** The same rectangle on another page, moved inside a smaller one; null when that page does not exist. */
export function onPage(pages: readonly PageShape[], place: PageRectangle, page: number): PageRectangle | null {
  const [from, to] = [pages[place.page - 1], pages[page - 1]];
  if (!from || !to) return null;
  return { page, box: boxAt(to, snapInside(to, viewAt(from, place.box))) };
}

/** Points kept free at the edges of the page. */
const MARGIN = 36;

/** The initial position of a signature field: bottom right as on paper, otherwise the next free one to the left and above. */
export function firstPlace(
  layout: { pages: readonly PageShape[]; fields: readonly FileField[] },
  number: number,
  taken: readonly PageRectangle[],
): PageRectangle | null {
  const page = layout.pages[number - 1];
  if (!page) return null;
  const sheet = viewSize(page);
  const { width, height } = DEFAULT_PLACE_SIZE;
  const at = (x: number, y: number): PageRectangle => ({
    page: number,
    box: boxAt(page, snapInside(page, { x, y, width, height })),
  });
  const obstacles = [...taken, ...layout.fields];
  for (let y = MARGIN; y <= sheet.height - height; y += height / 2) {
    for (let x = sheet.width - width - MARGIN; x >= 0; x -= width / 2) {
      const place = at(x, y);
      if (!obstacles.some((other) => overlap(place, other))) return place;
    }
  }
  return at(sheet.width - width - MARGIN, MARGIN);
}
