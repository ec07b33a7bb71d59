/**
 * Adds a document timestamp to a signed file (ISO 32000-2, 12.8.5, level B-LTA), with fresh validation data in the same
 * incremental update.
 */
import { PdfArray, type PdfDict, PdfName, type PdfObject, PdfRef } from '@libpdf/core';
import type { TimestampFacts } from '#formats/tsp.ts';
import { newSignatureField, signatureFields } from '../named-fields.ts';
import { SigningDefect } from '../signing-defect.ts';
import { digestOf, fillContents, type OpenFile, openForUpdate, writeIncrement } from './increment.ts';
import { checkTimestampRevision } from './self-check.ts';
import { type SignatureRequest, stampChecked, tokenSpace } from './sign.ts';
import { storeValidationData, type ValidationMaterial } from './validation-data.ts';

export interface DocumentTimestampRequest {
  /** Full name of the new field, which is invisible. */
  readonly field: string;
  readonly stamp: SignatureRequest['stamp'];
  readonly validation: ValidationMaterial;
}

export interface DocumentTimestamp {
  readonly bytes: Uint8Array;
  readonly timestamp: TimestampFacts;
}

/**
 * Timestamps the whole file and checks the result as it will be stored; the lock of the last seal permits this, like
 * validation data and nothing else (ISO 32000-2, table 257).
 * @throws SigningDefect with a code; errors thrown by `stamp` pass through.
 */
export async function addDocumentTimestamp(
  bytes: Uint8Array,
  request: DocumentTimestampRequest,
): Promise<DocumentTimestamp> {
  const written = await writeTimestamp(bytes, request).catch((error: unknown) => {
    if (error instanceof SigningDefect && error.code === 'contents.tooSmall') return null;
    throw error;
  });
  // The token is longer than any seen so far: retry once with more space.
  const grown = written ?? (await writeTimestamp(bytes, request, tokenSpace * 4));
  return { bytes: grown, timestamp: await checkTimestampRevision(bytes, grown, request.field) };
}

async function writeTimestamp(
  bytes: Uint8Array,
  { field, stamp, validation }: DocumentTimestampRequest,
  reservedBytes = tokenSpace,
): Promise<Uint8Array> {
  const file = await openForUpdate(bytes);
  const objects = new Map<PdfRef, PdfObject>();
  const signature = file.pdf.context.registry.allocateRef();
  addField(file, field, signature, objects);
  storeValidationData(file, validation, objects);
  const increment = writeIncrement(file, {
    objects: [...objects],
    signature: {
      ref: signature,
      entries: [
        ['Type', PdfName.of('DocTimeStamp')],
        ['Filter', PdfName.of('Adobe.PPKLite')],
        ['SubFilter', PdfName.of('ETSI.RFC3161')],
      ],
      room: reservedBytes,
    },
  });
  fillContents(increment, await stampChecked(stamp, digestOf(increment.bytes, increment.byteRange)));
  return increment.bytes;
}

/** No page refers to the widget: the pages stay as signed. */
function addField({ pdf }: OpenFile, name: string, signature: PdfRef, objects: Map<PdfRef, PdfObject>): void {
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  const root = pdf.context.info.trailer.getRef('Root');
  const catalog = pdf.context.catalog.getDict();
  const form = catalog.getDict('AcroForm', resolve);
  const [page] = pdf.context.pages.getPages();
  const fields = form?.getArray('Fields', resolve);
  if (!root || !form || !fields || !page) throw new SigningDefect('file.unprepared', 'the file has no form');
  if (signatureFields(pdf).some((field) => field.name === name)) {
    throw new SigningDefect('field.signed', `there is a field ${name} already`);
  }
  const field: PdfDict = newSignatureField(name, [0, 0, 0, 0], page, { lock: false });
  field.set('V', signature);
  const ref = pdf.context.register(field);
  objects.set(ref, field);
  const grown = PdfArray.of(...fields.toArray(), ref);
  const formEntries = { fields: form.get('Fields'), form: catalog.get('AcroForm') };
  if (formEntries.fields instanceof PdfRef) {
    objects.set(formEntries.fields, grown);
    return;
  }
  form.set('Fields', grown);
  if (formEntries.form instanceof PdfRef) objects.set(formEntries.form, form);
  else objects.set(root, catalog);
}
