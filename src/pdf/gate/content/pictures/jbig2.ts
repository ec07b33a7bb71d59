/** JBIG2 images (ITU-T T.88): refuses features that scanners do not use and some decoders lack. */
import { PdfDict, PdfName, PdfStream } from '@libpdf/core';
import { refuse } from '../content-fault.ts';
import type { StreamDecoder } from '../decode.ts';
import type { Access } from '../dictionary-access.ts';

/** Segment types (T.88, 7.3). */
const SYMBOLS = 0;
const TEXTS = [4, 6, 7];
const HALFTONES = [20, 22, 23];
const REFINEMENTS = [40, 42, 43];

/** Flags of a symbol dictionary (T.88, 7.4.2.1.1): Huffman coding; contexts used or retained. */
const SYMBOL_FLAGS = 0x0301;
/** Flags of a text region (T.88, 7.4.3.1.1): Huffman coding; symbols placed by their lower right corner. */
const TEXT_HUFFMAN = 0x0001;
const TEXT_CORNER = 0x0030;
const LOWER_RIGHT = 0x0020;
/** Flag of a halftone region (T.88, 7.4.5.1.1): skipped positions. */
const HALFTONE_SKIP = 0x08;
/** Bytes of the region segment information before a region's flags (T.88, 7.4.1). */
const REGION_BYTES = 17;
const UNKNOWN_LENGTH = 0xffffffff;
/** Maximum number of referred-to segments that the three-bit count can express (T.88, 7.2.4). */
const MAX_SHORT_COUNT = 4;

/** @throws ContentFault for an image that decoders show differently; ignores other encodings. */
export function checkJbig2(image: PdfStream, access: Access, decoder: StreamDecoder): void {
  const filters = access.items(image.get('Filter')) ?? [access.get(image, 'Filter')];
  if (!filters.some((filter) => filter instanceof PdfName && filter.value === 'JBIG2Decode')) return;
  if (filters.length > 1) refuse('a JBIG2 picture in a second coding');
  const decodeParms = access.get(image, 'DecodeParms');
  const parameters = decodeParms instanceof PdfDict ? decodeParms : access.items(decodeParms)?.[0];
  const globals = parameters instanceof PdfDict ? access.get(parameters, 'JBIG2Globals') : undefined;
  if (globals instanceof PdfStream) checkSegments(decoder.decode(globals).bytes);
  checkSegments(image.data);
}

function checkSegments(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    for (let at = 0; at < bytes.length; at = checkSegment(view, at)) {
      // Line ends after the data belong to the file.
      if (bytes.length - at < 11) return;
    }
  } catch (error) {
    if (error instanceof RangeError) refuse('a JBIG2 picture that is cut off');
    throw error;
  }
}

/** @returns the start of the next segment. @throws RangeError beyond the end */
function checkSegment(view: DataView, start: number): number {
  const number = view.getUint32(start);
  const flags = view.getUint8(start + 4);
  const references = view.getUint8(start + 5) >> 5;
  // MuPDF draws nothing if the count is in the long form.
  if (references > MAX_SHORT_COUNT) refuse('a JBIG2 picture that counts segments in the long form');
  let at = start + 6 + references * (number <= 256 ? 1 : number <= 65_536 ? 2 : 4) + ((flags & 0x40) === 0 ? 1 : 4);
  const length = view.getUint32(at);
  at += 4;
  refusePart(flags & 0x3f, view, at);
  // Only the last region of a file may have an unknown length; in PDF none should.
  if (length === UNKNOWN_LENGTH) return view.byteLength;
  if (at + length > view.byteLength) refuse('a JBIG2 picture that is cut off');
  return at + length;
}

function refusePart(type: number, view: DataView, at: number): void {
  if (REFINEMENTS.includes(type)) refuse('a JBIG2 picture that is refined');
  if (type === SYMBOLS && (view.getUint16(at) & SYMBOL_FLAGS) !== 0) refuse('a JBIG2 picture with unusual symbols');
  if (TEXTS.includes(type)) {
    const flags = view.getUint16(at + REGION_BYTES);
    if ((flags & TEXT_HUFFMAN) !== 0 || (flags & TEXT_CORNER) === LOWER_RIGHT)
      refuse('a JBIG2 picture with unusual text');
  }
  if (HALFTONES.includes(type) && (view.getUint8(at + REGION_BYTES) & HALFTONE_SKIP) !== 0)
    refuse('a JBIG2 picture with gaps');
}
