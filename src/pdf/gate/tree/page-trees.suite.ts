/** Page trees that readers interpret differently, each with the text of its pages in order. */
import { type Bodies, pdfOf, streamOf } from '../papers.suite.ts';

export interface TreeCase {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The text of each page that every reader must show. */
  readonly words: readonly string[];
}

const FONT = '/Resources <</Font <</F1 5 0 R>>>>';
const BOX = '/MediaBox [0 0 300 300]';
const word = (text: string): Buffer => streamOf('', `BT /F1 12 Tf 40 200 Td (${text}) Tj ET`);
const page = (contents: number, entries = `/Type /Page /Parent 2 0 R ${BOX} ${FONT}`): string =>
  `<<${entries} /Contents ${contents} 0 R>>`;

/** Two pages, Anna and Berta. */
const two: Bodies = {
  1: '<</Type /Catalog /Pages 2 0 R>>',
  2: '<</Type /Pages /Kids [3 0 R 6 0 R] /Count 2>>',
  3: page(4),
  4: word('Anna'),
  5: '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
  6: page(7),
  7: word('Berta'),
};
const tree = (name: string, change: Bodies, words = ['Anna', 'Berta']): TreeCase => ({
  name,
  bytes: pdfOf({ ...two, ...change }),
  words,
});
const root = (entries: string): Bodies => ({ 2: `<<${entries}>>` });
const first = (entries: string): Bodies => ({ 3: page(4, entries) });
const PARTS = `${BOX} ${FONT}`;

/** A tree with a node 8 above the second page. */
const nested = (
  node: string,
  second = `/Type /Page /Parent 8 0 R ${PARTS}`,
  parent = '/Kids [3 0 R 8 0 R] /Count 2',
) => ({
  ...root(`/Type /Pages ${parent}`),
  6: page(7, second),
  8: `<<${node} /Kids [6 0 R]>>`,
});

export const SOUND_TREE: TreeCase = tree('as the norm has it', {});
export const SOUND_NESTED = tree('with a node', nested('/Type /Pages /Parent 2 0 R /Count 1'));

export const MENDED_TREES: readonly TreeCase[] = [
  tree('first page without a type', first(`/Parent 2 0 R ${PARTS}`)),
  tree('no page with a type', { ...first(`/Parent 2 0 R ${PARTS}`), 6: page(7, `/Parent 2 0 R ${PARTS}`) }),
  ...['page', 'PAGE', 'Pagina', 'Pages', 'Template'].map((type) =>
    tree(`a page of type /${type}`, first(`/Type /${type} /Parent 2 0 R ${PARTS}`)),
  ),
  tree('a type that is a string', first(`/Type (Page) /Parent 2 0 R ${PARTS}`)),
  tree('a type kept elsewhere', { ...first(`/Type 9 0 R /Parent 2 0 R ${PARTS}`), 9: '/Page' }),
  tree('a root without a type', root('/Kids [3 0 R 6 0 R] /Count 2')),
  tree('a root of type /Page', root('/Type /Page /Kids [3 0 R 6 0 R] /Count 2')),
  tree('a catalog without a type', { 1: '<</Pages 2 0 R>>' }),
  ...['1', '0', '7', '-2', '2.5', '(2)', 'null', '9 0 R'].map((count) =>
    tree(`a number of pages written ${count}`, { ...root(`/Type /Pages /Kids [3 0 R 6 0 R] /Count ${count}`), 9: '2' }),
  ),
  tree('no number of pages', root('/Type /Pages /Kids [3 0 R 6 0 R]')),
  tree('a wrong number in a node', nested('/Type /Pages /Parent 2 0 R /Count 5')),
  tree(
    'a root that counts its nodes',
    nested('/Type /Pages /Parent 2 0 R /Count 1', undefined, '/Kids [3 0 R 8 0 R] /Count 1'),
  ),
  tree('pages without a parent', { ...first(`/Type /Page ${PARTS}`), 6: page(7, `/Type /Page ${PARTS}`) }),
  tree('a page with itself as parent', first(`/Type /Page /Parent 3 0 R ${PARTS}`)),
  tree('a page with another page as parent', first(`/Type /Page /Parent 6 0 R ${PARTS}`)),
  tree('a root with a parent', root('/Type /Pages /Parent 8 0 R /Kids [3 0 R 6 0 R] /Count 2')),
  tree('a parent that is nothing', first(`/Type /Page /Parent 99 0 R ${PARTS}`)),
  tree('what only the tree hands down', nested(`/Type /Pages /Parent 2 0 R /Count 1 ${PARTS}`, '/Type /Page')),
  tree('what only the parent hands down', {
    ...nested('/Type /Pages /Parent 2 0 R /Count 1', '/Type /Page /Parent 9 0 R'),
    9: `<</Type /Pages ${PARTS}>>`,
  }),
  tree('one page twice', root('/Type /Pages /Kids [3 0 R 3 0 R] /Count 2'), ['Anna', 'Anna']),
  tree('one page three times, among others', root('/Type /Pages /Kids [3 0 R 6 0 R 3 0 R 3 0 R] /Count 4'), [
    ...['Anna', 'Berta', 'Anna', 'Anna'],
  ]),
  tree(
    'one node twice',
    nested('/Type /Pages /Parent 2 0 R /Count 1', undefined, '/Kids [8 0 R 3 0 R 8 0 R] /Count 3'),
    [...['Berta', 'Anna', 'Berta']],
  ),
  ...['null', '99 0 R', '12', '/Page', '[]', '(x)', '5 0 R', '4 0 R'].map((entry) =>
    tree(`${entry} among the pages`, root(`/Type /Pages /Kids [3 0 R ${entry} 6 0 R] /Count 2`)),
  ),
  tree('a node without pages', {
    ...root('/Type /Pages /Kids [3 0 R 8 0 R 6 0 R] /Count 2'),
    8: '<</Type /Pages /Parent 2 0 R /Kids [] /Count 0>>',
  }),
  tree('a page written into the list', root(`/Type /Pages /Kids [3 0 R ${page(7)}] /Count 2`)),
  tree('the list kept elsewhere', { ...root('/Type /Pages /Kids 9 0 R /Count 2'), 9: '[3 0 R 6 0 R]' }),
  tree('a page behind two references', { ...root('/Type /Pages /Kids [9 0 R 6 0 R] /Count 2'), 9: '3 0 R' }),
  tree('a page in place of the tree', { 1: '<</Type /Catalog /Pages 3 0 R>>', ...first(`/Type /Page ${PARTS}`) }, [
    'Anna',
  ]),
  tree('a tree written into the catalog', {
    1: '<</Type /Catalog /Pages <</Type /Pages /Kids [3 0 R 6 0 R] /Count 2>>>>',
  }),
  tree('a page with an empty list', first(`/Type /Page /Parent 2 0 R ${PARTS} /Kids []`)),
  ...[
    '',
    '/MediaBox []',
    '/MediaBox [0 0 0 0]',
    '/MediaBox [0 0 300]',
    '/MediaBox [300 300 0 0]',
    '/MediaBox [0 0 300 300 9]',
  ].map((box) => tree(`a size written ${box || 'nowhere'}`, first(`/Type /Page /Parent 2 0 R ${FONT} ${box}`))),
  ...['[0 0 0 0]', '[900 900 990 990]', '[280 290 10 5]', '[0 0]'].map((box) =>
    tree(`a section written ${box}`, first(`/Type /Page /Parent 2 0 R ${PARTS} /CropBox ${box}`)),
  ),
  ...['45', '100', '-1', '/R', '(90)'].map((rotation) =>
    tree(`a rotation written ${rotation}`, first(`/Type /Page /Parent 2 0 R ${PARTS} /Rotate ${rotation}`)),
  ),
  ...['0', '-2', '(2)'].map((unit) =>
    tree(`a unit written ${unit}`, first(`/Type /Page /Parent 2 0 R ${PARTS} /UserUnit ${unit}`)),
  ),
];

