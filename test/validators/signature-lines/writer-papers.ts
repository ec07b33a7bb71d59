/** Papers written with a word processor: tab stops with leaders, underlined tabs, tables, frames, columns. */
import { CLAUSES, customer, dealer, LOREM, type Paper, PRIVACY, type Program } from './papers.ts';

const NAMESPACES = [
  ...['office', 'style', 'text', 'table', 'drawing:draw'].map((name) => {
    const [what, short = what] = name.split(':');
    return `xmlns:${short}="urn:oasis:names:tc:opendocument:xmlns:${what}:1.0"`;
  }),
  ...['xsl-fo:fo', 'svg'].map((name) => {
    const [what, short = what] = name.split(':');
    return `xmlns:${short}="urn:oasis:names:tc:opendocument:xmlns:${what}-compatible:1.0"`;
  }),
].join(' ');

const tabs = (name: string, stops: string, room = '1.1cm'): string =>
  `<style:style style:name="${name}" style:family="paragraph"><style:paragraph-properties fo:margin-top="${room}"><style:tab-stops>${stops}</style:tab-stops></style:paragraph-properties></style:style>`;
const stop = (at: number, more = ''): string => `<style:tab-stop style:position="${at}cm" ${more}/>`;
const leader = (sign: string): string => `style:leader-style="solid" style:leader-text="${sign}"`;
const STYLES = [
  tabs('LineLeader', stop(13, leader('_'))),
  tabs('DotLeader', stop(6, leader('.')) + stop(7.5) + stop(17, leader('.'))),
  tabs('Columns', stop(3.5, 'style:type="center"') + stop(13.5, 'style:type="center"')),
  tabs('Close', stop(3.5, 'style:type="center"') + stop(13.5, 'style:type="center"'), '0cm'),
  tabs('Wide', stop(9) + stop(17)),
  '<style:style style:name="Room" style:family="paragraph"><style:paragraph-properties fo:margin-top="1.3cm"/></style:style>',
  '<style:style style:name="Right" style:family="paragraph"><style:paragraph-properties fo:text-align="end" fo:margin-top="0.6cm"/></style:style>',
  '<style:style style:name="Ruled" style:family="paragraph"><style:paragraph-properties fo:margin-left="10cm" fo:margin-top="1.6cm" fo:border-top="0.5pt solid #000000" fo:text-align="center"/></style:style>',
  '<style:style style:name="U" style:family="text"><style:text-properties style:text-underline-style="solid" style:text-underline-width="auto"/></style:style>',
  '<style:style style:name="B" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>',
  '<style:style style:name="Cell" style:family="table-cell"><style:table-cell-properties fo:border="0.5pt solid #000000" fo:padding="0.1cm"/></style:style>',
  '<style:style style:name="Shaded" style:family="table-cell"><style:table-cell-properties fo:border="0.5pt solid #000000" fo:background-color="#dddddd" fo:padding="0.1cm"/></style:style>',
  '<style:style style:name="Bare" style:family="table-cell"><style:table-cell-properties fo:border="none" fo:padding="0.1cm"/></style:style>',
  '<style:style style:name="Under" style:family="table-cell"><style:table-cell-properties fo:border-bottom="0.5pt solid #000000" fo:padding="0.1cm"/></style:style>',
  '<style:style style:name="Tall" style:family="table-row"><style:table-row-properties style:row-height="2cm"/></style:style>',
].join('');

const p = (words: string, style = 'Standard'): string => `<text:p text:style-name="${style}">${words}</text:p>`;
const TAB = '<text:tab/>';
const text = (count = 4): string =>
  LOREM.slice(0, count)
    .map((paragraph) => p(paragraph))
    .join('');
