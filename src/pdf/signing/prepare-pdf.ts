/** Prepares a file so that it can be signed by incremental updates only: signature page, fields and boxes, then one full save. */
import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfRef } from '@libpdf/core';
import { fieldCaption } from '#domain/signing/fields/field-caption.ts';
import { HIDDEN_FLAGS } from '#domain/signing/fields/field-fault.ts';
import { paperPairs } from '../choice-boxes.ts';
import { addChoice, type ChoiceRectangles } from '../choice-fields.ts';
import { writePrepared } from '../gate/check-prepared.ts';
import type { Canvas } from '../page/canvas.ts';
import { drawChoicePages } from '../page/choices-page.ts';
import { flate } from '../page/font.ts';
import { type DrawnPage, drawSignaturePages, paperSize } from '../page/signature-page.ts';
import { type ExistingField, existingFields } from '../signature-fields/inventory.ts';
import { removeDicts } from '../signature-fields/remove.ts';
import { SigningDefect } from '../signing-defect.ts';
import { hashPrefix } from './increment.ts';
import { addSignatureField, declareSigning, type OpenForm, openForm } from './signing-form.ts';
import type { SigningPlan } from './signing-plan.ts';

export interface PreparedPoint {
  id: string;
  field: string;
  /** 1-based. */
  page: number;
  /** Left, bottom, right, top, in points. */
  box: [number, number, number, number];
}

export interface PreparedPdf {
  bytes: Uint8Array;
  points: PreparedPoint[];
  pages: number;
  /** Page count before preparation; later pages were added. */
  originalPages: number;
}

/**
 * One full save with everything that a signature will need. The same input and plan give the same bytes.
 * @param original a file that passed the intake gate. @throws SigningDefect file.unprepared, field.missing,
 * field.signed
 */
export async function prepareForSigning(original: Uint8Array, plan: SigningPlan): Promise<PreparedPdf> {
  const pdf = await PDF.load(original).catch((error: unknown) => {
    throw new SigningDefect('file.unprepared', `the file cannot be read: ${String(error)}`);
  });
  if (pdf.isEncrypted) throw new SigningDefect('file.unprepared', 'the file is encrypted');
  const originalPages = pdf.context.pages.getPages().length;
  const lastPage = pdf.context.pages.getPages().at(-1);
  if (!lastPage) throw new SigningDefect('file.unprepared', 'the file has no pages');
  refuseSigned(pdf);
  const existing = findExisting(pdf, plan);
  const placed = existing.map(({ id, place: { name, page, box } }): PreparedPoint => {
    return { id, field: name, page, box: [...box] };
  });
  removeUnusedFields(
    pdf,
    existing.map(({ place }) => place),
  );

  const form = openForm(pdf);
  for (const { place } of existing) if (!place.isPlain) replaceField(form, place);
  const choices = addChoices(form, plan);
  placed.push(...choices.placed);
  const pageCount = choices.pages;
  placed.push(...addPlacedFields(form, plan));
  const { state } = hashPrefix(original);
  const unplaced = plan.points.filter(({ existingField, place }) => existingField === undefined && place === undefined);
  const drawnPages = unplaced.length
    ? drawSignaturePages({ ...plan, points: unplaced }, { sha256: state.copy().digest('hex'), pages: pageCount })
    : [];
  for (const [i, page] of drawnPages.entries()) placed.push(...addPage(form, page, plan.sealField, pageCount + i + 1));
  // A document with a rectangle for every point gets no extra page; its seal is invisible.
  if (!drawnPages.length) addSignatureField(form, lastPage, { name: plan.sealField, box: [0, 0, 0, 0], lock: true });

  const points = [...plan.points, ...(plan.choices ?? [])].map(({ id }) => {
    const point = placed.find((candidate) => candidate.id === id);
    if (!point) throw new SigningDefect('field.missing', `the point ${id} has no box`);
    return point;
  });
  const bytes = await writePrepared(pdf, declareSigning(pdf, state.update(JSON.stringify(plan)).digest()));
  return { bytes, points, pages: pageCount + drawnPages.length, originalPages };
}

/** A full save would break existing signatures; the gate also refuses such files. */
function refuseSigned(pdf: PDF): void {
  const signed = existingFields(pdf).find((field) => field.signed);
  if (signed) throw new SigningDefect('field.signed', `the file is signed already, in ${signed.name}`);
}

/** The file's fields named by the plan. @throws SigningDefect field.missing also for an invisible one */
function findExisting(pdf: PDF, plan: SigningPlan): { id: string; place: ExistingField }[] {
  const fields = existingFields(pdf);
  const takenNames = new Set(fields.map(({ name }) => name));
  const newNames = plan.points.flatMap(({ id, existingField }) => (existingField === undefined ? [id] : []));
  for (const name of [...newNames, plan.sealField, ...(plan.choices ?? []).map(({ id }) => id)]) {
    // A full stop would split it into two partial names.
    if (!/^[\x21-\x2d\x2f-\x7e]+$/.test(name) || takenNames.has(name)) {
      throw new SigningDefect('file.unprepared', `the field name ${name} cannot be used`);
    }
    takenNames.add(name);
  }
  const usedNames = new Set<string>();
  return plan.points.flatMap(({ id, existingField }) => {
    if (existingField === undefined) return [];
    const place = fields.find(({ name }) => name === existingField);
    if (!place || usedNames.has(existingField)) {
      throw new SigningDefect('field.missing', `there is no free signature field ${existingField}`);
    }
    if (isUnseen(place)) throw new SigningDefect('field.missing', `the signature field ${existingField} is not seen`);
    usedNames.add(existingField);
    return [{ id, place }];
  });
}

