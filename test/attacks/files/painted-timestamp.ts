/** A timestamp that draws: misuses the one revision that anyone may add to a sealed file. */
import type { PdfObject, PdfRef } from '@libpdf/core';
import { signatureFields } from '#pdf/named-fields.ts';
import { digestOf, fillContents, openForUpdate, writeIncrement } from '#pdf/signing/increment.ts';
import { dict, list, name, number, stream } from './append-update.ts';

/**
 * Adds a document timestamp in an empty signature field of the file, with a picture of its own.
 * @param more additional entries for the field.
 */
export async function withPaintedTimestamp(
  bytes: Uint8Array,
  fieldName: string,
  stamp: (digest: Uint8Array) => Promise<Uint8Array>,
  more: Readonly<Record<string, PdfObject>> = {},
): Promise<Uint8Array> {
  const file = await openForUpdate(bytes);
  const field = signatureFields(file.pdf).find((candidate) => candidate.name === fieldName);
  if (field === undefined) throw new Error('no empty field');
  const sig = file.pdf.context.registry.allocateRef();
  const box = list(...[0, 0, 2000, 2000].map(number));
  const form = stream({ Type: name('XObject'), Subtype: name('Form'), BBox: box }, '1 0 0 rg 0 0 2000 2000 re f');
  const drawing = file.pdf.context.register(form);
  field.dict.set('V', sig);
  field.widget.set('AP', dict({ N: drawing }));
  for (const [key, value] of Object.entries(more)) field.widget.set(key, value);
  const entries = [
    ['Type', name('DocTimeStamp')],
    ['Filter', name('Adobe.PPKLite')],
    ['SubFilter', name('ETSI.RFC3161')],
  ] as const;
  const objects = new Map<PdfRef, PdfObject>([
    [drawing, form],
    [field.ref ?? field.widgetRef, field.dict],
    [field.widgetRef, field.widget],
  ]);
  const increment = writeIncrement(file, {
    objects: [...objects],
    signature: { ref: sig, entries: [...entries].map(([key, value]) => [key, value]), room: 14_336 },
  });
  fillContents(increment, await stamp(digestOf(increment.bytes, increment.byteRange)));
  return increment.bytes;
}