const table = (
  rows: readonly (readonly string[])[],
  options: { cell?: string; first?: string; tall?: boolean } = {},
): string => {
  const { cell = 'Cell', first = cell, tall = false } = options;
  const columns = rows[0]?.length ?? 1;
  const cells = (row: readonly string[], style: string) =>
    row.map((words) => `<table:table-cell table:style-name="${style}">${p(words)}</table:table-cell>`).join('');
  const lines = rows.map((row, at) => {
    const name = tall && at === rows.length - 1 ? ' table:style-name="Tall"' : '';
    return `<table:table-row${name}>${cells(row, at === 0 ? first : cell)}</table:table-row>`;
  });
  return `<table:table><table:table-column table:number-columns-repeated="${columns}"/>${lines.join('')}</table:table>`;
};
const prices = table(
  [
    ['Voce', 'Imponibile', 'Totale'],
    ['Veicolo usato', '14.200,00', '14.200,00'],
    ['Passaggio di proprietà', '480,00', '585,60'],
  ],
  { first: 'Shaded' },
);

const paper = (
  name: string,
  body: string,
  signs: Paper['signs'],
  more: Partial<Paper> & { program?: Program } = {},
): Paper => ({
  ...{ name, program: 'LibreOffice' as const, signs, ...more },
  source: `<?xml version="1.0" encoding="UTF-8"?><office:document ${NAMESPACES} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text"><office:automatic-styles>${STYLES}</office:automatic-styles><office:body><office:text>${p(`<text:span text:style-name="B">${name.replaceAll('-', ' ').toUpperCase()}</text:span>`)}${body}</office:text></office:body></office:document>`,
});

