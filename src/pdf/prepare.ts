/** Makes a file ready to be signed by updates alone: fields, boxes, fonts and the page of signatures, then one full save (signing.md rule 2). */
import { createHash } from 'node:crypto';
import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, PdfString } from '@libpdf/core';
import { publishFonts } from './appearance.ts';
import type { FontRefs } from './canvas.ts';
import { SigningDefect } from './defect.ts';
import { newSignatureField, pageOf, signatureFields } from './fields.ts';
import { embedTypeface, flate, typeface } from './font.ts';
import { type DrawnPage, drawSignaturePages, paperSize } from './signature-page.ts';
import { textString } from './syntax.ts';

export interface PlannedPoint {
  /** Field name: ASCII, unique in the file. */
  id: string;
  /** What is signed here, as the signer reads it. */
  caption: string;
  signerName: string;
  role: string;
  /** Name of an existing empty signature field to use instead of a new box. */
  existingField?: string;
}

export interface SigningPlan {
  title: string;
  points: PlannedPoint[];
  sealField: string;
  /** Printed at the foot of the page of signatures. */
  notes: string[];
  language: 'it' | 'en';
}

export interface PreparedPoint {
  id: string;
  field: string;
  /** 1-based. */
  page: number;
  /** Left, bottom, right, top, in points. */
  box: [number, number, number, number];
}

/**
 * One full save with everything a signature will need. The same input and plan give the same bytes.
 * @param original a file that passed the intake gate. @throws SigningDefect file.unprepared, field.missing, field.signed
 */
export async function prepareForSigning(
  original: Uint8Array,
  plan: SigningPlan,
): Promise<{ bytes: Uint8Array; points: PreparedPoint[]; pages: number }> {
  const pdf = await PDF.load(original);
  if (pdf.isEncrypted) throw new SigningDefect('file.unprepared', 'the file is encrypted');
  const before = pdf.getPageCount();
  if (before === 0) throw new SigningDefect('file.unprepared', 'the file has no pages');

  const placed = placeExisting(pdf, plan);
  const fonts: FontRefs = {
    regular: embedTypeface(typeface('regular'), (object) => pdf.context.register(object)),
    semibold: embedTypeface(typeface('semibold'), (object) => pdf.context.register(object)),
  };
  const form = formOf(pdf);
  publishFonts(form, (ref) => pdf.context.resolve(ref), fonts);

  const open = plan.points.filter(({ existingField }) => existingField === undefined);
  const drawn = open.length ? drawSignaturePages({ ...plan, points: open }, { original, pages: before }) : [];
  for (const [i, page] of drawn.entries()) placed.push(...addPage(pdf, form, page, fonts, plan, before + i + 1));
  if (!drawn.length) addInvisibleSeal(pdf, form, plan);

  describe(pdf, original, plan);
  const bytes = await pdf.save({ useXRefStream: false, compressStreams: false });
  const points = plan.points.map(({ id }) => {
    const point = placed.find((candidate) => candidate.id === id);
    if (!point) throw new SigningDefect('field.missing', `the point ${id} has no box`);
    return point;
  });
  return { bytes, points, pages: before + drawn.length };
}

function placeExisting(pdf: PDF, plan: SigningPlan): PreparedPoint[] {
  const fields = signatureFields(pdf);
  const taken = new Set(fields.map(({ name }) => name));
  const wanted = plan.points.flatMap(({ id, existingField }) => (existingField === undefined ? [id] : []));
  for (const name of [...wanted, plan.sealField]) {
    if (!/^[\x21-\x2d\x2f-\x7e]+$/.test(name) || taken.has(name)) {
      throw new SigningDefect('file.unprepared', `the field name ${name} cannot be used`);
    }
    taken.add(name);
  }
  return plan.points.flatMap(({ id, existingField }) => {
    if (existingField === undefined) return [];
    const field = fields.find(({ name }) => name === existingField);
    if (!field) throw new SigningDefect('field.missing', `there is no signature field ${existingField}`);
    if (field.signed) throw new SigningDefect('field.signed', `the field ${existingField} is signed already`);
    return [{ id, field: field.name, page: Math.max(0, pageOf(pdf, field)) + 1, box: field.box }];
  });
}

