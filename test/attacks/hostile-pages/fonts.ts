/** Typefaces: widths, encodings, missing glyphs, drawn glyphs. */
import { streamOf } from '#pdf/gate/papers.suite.ts';
import { type Construct, constructsOf, type Row } from './construct.ts';

const SHOW = 'BT /G 20 Tf 10 60 Td (ab) Tj ET';
type Objects = Record<number, string | Buffer>;
const font = (name: string, object: string, objects: Objects = {}, content = SHOW): Row => [
  name,
  content,
  { fonts: '/G 10 0 R', objects: { 10: object, ...objects } },
];

const PARTS = '/FontBBox [0 0 10 10] /FontMatrix [0.1 0 0 0.1 0 0] /FirstChar 97 /LastChar 98 /Widths [10 10]';
const NAMES = '/Encoding <</Differences [97 /a /b]>> /CharProcs <</a 11 0 R /b 12 0 R>>';
const GLYPHS: Objects = {
  11: streamOf('', '10 0 0 0 10 10 d1 0 0 8 8 re f'),
  12: streamOf('', '10 0 0 0 10 10 d1 4 0 4 8 re f'),
};
const drawn = (name: string, change: (entries: string) => string, objects: Objects = {}, content = SHOW): Row =>
  font(
    name,
    `<</Type /Font /Subtype /Type3 ${change(`${PARTS} ${NAMES} /Resources <<>>`)}>>`,
    { ...GLYPHS, ...objects },
    content,
  );
const glyph = (name: string, source: string, content = SHOW): Row =>
  drawn(name, (entries) => entries, { 11: streamOf('', source) }, content);

const DRAWN: readonly Row[] = [
  drawn('drawn glyphs', (entries) => entries),
  drawn('drawn glyphs without a scale', (entries) => entries.replace(/\/FontMatrix \[[^\]]*\]/, '')),
  drawn('drawn glyphs at a scale of five numbers', (entries) =>
    entries.replace('[0.1 0 0 0.1 0 0]', '[0.1 0 0 0.1 0]'),
  ),
  drawn('drawn glyphs that are mirrored', (entries) => entries.replace('[0.1 0 0 0.1 0 0]', '[-0.1 0 0 0.1 1 0]')),
  drawn('drawn glyphs without widths', (entries) => entries.replace('/Widths [10 10]', '')),
  drawn('drawn glyphs with too few widths', (entries) => entries.replace('/Widths [10 10]', '/Widths [10]')),
  drawn('drawn glyphs with other widths than they tell', (entries) =>
    entries.replace('/Widths [10 10]', '/Widths [30 10]'),
  ),
  drawn('drawn glyphs without a first code', (entries) => entries.replace('/FirstChar 97', '')),
  drawn('drawn glyphs without an encoding', (entries) => entries.replace(/\/Encoding <<[^>]*>>/, '')),
  drawn('drawn glyphs by a known encoding', (entries) =>
    entries.replace(/\/Encoding <<[^>]*>>/, '/Encoding /WinAnsiEncoding'),
  ),
  drawn('drawn glyphs of which one is missing', (entries) => entries.replace('/b 12 0 R', '')),
  drawn('drawn glyphs that are not there', (entries) => entries.replace(/\/CharProcs <<[^>]*>>/, '')),
  drawn('drawn glyphs with the resources of the page', (entries) => entries.replace('/Resources <<>>', '')),
  drawn('drawn glyphs in a box of no size', (entries) => entries.replace('[0 0 10 10]', '[0 0 0 0]')),
  drawn('drawn glyphs in a box that cuts', (entries) => entries.replace('[0 0 10 10]', '[0 0 3 3]')),
  glyph('a drawn glyph without metrics', '0 0 8 8 re f'),
  glyph('a drawn glyph with metrics in the middle', '0 0 8 8 re f 10 0 0 0 10 10 d1'),
  glyph('a drawn glyph that cuts itself', '10 0 0 0 3 3 d1 0 0 8 8 re f'),
  glyph('a drawn glyph in its own colour', '10 0 d0 1 0 0 rg 0 0 8 8 re f'),
  glyph('a drawn glyph that sets a colour it must not', '10 0 0 0 10 10 d1 1 0 0 rg 0 0 8 8 re f'),
  glyph(
    'a drawn glyph with a picture it must not have',
    '10 0 0 0 10 10 d1 8 0 0 8 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /RGB /F /AHx ID ff0000> EI',
  ),
  glyph('a drawn glyph with a stencil', '10 0 0 0 10 10 d1 8 0 0 8 0 0 cm BI /W 2 /H 2 /IM true /F /AHx ID 8040> EI'),
  glyph('a drawn glyph that is never restored', '10 0 0 0 10 10 d1 q q 0 0 8 8 re f'),
  glyph('a drawn glyph that restores too much', '10 0 0 0 10 10 d1 0 0 8 8 re f Q Q'),
  glyph('a drawn glyph with an unknown operator', '10 0 0 0 10 10 d1 foo 0 0 8 8 re f'),
  drawn('a drawn glyph of itself', (entries) => entries.replace('<<>>', '<</Font <</G 10 0 R>>>>'), {
    11: streamOf('', '10 0 0 0 10 10 d1 BT /G 1 Tf (a) Tj ET'),
  }),
  glyph('a faulty drawn glyph that is not shown', '10 0 0 0 10 10 d1 (', 'BT /G 20 Tf 10 60 Td (b) Tj ET'),
];

