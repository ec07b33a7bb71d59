/** Reads the signature fields and signature dictionaries of one revision (ISO 32000-2, 12.7.5.5 and 12.8.1). */
import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef, PdfString } from '@libpdf/core';
import type { StrictFile } from './strict-file.ts';
import { type Resolve, readIndirectObject, type StringSpans, SyntaxFault } from './syntax.ts';

export interface FieldNode {
  /** Full name: partial names joined by full stops. */
  name: string;
  dict: PdfDict;
  /** Object number; null for a field that is a direct object of its parent. */
  number: number | null;
  /** The field itself if it is its own widget, otherwise its kids. */
  widgets: { dict: PdfDict; number: number | null }[];
  type: string | null;
}

export interface SignatureDictionary {
  field: FieldNode;
  number: number;
  dict: PdfDict;
  /** The revision that wrote the dictionary. */
  revision: number;
  subFilter: string | null;
  timestamp: boolean;
  /** The complete `/Contents`, including padding. */
  contents: Uint8Array;
  /** Position of the `/Contents` token, including delimiters. */
  contentsSpan: readonly [number, number];
  byteRange: readonly number[];
  /** `/M` as an instant; null if absent or unreadable. */
  claimedAt: Date | null;
  /** The access permission that it sets for the document: from DocMDP, or from `/P` of its field's lock. */
  permissions: { kind: 'certification' | 'lock'; level: number }[];
  /** The fields that it locks, by FieldMDP or its field's lock. */
  locked: FieldLock[];
}

export interface FieldLock {
  action: 'All' | 'Include' | 'Exclude';
  fields: readonly string[];
}

const MAX_FIELDS = 20_000;
/** Each signature requires hashing the file once. */
const MAX_SIGNATURES = 200;

/** Every terminal field reachable from the form, in form order. @throws SyntaxFault */
export function fieldsAt(file: StrictFile, revision: number): FieldNode[] {
  const resolve = file.resolver(revision);
  const form = file.catalogAt(revision).getDict('AcroForm', resolve);
  const roots = form?.getArray('Fields', resolve);
  const nodes: FieldNode[] = [];
  const seen = new Set<PdfDict>();
  const visit = (entry: PdfObject, prefix: string, inherited: string | null, depth: number): void => {
    const dict = entry instanceof PdfRef ? resolve(entry) : entry;
    if (!(dict instanceof PdfDict)) return;
    if (seen.has(dict) || depth > 64 || nodes.length > MAX_FIELDS)
      throw new SyntaxFault('the form turns back on itself', 0);
    seen.add(dict);
    const partial = dict.getString('T', resolve);
    const name = [prefix, partial?.asString()].filter(Boolean).join('.');
    const type = dict.getName('FT', resolve)?.value ?? inherited;
    const number = entry instanceof PdfRef ? entry.objectNumber : null;
    const kids = dict.getArray('Kids', resolve);
    const children = kids ? [...kids].map((kid) => ({ kid, dict: kid instanceof PdfRef ? resolve(kid) : kid })) : [];
    const isField = children.some((kid) => kid.dict instanceof PdfDict && kid.dict.has('T'));
    if (isField) {
      for (const { kid } of children) visit(kid, name, type, depth + 1);
      return;
    }
    const widgets = children.flatMap(({ kid, dict }) =>
      dict instanceof PdfDict ? [{ dict, number: kid instanceof PdfRef ? kid.objectNumber : null }] : [],
    );
    nodes.push({ name, dict, number, widgets: widgets.length > 0 ? widgets : [{ dict, number }], type });
  };
  for (const entry of roots ?? []) visit(entry, '', null, 0);
  return nodes;
}

/**
 * The signatures in the newest revision, oldest first.
 * @throws SyntaxFault if a signature dictionary is not an uncompressed object with `/Contents` and `/ByteRange`.
 */
export function signaturesOf(file: StrictFile): SignatureDictionary[] {
  const resolve = file.resolver(file.last);
  const signatures: SignatureDictionary[] = [];
  for (const field of fieldsAt(file, file.last)) {
    if (field.type !== 'Sig') continue;
    const ref = field.dict.get('V');
    if (ref === undefined) continue;
    if (!(ref instanceof PdfRef)) throw new SyntaxFault('a signature is not an object of its own', 0);
    if (signatures.some(({ number }) => number === ref.objectNumber))
      throw new SyntaxFault('two fields share a signature', 0);
    if (signatures.length >= MAX_SIGNATURES) throw new SyntaxFault('too many signatures', 0);
    signatures.push(readDictionary(file, field, ref, resolve));
  }
  return signatures.sort((a, b) => a.revision - b.revision || a.contentsSpan[0] - b.contentsSpan[0]);
}

