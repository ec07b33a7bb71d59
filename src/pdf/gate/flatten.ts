/**
 * Turns form fields (except signature fields) and annotations drawn over pages into page content, page by page and
 * without modifying shared objects. Afterwards it looks the same on screen, on paper and under the mouse.
 */
import { type PDF, PdfArray, PdfDict, PdfName, PdfRef, PdfStream } from '@libpdf/core';
import type { Resolve } from '#formats/verify/syntax.ts';
import { type Matrix, matrixOf } from '../boxes/matrix.ts';
import { boundsUnder } from '../boxes/matrix-bounds.ts';
import { FormDrawings } from './appearances/choose-appearance.ts';
import { inherited, numbersAt } from './appearances/form-field.ts';
import { FormFonts } from './appearances/form-fonts.ts';
import { Refused } from './gate-result.ts';
import { drawsNothing } from './plain-copy.ts';
import { follow, numberAt } from './reading/follow-references.ts';

/** Annotation flags Invisible, Hidden and NoView (ISO 32000-2, table 167): such a field is not shown on the page. */
const HIDDEN_FLAGS = 1 | 2 | 32;
const MAX_TREE_DEPTH = 64;

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Annotations with their own drawing (ISO 32000-2, table 171). */
const MARKUP_SUBTYPES = new Set([
  ...['FreeText', 'Line', 'Square', 'Circle', 'Polygon', 'PolyLine', 'Highlight', 'Underline', 'Squiggly', 'StrikeOut'],
  ...['Stamp', 'Caret', 'Ink', 'Watermark'],
]);

/**
 * Refuses annotations that readers draw differently or show outside the page: a note, an attachment, a mark without an
 * appearance. @throws Refused pdf.extras
 */
export function refuseUnsupportedAnnotations(pages: Iterable<PdfDict>, resolve: Resolve): void {
  for (const page of pages) {
    for (const { dict } of annotationsOf(page, resolve)) {
      const subtype = dict.getName('Subtype', resolve)?.value ?? '';
      if (subtype === 'Link' || subtype === 'Widget' || subtype === 'Popup' || isHidden(dict, resolve)) continue;
      if (!MARKUP_SUBTYPES.has(subtype)) throw new Refused('pdf.extras', 'an unsupported annotation');
      if (!normalAppearance(dict, resolve)) throw new Refused('pdf.extras', `/${subtype} without a drawing`);
    }
  }
}

/** @returns whether a page or the form contains more than links and signature fields. */
export function hasFieldsToFlatten(pages: Iterable<PdfDict>, catalog: PdfDict, resolve: Resolve): boolean {
  for (const page of pages) {
    for (const { dict } of annotationsOf(page, resolve)) if (isFlattened(dict, resolve)) return true;
  }
  const form = follow(catalog.get('AcroForm'), resolve);
  const fields = form instanceof PdfDict ? follow(form.get('Fields'), resolve) : undefined;
  return fields instanceof PdfArray && [...fields].some((field) => containsPlainField(field, resolve, 0));
}

/**
 * Flattens in memory; the caller saves. Correct appearances of fields become content unchanged; missing and stale ones
 * are drawn from the field's value. @throws Refused pdf.field
 */
export function flattenFields(pdf: PDF): void {
  const { registry } = pdf.context;
  const resolve: Resolve = (ref) => registry.resolve(ref);
  const catalog = pdf.getCatalog();
  const form = follow(catalog.get('AcroForm'), resolve);
  const fonts = new FormFonts((object) => registry.register(object));
  const drawings = new FormDrawings(form instanceof PdfDict ? form : null, resolve, fonts);
  for (const ref of pdf.context.pages.getPages()) {
    const page = registry.resolve(ref);
    if (page instanceof PdfDict) flattenPage(pdf, page, drawings, resolve);
  }
  if (form instanceof PdfDict) {
    const fields = follow(form.get('Fields'), resolve);
    const signatureFields = fields instanceof PdfArray ? keepSignatureFields(fields, resolve, 0) : [];
    form.set('Fields', PdfArray.of(...signatureFields));
    for (const key of ['NeedAppearances', 'CO']) form.delete(key);
    if (signatureFields.length === 0) catalog.delete('AcroForm');
  }
}

