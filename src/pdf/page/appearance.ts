/** Draws the appearance of a signature: a thin frame with the signer's name, role, time and kind (ISO 32000-1, 12.5.5). */
import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, type PdfStream } from '@libpdf/core';
import { drawingBytes, handwritingFormName, type InkDrawing } from '#formats/ink/drawing.ts';
import { drawSmallBox, isSmall } from '../boxes/small-box.ts';
import { blockOf, drawLines, drawStamp, drawStamped, fullStamp, type Stamp } from '../boxes/stamped-lines.ts';
import { type Area, Canvas, type FontRefs, ink } from './canvas.ts';
import { embedTypeface, type FontWeight, flate, typeface } from './font.ts';

export interface Appearance {
  /** The first line is the name, in a larger size; then role, time, kind of signature. */
  readonly lines: readonly string[];
  readonly kind: 'signature' | 'seal';
  /** Short date and time, the date first: used in a rectangle too small for all lines. */
  readonly time?: string;
  /** The handwritten strokes, shown as a picture without biometric data. */
  readonly drawing?: InkDrawing;
  /** Prints that the signature has no value. */
  readonly demo?: boolean;
}

/** Smaller rectangles cannot hold legible text and get no appearance. */
const smallest = { width: 40, height: 12 };

/** From this height handwriting may be above the lines: below it the time would be dropped. */
const topHeight = 80;

/**
 * The form XObject of a signed signature field.
 * @param size of the field's rectangle in points, as on the page: a viewer scales the form to the rectangle in any
 * units. @param rotation of the page in degrees, so that the text is upright.
 */
export function drawAppearance(
  appearance: Appearance,
  size: { width: number; height: number },
  rotation: number,
  fonts: FontRefs,
): PdfStream {
  const isSideways = rotation === 90 || rotation === 270;
  const width = isSideways ? size.height : size.width;
  const height = isSideways ? size.width : size.height;
  const canvas = new Canvas();
  if (width >= smallest.width && height >= smallest.height) drawBox(canvas, appearance, width, height);
  const form = flate({ Type: PdfName.of('XObject'), Subtype: PdfName.of('Form') }, canvas.content());
  form.set('BBox', PdfArray.of(...[0, 0, width, height].map((value) => PdfNumber.of(value))));
  const matrix = rotationMatrix(rotation, width, height);
  if (matrix) form.set('Matrix', PdfArray.of(...matrix.map((value) => PdfNumber.of(value))));
  form.set('Resources', canvas.resources(fonts));
  return form;
}

function drawBox(canvas: Canvas, appearance: Appearance, width: number, height: number): void {
  canvas.box(0.5, 0.5, width - 1, height - 1, { radius: 4, stroke: ink.field, lineWidth: 0.75 });
  const { time, demo = false } = appearance;
  if (time !== undefined && isSmall({ width, height })) {
    const content = { name: appearance.lines[0] ?? '', time, drawing: appearance.drawing ?? null, demo };
    drawSmallBox(canvas, content, { width, height }, (drawing, place) => drawHandwriting(canvas, drawing, place));
    return;
  }

  const isRoomy = height >= 44 && width >= 140;
  const padding = isRoomy ? 10 : 5;
  const stamp = fullStamp(isRoomy);
  const hand = appearance.drawing ? placeOfHand(width, height, padding, demo ? stamp : null) : null;
  if (appearance.drawing && hand) {
    drawHandwriting(canvas, appearance.drawing, hand.place);
    drawLines(canvas, blockOf(appearance.lines, hand.column));
    if (demo) drawStamp(canvas, stamp, hand.stamp.x, hand.stamp.y);
    return;
  }
  const left = padding + (isRoomy ? 24 : 0);
  if (isRoomy) drawMark(canvas, appearance.kind, padding + 8, height / 2);
  const column = { x: left, y: 0, width: width - left - padding, height };
  if (demo) drawStamped(canvas, appearance.lines, column, width, stamp);
  else drawLines(canvas, blockOf(appearance.lines, column));
}

/**
 * Handwriting replaces the mark: to the left of the lines, in narrow rectangles that are high enough above them; it is
 * the clearer sign of a signature. The stamp is on its side, so that it covers neither. @returns null when there is no
 * room for handwriting.
 */
function placeOfHand(
  width: number,
  height: number,
  padding: number,
  stamp: Stamp | null,
): { place: Area; column: Area; stamp: { x: number; y: number } } | null {
  const gap = padding * 0.6;
  const reserved = stamp ? stamp.height + stamp.edge - gap + 1.5 : 0;
  const edge = stamp?.edge ?? 0;
  if (width < 170 && height >= topHeight) {
    const place = { x: gap, y: height * 0.46, width: width - gap * 2, height: height * 0.54 - gap - reserved };
    // Below the drawing, the lines get the remaining height.
    const column = { x: padding, y: 0, width: width - padding * 2, height: height * 0.46 };
    return { place, column, stamp: { x: width - (stamp?.width ?? 0) - edge, y: height - edge - (stamp?.height ?? 0) } };
  }
  if (width < 110) return null;
  // The lines need more than half of a narrow rectangle.
  const half = width * (width < 150 ? 0.42 : 0.5);
  const place = { x: gap, y: gap + reserved, width: half - padding, height: height - gap * 2 - reserved };
  const left = half + padding / 2;
  return { place, column: { x: left, y: 0, width: width - left - padding, height }, stamp: { x: edge, y: edge } };
}

