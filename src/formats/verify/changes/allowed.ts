/**
 * Recognises changes that others' signatures do not forbid afterwards: filled-in fields, annotations where a
 * certification allows them (DocMDP 3), structure for new fields, metadata. The file is then neither as signed nor
 * tampered with (ISO 32000-2, 12.8.2.2); a signature that closes the document allows none of them.
 */
import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef, PdfStream, PdfString } from '@libpdf/core';
import { changedKeys, sameObject } from '../same-object.ts';
import { type FieldLock, type FieldNode, isLocked, isName, type SignatureDictionary } from '../signature-fields.ts';
import { eachReference, type StrictFile } from '../strict-file.ts';
import type { Resolve } from '../syntax.ts';

/** What the signatures of older revisions still permit. */
export interface AllowedChanges {
  /** A signature certifies or locks the document: only signatures, validation data and the changes it names are allowed. */
  isCertified: boolean;
  /** A signature forbids any further change (P 1). */
  isClosed: boolean;
  /** Every certification allows annotations (P 3). */
  allowsAnnotations: boolean;
  fieldLocks: readonly FieldLock[];
}

export function allowedChangesAfter(older: readonly SignatureDictionary[]): AllowedChanges {
  const permissions = older.flatMap(({ permissions: permission }) => permission);
  const certifications = permissions.filter(({ kind }) => kind === 'certification');
  const closed = permissions.some(({ level }) => level === 1);
  return {
    isCertified: closed || certifications.length > 0,
    isClosed: closed,
    allowsAnnotations: !closed && certifications.length > 0 && permissions.every(({ level }) => level === 3),
    fieldLocks: older.flatMap(({ locked }) => locked),
  };
}

const VALUE_KEYS = new Set(['V', 'AS', 'AP', 'I', 'RV', 'M']);

/**
 * Whether two states of a field or its widget differ only in what is filled in. A value present at signing was signed
 * with the rest: replacing it does not count as filling in, although ISO 32000-2, 12.8.2.2, counts it as such.
 */
export function isFilledIn(field: FieldNode, older: PdfDict, newer: PdfDict, leave: AllowedChanges): boolean {
  if (leave.isClosed || isAnswered(field) || leave.fieldLocks.some((lock) => isLocked(lock, field.name))) return false;
  return changedKeys(older, newer).every((key) => VALUE_KEYS.has(key) && (key !== 'V' || isValue(newer.get('V'))));
}

/** A value other than the initial state: nothing, an empty text, an unchecked box, the default. */
function isAnswered({ dict }: FieldNode): boolean {
  const value = dict.get('V');
  if (value === undefined || sameObject(value, dict.get('DV'))) return false;
  if (value instanceof PdfString) return value.bytes.length > 0;
  if (value instanceof PdfArray) return value.length > 0;
  return !isName(value, 'Off');
}

function isValue(value: PdfObject | undefined): boolean {
  if (value instanceof PdfArray) return [...value].every((item) => item instanceof PdfString);
  return value === undefined || value instanceof PdfString || value instanceof PdfName;
}

/** Whether a field's appearance was replaced by another in the same rectangle. */
export function isRedrawn(older: PdfObject, newer: PdfObject): boolean {
  if (!(older instanceof PdfStream) || !(newer instanceof PdfStream)) return false;
  const changeableKeys = new Set(['Length', 'Filter', 'DecodeParms', 'Resources', 'LastModified']);
  return changedKeys(older, newer).every((key) => changeableKeys.has(key));
}

/** Numbers of the appearances that belong to a field's widgets, at any level of `/AP`. */
export function appearancesOf(field: FieldNode, resolve: Resolve): { drawings: Set<number>; owners: Set<number> } {
  const drawings = new Set<number>();
  const owners = new Set<number>();
  const visit = (value: PdfObject | undefined, depth: number): void => {
    const target = value instanceof PdfRef ? resolve(value) : value;
    if (target instanceof PdfStream) {
      if (value instanceof PdfRef) drawings.add(value.objectNumber);
    } else if (target instanceof PdfDict && depth < 3) {
      if (value instanceof PdfRef) owners.add(value.objectNumber);
      for (const [, item] of target) visit(item, depth + 1);
    }
  };
  for (const { dict, number } of field.widgets) {
    if (number !== null) owners.add(number);
    visit(dict.get('AP'), 0);
  }
  return { drawings, owners };
}

/** Whether an object other than the owners refers to it: an appearance that a page also uses is part of the page. */
export function isUsedElsewhere(
  file: StrictFile,
  revision: number,
  number: number,
  owners: ReadonlySet<number>,
): boolean {
  const referenced = new Set<number>();
  for (const other of file.numbersAt(revision)) {
    const object = owners.has(other) ? null : file.objectAt(revision, other);
    if (object) eachReference(object, (ref) => void referenced.add(ref.objectNumber));
    if (referenced.has(number)) return true;
  }
  return false;
}

