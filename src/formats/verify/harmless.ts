/** Changes that other products make beside a signature and that alter nothing anyone sees: dates, a version, unused defaults. */
import { type PdfDict, PdfName, type PdfObject, PdfStream } from '@libpdf/core';
import { changedKeys } from './same-object.ts';
import { isName } from './signature-fields.ts';
import { latin1 } from './syntax.ts';

const NOTED = new Set(['ModDate', 'Producer']);

/** The information dictionary differs in the date of change and the writer's name at most. */
export const onlyNotesDate = (older: PdfDict, newer: PdfDict): boolean =>
  changedKeys(older, newer).every((key) => NOTED.has(key) && newer.get(key)?.type === 'string');

/** The same for XMP, which must not be compressed: everything but dates of change and writers' names is the same. */
export function onlyNotesDateInMetadata(older: PdfObject, newer: PdfObject): boolean {
  if (!(older instanceof PdfStream) || !(newer instanceof PdfStream)) return false;
  if (older.has('Filter') || newer.has('Filter') || changedKeys(older, newer).some((key) => key !== 'Length'))
    return false;
  return withoutNotes(older) === withoutNotes(newer);
}

/** Metadata that say nothing but dates of change and writers' names, in a document that had none. */
export function onlyNotes(newer: PdfObject | null): boolean {
  if (!(newer instanceof PdfStream) || newer.has('Filter')) return false;
  const said = withoutNotes(newer)
    .replace(/<\?xpacket[^>]{0,200}\?>/g, '')
    .replace(/\s+(xmlns:\w+|rdf:about)="[^"]{0,200}"/g, '')
    .replace(/<\/?(x:xmpmeta|rdf:RDF|rdf:Description)\s*\/?>/g, '');
  return said.trim() === '';
}

const DATES = 'xmp:ModifyDate|xmp:MetadataDate';
const WRITERS = 'xmpMM:InstanceID|pdf:Producer|xmp:CreatorTool|x:xmptk';

function withoutNotes(metadata: PdfStream): string {
  return latin1(metadata.data)
    .replace(new RegExp(`<(${DATES})>[\\dTZ:.+-]{0,40}</\\1>`, 'g'), '')
    .replace(new RegExp(`(${DATES})="[\\dTZ:.+-]{0,40}"`, 'g'), '')
    .replace(new RegExp(`<(${WRITERS})>[^<]{0,200}</\\1>`, 'g'), '')
    .replace(new RegExp(`(${WRITERS})="[^"]{0,200}"`, 'g'), '')
    .replace(/\s+/g, ' ')
    .replace(/> </g, '><')
    .trim();
}

/** `/Version` in the catalog goes up, never down (ISO 32000-2, 7.7.2). */
export function isUpgrade(older: PdfObject | undefined, newer: PdfObject | undefined): boolean {
  const level = (value: PdfObject | undefined): number =>
    value instanceof PdfName && /^[12]\.\d$/.test(value.value) ? Number(value.value) : 0;
  return level(newer) > 0 && level(newer) >= level(older);
}

/** Default fonts and appearance of fields (`/DR`, `/DA`) come to a form that had none and has nothing to write in. */
export const isUnusedDefault = (key: string, older: PdfDict, onlySignatureFields: boolean): boolean =>
  (key === 'DR' || key === 'DA') && !older.has(key) && onlySignatureFields;

/** A field that is being signed gets the annotation flag Locked, or a lock over the fields: both only restrict. */
export function isLocking(key: string, older: PdfDict, newer: PdfDict): boolean {
  if (key === 'Lock') return !older.has(key);
  // Written in place, both: a flag that stands elsewhere could be any.
  const flags = (dict: PdfDict): number => (dict.has('F') ? (dict.getNumber('F')?.value ?? Number.NaN) : 0);
  return key === 'F' && flags(newer) === (flags(older) | 128) && !Number.isNaN(flags(older));
}

/** What a new signature field may consist of. */
const NEW_FIELD_KEYS = new Set([
  'Type',
  'Subtype',
  'FT',
  'T',
  'TU',
  'V',
  'F',
  'Ff',
  'Rect',
  'P',
  'Lock',
  'SV',
  'AP',
  'DA',
  'DR',
  'MK',
  'StructParent',
]);

/** Of a widget that is no field itself. */
const WIDGET_KEYS = new Set(['Type', 'Subtype', 'Parent', 'F', 'Rect', 'P', 'AP', 'MK']);

/** A highlight other than none would be something that is seen under the mouse. */
export const hasFieldKeys = (dict: PdfDict): boolean =>
  [...dict].every(
    ([key, value]) =>
      NEW_FIELD_KEYS.has(key.value) || key.value === 'Kids' || (key.value === 'H' && isName(value, 'N')),
  );

export const hasWidgetKeys = (dict: PdfDict): boolean => [...dict.keys()].every((key) => WIDGET_KEYS.has(key.value));