/** A hundredth of a millimetre in points: the unit of a drawing's form. */
const hundredth = 72 / 2540;

/**
 * Draws the strokes as large as fits, centred, in one line width. The path is a separate form XObject that contains
 * only {@link drawingBytes}: its hash is in the handwriting envelope (decision 0067).
 */
function drawHandwriting(canvas: Canvas, drawing: InkDrawing, place: Area): void {
  const [wide, high] = [drawing.width * 100, drawing.height * 100].map(Math.round) as [number, number];
  // At most original size, so that a small hand is not enlarged.
  const scale = Math.min(hundredth, place.width / Math.max(wide, 100), place.height / Math.max(high, 100));
  const width = Math.min(1.2, Math.max(0.6, place.height / 45));
  // The drawing is clipped at its own sides; the margin leaves room for its round line ends.
  const margin = Math.ceil(width / scale);
  const form = flate({ Type: PdfName.of('XObject'), Subtype: PdfName.of('Form') }, drawingBytes(drawing));
  form.set('BBox', PdfArray.of(...[-margin, -margin, wide + margin, high + margin].map((side) => PdfNumber.of(side))));
  form.set('Resources', new PdfDict());
  const x = place.x + (place.width - wide * scale) / 2;
  const y = place.y + (place.height - high * scale) / 2;
  canvas.strokeForm(handwritingFormName, form, { x, y, scale, stroke: ink.hand, width });
}

/**
 * A discreet mark at the left: a pen stroke for a person, a shield for the seal. Never a tick: print cannot guarantee
 * that the signature is still valid when it is read.
 */
function drawMark(canvas: Canvas, kind: Appearance['kind'], x: number, y: number): void {
  if (kind === 'signature') {
    canvas.circle(x, y, 8.5, ink.accent);
    canvas.stroke(x, y, penStroke, '#ffffff', 1.1);
    return;
  }
  canvas.stroke(x, y, shield, ink.accent, 1.3);
  canvas.line(x, y + 5.6, x, y - 5.6, ink.accent, 1.1);
  canvas.line(x - 4.2, y + 0.6, x + 4.2, y + 0.6, ink.accent, 1.1);
}

type Points = readonly (readonly [number, number])[];

const penStroke: Points = [
  [-5, -0.8],
  [-3.6, 2.6],
  [-2.8, 2.4],
  [-3.2, -1.6],
  [-1.2, 1.2],
  [-0.4, 0.8],
  [-0.4, -1],
  [1.2, 0.6],
  [2, 0.2],
  [2.4, -0.8],
  [5, 0],
];

const shield: Points = [
  [0, 9],
  [7, 6.4],
  [7, 0],
  [5.4, -4.4],
  [0, -9],
  [-5.4, -4.4],
  [-7, 0],
  [-7, 6.4],
  [0, 9],
];

/** Rotates the drawing so that it is upright on a page displayed rotated clockwise. */
function rotationMatrix(rotation: number, width: number, height: number): number[] | null {
  if (rotation === 90) return [0, 1, -1, 0, height, 0];
  if (rotation === 180) return [-1, 0, 0, -1, width, height];
  if (rotation === 270) return [0, -1, 1, 0, 0, width];
  return null;
}

/**
 * The fonts for appearances: those that preparation put into the form's resources. They are added if the file was
 * prepared by another version of the product, or by hand.
 */
export function appearanceFonts(pdf: PDF, add: (object: PdfDict) => PdfRef): FontRefs {
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  const form = pdf.context.catalog.getDict().getDict('AcroForm', resolve);
  const existingFonts = form?.getDict('DR', resolve)?.getDict('Font', resolve);
  const fontOf = (weight: FontWeight): PdfRef => {
    const face = typeface(weight);
    const existing = existingFonts?.get(face.resource);
    return existing instanceof PdfRef ? existing : embedTypeface(face, add);
  };
  return { regular: fontOf('regular'), semibold: fontOf('semibold'), register: add };
}

/** Adds the fonts to the form's default resources, where {@link appearanceFonts} finds them. */
export function publishFonts(
  form: PdfDict,
  resolve: (ref: PdfRef) => ReturnType<PDF['context']['resolve']>,
  fonts: FontRefs,
): void {
  const resources = form.getDict('DR', resolve) ?? new PdfDict();
  const entries = resources.getDict('Font', resolve) ?? new PdfDict();
  for (const weight of ['regular', 'semibold'] as const) entries.set(typeface(weight).resource, fonts[weight]);
  resources.set('Font', entries);
  form.set('DR', resources);
}
