/**
 * Adds the validation data of a signature to the file: the document security store (ISO 32000-2, 12.8.4.3; EN 319
 * 142-1, section 5.4.2.2).
 */
import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, type PdfRef, PdfStream } from '@libpdf/core';
import { SigningDefect } from '../signing-defect.ts';
import type { OpenFile } from './increment.ts';

/** DER, for validating the file offline. */
export interface ValidationMaterial {
  /** Certificates of the authorities on every path. */
  readonly certificates: readonly Uint8Array[];
  readonly crls: readonly Uint8Array[];
}

/** Adds to the file's store, or creates it; existing data stays and is not added again. */
export function storeValidationData(
  { pdf }: OpenFile,
  material: ValidationMaterial,
  objects: Map<PdfRef, PdfObject>,
): void {
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  const root = pdf.context.info.trailer.getRef('Root');
  const catalog = pdf.context.catalog.getDict();
  if (!root) throw new SigningDefect('file.unprepared', 'the file has no catalog');
  const store = catalog.getDict('DSS', resolve)?.clone() ?? PdfDict.of({ Type: PdfName.of('DSS') });
  const add = (key: 'Certs' | 'CRLs', items: readonly Uint8Array[]): void => {
    const storedItems = store.getArray(key, resolve)?.toArray() ?? [];
    const existingHex = new Set(
      storedItems
        .map((item) => (item.type === 'ref' ? resolve(item) : item))
        .map((item) => (item instanceof PdfStream ? hex(item.data) : '')),
    );
    const added = items
      .filter((item) => !existingHex.has(hex(item)))
      .map((item) => {
        const stream = new PdfStream([], item);
        const ref = pdf.context.register(stream);
        objects.set(ref, stream);
        return ref;
      });
    if (added.length > 0) store.set(key, PdfArray.of(...storedItems, ...added));
  };
  add('Certs', material.certificates);
  add('CRLs', material.crls);
  catalog.set('DSS', store);
  const extensions = catalog.getDict('Extensions', resolve)?.clone() ?? new PdfDict();
  extensions.set('ESIC', PdfDict.of({ BaseVersion: PdfName.of('1.7'), ExtensionLevel: PdfNumber.of(5) }));
  catalog.set('Extensions', extensions);
  objects.set(root, catalog);
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
