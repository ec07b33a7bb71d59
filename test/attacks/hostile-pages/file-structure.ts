/** Structure around the content: annotations, page trees, boxes, cross-references, layers, print settings. */
import { onePage, pdfOf, streamOf } from '#pdf/gate/papers.suite.ts';
import { type Construct, constructsOf, page, type Row } from './construct.ts';

const SQUARE = '0 0 1 rg 10 10 40 40 re f';
const LOOK = {
  10: streamOf('/Type /XObject /Subtype /Form /BBox [0 0 40 40] /Resources <<>>', '1 0 0 rg 0 0 40 40 re f'),
};
const annotation = (name: string, entries: string, objects: Record<number, string | Buffer> = LOOK): Row => [
  name,
  SQUARE,
  { page: `/Annots [<</Type /Annot /Rect [60 60 100 100] ${entries}>>]`, objects },
];

const ANNOTATIONS: readonly Row[] = [
  annotation('a stamp', '/Subtype /Stamp /F 4 /AP <</N 10 0 R>>'),
  annotation('a hidden stamp', '/Subtype /Stamp /F 2 /AP <</N 10 0 R>>'),
  annotation('a stamp on paper only', '/Subtype /Stamp /F 36 /AP <</N 10 0 R>>'),
  annotation('a stamp on screens only', '/Subtype /Stamp /F 0 /AP <</N 10 0 R>>'),
  annotation('a stamp without a drawing', '/Subtype /Stamp /F 4'),
  annotation('a stamp that does not zoom', '/Subtype /Stamp /F 12 /AP <</N 10 0 R>>'),
  annotation('a stamp that does not turn', '/Subtype /Stamp /F 20 /AP <</N 10 0 R>>'),
  annotation('a stamp whose drawing has no box', '/Subtype /Stamp /F 4 /AP <</N 10 0 R>>', {
    10: streamOf('/Type /XObject /Subtype /Form /Resources <<>>', '1 0 0 rg 0 0 40 40 re f'),
  }),
  annotation('a stamp whose drawing is turned', '/Subtype /Stamp /F 4 /AP <</N 10 0 R>>', {
    10: streamOf(
      '/Type /XObject /Subtype /Form /BBox [0 0 40 40] /Matrix [0 1 -1 0 0 0] /Resources <<>>',
      '1 0 0 rg 0 0 20 40 re f',
    ),
  }),
  annotation('a stamp whose drawing breaks the grammar', '/Subtype /Stamp /F 4 /AP <</N 10 0 R>>', {
    10: streamOf('/Type /XObject /Subtype /Form /BBox [0 0 40 40] /Resources <<>>', '1 0 rg ( 0 0 40 40 re f'),
  }),
  annotation('a link with a frame', '/Subtype /Link /Border [0 0 5] /C [1 0 0]'),
  annotation('a note', '/Subtype /Text /Contents (sconto)'),
  annotation(
    'a highlight with its drawing',
    '/Subtype /Highlight /F 4 /QuadPoints [60 100 100 100 60 60 100 60] /AP <</N 10 0 R>>',
  ),
  annotation('a redaction', '/Subtype /Redact /F 4 /AP <</N 10 0 R>>'),
];

const BOXES: readonly Row[] = [
  ['a crop box', SQUARE, { page: '/CropBox [0 0 60 60]' }],
  ['a crop box that is turned', SQUARE, { page: '/CropBox [60 60 0 0]' }],
  ['a crop box beyond the page', SQUARE, { page: '/CropBox [-50 -50 300 300]' }],
  ['a crop box outside the page', SQUARE, { page: '/CropBox [500 500 600 600]' }],
  ['a crop box of no size', SQUARE, { page: '/CropBox [10 10 10 10]' }],
  ['a crop box of three numbers', SQUARE, { page: '/CropBox [0 0 60]' }],
  ['a page turned by a quarter', SQUARE, { page: '/Rotate 90' }],
  ['a page turned by an eighth', SQUARE, { page: '/Rotate 45' }],
  ['a page turned backwards', SQUARE, { page: '/Rotate -90' }],
  ['a page turned more than once', SQUARE, { page: '/Rotate 450' }],
  ['a page of larger units', SQUARE, { page: '/UserUnit 2' }],
  ['a page of negative units', SQUARE, { page: '/UserUnit -1' }],
];

const WISHES: readonly Row[] = (
  [
    ['an area to print', '/PrintArea /TrimBox'],
    ['a clip to print', '/PrintClip /ArtBox'],
    ['an area to view', '/ViewArea /BleedBox'],
    ['a clip to view', '/ViewClip /ArtBox'],
    ['pages to print', '/PrintPageRange [1 1]'],
    ['copies', '/NumCopies 5'],
    ['both sides', '/Duplex /DuplexFlipLongEdge'],
    ['a scale to print', '/PrintScaling /AppDefault'],
    ['a tray', '/PickTrayByPDFSize true'],
  ] as const
).map(([name, entries]) => [
  name,
  SQUARE,
  {
    catalog: `/ViewerPreferences <<${entries}>>`,
    page: '/TrimBox [0 0 50 50] /ArtBox [0 0 30 30] /BleedBox [0 0 40 40]',
  },
]);

