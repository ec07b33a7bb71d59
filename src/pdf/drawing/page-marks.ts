/** Extracts the words and thin lines of a displayed page, which show where it is signed. */
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import type { Letter, PageMarks, Rule } from '#domain/signing/lines/page-marks.ts';
import { type PageShape, type Rectangle, viewAt, viewSize } from '#domain/signing/places.ts';
import { type Matrix, multiply } from '../boxes/matrix.ts';
import { readMatrix } from './pdfium-matrix.ts';
import { type Character, charactersOf } from './reading/characters.ts';

/** FPDF_PAGEOBJ_PATH, FPDF_PAGEOBJ_IMAGE and FPDF_PAGEOBJ_FORM. */
const PATH = 2;
const IMAGE = 3;
const FORM = 5;
/** FPDF_SEGMENT_LINETO and FPDF_SEGMENT_MOVETO. */
const LINE_TO = 0;
const MOVE_TO = 2;
const MAX_DEPTH = 12;
/** A page with more is not a form but a map or a drawing. */
const MAX_OBJECTS = 20_000;
const MAX_RULES = 6_000;
/** Points: a filled shape no thicker than this is a line. */
const THIN = 2.6;
/** Of 255: lighter colours are invisible on paper. */
const PALE = 246;

/**
 * @param shape the same page as read by libPDF: its coordinates are those of the picture. @throws when PDFium
 * cannot read the page
 */
export function pageMarks(library: WrappedPdfiumModule, page: number, shape: PageShape): PageMarks {
  const { characters } = charactersOf(library, page);
  const letters = characters.flatMap((character) => letterOf(character, shape) ?? []);
  return { ...viewSize(shape), letters, rules: new RuleReader(library, shape).read(page) };
}

const displayedPoint = (shape: PageShape, [x, y]: readonly [number, number]): [number, number] => {
  const displayed = viewAt(shape, [x, y, x, y]);
  return [displayed.x, displayed.y];
};

/** Null if the letter is invisible or not upright. */
function letterOf({ text, generated, invisible, box, origin, axes }: Character, shape: PageShape): Letter | null {
  if (generated || invisible || /[\r\n]/.test(text)) return null;
  const [x, y] = displayedPoint(shape, origin);
  const [toX, toY] = displayedPoint(shape, [origin[0] + axes[0], origin[1] + axes[1]]);
  const [upX, upY] = displayedPoint(shape, [origin[0] + axes[2], origin[1] + axes[3]]);
  const em = Math.hypot(upX - x, upY - y);
  if (toX - x <= 0 || Math.abs(toY - y) > 0.05 * (toX - x) || em < 3) return null;
  const seen = viewAt(shape, box);
  // A space has no outline.
  return text.trim() === '' ? { text: ' ', x, width: 0, y, em } : { text, x: seen.x, width: seen.width, y, em };
}

type Point = readonly [number, number];

interface Subpath {
  readonly points: Point[];
  isCurved: boolean;
}