const isUnseen = ({ page, flags, box: [left, bottom, right, top] }: ExistingField): boolean =>
  page === 0 || (flags & HIDDEN_FLAGS) !== 0 || right <= left || top <= bottom;

/** An unused signature field could be filled in later, and show content that no signer has seen. */
function removeUnusedFields(pdf: PDF, usedFields: readonly ExistingField[]): void {
  const keptNames = new Set(usedFields.filter(({ isPlain }) => isPlain).map(({ name }) => name));
  const unusedFields = existingFields(pdf).filter(({ name }) => !keptNames.has(name));
  removeDicts(pdf, new Set(unusedFields.flatMap(({ dicts }) => [...dicts])));
}

/** A new field for a place that is not a proper field in the file: a second widget, a widget without a field. */
function replaceField(form: OpenForm, { name, tip, page, box }: ExistingField): void {
  const ref = form.pdf.context.pages.getPage(page - 1);
  if (!ref) throw new SigningDefect('field.missing', `the field ${name} has no page`);
  addSignatureField(form, ref, { name, box, lock: false, ...(tip === null ? {} : { tooltip: tip }) });
}

/** Fields on the file's own pages, where users placed them. */
function addPlacedFields(form: OpenForm, plan: SigningPlan): PreparedPoint[] {
  return plan.points.flatMap(({ id, caption, signerName, place }) => {
    if (place === undefined) return [];
    const page = form.pdf.context.pages.getPage(place.page - 1);
    if (!page) throw new SigningDefect('field.missing', `the point ${id} has no page`);
    const box: PreparedPoint['box'] = [...place.box];
    addSignatureField(form, page, { name: id, box, lock: false, tooltip: fieldCaption(caption, signerName) });
    return [{ id, field: id, page: place.page, box }];
  });
}

/** Pairs go into the paper's own boxes if it has them, otherwise onto added pages at the end. */
function addChoices(form: OpenForm, plan: SigningPlan): { placed: PreparedPoint[]; pages: number } {
  const { pdf } = form;
  const choices = plan.choices ?? [];
  const pairOf = paperPairs(pdf);
  const preparedPoints = choices
    .filter(({ onPaper }) => onPaper)
    .map(({ id, group, label }): PreparedPoint => {
      const pair = pairOf(id);
      if (!pair) throw new SigningDefect('field.missing', `the paper has no boxes for ${id}`);
      const { page, pageRef, place } = pair;
      pair.adopt(addChoice(form, pageRef, { name: id, tooltip: `${group}: ${label}`, place }));
      return { id, field: id, page, box: boundingBox(place) };
    });
  const unprinted = choices.filter(({ onPaper }) => !onPaper);
  const before = pdf.getPageCount();
  const drawnPages = unprinted.length ? drawChoicePages({ ...plan, choices: unprinted }, before) : [];
  for (const [i, { canvas, choices: pairs }] of drawnPages.entries()) {
    const ref = appendPage(form, canvas);
    for (const { id, tooltip, place } of pairs) {
      addChoice(form, ref, { name: id, tooltip, place });
      preparedPoints.push({ id, field: id, page: before + i + 1, box: boundingBox(place) });
    }
  }
  // Counted here: the library's page count dates from loading.
  return { placed: preparedPoints, pages: before + drawnPages.length };
}

const boundingBox = ({ yes, no }: ChoiceRectangles): PreparedPoint['box'] => [
  Math.min(yes[0], no[0]),
  Math.min(yes[1], no[1]),
  Math.max(yes[2], no[2]),
  Math.max(yes[3], no[3]),
];

/** Appends a drawn page at the root of the page tree, so that what other pages inherit does not change. */
function appendPage({ pdf, fonts }: OpenForm, canvas: Canvas): PdfRef {
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  const rootRef = pdf.context.catalog.getDict().getRef('Pages');
  const root = rootRef && resolve(rootRef);
  if (!rootRef || !(root instanceof PdfDict)) throw new SigningDefect('file.unprepared', 'the file has no page tree');
  const sheet = PdfArray.of(...[0, 0, ...paperSize].map((value) => PdfNumber.of(value)));
  const page = PdfDict.of({
    Type: PdfName.Page,
    Parent: rootRef,
    // Stated explicitly although most are defaults: the root may define other values to inherit.
    MediaBox: sheet,
    CropBox: sheet,
    Rotate: PdfNumber.of(0),
    Resources: canvas.resources(fonts),
    Contents: pdf.context.register(flate({}, canvas.content())),
    Tabs: PdfName.of('S'),
  });
  const ref = pdf.context.register(page);
  root.getArray('Kids', resolve)?.push(ref);
  root.set('Count', PdfNumber.of((root.getNumber('Count', resolve)?.value ?? 0) + 1));
  return ref;
}

function addPage(form: OpenForm, drawn: DrawnPage, sealField: string, number: number): PreparedPoint[] {
  const ref = appendPage(form, drawn.canvas);
  return drawn.boxes.flatMap(({ id, box, tooltip }) => {
    const isSeal = id === sealField;
    addSignatureField(form, ref, { name: id, box, lock: isSeal, tooltip });
    return isSeal ? [] : [{ id, field: id, page: number, box }];
  });
}