/** The form, made when there is none; viewers must not make appearances of their own. */
function formOf(pdf: PDF): PdfDict {
  const catalog = pdf.context.catalog.getDict();
  let form = catalog.getDict('AcroForm', (ref) => pdf.context.resolve(ref));
  if (!form) {
    form = PdfDict.of({ Fields: PdfArray.of() });
    catalog.set('AcroForm', pdf.context.register(form));
  }
  if (!form.getArray('Fields', (ref) => pdf.context.resolve(ref))) form.set('Fields', PdfArray.of());
  form.set('SigFlags', PdfNumber.of(3));
  form.delete('NeedAppearances');
  return form;
}

function addPage(
  pdf: PDF,
  form: PdfDict,
  drawn: DrawnPage,
  fonts: FontRefs,
  plan: SigningPlan,
  number: number,
): PreparedPoint[] {
  const content = pdf.context.register(flate({}, drawn.canvas.content()));
  const { root, ref: rootRef } = pageTree(pdf);
  const [width, height] = paperSize;
  const annotations = new PdfArray();
  const page = PdfDict.of({
    Type: PdfName.Page,
    Parent: rootRef,
    // Said here although most are defaults: the tree above may hold others to inherit.
    MediaBox: numbers(0, 0, width, height),
    CropBox: numbers(0, 0, width, height),
    Rotate: PdfNumber.of(0),
    Resources: drawn.canvas.resources(fonts),
    Contents: content,
    Annots: annotations,
    Tabs: PdfName.of('S'),
  });
  const ref = pdf.context.register(page);
  const resolve = (one: PdfRef) => pdf.context.resolve(one);
  root.getArray('Kids', resolve)?.push(ref);
  root.set('Count', PdfNumber.of((root.getNumber('Count', resolve)?.value ?? 0) + 1));

  return drawn.boxes.flatMap(({ id, box, tooltip }) => {
    const seal = id === plan.sealField;
    const field = pdf.context.register(newSignatureField(id, box, ref, { lock: seal, tooltip: textString(tooltip) }));
    annotations.push(field);
    form.getArray('Fields', resolve)?.push(field);
    return seal ? [] : [{ id, field: id, page: number, box }];
  });
}

/** A document that brings a field for every point is not given a page; its seal is not seen. */
function addInvisibleSeal(pdf: PDF, form: PdfDict, plan: SigningPlan): void {
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  const last = pdf.context.pages.getPages().at(-1);
  const page = last ? resolve(last) : null;
  if (!last || !(page instanceof PdfDict)) throw new SigningDefect('file.unprepared', 'the file has no last page');
  const field = pdf.context.register(newSignatureField(plan.sealField, [0, 0, 0, 0], last, { lock: true }));
  const annotations = page.getArray('Annots', resolve) ?? new PdfArray();
  annotations.push(field);
  if (!page.has('Annots')) page.set('Annots', annotations);
  form.getArray('Fields', resolve)?.push(field);
}

function pageTree(pdf: PDF): { root: PdfDict; ref: PdfRef } {
  const catalog = pdf.context.catalog.getDict();
  const ref = catalog.getRef('Pages');
  const root = ref && pdf.context.resolve(ref);
  if (!ref || !(root instanceof PdfDict)) throw new SigningDefect('file.unprepared', 'the file has no page tree');
  return { root, ref };
}

/** Version, extensions and identifier, all from the input alone. */
function describe(pdf: PDF, original: Uint8Array, plan: SigningPlan): void {
  const { info, catalog } = pdf.context;
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  const declared = catalog.getDict().getName('Version', resolve)?.value ?? '';
  const newest = [info.version, declared, '1.7'].filter((one) => /^\d\.\d$/.test(one)).sort().at(-1);
  info.version = newest ?? '1.7';
  catalog.getDict().delete('Version');
  if (info.version === '1.7') {
    // EN 319 142-1 §5.6: the CAdES profile is an extension of ISO 32000-1.
    const extensions = catalog.getDict().getDict('Extensions', resolve) ?? new PdfDict();
    extensions.set('ESIC', PdfDict.of({ BaseVersion: PdfName.of('1.7'), ExtensionLevel: PdfNumber.of(2) }));
    catalog.getDict().set('Extensions', extensions);
  }
  const digest = createHash('sha256').update(original).update(JSON.stringify(plan)).digest().subarray(0, 16);
  const existing = info.trailer.getArray('ID', resolve)?.at(0);
  const first = existing instanceof PdfString && existing.bytes.length ? existing : PdfString.fromBytes(digest);
  info.trailer.set('ID', PdfArray.of(first, PdfString.fromBytes(digest)));
}

function numbers(...values: number[]): PdfArray {
  return PdfArray.of(...values.map((value) => PdfNumber.of(value)));
}
