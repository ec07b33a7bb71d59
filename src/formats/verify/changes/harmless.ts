/** Recognises changes that other products make while signing and that alter nothing visible: dates, a version, unused defaults. */
import { PdfDict, PdfName, type PdfObject, PdfStream, PdfString } from '@libpdf/core';
import { changedKeys } from '../same-object.ts';
import { xmpProperties } from './xmp.ts';

const CHANGEABLE_KEYS = new Set(['ModDate', 'Producer']);
const FIRST_INFORMATION_KEYS = new Set([...CHANGEABLE_KEYS, 'CreationDate', 'Creator']);

/** The information dictionary differs at most in the modification date and the producer's name, or is the first and contains no more. */
export const changesOnlyInfoDates = (older: PdfDict | undefined, newer: PdfDict): boolean =>
  changedKeys(older ?? new PdfDict(), newer).every(
    (key) => (older ? CHANGEABLE_KEYS : FIRST_INFORMATION_KEYS).has(key) && newer.get(key) instanceof PdfString,
  );

/** The same for XMP, which must be uncompressed: everything but modification dates and producer names is unchanged. */
export function changesOnlyXmpDates(older: PdfObject, newer: PdfObject): boolean {
  if (!(older instanceof PdfStream) || !(newer instanceof PdfStream)) return false;
  if (older.has('Filter') || newer.has('Filter') || changedKeys(older, newer).some((key) => key !== 'Length'))
    return false;
  const [before, after] = [unchangeablePropertiesOf(older), unchangeablePropertiesOf(newer)];
  return before !== null && after !== null && before.join('\n') === after.join('\n');
}

/** Metadata with only dates, the format and producer names, in a document that had none. */
export function hasOnlyDatesAndProducers(newer: PdfObject | null): boolean {
  if (!(newer instanceof PdfStream) || newer.has('Filter')) return false;
  return unchangeablePropertiesOf(newer)?.every((property) => /^(xmp:CreateDate|dc:format) = /.test(property)) ?? false;
}

const NOTED_IN_METADATA = ['xmp:ModifyDate', 'xmp:MetadataDate', 'xmpMM:InstanceID', 'pdf:Producer', 'xmp:CreatorTool'];

const unchangeablePropertiesOf = (metadata: PdfStream): string[] | null =>
  xmpProperties(metadata.data)?.filter(
    (property) => !NOTED_IN_METADATA.some((name) => property.startsWith(`${name} = `)),
  ) ?? null;

/** `/Version` in the catalog may only increase (ISO 32000-2, 7.7.2). */
export function isVersionUpgrade(older: PdfObject | undefined, newer: PdfObject | undefined): boolean {
  const level = (value: PdfObject | undefined): number =>
    value instanceof PdfName && /^[12]\.\d$/.test(value.value) ? Number(value.value) : 0;
  return level(newer) > 0 && level(newer) >= level(older);
}