const TWO = {
  ...onePage,
  5: String(onePage[3]).replace('/Contents 4 0 R', '/Contents 6 0 R'),
  6: streamOf('', 'BT /F1 40 Tf 40 100 Td (99000) Tj ET'),
};
const text = (bytes: Uint8Array, change: (source: string) => string): Uint8Array =>
  new Uint8Array(Buffer.from(change(Buffer.from(bytes).toString('latin1')), 'latin1'));
const sound = (): Uint8Array => page(SQUARE);

const TREES = (): Construct[] =>
  (
    [
      ['a count of two for one page', pdfOf({ ...onePage, 2: '<</Type /Pages /Kids [3 0 R] /Count 2>>' })],
      ['a count of one for two pages', pdfOf({ ...TWO, 2: '<</Type /Pages /Kids [3 0 R 5 0 R] /Count 1>>' })],
      ['a negative count', pdfOf({ ...TWO, 2: '<</Type /Pages /Kids [3 0 R 5 0 R] /Count -2>>' })],
      ['no count', pdfOf({ ...onePage, 2: '<</Type /Pages /Kids [3 0 R]>>' })],
      ['a page without its kind', pdfOf({ ...onePage, 3: String(onePage[3]).replace('/Type /Page ', '') })],
      [
        'a page of another kind',
        pdfOf({ ...onePage, 3: String(onePage[3]).replace('/Type /Page ', '/Type /Template ') }),
      ],
      [
        'a page whose parent is another',
        pdfOf({ ...onePage, 3: String(onePage[3]).replace('/Parent 2 0 R', '/Parent 1 0 R') }),
      ],
      ['a page without a parent', pdfOf({ ...onePage, 3: String(onePage[3]).replace('/Parent 2 0 R', '') })],
      ['a page without a size', pdfOf({ ...onePage, 3: String(onePage[3]).replace('/MediaBox [0 0 300 300]', '') })],
      ['a page of no size', pdfOf({ ...onePage, 3: String(onePage[3]).replace('300 300', '0 0') })],
      [
        'a page of a size that is turned',
        pdfOf({ ...onePage, 3: String(onePage[3]).replace('[0 0 300 300]', '[300 300 0 0]') }),
      ],
      ['the same page twice', pdfOf({ ...onePage, 2: '<</Type /Pages /Kids [3 0 R 3 0 R] /Count 2>>' })],
      ['a tree that turns back', pdfOf({ ...onePage, 2: '<</Type /Pages /Kids [3 0 R 2 0 R] /Count 2>>' })],
      ['a child that is nothing', pdfOf({ ...onePage, 2: '<</Type /Pages /Kids [null 3 0 R] /Count 2>>' })],
      [
        'content that is nothing',
        pdfOf({ ...onePage, 3: String(onePage[3]).replace('/Contents 4 0 R', '/Contents 99 0 R') }),
      ],
      ['content that is a dictionary', pdfOf({ ...onePage, 4: '<<>>' })],
      [
        'content that is partly nothing',
        pdfOf({ ...onePage, 3: String(onePage[3]).replace('/Contents 4 0 R', '/Contents [99 0 R 4 0 R null]') }),
      ],
      [
        'resources of the tree',
        pdfOf({
          ...onePage,
          2: '<</Type /Pages /Kids [3 0 R] /Count 1 /Resources <</Font <</F1 <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>>>>',
          3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R>>',
        }),
      ],
      [
        'no resources at all',
        pdfOf({ ...onePage, 3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R>>' }),
      ],
    ] as const
  ).map(([name, bytes]) => ({ name: `page trees: ${name}`, bytes }));

const REFERENCES = (): Construct[] =>
  (
    [
      ['a start beyond the end', text(sound(), (source) => source.replace(/startxref\n\d+/, 'startxref\n99999999'))],
      ['a start at zero', text(sound(), (source) => source.replace(/startxref\n\d+/, 'startxref\n0'))],
      ['no start', text(sound(), (source) => source.replace(/startxref\n\d+\n/, ''))],
      ['a table that is shifted', text(sound(), (source) => source.replace('%PDF-1.7\n', '%PDF-1.7\n%shifted\n'))],
      ['a size too small', text(sound(), (source) => source.replace(/\/Size \d+/, '/Size 3'))],
      [
        'a free entry for a page',
        text(sound(), (source) => source.replace(/(xref\n0 \d+\n(?:.{18}\r\n){3})(.{10}) 00000 n/, '$1$2 00000 f')),
      ],
      ['a wrong length of content', text(sound(), (source) => source.replace(/\/Length 25\b/, '/Length 5'))],
      [
        'two objects of one number',
        text(sound(), (source) =>
          source.replace(
            'xref\n0',
            '40 0 obj\n<</Length 26>>\nstream\n1 0 0 rg 10 10 100 100 re f\nendstream\nendobj\nxref\n0',
          ),
        ),
      ],
      ['bytes before the header', text(sound(), (source) => `garbage\n${source}`)],
      ['bytes behind the end', text(sound(), (source) => `${source}garbage`)],
      ['two ends', text(sound(), (source) => `${source}%%EOF\n`)],
      ['another version', text(sound(), (source) => source.replace('%PDF-1.7', '%PDF-9.9'))],
    ] as const
  ).map(([name, bytes]) => ({ name: `cross-references: ${name}`, bytes }));

export const fileStructure = (): Construct[] => [
  ...constructsOf('annotations', ANNOTATIONS),
  ...constructsOf('boxes', BOXES),
  ...constructsOf('wishes for printing', WISHES),
  ...TREES(),
  ...REFERENCES(),
];