function flattenPage(pdf: PDF, page: PdfDict, drawings: FormDrawings, resolve: Resolve): void {
  const { registry } = pdf.context;
  const keptEntries: (PdfDict | PdfRef)[] = [];
  const commands: string[] = [];
  let hasDrawnAnnotation = false;
  let xObjects: PdfDict | null = null;
  for (const { entry, dict } of annotationsOf(page, resolve)) {
    if (!isFlattened(dict, resolve)) {
      keptEntries.push(entry);
      // The appearance of an empty signature field also becomes page content; the field itself shows nothing until it
      // is signed.
      if (dict.getName('Subtype', resolve)?.value === 'Link') continue;
      const fieldAppearance = normalAppearance(dict, resolve);
      if (!fieldAppearance || drawsNothing(fieldAppearance)) continue;
    }
    hasDrawnAnnotation = true;
    if (isHidden(dict, resolve) || !hasArea(dict, resolve)) continue;
    const isField = isFlattened(dict, resolve) && dict.getName('Subtype', resolve)?.value === 'Widget';
    const appearance = isField ? drawings.appearanceOf(dict) : normalAppearance(dict, resolve);
    if (!appearance) continue;
    const placement = placementOf(dict, appearance, resolve);
    if (!placement) continue;
    xObjects ??= copyXObjects(page, resolve);
    const name = freeName(xObjects);
    if (!appearance.has('Subtype')) appearance.set('Subtype', PdfName.of('Form'));
    xObjects.set(name, registry.getRef(appearance) ?? registry.register(appearance));
    commands.push(`q ${placement.map(decimal).join(' ')} cm /${name} Do Q`);
  }
  if (!hasDrawnAnnotation) return;
  if (keptEntries.length === 0) page.delete('Annots');
  else page.set('Annots', PdfArray.of(...keptEntries));
  if (commands.length === 0) return;
  // The page's own content may leave the graphics state changed: enclose it before the fields are drawn.
  const before = registry.register(new PdfStream([], encode('q\n')));
  const after = registry.register(new PdfStream([], encode(`\nQ\n${commands.join('\n')}\n`)));
  const contents = follow(page.get('Contents'), resolve);
  const oldContents =
    contents instanceof PdfArray ? [...contents] : contents instanceof PdfStream ? [page.get('Contents')] : [];
  page.set('Contents', PdfArray.of(before, ...oldContents.filter((item) => item instanceof PdfRef), after));
}

function* annotationsOf(page: PdfDict, resolve: Resolve): Generator<{ entry: PdfDict | PdfRef; dict: PdfDict }> {
  const annotations = follow(page.get('Annots'), resolve);
  if (!(annotations instanceof PdfArray)) return;
  for (const entry of annotations) {
    const dict = follow(entry, resolve);
    if (dict instanceof PdfDict && (entry instanceof PdfRef || entry instanceof PdfDict)) yield { entry, dict };
  }
}

/** Everything except links and signature fields. */
function isFlattened(dict: PdfDict, resolve: Resolve): boolean {
  const subtype = dict.getName('Subtype', resolve)?.value;
  return subtype !== 'Link' && !(subtype === 'Widget' && fieldType(dict, resolve) === 'Sig');
}

/** Includes fields that would only be printed: the signer has not read them before signing. */
const isHidden = (dict: PdfDict, resolve: Resolve): boolean => (numberAt(dict, 'F', resolve, 0) & HIDDEN_FLAGS) !== 0;

const fieldType = (dict: PdfDict, resolve: Resolve): string | undefined => {
  const type = inherited(dict, 'FT', resolve);
  return type instanceof PdfName ? type.value : undefined;
};

function hasArea(dict: PdfDict, resolve: Resolve): boolean {
  const [x0, y0, x1, y1] = numbersAt(dict, 'Rect', 4, resolve) ?? [0, 0, 0, 0];
  return x0 !== x1 && y0 !== y1;
}

