/** Decides what a later revision may do to the document security store (ISO 32000-2, 12.8.4.3): it may grow, and contain nothing else. */
import { PdfArray, PdfDict, PdfName, type PdfObject, PdfRef, PdfStream, PdfString } from '@libpdf/core';
import type { Resolve } from '../syntax.ts';

const LISTS = new Set(['Certs', 'OCSPs', 'CRLs', 'Cert', 'OCSP', 'CRL']);
const STREAM_KEYS = new Set(['Length', 'Filter', 'DecodeParms', 'Type']);
const MAX_ITEMS = 10_000;

export interface ValidationStore {
  /** Numbers of its dictionaries and lists. */
  containers: Set<number>;
  /** Numbers of its certificates, OCSP responses and CRLs. */
  items: Set<number>;
  /** Whether all its entries are defined by the standard. */
  plain: boolean;
}

/** Reads the store referenced by `/DSS`; an absent one is empty and plain. */
export function readValidationStore(dss: PdfObject | undefined, resolve: Resolve): ValidationStore {
  const store: ValidationStore = { containers: new Set(), items: new Set(), plain: true };
  if (dss === undefined) return store;
  const open = (value: PdfObject | undefined): PdfObject | null => {
    if (!(value instanceof PdfRef)) return value ?? null;
    store.containers.add(value.objectNumber);
    return resolve(value);
  };
  const list = (value: PdfObject | undefined): void => {
    const array = open(value);
    if (!(array instanceof PdfArray) || array.length > MAX_ITEMS) {
      store.plain = false;
      return;
    }
    for (const item of array) stream(item);
  };
  const stream = (value: PdfObject | undefined): void => {
    const target = value instanceof PdfRef ? resolve(value) : null;
    if (value instanceof PdfRef) store.items.add(value.objectNumber);
    if (!(target instanceof PdfStream) || [...target.keys()].some((key) => !STREAM_KEYS.has(key.value)))
      store.plain = false;
  };
  const perSignature = (value: PdfObject): void => {
    const dict = open(value);
    if (!(dict instanceof PdfDict) || dict instanceof PdfStream) {
      store.plain = false;
      return;
    }
    for (const [key, item] of dict) {
      if (LISTS.has(key.value)) list(item);
      else if (key.value === 'TS') stream(item);
      else if (key.value === 'TU') store.plain &&= item instanceof PdfString;
      else if (key.value !== 'Type') store.plain = false;
    }
  };
  const root = open(dss);
  if (!(root instanceof PdfDict) || root instanceof PdfStream) return { ...store, plain: false };
  for (const [key, value] of root) {
    if (LISTS.has(key.value)) list(value);
    else if (key.value === 'VRI') {
      const table = open(value);
      if (table instanceof PdfDict && !(table instanceof PdfStream)) {
        for (const [hash, entry] of table) {
          if (/^[0-9A-Fa-f]{40}$/.test(hash.value)) perSignature(entry);
          else if (hash.value !== 'Type') store.plain = false;
        }
      } else store.plain = false;
    } else if (key.value !== 'Type' || !(value instanceof PdfName)) store.plain = false;
  }
  return store;
}

/** Whether the newer store is plain and keeps everything in the older one. */
export const hasOnlyGrown = (older: ValidationStore, newer: ValidationStore): boolean =>
  newer.plain && [...older.items].every((number) => newer.items.has(number));

/** Whether a value is a table of developer extensions (ISO 32000-2, 7.12): names, numbers and texts, no actions. */
export function isExtensionsTable(value: PdfObject | null | undefined, resolve: Resolve, depth = 0): boolean {
  const target = value instanceof PdfRef ? resolve(value) : value;
  if (depth > 4 || !target) return false;
  if (target instanceof PdfStream) return false;
  if (target instanceof PdfDict) return [...target].every(([, item]) => isExtensionsTable(item, resolve, depth + 1));
  if (target instanceof PdfArray) return [...target].every((item) => isExtensionsTable(item, resolve, depth + 1));
  return target.type === 'name' || target.type === 'number' || target.type === 'string' || target.type === 'bool';
}
