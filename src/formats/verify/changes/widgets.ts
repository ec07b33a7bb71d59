/** What the widget of a signature field may look like when a later update brings it. */
import { PdfArray, PdfDict, PdfNumber, type PdfObject, PdfRef, PdfStream } from '@libpdf/core';
import { isName } from '../signature-fields.ts';
import { integerOf, isWhitespace } from '../syntax.ts';

export type Resolve = (ref: PdfRef) => PdfObject | null;

export const isPlainDict = (value: PdfObject | null | undefined): value is PdfDict =>
  value instanceof PdfDict && !(value instanceof PdfStream);

/** Annotation flags that producers give to signature fields (ISO 32000-2 table 167): sums of Hidden, Print, ReadOnly, Locked, LockedContents. */
const FLAGS = new Set([0, 2, 4, 6].flatMap((seen) => [0, 64, 128, 192, 512, 640].map((locked) => seen + locked)));

const PRINT = 4;
const LOCKED = 128;

/** The flags as every reader takes them; null for numbers that readers could wrap, round or look up. */
export function flagsOf(widget: PdfDict): number | null {
  if (!widget.has('F')) return 0;
  const flags = integerOf(widget.get('F'));
  return flags !== null && FLAGS.has(flags) ? flags : null;
}

/** `/Rect [0 0 0 0]`, written in place. */
const isBoxless = (widget: PdfDict): boolean => {
  const rect = widget.get('Rect');
  if (rect === undefined) return true;
  return (
    rect instanceof PdfArray && rect.length === 4 && [...rect].every((n) => n instanceof PdfNumber && n.value === 0)
  );
};

const isEmptyDict = (value: PdfObject | undefined): boolean =>
  value === undefined || (isPlainDict(value) && [...value.keys()].length === 0);

/** Neither box nor look, in flags that all readers read alike: it cannot be seen in any of them. */
export const isBare = (widget: PdfDict, resolve: Resolve): boolean =>
  isWithoutBox(widget) && isWithoutLook(widget, resolve);

export const isWithoutBox = (widget: PdfDict): boolean => isBoxless(widget) && flagsOf(widget) !== null;

/** Nothing to draw with, in whatever box. */
export const isWithoutLook = (widget: PdfDict, resolve: Resolve): boolean =>
  (!widget.has('AP') || isEmptyAppearance(widget.get('AP'), resolve)) &&
  isEmptyDict(widget.get('MK')) &&
  isEmptyDict(widget.get('DR')) &&
  !widget.has('DA');

/** One normal appearance, drawn for the field: no other states, no layers, nothing taken from another file. */
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
/** What zlib makes of nothing. */
const DEFLATED_NOTHING = 8;

/** An appearance stream without content, as toolkits give to fields that are not seen. */
function isEmptyAppearance(value: PdfObject | undefined, resolve: Resolve): boolean {
  const stream = normalOf(value, resolve);
  if (!stream || [...stream.keys()].some((key) => !EMPTY_KEYS.has(key.value))) return false;
  const { data } = stream;
  if (!stream.has('Filter')) return data.every(isWhitespace);
  const filter = stream.get('Filter');
  const name = filter instanceof PdfArray && filter.length === 1 ? filter.at(0) : filter;
  return isName(name, 'FlateDecode') && data.length <= DEFLATED_NOTHING;
}

/** Whether a field that is being signed changes in a key that only restricts it, names its page or takes its box away. */
export function isSigningChange(
  key: string,
  older: PdfDict,
  newer: PdfDict,
  isPage: (ref: PdfRef) => boolean,
): boolean {
  if (key === 'Lock') return !older.has(key);
  if (key === 'P') {
    const page = newer.get(key);
    return !older.has(key) && page instanceof PdfRef && isPage(page);
  }
  if (key === 'Rect') return !older.has('AP') && isBoxless(newer) && newer.has(key);
  if (key !== 'F') return false;
  const [before, after] = [flagsOf(older), flagsOf(newer)];
  if (before === null || after === null) return false;
  return after === (before | LOCKED) || (!older.has('AP') && after === (before | LOCKED | PRINT));
}