/** Kept byte for byte, because every reader interprets them alike. */
export const KEPT_TREES: readonly TreeCase[] = [
  SOUND_TREE,
  SOUND_NESTED,
  ...['-90', '270', '450', '360'].map((rotation) =>
    tree(`turned by ${rotation}`, first(`/Type /Page /Parent 2 0 R ${PARTS} /Rotate ${rotation}`)),
  ),
  tree(
    'a section that reaches beyond the page',
    first(`/Type /Page /Parent 2 0 R ${PARTS} /CropBox [-10 -10 310 290]`),
  ),
  tree('a unit of two points', first(`/Type /Page /Parent 2 0 R ${PARTS} /UserUnit 2`)),
  tree('all inherited', nested(`/Type /Pages /Parent 2 0 R /Count 1 ${PARTS} /Rotate 90`, '/Type /Page /Parent 8 0 R')),
];

export const REFUSED_TREES: readonly (Omit<TreeCase, 'words'> & { readonly code: string })[] = [
  {
    ...tree(
      'a node above itself',
      nested('/Type /Pages /Parent 2 0 R /Count 1', undefined, '/Kids [3 0 R 2 0 R] /Count 2'),
    ),
    code: 'pdf.broken',
  },
  { ...tree('a page that is lost', root('/Type /Pages /Kids [3 0 R 99 0 R 6 0 R] /Count 3')), code: 'pdf.broken' },
  { ...tree('no page at all', root('/Type /Pages /Kids [] /Count 0')), code: 'pdf.broken' },
  { ...tree('no list of pages', root('/Type /Pages /Count 2')), code: 'pdf.broken' },
  {
    ...tree('a page with pages below it', first(`/Type /Page /Parent 2 0 R ${PARTS} /Kids [6 0 R] /Count 1`)),
    code: 'pdf.ambiguous',
  },
  {
    ...tree('resources of two parents', {
      ...nested(`/Type /Pages /Parent 2 0 R /Count 1 ${PARTS}`, '/Type /Page /Parent 9 0 R'),
      9: `<</Type /Pages ${BOX} /Resources <</Font <</F1 10 0 R>>>>>>`,
      10: '<</Type /Font /Subtype /Type1 /BaseFont /Symbol>>',
    }),
    code: 'pdf.ambiguous',
  },
  {
    ...tree('a million nodes without a page', {
      ...root('/Type /Pages /Kids [20 0 R 20 0 R] /Count 2'),
      ...Object.fromEntries(
        Array.from({ length: 30 }, (_, n) => [20 + n, `<</Type /Pages /Kids [${21 + n} 0 R ${21 + n} 0 R] /Count 2>>`]),
      ),
    }),
    code: 'pdf.broken',
  },
];
