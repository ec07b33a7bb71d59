/** Finds the signature fields of a file by full name, with their widget and page (ISO 32000-1, 12.7). */

import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef, PdfString } from '@libpdf/core';
import type { Resolve } from '#formats/verify/syntax.ts';

export interface SignatureField {
  /** Full name: partial names joined by full stops. */
  readonly name: string;
  readonly ref: PdfRef;
  readonly dict: PdfDict;
  /** The widget: the field itself if both are one dictionary. */
  readonly widgetRef: PdfRef;
  readonly widget: PdfDict;
  /** A getter: parsing a signature costs as much as reading the rest of a small file. */
  readonly signed: boolean;
  /** Normalised: left, bottom, right, top. */
  readonly box: [number, number, number, number];
}

/** Every terminal signature field that is an indirect object, in form order. */
export function signatureFields(pdf: PDF): SignatureField[] {
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  const form = pdf.context.catalog.getDict().getDict('AcroForm', resolve);
  const fields: SignatureField[] = [];
  const visited = new Set<PdfRef>();
  const visit = (entry: PdfObject | undefined, prefix: string, inherited: string | undefined): void => {
    if (!(entry instanceof PdfRef) || visited.has(entry)) return;
    visited.add(entry);
    const dict = resolve(entry);
    if (!(dict instanceof PdfDict)) return;
    const partial = dict.getString('T', resolve);
    const name = [prefix, partial?.asString()].filter(Boolean).join('.');
    const type = dict.getName('FT', resolve)?.value ?? inherited;
    const kids = dict.getArray('Kids', resolve)?.toArray() ?? [];
    const isField = (kid: PdfObject) => kid instanceof PdfRef && asDict(resolve(kid))?.has('T');
    if (kids.some(isField)) {
      for (const kid of kids) visit(kid, name, type);
      return;
    }
    if (type !== 'Sig') return;
    const [kid] = kids;
    const widget = kid instanceof PdfRef ? asDict(resolve(kid)) : undefined;
    const widgetRef = widget && kid instanceof PdfRef ? kid : entry;
    const widgetDict = widget ?? dict;
    fields.push({
      name,
      ref: entry,
      dict,
      widgetRef,
      widget: widgetDict,
      get signed() {
        return dict.get('V', resolve) instanceof PdfDict;
      },
      box: boxOf(widgetDict, resolve),
    });
  };
  for (const entry of form?.getArray('Fields', resolve)?.toArray() ?? []) visit(entry, '', undefined);
  return fields;
}

/** Zero-based number of the widget's page; −1 if no page shows it. */
export function pageOf(pdf: PDF, field: SignatureField): number {
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  return pdf.context.pages.getPages().findIndex((page) => {
    const annotations = asDict(resolve(page))?.getArray('Annots', resolve)?.toArray() ?? [];
    return annotations.includes(field.widgetRef);
  });
}

/** Rotation of the page in degrees, inherited if the page states none: 0, 90, 180 or 270. */
export function rotationOf(pdf: PDF, page: PdfRef): number {
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  let dict = asDict(resolve(page));
  for (let depth = 0; dict && depth < 50; depth += 1) {
    const rotate = dict.getNumber('Rotate', resolve);
    if (rotate) return ((rotate.value % 360) + 360) % 360;
    dict = dict.getDict('Parent', resolve);
  }
  return 0;
}

/** Points per unit of a page's coordinates (ISO 32000-2, table 31); not inherited. */
export function unitOf(pdf: PDF, page: PdfRef): number {
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  const unit = asDict(resolve(page))?.getNumber('UserUnit', resolve)?.value ?? 1;
  return unit > 0 ? unit : 1;
}

/** The visible part of a page: its crop box within its media box, each inherited if absent. */
export function cropOf(pdf: PDF, page: PdfRef): [number, number, number, number] {
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  const boxes: Partial<Record<'MediaBox' | 'CropBox', [number, number, number, number]>> = {};
  let dict = asDict(resolve(page));
  for (let depth = 0; dict && depth < 50; depth += 1) {
    for (const key of ['MediaBox', 'CropBox'] as const) {
      const [left, bottom, right, top] = boxOf(dict, resolve, key);
      if (right > left && top > bottom) boxes[key] ??= [left, bottom, right, top];
    }
    dict = dict.getDict('Parent', resolve);
  }
  // Readers assume US letter if a page states no size.
  const media = boxes.MediaBox ?? [0, 0, 612, 792];
  const crop = boxes.CropBox ?? media;
  const visible: typeof media = [
    Math.max(media[0], crop[0]),
    Math.max(media[1], crop[1]),
    Math.min(media[2], crop[2]),
    Math.min(media[3], crop[3]),
  ];
  return visible[2] > visible[0] && visible[3] > visible[1] ? visible : media;
}

/** A new signature field and widget in one dictionary, with no appearance before it is signed. */
export function newSignatureField(
  name: string,
  box: readonly [number, number, number, number],
  page: PdfRef,
  options: { lock: boolean; tooltip?: PdfString },
): PdfDict {
  const field = PdfDict.of({
    Type: PdfName.of('Annot'),
    Subtype: PdfName.of('Widget'),
    FT: PdfName.of('Sig'),
    T: PdfString.fromBytes(Buffer.from(name, 'latin1')),
    // Print and Locked: a signature field must not be moved.
    F: PdfNumber.of(132),
    Rect: PdfArray.of(...box.map((value) => PdfNumber.of(value))),
    P: page,
  });
  if (options.tooltip) field.set('TU', options.tooltip);
  if (options.lock) field.set('Lock', lockAll());
  return field;
}

/** Signature field lock over all fields; P 1 forbids any further change (ISO 32000-2, 12.7.5.5). */
export function lockAll(): PdfDict {
  return PdfDict.of({ Type: PdfName.of('SigFieldLock'), Action: PdfName.of('All'), P: PdfNumber.of(1) });
}

function boxOf(
  dict: PdfDict,
  resolve: Resolve,
  key: 'Rect' | 'MediaBox' | 'CropBox' = 'Rect',
): [number, number, number, number] {
  const values = dict
    .getArray(key, resolve)
    ?.toArray()
    .map((value) => (value instanceof PdfRef ? resolve(value) : value))
    .map((value) => (value instanceof PdfNumber ? value.value : Number.NaN));
  if (values?.length !== 4 || values.some(Number.isNaN)) return [0, 0, 0, 0];
  const [a = 0, b = 0, c = 0, d = 0] = values;
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}

function asDict(object: PdfObject | null): PdfDict | undefined {
  return object instanceof PdfDict ? object : undefined;
}
