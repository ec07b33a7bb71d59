/** Fonts whose glyphs or widths programs look up by different rules are refused. */
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Bodies, onePage, pdfOf, streamOf } from '../../papers.suite.ts';
import { reasonOf } from '../judged.suite.ts';

const shown = (font: string, more: Bodies): Uint8Array =>
  pdfOf({
    ...onePage,
    3: String(onePage[3]).replace('/F1 <<', `/F2 ${font} /F1 <<`),
    4: streamOf('', 'BT /F2 12 Tf 40 40 Td <00610062> Tj ET'),
    ...more,
  });

/** A TrueType program with one table. @param format of its `post` table, or null for a program without one. */
function program(format: number | null): Buffer {
  const bytes = Buffer.alloc(64);
  bytes.writeUInt32BE(0x00010000, 0);
  bytes.writeUInt16BE(1, 4);
  bytes.write(format === null ? 'head' : 'post', 12, 'latin1');
  bytes.writeUInt32BE(32, 20);
  bytes.writeUInt32BE(32, 24);
  bytes.writeUInt32BE(format ?? 0, 32);
  return bytes;
}

const composite = (
  kind: string,
  file: string,
  entries = '',
  encoding = '/Identity-H',
  data: Buffer = program(0x00020000),
): Uint8Array =>
  shown(
    `<</Type /Font /Subtype /Type0 /BaseFont /A /Encoding ${encoding} /DescendantFonts [<</Type /Font /Subtype /${kind} /BaseFont /A /FontDescriptor <</Type /FontDescriptor /FontName /A /Flags 4 /${file} 5 0 R>> ${entries}>>]>>`,
    { 5: streamOf('', data) },
  );

/** A Type 1 font program whose data starts with given bytes, in a composite font. */
const compositeOf = (...data: readonly number[]): Uint8Array =>
  composite('CIDFontType0', 'FontFile', '', '/Identity-H', Buffer.from(data));

const simple = (flags: number, encoding: string, data: Buffer): Uint8Array =>
  shown(
    `<</Type /Font /Subtype /TrueType /BaseFont /A ${encoding} /FontDescriptor <</Type /FontDescriptor /FontName /A /Flags ${flags} /FontFile2 5 0 R>>>>`,
    { 5: data },
  );

const NAMED = streamOf('', program(0x00020000));
const UNNAMED = streamOf('', program(0x00030000));
const NUMBERS = '/Encoding <</Differences [97 /g5167 /g11927]>>';

describe('a composite font', () => {
  it.each([
    ['a program that pyHanko calls by another kind', composite('CIDFontType0', 'FontFile2')],
    ['codes of the norm', composite('CIDFontType2', 'FontFile2')],
    ['codes of a standard that the norm names', composite('CIDFontType2', 'FontFile2', '', '/UniJIS-UTF16-V')],
    ['widths one behind the other', composite('CIDFontType2', 'FontFile2', '/W [1 [500 600] 3 9 700 20 [1]]')],
    ['widths in no order', composite('CIDFontType2', 'FontFile2', '/W [20 [1] 3 9 700 1 [500 600]]')],
    ['a compact program that is called Type 1', compositeOf(1, 0, 4, 3, 0, 1)],
    ['a compact program with a longer header', compositeOf(1, 0, 6, 1, 0, 0, 0, 1)],
  ])('is accepted with %s', async (_, bytes) => {
    expect(await reasonOf(bytes)).toBe('unchanged');
  });

  it.each([
    [
      'codes that only some readers know',
      composite('CIDFontType2', 'FontFile2', '', '/Adobe-Japan1-2'),
      'readers know',
    ],
    ['a Type 1 program', composite('CIDFontType0', 'FontFile'), 'a program of another kind'],
    ['a Type 1 program of text', compositeOf(...Buffer.from('%!PS-AdobeFont-1.0')), 'a program of another kind'],
    ['a Type 1 program in segments', compositeOf(0x80, 1, 9, 0, 0, 0), 'a program of another kind'],
    ['a compact program of version 2', compositeOf(2, 0, 5, 0, 9), 'a program of another kind'],
    ['a program of three bytes', compositeOf(1, 0, 4), 'a program of another kind'],
    ['no program', composite('CIDFontType0', 'None'), 'not in the file'],
    ['a width twice', composite('CIDFontType2', 'FontFile2', '/W [32 [719] 0 180 719]'), 'two widths'],
    ['another width twice', composite('CIDFontType2', 'FontFile2', '/W [1 [500 600] 2 [700]]'), 'two widths'],
    ['widths that are cut off', composite('CIDFontType2', 'FontFile2', '/W [1 2]'), 'malformed widths'],
  ])('is refused with %s', async (_, bytes, reason) => {
    expect(await reasonOf(bytes)).toMatch(new RegExp(`^pdf\\.content: .*${reason}`));
  });
});

describe('a simple font', () => {
  const cut = deflateSync(program(0x00020000));
  it.each([
    ['names that its program has', simple(4, NUMBERS, NAMED)],
    ['names of letters', simple(32, '/Encoding <</Differences [97 /a /b]>>', UNNAMED)],
    ['numbers for names that do not count', simple(4, NUMBERS, UNNAMED)],
    ['both flags and no encoding', simple(36, '', UNNAMED)],
    ['a compressed program', simple(32, '', streamOf('/Filter /FlateDecode', cut))],
  ])('is accepted with %s', async (_, bytes) => {
    expect(await reasonOf(bytes)).toBe('unchanged');
  });

  it.each([
    ['numbers for names', simple(32, NUMBERS, UNNAMED), 'by the numbers of glyphs'],
    ['numbers for names and no table of them', simple(32, NUMBERS, streamOf('', program(null))), 'numbers of glyphs'],
    ['numbers for names and a broken program', simple(32, NUMBERS, streamOf('', 'x')), 'numbers of glyphs'],
    ['both flags and an encoding', simple(36, '/Encoding /WinAnsiEncoding', UNNAMED), 'symbolic and is not'],
    [
      'a program that cannot be decoded',
      simple(32, '', streamOf('/Filter /FlateDecode', Buffer.from('no such data'))),
      'cannot be decoded',
    ],
  ])('is refused with %s', async (_, bytes, reason) => {
    expect(await reasonOf(bytes)).toContain(reason);
  });
});