function containsPlainField(field: PdfArray | PdfDict | unknown, resolve: Resolve, depth: number): boolean {
  const dict = field instanceof PdfRef ? follow(field, resolve) : field;
  if (!(dict instanceof PdfDict) || depth > MAX_TREE_DEPTH) return false;
  const kids = follow(dict.get('Kids'), resolve);
  if (kids instanceof PdfArray && kids.length > 0) {
    return [...kids].some((kid) => containsPlainField(kid, resolve, depth + 1));
  }
  return fieldType(dict, resolve) !== 'Sig';
}

/** Keeps signature fields and their ancestors. */
function keepSignatureFields(list: PdfArray, resolve: Resolve, depth: number): (PdfRef | PdfDict)[] {
  const keptEntries: (PdfRef | PdfDict)[] = [];
  if (depth > MAX_TREE_DEPTH) return keptEntries;
  for (const entry of list) {
    const dict = follow(entry, resolve);
    if (!(dict instanceof PdfDict) || !(entry instanceof PdfRef || entry instanceof PdfDict)) continue;
    const kids = follow(dict.get('Kids'), resolve);
    if (fieldType(dict, resolve) === 'Sig') {
      keptEntries.push(entry);
    } else if (kids instanceof PdfArray) {
      const keptKids = keepSignatureFields(kids, resolve, depth + 1);
      if (keptKids.length === 0) continue;
      dict.set('Kids', PdfArray.of(...keptKids));
      keptEntries.push(entry);
    }
  }
  return keptEntries;
}

function normalAppearance(widget: PdfDict, resolve: Resolve): PdfStream | null {
  const appearances = follow(widget.get('AP'), resolve);
  const normal = appearances instanceof PdfDict ? follow(appearances.get('N'), resolve) : undefined;
  if (normal instanceof PdfStream) return normal;
  if (!(normal instanceof PdfDict)) return null;
  const state = widget.getName('AS', resolve);
  const stateAppearance = state ? follow(normal.get(state), resolve) : undefined;
  return stateAppearance instanceof PdfStream ? stateAppearance : null;
}

/** The matrix that maps the appearance's box into the annotation's rectangle (ISO 32000-2, 12.5.5, algorithm 8). */
function placementOf(widget: PdfDict, appearance: PdfStream, resolve: Resolve): Matrix | null {
  const rect = numbersAt(widget, 'Rect', 4, resolve);
  const box = numbersAt(appearance, 'BBox', 4, resolve);
  if (!rect || !box) return null;
  const matrix = matrixOf(numbersAt(appearance, 'Matrix', 6, resolve));
  const [left, bottom, right, top] = boundsUnder(box as [number, number, number, number], matrix);
  const [width, height] = [right - left, top - bottom];
  if (width <= 0 || height <= 0) return null;
  const [rx0, ry0, rx1, ry1] = rect as [number, number, number, number];
  const scaleX = Math.abs(rx1 - rx0) / width;
  const scaleY = Math.abs(ry1 - ry0) / height;
  if (scaleX === 0 || scaleY === 0) return null;
  return [scaleX, 0, 0, scaleY, Math.min(rx0, rx1) - left * scaleX, Math.min(ry0, ry1) - bottom * scaleY];
}

/** Gives the page its own resources: they may be inherited or shared, and other pages must not change. */
function copyXObjects(page: PdfDict, resolve: Resolve): PdfDict {
  let node: PdfDict | undefined = page;
  let resources: PdfDict | undefined;
  for (let level = 0; node && level < MAX_TREE_DEPTH; level++) {
    const candidate = follow(node.get('Resources'), resolve);
    if (candidate instanceof PdfDict) {
      resources = candidate;
      break;
    }
    const parent = follow(node.get('Parent'), resolve);
    node = parent instanceof PdfDict ? parent : undefined;
  }
  const originalXObjects = resources ? follow(resources.get('XObject'), resolve) : undefined;
  const xObjects = new PdfDict(originalXObjects instanceof PdfDict ? [...originalXObjects] : []);
  const ownResources = new PdfDict(resources ? [...resources] : []);
  ownResources.set('XObject', xObjects);
  page.set('Resources', ownResources);
  return xObjects;
}

function freeName(xObjects: PdfDict): string {
  for (let n = 0; ; n++) if (!xObjects.has(`Field${n}`)) return `Field${n}`;
}

const decimal = (value: number): string => String(Number(value.toFixed(5)));