export const WRITER_PAPERS: readonly Paper[] = [
  paper('writer-guida', `${text()}${prices}${p(`Firma del Cliente ${TAB}`, 'LineLeader')}`, [
    customer('Firma del Cliente', 'right'),
  ]),
  paper('writer-puntini', `${text()}${p(`Luogo e data ${TAB}${TAB}Firma del cliente ${TAB}`, 'DotLeader')}`, [
    customer('Firma del cliente', 'right'),
  ]),
  paper(
    'writer-colonne',
    `${text()}${p(`${TAB}Il Venditore${TAB}L’Acquirente`, 'Columns')}${p(`${TAB}_______________________${TAB}_______________________`, 'Columns')}`,
    [customer('L’Acquirente', 'below'), dealer('Il Venditore', 'below')],
  ),
  paper(
    'writer-didascalia',
    `${text()}${p(`${TAB}_______________________${TAB}_______________________`, 'Columns')}${p(`${TAB}(Il Concessionario)${TAB}(Il Cliente)`, 'Close')}`,
    [customer('(Il Cliente)', 'above'), dealer('(Il Concessionario)', 'above')],
  ),
  paper(
    'writer-sottolineata',
    `${text(3)}${p(`Firma del richiedente <text:span text:style-name="U">${TAB}${TAB}</text:span>`, 'Wide')}`,
    [customer('Firma del richiedente', 'right')],
  ),
  paper(
    'writer-tabella',
    `${text(3)}${prices}${p('')}${table(
      [
        ['Firma del venditore', 'Firma dell’acquirente'],
        ['', ''],
      ],
      { tall: true, first: 'Shaded' },
    )}`,
    [customer('Firma dell’acquirente', 'below'), dealer('Firma del venditore', 'below')],
  ),
  paper('writer-tabella-due-celle', `${text(3)}${table([['Data', '', 'Firma cliente', '']], { tall: true })}`, [
    customer('Firma cliente', 'right'),
  ]),
  paper(
    'writer-bordo-cella',
    `${text(3)}${table(
      [
        ['Luogo e data', '', 'Per accettazione'],
        ['', '', ''],
      ],
      { tall: true, first: 'Bare', cell: 'Under' },
    )}`,
    [customer('Per accettazione', 'below')],
  ),
  paper('writer-filetto-sopra', `${text()}${p('Firma del proponente', 'Ruled')}`, [
    customer('Firma del proponente', 'above'),
  ]),
  paper(
    'writer-nome-stampato',
    `${text()}${p(`${TAB}Per il Concessionario${TAB}Il Cliente`, 'Columns')}${p(`${TAB}Autoesempio S.p.A.${TAB}Ginevra Provetti`, 'Close')}${p(`${TAB}______________________${TAB}______________________`, 'Columns')}`,
    [customer('Il Cliente', 'below', 2), dealer('Per il Concessionario', 'below')],
  ),
  paper(
    'writer-clausole',
    `${text(2)}${p('Il Cliente ______________________________', 'Room')}${p('')}${p(CLAUSES)}${p('Il Cliente ______________________________', 'Room')}${p('Lì ______________', 'Room')}`,
    [customer('Il Cliente', 'right', 2)],
  ),
  paper(
    'writer-a-destra',
    `${text()}${p('Luogo e data, ______________________', 'Room')}${p('In fede', 'Right')}${p('______________________________', 'Right')}`,
    [customer('In fede', 'below')],
  ),
  paper(
    'writer-autocertificazione',
    `${p('Il sottoscritto ______________________ nato a ______________________ il ____________ residente in ______________________ dichiara sotto la propria responsabilità:')}${text(2)}${p('Luogo e data ______________________', 'Room')}${p('Firma del dichiarante (per esteso e leggibile) __________________________', 'Room')}`,
    [customer('Firma del dichiarante (per esteso e leggibile)', 'right')],
  ),
  paper(
    'word-riga',
    `${text()}${p('Firma del Cliente ______________________________________', 'Room')}`,
    [customer('Firma del Cliente', 'right')],
    { program: 'Word by LibreOffice' },
  ),
  paper(
    'word-tabella',
    `${prices}${text(2)}${table(
      [
        ['Il Cliente', 'Il Consulente alla vendita', 'Il Responsabile'],
        ['', '', ''],
      ],
      { tall: true },
    )}`,
    [
      customer('Il Cliente', 'below', 2),
      dealer('Il Consulente alla vendita', 'below'),
      { role: 'salesManager', words: 'Il Responsabile', side: 'below' },
    ],
    { program: 'Word by LibreOffice' },
  ),
  paper(
    'word-colonne',
    `${text(3)}${p(`${TAB}Il Noleggiante${TAB}Il Conduttore`, 'Columns')}${p(`${TAB}.......................................${TAB}.......................................`, 'Columns')}`,
    [customer('Il Conduttore', 'below'), dealer('Il Noleggiante', 'below')],
    { program: 'Word by LibreOffice' },
  ),
  paper(
    'word-privacy',
    `${p(PRIVACY)}${p('□ do il consenso   □ nego il consenso')}${p('Data ____________          Firma dell’interessato ______________________________', 'Room')}`,
    [customer('Firma dell’interessato', 'right')],
    { program: 'Word by LibreOffice' },
  ),
  paper(
    'writer-no-lettera',
    `${p('Gentile Cliente,')}${text()}${p('Cordiali saluti')}${p('La Concessionaria')}${p('Autoesempio S.p.A.')}`,
    [],
  ),
  paper(
    'writer-no-testimone',
    `${text(2)}${p('Firma del testimone ______________________', 'Room')}${p('Firma del secondo intestatario ______________________', 'Room')}`,
    [],
  ),
  paper(
    'writer-no-nomi',
    `${table(
      [
        ['Cliente', 'Targa', 'Telaio'],
        ['', '', ''],
      ],
      {},
    )}${p('Cliente: __________________________   Telefono: ______________')}${text(2)}`,
    [],
  ),
  paper(
    'writer-no-stretta',
    `${LOREM.map((paragraph) => p(paragraph)).join('')}${p('Il Cliente prende atto che la firma del cliente ______________ sul modulo è facoltativa e che la presente comunicazione non richiede risposta, salvo quanto previsto.')}${text(3)}`,
    [],
  ),
];