const MARKUP_SUBTYPES = [
  ...['Text', 'FreeText', 'Line', 'Square', 'Circle', 'Polygon', 'PolyLine', 'Highlight', 'Underline'],
  ...['Squiggly', 'StrikeOut', 'Caret', 'Stamp', 'Ink', 'Popup'],
];

/** An annotation as written by commenting programs, without any action. */
export const isMarkupAnnotation = (value: PdfObject | null): boolean =>
  value instanceof PdfDict &&
  MARKUP_SUBTYPES.some((name) => isName(value.get('Subtype'), name)) &&
  !value.has('A') &&
  !value.has('AA');

/** XMP replaced by XMP: none of it is drawn. */
export const areXmpMetadata = (older: PdfObject, newer: PdfObject): boolean =>
  [older, newer].every((object) => object instanceof PdfStream && isName(object.get('Subtype'), 'XML'));

const STRUCTURE_KEYS: Readonly<Record<string, readonly string[]>> = {
  StructTreeRoot: ['K', 'ParentTree', 'ParentTreeNextKey'],
  StructElem: ['K'],
};

/** Whether a part of the structure tree only gained children, none of which has its own text. */
export function hasOnlyNewChildren(older: PdfObject, newer: PdfObject, resolve: Resolve): boolean {
  if (!(older instanceof PdfDict) || !(newer instanceof PdfDict)) return false;
  const keys = STRUCTURE_KEYS[older.getName('Type')?.value ?? ''];
  if (!keys || !changedKeys(older, newer).every((key) => keys.includes(key))) return false;
  const [before, after] = [older, newer].map((dict) => kidsOf(dict.get('K'), resolve)) as [PdfObject[], PdfObject[]];
  if (!before.every((kid, n) => sameObject(kid, after[n]))) return false;
  return after.slice(before.length).every((kid) => isPlainElement(kid, resolve, 0));
}

const NUMBER_TREE_KEYS = new Set(['Nums', 'Kids', 'Limits']);

/** Whether a dictionary is a number tree, and cannot also be drawn content. */
export const isNumberTree = (value: PdfObject): boolean =>
  value instanceof PdfDict &&
  !(value instanceof PdfStream) &&
  [...value.keys()].every((key) => NUMBER_TREE_KEYS.has(key.value));

function kidsOf(value: PdfObject | undefined, resolve: Resolve): PdfObject[] {
  const target = value instanceof PdfRef ? resolve(value) : value;
  if (target instanceof PdfArray) return [...target];
  return value === undefined ? [] : [value];
}

/** An element that leads only to annotations and has no replacement text for reading aloud. */
function isPlainElement(value: PdfObject, resolve: Resolve, depth: number): boolean {
  const target = value instanceof PdfRef ? resolve(value) : value;
  if (!(target instanceof PdfDict) || depth > 8) return false;
  if (isName(target.get('Type'), 'OBJR')) return true;
  if (['ActualText', 'Alt', 'E'].some((key) => target.has(key))) return false;
  return kidsOf(target.get('K'), resolve).every((kid) => isPlainElement(kid, resolve, depth + 1));
}

/** Whether an entire structure tree was added to a document with none or an empty one. */
export function isAddedStructureTree(
  older: PdfObject | undefined,
  newer: PdfObject | undefined,
  resolve: Resolve,
): boolean {
  const before = older instanceof PdfRef ? resolve(older) : older;
  if (before !== undefined && !(before instanceof PdfDict && !before.has('K'))) return false;
  const after = newer instanceof PdfRef ? resolve(newer) : newer;
  return after instanceof PdfDict && kidsOf(after.get('K'), resolve).every((kid) => isPlainElement(kid, resolve, 0));
}

/** Whether a rectangle is outside every page. */
export function isOutsidePages(widget: PdfDict, boxes: readonly (readonly number[])[], resolve: Resolve): boolean {
  const rect = rectangleOf(widget.getArray('Rect', resolve));
  if (!rect || boxes.length === 0) return false;
  const [left, bottom, right, top] = normalizedRectangle(rect);
  return boxes.every((box) => {
    const [l, b, r, t] = normalizedRectangle(box);
    return right < l || left > r || top < b || bottom > t;
  });
}

export function rectangleOf(array: PdfArray | undefined): number[] | null {
  const numbers = array ? [...array].map((item) => (item instanceof PdfNumber ? item.value : Number.NaN)) : [];
  return numbers.length === 4 && !numbers.some(Number.isNaN) ? numbers : null;
}

const normalizedRectangle = ([a = 0, b = 0, c = 0, d = 0]: readonly number[]) =>
  [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)] as const;
