/** Makes a file ready to be signed by updates alone: the page of signatures, fields and boxes, then one full save (signing.md rule 2). */
import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfRef } from '@libpdf/core';
import { SigningDefect } from './defect.ts';
import { pageOf, signatureFields } from './fields.ts';
import { flate } from './font.ts';
import { addSignatureField, type OpenForm, openForm, savePrepared } from './form.ts';
import { type DrawnPage, drawSignaturePages, paperSize } from './signature-page.ts';

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
  const pdf = await PDF.load(original).catch((error: unknown) => {
    throw new SigningDefect('file.unprepared', `the file cannot be read: ${String(error)}`);
  });
  if (pdf.isEncrypted) throw new SigningDefect('file.unprepared', 'the file is encrypted');
  const lastPage = pdf.context.pages.getPages().at(-1);
  if (!lastPage) throw new SigningDefect('file.unprepared', 'the file has no pages');
  const before = pdf.getPageCount();
  refuseSigned(pdf);
  const placed = placeExisting(pdf, plan);

  const form = openForm(pdf);
  const open = plan.points.filter(({ existingField }) => existingField === undefined);
  const drawn = open.length ? drawSignaturePages({ ...plan, points: open }, { original, pages: before }) : [];
  for (const [i, page] of drawn.entries()) placed.push(...addPage(form, page, plan.sealField, before + i + 1));
  // A document that brings a field for every point is not given a page; its seal is not seen.
  if (!drawn.length) addSignatureField(form, lastPage, { name: plan.sealField, box: [0, 0, 0, 0], lock: true });

  const points = plan.points.map(({ id }) => {
    const point = placed.find((candidate) => candidate.id === id);
    if (!point) throw new SigningDefect('field.missing', `the point ${id} has no box`);
    return point;
  });
  const bytes = await savePrepared(pdf, [original, JSON.stringify(plan)]);
  return { bytes, points, pages: before + drawn.length };
}

/** A full save would break signatures that are there; the gate refuses such files, and so does this. */
function refuseSigned(pdf: PDF): void {
  const signed = signatureFields(pdf).find((field) => field.signed);
  if (signed) throw new SigningDefect('field.signed', `the file is signed already, in ${signed.name}`);
}

function placeExisting(pdf: PDF, plan: SigningPlan): PreparedPoint[] {
  const fields = signatureFields(pdf);
  const taken = new Set(fields.map(({ name }) => name));
  const wanted = plan.points.flatMap(({ id, existingField }) => (existingField === undefined ? [id] : []));
  for (const name of [...wanted, plan.sealField]) {
    // A full stop would make it a name of two parts.
    if (!/^[\x21-\x2d\x2f-\x7e]+$/.test(name) || taken.has(name)) {
      throw new SigningDefect('file.unprepared', `the field name ${name} cannot be used`);
    }
    taken.add(name);
  }
  const used = new Set<string>();
  return plan.points.flatMap(({ id, existingField }) => {
    if (existingField === undefined) return [];
    const field = fields.find(({ name }) => name === existingField);
    if (!field || used.has(existingField)) {
      throw new SigningDefect('field.missing', `there is no free signature field ${existingField}`);
    }
    used.add(existingField);
    return [{ id, field: field.name, page: Math.max(0, pageOf(pdf, field)) + 1, box: field.box }];
  });
}

/** Appends a drawn page at the root of the page tree, which leaves what other pages inherit as it is. */
function addPage(form: OpenForm, drawn: DrawnPage, sealField: string, number: number): PreparedPoint[] {
  const { pdf, fonts } = form;
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  const rootRef = pdf.context.catalog.getDict().getRef('Pages');
  const root = rootRef && resolve(rootRef);
  if (!rootRef || !(root instanceof PdfDict)) throw new SigningDefect('file.unprepared', 'the file has no page tree');
  const sheet = PdfArray.of(...[0, 0, ...paperSize].map((value) => PdfNumber.of(value)));
  const page = PdfDict.of({
    Type: PdfName.Page,
    Parent: rootRef,
    // Said here although most are defaults: the tree above may hold others to inherit.
    MediaBox: sheet,
    CropBox: sheet,
    Rotate: PdfNumber.of(0),
    Resources: drawn.canvas.resources(fonts),
    Contents: pdf.context.register(flate({}, drawn.canvas.content())),
    Tabs: PdfName.of('S'),
  });
  const ref = pdf.context.register(page);
  root.getArray('Kids', resolve)?.push(ref);
  root.set('Count', PdfNumber.of((root.getNumber('Count', resolve)?.value ?? 0) + 1));
  return drawn.boxes.flatMap(({ id, box, tooltip }) => {
    const seal = id === sealField;
    addSignatureField(form, ref, { name: id, box, lock: seal, tooltip });
    return seal ? [] : [{ id, field: id, page: number, box }];
  });
}