function boxOf(points: readonly Point[]): Rectangle {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Points: width of a stroked line. */
const PEN = 1;

function clipped({ x1, y1, x2, y2 }: Rule, [left, bottom, right, top]: Rectangle): Rule | null {
  const clamp = (value: number, minimum: number, maximum: number) => Math.min(Math.max(value, minimum), maximum);
  const isOutside =
    Math.min(x1, x2) > right + PEN ||
    Math.max(x1, x2) < left - PEN ||
    Math.min(y1, y2) > top + PEN ||
    Math.max(y1, y2) < bottom - PEN;
  if (isOutside) return null;
  if (Math.abs(y1 - y2) < Math.abs(x1 - x2)) return { x1: clamp(x1, left, right), x2: clamp(x2, left, right), y1, y2 };
  return { x1, x2, y1: clamp(y1, bottom, top), y2: clamp(y2, bottom, top) };
}

class RuleReader {
  readonly #library: WrappedPdfiumModule;
  readonly #shape: PageShape;
  readonly #memory: number;
  readonly #rules: Rule[] = [];
  #objects = 0;

  constructor(library: WrappedPdfiumModule, shape: PageShape) {
    this.#library = library;
    this.#shape = shape;
    this.#memory = library.pdfium.wasmExports.malloc(32);
  }

  read(page: number): Rule[] {
    try {
      const count = this.#library.FPDFPage_CountObjects(page);
      for (let index = 0; index < count; index += 1)
        this.#visit(this.#library.FPDFPage_GetObject(page, index), [1, 0, 0, 1, 0, 0], 0);
      return this.#rules;
    } finally {
      this.#library.pdfium.wasmExports.free(this.#memory);
    }
  }

  #visit(object: number, outer: Matrix, depth: number): void {
    this.#objects += 1;
    if (this.#objects > MAX_OBJECTS || this.#rules.length > MAX_RULES || depth > MAX_DEPTH) return;
    const library = this.#library;
    const type = library.FPDFPageObj_GetType(object);
    if (type !== PATH && type !== IMAGE && type !== FORM) return;
    const matrix = multiply(readMatrix(library, object, this.#memory), outer);
    if (type === PATH) this.#path(object, matrix, outer);
    else if (type === IMAGE) this.#thin(this.#seenBox([0, 0, 1, 1], matrix));
    else {
      const count = library.FPDFFormObj_CountObjects(object);
      for (let index = 0; index < count; index += 1)
        this.#visit(library.FPDFFormObj_GetObject(object, index), matrix, depth + 1);
    }
  }

  #path(object: number, matrix: Matrix, outer: Matrix): void {
    const library = this.#library;
    if (!library.FPDFPath_GetDrawMode(object, this.#memory, this.#memory + 4)) return;
    const isFilled = library.pdfium.getValue(this.#memory, 'i32') !== 0;
    const isStroked = library.pdfium.getValue(this.#memory + 4, 'i32') !== 0;
    const filled = isFilled && this.#isSeen(object, 'fill');
    const stroked = isStroked && this.#isSeen(object, 'stroke');
    if (!filled && !stroked) return;
    const before = this.#rules.length;
    for (const part of this.#parts(object, matrix)) {
      if (part.isCurved) this.#thin(boxOf(part.points));
      else if (stroked) this.#outline(part.points);
      else if (part.points.length >= 4) this.#area(part.points);
    }
    const clip = this.#clipOf(object, outer);
    if (clip) this.#rules.push(...this.#rules.splice(before).flatMap((rule) => clipped(rule, clip) ?? []));
  }

  /** The rectangle within which an object is visible, as when a program draws one side of a border; null if it is not clipped. */
  #clipOf(object: number, outer: Matrix): Rectangle | null {
    const library = this.#library;
    const clip = library.FPDFPageObj_GetClipPath(object);
    let box: Rectangle | null = null;
    for (let path = 0; path < library.FPDFClipPath_CountPaths(clip); path += 1) {
      const points: Point[] = [];
      const count = Math.min(library.FPDFClipPath_CountPathSegments(clip, path), MAX_RULES);
      for (let index = 0; index < count; index += 1) {
        const point = this.#pointOf(library.FPDFClipPath_GetPathSegment(clip, path, index), outer);
        if (point) points.push(point);
      }
      if (points.length === 0) continue;
      const [left, bottom, right, top] = boxOf(points);
      box = box
        ? [Math.max(box[0], left), Math.max(box[1], bottom), Math.min(box[2], right), Math.min(box[3], top)]
        : [left, bottom, right, top];
    }
    return box;
  }

  #pointOf(segment: number, [a, b, c, d, e, f]: Matrix): Point | null {
    const library = this.#library;
    if (!library.FPDFPathSegment_GetPoint(segment, this.#memory, this.#memory + 4)) return null;
    const x = library.pdfium.getValue(this.#memory, 'float');
    const y = library.pdfium.getValue(this.#memory + 4, 'float');
    return displayedPoint(this.#shape, [a * x + c * y + e, b * x + d * y + f]);
  }

  #isSeen(object: number, paint: 'fill' | 'stroke'): boolean {
    const [red, green, blue, alpha] = [0, 4, 8, 12].map((offset) => this.#memory + offset) as [
      number,
      number,
      number,
      number,
    ];
    const read = paint === 'fill' ? 'FPDFPageObj_GetFillColor' : 'FPDFPageObj_GetStrokeColor';
    if (!this.#library[read](object, red, green, blue, alpha)) return true;
    const { pdfium } = this.#library;
    const colours = [red, green, blue].map((at) => pdfium.getValue(at, 'i32') & 255);
    return colours.some((colour) => colour < PALE) && (pdfium.getValue(alpha, 'i32') & 255) > 20;
  }

  /** In displayed coordinates. */
  #parts(object: number, matrix: Matrix): Subpath[] {
    const library = this.#library;
    const parts: Subpath[] = [];
    const count = Math.min(library.FPDFPath_CountSegments(object), MAX_RULES);
    for (let index = 0; index < count; index += 1) {
      const segment = library.FPDFPath_GetPathSegment(object, index);
      const type = library.FPDFPathSegment_GetType(segment);
      const point = this.#pointOf(segment, matrix);
      if (!point) continue;
      if (type === MOVE_TO) parts.push({ points: [], isCurved: false });
      const part = parts.at(-1);
      if (!part) continue;
      if (type !== MOVE_TO && type !== LINE_TO) part.isCurved = true;
      part.points.push(point);
      const [first] = part.points;
      if (first && library.FPDFPathSegment_GetClose(segment)) part.points.push(first);
    }
    return parts;
  }

  #outline(part: readonly Point[]): void {
    for (const [index, [x2, y2]] of part.entries()) {
      const before = part[index - 1];
      if (before) this.#rules.push({ x1: before[0], y1: before[1], x2, y2 });
    }
  }

  /** A thin filled rectangle is a line, any other a box. */
  #area(part: readonly Point[]): void {
    const box = boxOf(part);
    if (this.#thin(box) || part.length > 6) return;
    const [x1, y1, x2, y2] = box;
    this.#outline([
      [x1, y1],
      [x2, y1],
      [x2, y2],
      [x1, y2],
      [x1, y1],
    ]);
  }

  #thin([x1, y1, x2, y2]: Rectangle): boolean {
    const [width, height] = [x2 - x1, y2 - y1];
    if (height <= THIN) this.#rules.push({ x1, x2, y1: (y1 + y2) / 2, y2: (y1 + y2) / 2 });
    else if (width <= THIN) this.#rules.push({ x1: (x1 + x2) / 2, x2: (x1 + x2) / 2, y1, y2 });
    return height <= THIN || width <= THIN;
  }

  #seenBox([left, bottom, right, top]: Rectangle, [a, b, c, d, e, f]: Matrix): Rectangle {
    const corners = [left, right].flatMap((x) =>
      [bottom, top].map((y) => displayedPoint(this.#shape, [a * x + c * y + e, b * x + d * y + f])),
    );
    return boxOf(corners);
  }
}