const OUTLINES: readonly Row[] = [
  font('a typeface of an unknown kind', '<</Type /Font /Subtype /Type9 /BaseFont /Helvetica>>'),
  font('a typeface without a kind', '<</Type /Font /BaseFont /Helvetica>>'),
  font(
    'a typeface with huge widths',
    '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /FirstChar 97 /LastChar 98 /Widths [3000 500]>>',
  ),
  font(
    'a typeface with widths of zero',
    '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /FirstChar 97 /LastChar 98 /Widths [0 0]>>',
  ),
  font(
    'a typeface with exchanged letters',
    '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding <</Differences [97 /nine /one]>>>>',
  ),
  font(
    'a typeface with a letter that is not there',
    '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding <</Differences [97 /prova /one]>>>>',
  ),
  font(
    'a typeface with a letter by its code',
    '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding <</Differences [97 /uni0039 /u0031]>>>>',
  ),
  font(
    'a typeface with codes beyond a byte',
    '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding <</Differences [353 /nine /one]>>>>',
  ),
  font(
    'a typeface with an unknown encoding',
    '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /FooEncoding>>',
  ),
  font(
    'a typeface of Mac letters',
    '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /MacRomanEncoding>>',
    {},
    'BT /G 20 Tf 10 60 Td <8e9f> Tj ET',
  ),
  font('a typeface of signs', '<</Type /Font /Subtype /Type1 /BaseFont /Symbol>>'),
  // Ticks, crosses and circles of forms; ornaments differ between the programs' typefaces.
  font(
    'a typeface of dingbats',
    '<</Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats>>',
    {},
    'BT /G 20 Tf 10 60 Td (48lnu) Tj ET',
  ),
  font(
    'a composite typeface that is not in the file',
    '<</Type /Font /Subtype /Type0 /BaseFont /Arial /Encoding /Identity-H /DescendantFonts [11 0 R]>>',
    {
      11: '<</Type /Font /Subtype /CIDFontType2 /BaseFont /Arial /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>> /CIDToGIDMap /Identity>>',
    },
    'BT /G 20 Tf 10 60 Td <00140015> Tj ET',
  ),
  font(
    'a composite typeface without a descendant',
    '<</Type /Font /Subtype /Type0 /BaseFont /Foo /Encoding /Identity-H>>',
  ),
  font(
    'a composite typeface that is its own descendant',
    '<</Type /Font /Subtype /Type0 /BaseFont /Foo /Encoding /Identity-H /DescendantFonts [10 0 R]>>',
  ),
];

export const fonts = (): Construct[] => [...constructsOf('drawn glyphs', DRAWN), ...constructsOf('outlines', OUTLINES)];
