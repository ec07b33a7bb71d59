/** Makes the last full save before signatures: form, fonts for appearances, signature fields, version and identifier. */
import { createHash } from 'node:crypto';
import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, PdfString } from '@libpdf/core';
import { newSignatureField } from '../named-fields.ts';
import { textString } from '../object-bytes.ts';
import { publishFonts } from '../page/appearance.ts';
import type { FontRefs } from '../page/canvas.ts';
import { embedTypeface, flate, typeface } from '../page/font.ts';
import { SigningDefect } from '../signing-defect.ts';

/** The form of a file being prepared. */
export interface OpenForm {
  readonly pdf: PDF;
  readonly form: PdfDict;
  readonly fonts: FontRefs;
}

/**
 * The form with the fonts of future appearances. They are always embedded anew: a file's own fonts with the same names
 * could show letters other than those signed.
 */
export function openForm(pdf: PDF): OpenForm {
  const register = (object: PdfDict): PdfRef => pdf.context.register(object);
  const fonts: FontRefs = {
    regular: embedTypeface(typeface('regular'), register),
    semibold: embedTypeface(typeface('semibold'), register),
    register,
  };
  const form = formOf(pdf);
  publishFonts(form, (ref) => pdf.context.resolve(ref), fonts);
  return { pdf, form, fonts };
}

/** The form, created if absent; viewers must not generate appearances themselves. */
function formOf(pdf: PDF): PdfDict {
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  const catalog = pdf.context.catalog.getDict();
  let form = catalog.getDict('AcroForm', resolve);
  if (!form) {
    form = PdfDict.of({ Fields: PdfArray.of() });
    catalog.set('AcroForm', pdf.context.register(form));
  }
  if (!form.getArray('Fields', resolve)) form.set('Fields', PdfArray.of());
  form.set('SigFlags', PdfNumber.of(3));
  form.delete('NeedAppearances');
  return form;
}

/**
 * Adds a signature field to an existing page.
 * @param field.box left, bottom, right, top in points; all zero for an invisible signature.
 */
export function addSignatureField(
  { pdf, form }: OpenForm,
  pageRef: PdfRef,
  field: {
    name: string;
    box: readonly [number, number, number, number];
    lock: boolean;
    tooltip?: string;
    /** With an empty appearance, as PDF/A requires. */
    archival?: boolean;
  },
): void {
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  const page = resolve(pageRef);
  if (!(page instanceof PdfDict)) throw new SigningDefect('file.unprepared', 'the page cannot be read');
  const tooltip = field.tooltip ? { tooltip: textString(field.tooltip) } : {};
  const widget = newSignatureField(field.name, field.box, pageRef, { lock: field.lock, ...tooltip });
  if (field.archival) widget.set('AP', emptyAppearance(pdf, widget));
  const ref = pdf.context.register(widget);
  const annotations = page.getArray('Annots', resolve);
  if (annotations) annotations.push(ref);
  else page.set('Annots', PdfArray.of(ref));
  form.getArray('Fields', resolve)?.push(ref);
}

/** Adds the signature widgets drawn on a page to the form, each with an empty appearance. */
export function adoptSignatureFields(pdf: PDF): void {
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  const fieldList = formOf(pdf).getArray('Fields', resolve);
  for (const pageRef of pdf.context.pages.getPages()) {
    const page = resolve(pageRef);
    const annotations = page instanceof PdfDict ? page.getArray('Annots', resolve)?.toArray() : undefined;
    for (const ref of annotations ?? []) {
      const widget = ref instanceof PdfRef ? resolve(ref) : null;
      if (!(ref instanceof PdfRef) || !(widget instanceof PdfDict)) continue;
      if (widget.getName('FT', resolve)?.value !== 'Sig') continue;
      for (const key of ['Border', 'C']) widget.delete(key);
      widget.set('AP', emptyAppearance(pdf, widget));
      fieldList?.push(ref);
    }
  }
}

/** PDF/A requires an appearance for every widget with an area, signed or not (ISO 19005-2, 6.3.3). */
function emptyAppearance(pdf: PDF, widget: PdfDict): PdfDict {
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  const edges = widget.getArray('Rect', resolve)?.toArray() ?? [];
  const [left = 0, bottom = 0, right = 0, top = 0] = edges.map((edge) => (edge instanceof PdfNumber ? edge.value : 0));
  const size = [0, 0, Math.abs(right - left), Math.abs(top - bottom)].map((value) => PdfNumber.of(value));
  const drawn = flate({ Type: PdfName.of('XObject'), Subtype: PdfName.of('Form') }, new Uint8Array());
  drawn.set('BBox', PdfArray.of(...size));
  drawn.set('Resources', new PdfDict());
  return PdfDict.of({ N: pdf.context.register(drawn) });
}

/**
 * Saves the whole file once; the output does not depend on the time.
 * @param seed data from which the file's identifier is derived.
 */
export async function savePrepared(pdf: PDF, seed: readonly (string | Uint8Array)[]): Promise<Uint8Array> {
  const hash = createHash('sha256');
  for (const part of seed) hash.update(part);
  declareSigning(pdf, hash.digest());
  // Existing streams stay unchanged (compressed metadata would break PDF/A); those added here are already compressed.
  return pdf.save({ useXRefStream: false, compressStreams: false });
}

/**
 * Sets the version, extension and identifier of a file that is about to be signed.
 * @param digest source of the identifier. @returns the version for the file's header.
 */
export function declareSigning(pdf: PDF, digest: Uint8Array): string {
  const { info, catalog } = pdf.context;
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  const root = catalog.getDict();
  const declared = root.getName('Version', resolve)?.value ?? '';
  const versions = [info.version, declared, '1.7'].filter((version) => /^\d\.\d$/.test(version)).sort();
  info.version = versions.at(-1) ?? '1.7';
  root.delete('Version');
  if (info.version === '1.7') {
    // EN 319 142-1, section 5.6: the CAdES profile is an extension of ISO 32000-1.
    const extensions = root.getDict('Extensions', resolve) ?? new PdfDict();
    extensions.set('ESIC', PdfDict.of({ BaseVersion: PdfName.of('1.7'), ExtensionLevel: PdfNumber.of(2) }));
    root.set('Extensions', extensions);
  }
  const id = digest.subarray(0, 16);
  const existing = info.trailer.getArray('ID', resolve)?.at(0);
  const first = existing instanceof PdfString && existing.bytes.length ? existing : PdfString.fromBytes(id);
  info.trailer.set('ID', PdfArray.of(first, PdfString.fromBytes(id)));
  return info.version;
}