function readDictionary(file: StrictFile, field: FieldNode, ref: PdfRef, resolve: Resolve): SignatureDictionary {
  const entry = file.entryAt(file.last, ref.objectNumber);
  if (entry?.entry.type !== 'offset') throw new SyntaxFault('a signature dictionary is missing', 0);
  const spans: StringSpans = new Map();
  const { value: dict } = readIndirectObject(file.bytes, entry.entry.offset, () => null, spans);
  if (!(dict instanceof PdfDict)) throw new SyntaxFault('a signature is not a dictionary', entry.entry.offset);
  const contents = dict.get('Contents');
  const contentsSpan = contents instanceof PdfString ? spans.get(contents) : undefined;
  if (!(contents instanceof PdfString) || !contentsSpan)
    throw new SyntaxFault('a signature without /Contents', entry.entry.offset);
  const range = dict.get('ByteRange');
  const byteRange = range instanceof PdfArray ? [...range].map((n) => (n instanceof PdfNumber ? n.value : -1)) : [];
  const subFilter = dict.getName('SubFilter')?.value ?? null;
  return {
    field,
    number: ref.objectNumber,
    dict,
    revision: file.originOf(ref.objectNumber),
    subFilter,
    timestamp: subFilter === 'ETSI.RFC3161' || dict.getName('Type')?.value === 'DocTimeStamp',
    contents: contents.bytes,
    contentsSpan,
    byteRange,
    claimedAt: parseDate(dict.getString('M', resolve)?.asString()),
    permissions: permissionsOf(dict, field, resolve),
    locked: locksOf(dict, field, resolve),
  };
}

function locksOf(dict: PdfDict, field: FieldNode, resolve: Resolve): FieldLock[] {
  const fieldLock = field.dict.getDict('Lock', resolve);
  const sources = fieldLock ? [fieldLock] : [];
  for (const item of dict.getArray('Reference', resolve) ?? []) {
    const reference = item instanceof PdfRef ? resolve(item) : item;
    if (!(reference instanceof PdfDict)) continue;
    if (reference.getName('TransformMethod', resolve)?.value !== 'FieldMDP') continue;
    const parameters = reference.getDict('TransformParams', resolve);
    if (parameters) sources.push(parameters);
  }
  return sources.map((source) => {
    const action = source.getName('Action', resolve)?.value;
    const names = source.getArray('Fields', resolve);
    const fields = names ? [...names].map((name) => (name instanceof PdfString ? name.asString() : '')) : [];
    // An unreadable lock locks everything.
    return { action: action === 'Include' || action === 'Exclude' ? action : 'All', fields };
  });
}

/** Whether a lock covers a field; naming a field also covers its descendants. */
export function isLocked({ action, fields }: FieldLock, name: string): boolean {
  if (action === 'All') return true;
  const isListed = fields.some((field) => name === field || name.startsWith(`${field}.`));
  return (action === 'Include') === isListed;
}

function permissionsOf(dict: PdfDict, field: FieldNode, resolve: Resolve): SignatureDictionary['permissions'] {
  const permissions: SignatureDictionary['permissions'] = [];
  for (const item of dict.getArray('Reference', resolve) ?? []) {
    const reference = item instanceof PdfRef ? resolve(item) : item;
    if (!(reference instanceof PdfDict)) continue;
    const method = reference.getName('TransformMethod', resolve)?.value;
    const parameters = reference.getDict('TransformParams', resolve);
    const level = parameters?.getNumber('P', resolve)?.value;
    if (method === 'DocMDP') permissions.push({ kind: 'certification', level: level ?? 2 });
    if (method === 'FieldMDP' && level !== undefined) permissions.push({ kind: 'lock', level });
  }
  const lock = field.dict.getDict('Lock', resolve)?.getNumber('P', resolve)?.value;
  if (lock !== undefined) permissions.push({ kind: 'lock', level: lock });
  return permissions;
}

/** A PDF date (ISO 32000-2, 7.9.4) with its offset; null for anything else. */
export function parseDate(text: string | undefined): Date | null {
  const match = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:(Z)|([+-])(\d\d)'?(\d\d)?'?)?/.exec(text ?? '');
  if (!match) return null;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', , sign, oh = '00', om = '00'] =
    match;
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${sign ? `${sign}${oh}:${om}` : 'Z'}`);
  return Number.isNaN(date.getTime()) ? null : date;
}

export const isName = (value: PdfObject | undefined, text: string): boolean =>
  value instanceof PdfName && value.value === text;
