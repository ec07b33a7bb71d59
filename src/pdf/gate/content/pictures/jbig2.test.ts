/** JBIG2 images with features that decoders lack are refused based on their segment headers. */
import { describe, expect, it } from 'vitest';
import { streamOf } from '../../papers.suite.ts';
import { judged, reasonOf, withContent } from '../judged.suite.ts';

const [SYMBOLS, TEXT, HALFTONE, GENERIC, REFINEMENT, PAGE] = [0, 6, 22, 38, 42, 48];

const integer = (value: number): number[] => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];

/** A segment of page 1 (T.88, 7.2). @param count the encoding of the number of references; without it, in three bits. */
function segment(number: number, type: number, data: number[], references: number[] = [], count?: number[]): number[] {
  const counted = count ?? [references.length << 5];
  return [...integer(number), type, ...counted, ...references, 1, ...integer(data.length), ...data];
}

/** 8 by 8 pixels at the corner, drawn over existing content (T.88, 7.4.1). */
const REGION = [...integer(8), ...integer(8), ...integer(0), ...integer(0), 0];
const page = segment(0, PAGE, [...integer(8), ...integer(8), ...integer(0), ...integer(0), 1, 0, 0]);
const generic = segment(1, GENERIC, [...REGION, 0, 3, 255, 253, 255, 2, 254, 254, 254, 255, 172]);
/** Two bytes of flags, followed by a dictionary of one symbol. */
const symbols = (high: number, low: number): number[] =>
  segment(1, SYMBOLS, [high, low, 3, 255, 253, 255, 2, 254, 254, 254, ...integer(1), ...integer(1), 255, 172]);
const text = (high: number, low: number, count?: number[]): number[] =>
  segment(2, TEXT, [...REGION, high, low, ...integer(1), 255, 172], [1], count);
const halftone = (flags: number): number[] =>
  segment(2, HALFTONE, [...REGION, flags, ...integer(8), ...integer(8), ...integer(0), ...integer(0), 0, 8, 0, 8], [1]);

function picture(data: number[], globals?: number[]): Uint8Array {
  const entries = '/Subtype /Image /Width 8 /Height 8 /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /JBIG2Decode';
  const parameters = globals ? ' /DecodeParms <</JBIG2Globals 6 0 R>>' : '';
  return withContent('q 90 0 0 90 9 9 cm /I Do Q', '/XObject <</I 5 0 R>>', {
    5: streamOf(entries + parameters, Buffer.from(data)),
    6: streamOf('', Buffer.from(globals ?? [])),
  });
}

describe('a JBIG2 image', () => {
  it.each([
    ['of one region', generic],
    ['of symbols in a text', [...symbols(0, 0), ...text(0, 0x14)]],
    ['of a halftone', halftone(0)],
  ])('%s is accepted', async (_, data) => {
    expect(await judged(picture([...page, ...data]))).toBe('unchanged');
  });

  it.each([
    ['that is refined', segment(1, REFINEMENT, [...REGION, 0]), 'that is refined'],
    ['of symbols in Huffman codes', symbols(0, 1), 'with unusual symbols'],
    ['that uses the contexts of another dictionary', symbols(1, 0), 'with unusual symbols'],
    ['that keeps its contexts', symbols(2, 0), 'with unusual symbols'],
    ['of a text in Huffman codes', [...symbols(0, 0), ...text(0, 1)], 'with unusual text'],
    ['of a text placed by lower right corners', [...symbols(0, 0), ...text(0, 0x20)], 'with unusual text'],
    ['of a halftone with gaps', halftone(8), 'with gaps'],
    [
      'that counts references in the long form',
      [...symbols(0, 0), ...text(0, 0x14, [0xe0, 0, 0, 1, 0])],
      'that counts segments in the long form',
    ],
    [
      'with a count that is none',
      [...symbols(0, 0), ...text(0, 0x14, [0xa0])],
      'that counts segments in the long form',
    ],
    ['that ends behind a header', generic.slice(0, 11), 'that is cut off'],
    ['that ends in a header', symbols(0, 0).slice(0, 11), 'that is cut off'],
    ['that ends in a region', generic.slice(0, -4), 'that is cut off'],
  ])('%s is refused', async (_, data, reason) => {
    expect(await reasonOf(picture([...page, ...data]))).toBe(`pdf.content: a JBIG2 picture ${reason}`);
  });

  it('is refused because of the file’s global segments', async () => {
    expect(await reasonOf(picture([...page, ...text(0, 0x14)], symbols(0, 1)))).toContain('unusual symbols');
  });

  it('is refused in a second filter, where its segments are not read', async () => {
    const bytes = Buffer.from(picture([...page, ...generic])).toString('latin1');
    const coded = bytes.replace('/Filter /JBIG2Decode', '/Filter [/AHx /JBIG2Decode]');
    expect(await reasonOf(new Uint8Array(Buffer.from(coded, 'latin1')))).toMatch(/^pdf\.(?:content|broken)/);
  });
});
