/** Decides what the widget of a signature field added by a later update may look like. */
import { PdfArray, PdfDict, PdfNumber, type PdfObject, PdfRef, PdfStream, PdfString } from '@libpdf/core';
import { isName } from '../signature-fields.ts';
import { integerOf, isWhitespace, type Resolve } from '../syntax.ts';

export const isPlainDict = (value: PdfObject | null | undefined): value is PdfDict =>
  value instanceof PdfDict && !(value instanceof PdfStream);

const PRINT = 4;
const LOCKED = 128;
/**
 * Flags that producers set on signature fields (ISO 32000-2, table 167): Invisible, Hidden, Print, NoRotate, ReadOnly,
 * Locked, LockedContents.
 */
const COMMON_FLAGS = 1 | 2 | PRINT | 16 | 64 | LOCKED | 512;

/** The flags on which all readers agree; null for numbers that readers could wrap, round or resolve. */
export function flagsOf(widget: PdfDict): number | null {
  if (!widget.has('F')) return 0;
  const flags = integerOf(widget.get('F'));
  return flags !== null && flags >= 0 && (flags & ~COMMON_FLAGS) === 0 ? flags : null;
}

/** `/Rect [0 0 0 0]` as a direct object. */
const hasEmptyRect = (widget: PdfDict): boolean => {
  const rect = widget.get('Rect');
  if (rect === undefined) return true;
  return (
    rect instanceof PdfArray && rect.length === 4 && [...rect].every((n) => n instanceof PdfNumber && n.value === 0)
  );
};

/** The precision lost by writers that use 32-bit numbers or six decimals; 1/2000 point is invisible. */
const RECT_TOLERANCE = 0.0005;

/** Whether two rectangles, as direct objects, are equal up to rounding. */
export const isSameRectangle = (older: PdfObject | undefined, newer: PdfObject | undefined): boolean =>
  older instanceof PdfArray &&
  newer instanceof PdfArray &&
  older.length === newer.length &&
  [...older].every((before, n) => {
    const after = newer.at(n);
    if (!(before instanceof PdfNumber && after instanceof PdfNumber)) return false;
    return Math.abs(before.value - after.value) < RECT_TOLERANCE;
  });

const isEmptyDict = (value: PdfObject | undefined): boolean =>
  value === undefined || (isPlainDict(value) && [...value.keys()].length === 0);

/** No rectangle and no appearance, and unambiguous flags: invisible in every reader. */
export const isInvisible = (widget: PdfDict, resolve: Resolve): boolean =>
  hasNoArea(widget) && hasNothingToDraw(widget, resolve);

export const hasNoArea = (widget: PdfDict): boolean => hasEmptyRect(widget) && flagsOf(widget) !== null;

/** Nothing to draw, in any rectangle. */
export const hasNothingToDraw = (widget: PdfDict, resolve: Resolve): boolean =>
  hasNoAppearance(widget, resolve) && isEmptyDict(widget.get('DR')) && !widget.has('DA');

/** The same, but allows text defaults, which a signed field does not use. */
export const hasNoAppearance = (widget: PdfDict, resolve: Resolve): boolean =>
  (!widget.has('AP') || isEmptyAppearance(widget.get('AP'), resolve)) &&
  isEmptyDict(widget.get('MK')) &&
  (!widget.has('Border') || isNoBorder(widget.get('Border')));

/** `[0 0 0]`; a border has its own width, which no rectangle limits. */
const isNoBorder = (border: PdfObject | undefined): boolean =>
  border instanceof PdfArray && [...border].every((n) => n instanceof PdfNumber && n.value === 0);

/** A single normal appearance drawn for the field: no other states, no layers, nothing from another file. */
export function isPlainAppearance(value: PdfObject | undefined, resolve: Resolve): boolean {
  const normal = normalOf(value, resolve);
  return normal !== null && isPlainDrawing(normal);
}

export const isPlainDrawing = (stream: PdfObject | null): boolean =>
  stream instanceof PdfStream && !stream.has('OC') && !stream.has('Ref');

function normalOf(value: PdfObject | undefined, resolve: Resolve): PdfStream | null {
  const dict = value instanceof PdfRef ? resolve(value) : value;
  if (!isPlainDict(dict) || [...dict.keys()].some((key) => key.value !== 'N')) return null;
  const normal = dict.get('N');
  const stream = normal instanceof PdfRef ? resolve(normal) : null;
  return stream instanceof PdfStream ? stream : null;
}

const EMPTY_KEYS = new Set(['Type', 'Subtype', 'FormType', 'BBox', 'Matrix', 'Resources', 'Length', 'Filter']);
/** Length of zlib's output for empty input. */
const EMPTY_DEFLATE_LENGTH = 8;

/** The empty appearance that toolkits give to invisible fields. */
const isEmptyAppearance = (value: PdfObject | undefined, resolve: Resolve): boolean =>
  isEmptyForm(normalOf(value, resolve));

/** A form XObject without content. */
export function isEmptyForm(stream: PdfObject | null): boolean {
  if (!(stream instanceof PdfStream) || [...stream.keys()].some((key) => !EMPTY_KEYS.has(key.value))) return false;
  const { data } = stream;
  if (!stream.has('Filter')) return data.every(isWhitespace);
  const filter = stream.get('Filter');
  const name = filter instanceof PdfArray && filter.length === 1 ? filter.at(0) : filter;
  return isName(name, 'FlateDecode') && data.length <= EMPTY_DEFLATE_LENGTH;
}

/** Whether a field being signed changes in a key that only restricts it, names its page or removes its rectangle. */
export function isSigningChange(
  key: string,
  older: PdfDict,
  newer: PdfDict,
  isPage: (ref: PdfRef) => boolean,
): boolean {
  if (key === 'Lock') return !older.has(key);
  if (key === 'M') return newer.get(key) instanceof PdfString;
  if (key === 'P') {
    const page = newer.get(key);
    return !older.has(key) && page instanceof PdfRef && isPage(page);
  }
  if (key === 'Rect' && isSameRectangle(older.get(key), newer.get(key))) return true;
  if (key === 'Rect') return !older.has('AP') && hasEmptyRect(newer) && newer.has(key);
  if (key !== 'F') return false;
  const [before, after] = [flagsOf(older), flagsOf(newer)];
  if (before === null || after === null) return false;
  return after === (before | LOCKED) || (!older.has('AP') && after === (before | LOCKED | PRINT));
}
