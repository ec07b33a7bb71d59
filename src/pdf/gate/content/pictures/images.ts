/** Images (ISO 32000-2, 8.9.5): checks their descriptions, not whether their data can be decoded. */
import { PdfArray, PdfName, type PdfObject, PdfStream } from '@libpdf/core';
import { refuse } from '../content-fault.ts';
import type { Access } from '../dictionary-access.ts';
import type { ColourSpace } from '../resource-scope.ts';

const MAX_SIDE = 65_535;
const FILTERS = new Set(
  (
    'FlateDecode Fl LZWDecode LZW ASCII85Decode A85 ASCIIHexDecode AHx RunLengthDecode RL DCTDecode DCT ' +
    'JPXDecode CCITTFaxDecode CCF JBIG2Decode'
  ).split(' '),
);

/** @returns whether it is painted in the current colour. @throws ContentFault */
export function checkImage(
  image: PdfStream,
  access: Access,
  spaceOf: (value: PdfObject) => ColourSpace,
): 'image' | 'mask' {
  for (const key of ['Width', 'Height']) {
    const side = access.number(image, key) ?? 0;
    if (!Number.isInteger(side) || side < 1 || side > MAX_SIDE) refuse(`a picture with an impossible /${key}`);
  }
  const filters = filtersOf(image, access);
  if (filters.some((filter) => !FILTERS.has(filter))) refuse('a picture in an unknown coding');
  const isMask = access.isTrue(image, 'ImageMask');
  if (isMask && (access.number(image, 'BitsPerComponent') ?? 1) !== 1) refuse('a stencil of several bits');
  const components = isMask ? 1 : componentsOf(image, access, spaceOf);
  const decode = access.numbers(image, 'Decode');
  // Some masks have the decode pairs of an image with more colours; readers use the first.
  if (decode !== undefined && components !== null && decode.length !== components * 2)
    refuse('a picture with another /Decode');
  if (filters.length === 0) refuseTooShort(image, access, components ?? 1, isMask);
  if (!isMask) checkMasks(image, access, components, spaceOf);
  return isMask ? 'mask' : 'image';
}

/** Missing data is black in some readers and white in others. */
function refuseTooShort(image: PdfStream, access: Access, components: number, isMask: boolean): void {
  const [width, height] = [access.number(image, 'Width') ?? 0, access.number(image, 'Height') ?? 0];
  const bits = isMask ? 1 : (access.number(image, 'BitsPerComponent') ?? 8);
  if (image.data.length < height * Math.ceil((width * components * bits) / 8)) refuse('a picture with too few data');
}

function filtersOf(image: PdfStream, access: Access): string[] {
  const filter = access.get(image, 'Filter');
  const items = filter instanceof PdfArray ? (access.items(filter) ?? []) : filter === undefined ? [] : [filter];
  return items.map((item) => (item instanceof PdfName ? item.value : ''));
}

/** Null if the data itself determines it. */
function componentsOf(image: PdfStream, access: Access, spaceOf: (value: PdfObject) => ColourSpace): number | null {
  const filters = filtersOf(image, access);
  const isOwnDepth = ['JPXDecode', 'DCTDecode', 'DCT', 'CCITTFaxDecode', 'CCF', 'JBIG2Decode'].some((name) =>
    filters.includes(name),
  );
  const bits = access.number(image, 'BitsPerComponent');
  if (bits === undefined ? !isOwnDepth : ![1, 2, 4, 8, 16].includes(bits)) refuse('a picture of an impossible depth');
  const space = access.get(image, 'ColorSpace');
  if (space === undefined) return filters.includes('JPXDecode') ? null : refuse('a picture without a colour space');
  const { components, isPattern } = spaceOf(space);
  return isPattern ? refuse('a picture in patterns') : components;
}

function checkMasks(
  image: PdfStream,
  access: Access,
  components: number | null,
  spaceOf: (value: PdfObject) => ColourSpace,
): void {
  const mask = access.get(image, 'Mask');
  if (mask instanceof PdfStream) {
    if (checkImage(mask, access, spaceOf) !== 'mask') refuse('a mask that is a picture');
  } else if (mask !== undefined) {
    const ranges = access.numbersOf(mask);
    if (ranges === undefined || (components !== null && ranges.length !== components * 2))
      refuse('a malformed mask of colours');
  }
  const soft = access.get(image, 'SMask');
  if (soft === undefined) return;
  if (!(soft instanceof PdfStream) || soft === image) refuse('a malformed soft mask');
  if (checkImage(soft, access, spaceOf) !== 'image') refuse('a soft mask that is a stencil');
  if (soft.has('SMask') || soft.has('Mask')) refuse('a mask of a mask');
}
