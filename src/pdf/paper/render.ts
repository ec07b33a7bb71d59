/** Renders a generated paper as tagged PDF/A-2b; its signature boxes become empty form fields. */
import PDFDocument from 'pdfkit';
import { LOCALES, longDay } from '#domain/papers/fields.ts';
import type { Block, Paper } from '#domain/papers/paper.ts';
import { finishPaper } from './finish-paper.ts';
import { keepWithNext, type Piece, placePieces } from './page-flow.ts';
import { drawFooters, drawTitle, drawTop } from './page-frame.ts';
import { type Pictures, photoPieces } from './photo-block.ts';
import { type PlacedBox, page, printableText, Sheet } from './sheet.ts';
import { openingOf, signaturePieces } from './signature-block.ts';
import { sketchPieces } from './sketch-block.ts';
import { choicesPieces, tablePieces } from './table-blocks.ts';
import { clausesPieces, factsPieces, headingPieces, optionsPieces, paragraphPieces } from './text-blocks.ts';
import { collectBytes } from './written-bytes.ts';

export interface RenderedPaper {
  bytes: Uint8Array;
  pages: number;
  /** The empty signature fields, in paper order. */
  signatures: { id: string; field: string; page: number; box: [number, number, number, number] }[];
  /** Boxes of the Sì/No grids, `<id>_si` and `<id>_no`. */
  choices: PlacedBox[];
}

/**
 * The same paper gives the same bytes.
 * @param pictures every photo on the paper, as stored by `takePhoto`. @throws when one is missing or cannot be read
 */
export async function renderPaper(paper: Paper, pictures: Pictures = new Map()): Promise<RenderedPaper> {
  const signatures: PlacedBox[] = [];
  const choices: PlacedBox[] = [];
  const title = printableText(paper.title);
  const drawing = new PDFDocument({
    size: 'A4',
    margins: { top: 0, bottom: 0, left: page.margin, right: page.margin },
    bufferPages: true,
    autoFirstPage: false,
    // No viewer fonts: only embedded ones are used.
    font: '',
    pdfVersion: '1.7',
    subset: 'PDF/A-2b',
    tagged: true,
    lang: LOCALES[paper.language],
    displayTitle: true,
    info: { Title: title, CreationDate: new Date(`${paper.date}T00:00:00Z`) },
  } as PDFKit.PDFDocumentOptions);
  const writtenBytes = collectBytes(drawing);
  const day = longDay(paper.date, paper.language);
  const sheet = new Sheet(drawing, (currentSheet) => drawTop(currentSheet, paper));
  sheet.nextPage();
  drawTitle(sheet, paper, day);
  const opening = openingOf(paper, day);
  const pieces = paper.blocks.flatMap((block, index) => {
    const drawn = piecesOf(sheet, block, { paper, pictures, signatures, choices, opening });
    return paper.blocks[index + 1]?.kind === 'signatures' ? keepWithNext(drawn) : drawn;
  });
  placePieces(sheet, pieces);
  sheet.root.end();
  drawFooters(sheet, paper);
  return {
    bytes: await finishPaper(await writtenBytes(), paper),
    pages: sheet.pages,
    signatures: signatures.map(({ id, ...where }) => ({ id, field: id, ...where })),
    choices,
  };
}

interface Context {
  paper: Paper;
  pictures: Pictures;
  signatures: PlacedBox[];
  choices: PlacedBox[];
  opening: string;
}

function piecesOf(sheet: Sheet, block: Block, { paper, pictures, signatures, choices, opening }: Context): Piece[] {
  switch (block.kind) {
    case 'heading':
      return headingPieces(sheet, block.text);
    case 'facts':
      return factsPieces(sheet, block);
    case 'paragraph':
      return paragraphPieces(sheet, block);
    case 'clauses':
      return clausesPieces(sheet, block, paper.placeholderMark);
    case 'table':
      return tablePieces(sheet, block);
    case 'options':
      return optionsPieces(sheet, block);
    case 'choices':
      return choicesPieces(sheet, block, choices);
    case 'sketch':
      return sketchPieces(sheet, block);
    case 'photos':
      return photoPieces(sheet, block, pictures);
    case 'signatures':
      return signaturePieces(sheet, block, signatures, opening);
  }
}
