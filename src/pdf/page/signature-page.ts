/** Draws the page "Pagina delle firme": facts of the document, one box per point, the seal's box, notes. */

import { fieldCaption } from '#domain/signing/fields/field-caption.ts';
import type { SigningPlan } from '../signing/signing-plan.ts';
import { Canvas, ink, shorten, textWidth, wrap } from './canvas.ts';

/** A4 in points. */
export const paperSize = [595.28, 841.89] as const;

export interface DrawnPage {
  readonly canvas: Canvas;
  /** Left, bottom, right, top of each field's rectangle. */
  readonly boxes: readonly { id: string; box: [number, number, number, number]; tooltip: string }[];
}

const words = {
  it: {
    title: 'Pagina delle firme',
    lead: 'Questa pagina è parte del documento e raccoglie le firme elettroniche apposte su di esso.',
    document: 'Documento',
    pages: 'Pagine',
    pageCount: (pages: number) => `${pages} più questa pagina`,
    pagesCount: (pages: number, added: number) => `${pages} più ${added} pagine delle firme`,
    digest: 'Impronta SHA-256 del documento originale',
    signatures: 'Firme',
    signature: (n: number, role: string) => `Firma ${n} · ${role}`,
    seal: 'Sigillo elettronico',
    sealCaption: 'Dopo il sigillo ogni modifica è riconoscibile.',
    pageOf: (page: number, total: number) => `pagina ${page} di ${total}`,
  },
  en: {
    title: 'Signature page',
    lead: 'This page is part of the document and holds the electronic signatures applied to it.',
    document: 'Document',
    pages: 'Pages',
    pageCount: (pages: number) => `${pages} plus this page`,
    pagesCount: (pages: number, added: number) => `${pages} plus ${added} signature pages`,
    digest: 'SHA-256 digest of the original document',
    signatures: 'Signatures',
    signature: (n: number, role: string) => `Signature ${n} · ${role}`,
    seal: 'Electronic seal',
    sealCaption: 'Any change made after the seal can be detected.',
    pageOf: (page: number, total: number) => `page ${page} of ${total}`,
  },
};

const margin = 48;
const gutter = 16;
const columnWidth = (paperSize[0] - 2 * margin - gutter) / 2;
const boxHeight = 72;
/** Two lines of caption, name, role, box, space below. */
const cellHeight = boxHeight + 60;
const captionStyle = { size: 8, color: ink.secondary } as const;
const noteStyle = { size: 7.5, color: ink.caption } as const;
const noteLeading = 11;
const bottom = 64;

interface Cell {
  readonly id: string;
  readonly caption: string;
  readonly name: string;
  readonly foot: string;
}

/**
 * Draws as many pages as the signatures need; the seal's rectangle is the last.
 * @param source hexadecimal SHA-256 of the original file, and its number of pages.
 */
export function drawSignaturePages(
  plan: Pick<SigningPlan, 'title' | 'points' | 'sealField' | 'notes' | 'language'>,
  source: { sha256: string; pages: number },
): DrawnPage[] {
  const text = words[plan.language];
  const cells: Cell[] = plan.points.map((point, i) => ({
    id: point.id,
    caption: point.caption,
    name: point.signerName,
    foot: text.signature(i + 1, point.role),
  }));
  cells.push({ id: plan.sealField, caption: text.sealCaption, name: '', foot: text.seal });

  const noteLines = plan.notes.flatMap((note) => wrap(note, paperSize[0] - 2 * margin, noteStyle));
  const firstTop = headHeight(plan.title);
  const sheets = distribute(cells, firstTop, noteLines);
  return sheets.map((sheet, i) => {
    const canvas = new Canvas();
    if (i === 0) drawHead(canvas, plan.title, text, { ...source, added: sheets.length });
    else drawContinuation(canvas, plan.title, text.title);
    const y = paperSize[1] - (i === 0 ? firstTop : continuedTop);
    const boxes = sheet.cells.map((cell, index) => {
      const left = margin + (index % 2) * (columnWidth + gutter);
      const top = y - Math.floor(index / 2) * cellHeight;
      return drawCell(canvas, cell, left, top, cell.id === plan.sealField);
    });
    drawNotes(canvas, sheet.notes);
    drawPageFooter(canvas, plan.title, text.pageOf(source.pages + i + 1, source.pages + sheets.length));
    return { canvas, boxes };
  });
}

interface Sheet {
  readonly cells: readonly Cell[];
  /** Lines at the bottom of the page. */
  readonly notes: readonly string[];
}

const continuedTop = 106;

/** The title is next to the page count. */
const titleStyle = { size: 9.5, weight: 'semibold' } as const;
const titleLines = (title: string) => wrap(title, paperSize[0] - 2 * margin - 164, titleStyle, 3);

function headHeight(title: string): number {
  return 214 + (titleLines(title).length - 1) * 13;
}

/** Boxes first; the notes go below the last of them if they fit, otherwise on separate pages. */
function distribute(cells: readonly Cell[], firstTop: number, notes: readonly string[]): Sheet[] {
  const sheets: { cells: Cell[]; notes: string[] }[] = [];
  const availableHeight = (index: number) => paperSize[1] - (index ? continuedTop : firstTop) - bottom;
  for (let remaining = [...cells]; remaining.length; ) {
    const capacity = Math.floor(availableHeight(sheets.length) / cellHeight) * 2;
    sheets.push({ cells: remaining.slice(0, capacity), notes: [] });
    remaining = remaining.slice(capacity);
  }
  const last = sheets.at(-1);
  const rows = Math.ceil((last?.cells.length ?? 0) / 2);
  if (last && availableHeight(sheets.length - 1) - rows * cellHeight >= notes.length * noteLeading + 20) {
    last.notes.push(...notes);
    return sheets;
  }
  const perSheet = Math.floor((availableHeight(1) - 20) / noteLeading);
  for (let at = 0; at < notes.length; at += perSheet) {
    sheets.push({ cells: [], notes: notes.slice(at, at + perSheet) });
  }
  return sheets;
}

function drawHead(
  canvas: Canvas,
  title: string,
  text: (typeof words)['it'],
  source: { sha256: string; pages: number; added: number },
): void {
  const [width, height] = paperSize;
  canvas.box(0, height - 5, width, 5, { fill: ink.accent });
  canvas.text(text.title, margin, height - 66, { size: 20, weight: 'semibold', spacing: -0.3 });
  canvas.text(text.lead, margin, height - 84, { size: 8.5, color: ink.caption });

  const lines = titleLines(title);
  const boxTop = height - 102;
  const boxHeight = 76 + (lines.length - 1) * 13;
  canvas.box(margin, boxTop - boxHeight, width - 2 * margin, boxHeight, { radius: 5, fill: ink.sunken });
  let y = boxTop - 17;
  canvas.text(text.document, margin + 12, y, { size: 7.5, color: ink.caption });
  const pages = source.added === 1 ? text.pageCount(source.pages) : text.pagesCount(source.pages, source.added);
  canvas.text(text.pages, width - margin - 130, y, { size: 7.5, color: ink.caption });
  canvas.text(pages, width - margin - 130, y - 13, { size: 9.5 });
  for (const line of lines) {
    y -= 13;
    canvas.text(line, margin + 12, y, titleStyle);
  }
  const digest = source.sha256.replace(/.{8}(?=.)/g, '$& ');
  canvas.text(text.digest, margin + 12, boxTop - boxHeight + 25, { size: 7.5, color: ink.caption });
  canvas.text(digest, margin + 12, boxTop - boxHeight + 12, { size: 8.5 });
  drawHeading(canvas, text.signatures, boxTop - boxHeight - 26);
}

function drawContinuation(canvas: Canvas, title: string, heading: string): void {
  const [width, height] = paperSize;
  canvas.box(0, height - 5, width, 5, { fill: ink.accent });
  canvas.text(heading, margin, height - 60, { size: 13, weight: 'semibold', spacing: -0.15 });
  canvas.text(shorten(title, width - 2 * margin, { size: 8.5 }), margin, height - 75, {
    size: 8.5,
    color: ink.caption,
  });
  canvas.line(margin, height - 92, width - margin, height - 92, ink.faint);
}

/** The design sets small headings in capitals. */
function drawHeading(canvas: Canvas, heading: string, y: number): void {
  canvas.text(heading.toUpperCase(), margin, y, { size: 7.5, weight: 'semibold', color: ink.secondary, spacing: 0.6 });
}

function drawCell(canvas: Canvas, cell: Cell, left: number, top: number, seal: boolean): DrawnPage['boxes'][number] {
  const caption = wrap(cell.caption, columnWidth, captionStyle, 2);
  // The caption is aligned to the box, so that one-line and two-line captions end at the same height.
  for (const [i, line] of caption.entries()) {
    canvas.text(line, left, top - 22 + (caption.length - 1 - i) * 11, captionStyle);
  }
  const boxTop = top - 29;
  const box: [number, number, number, number] = [left, boxTop - boxHeight, left + columnWidth, boxTop];
  const rounded = box.map((value) => Math.round(value * 100) / 100) as typeof box;
  canvas.box(left + 0.5, boxTop - boxHeight + 0.5, columnWidth - 1, boxHeight - 1, {
    radius: 4,
    stroke: ink.line,
    lineWidth: 0.75,
    ...(seal ? { dash: 2 } : {}),
  });
  const y = boxTop - boxHeight - 11;
  const footStyle = { size: 7.5, color: ink.caption } as const;
  canvas.text(shorten(cell.foot, columnWidth * 0.5, footStyle), left, y, footStyle);
  const nameWidth = columnWidth - Math.min(textWidth(cell.foot, footStyle), columnWidth * 0.5) - 10;
  canvas.text(shorten(cell.name, nameWidth, footStyle), left + columnWidth, y, { ...footStyle, align: 'right' });
  return { id: cell.id, box: rounded, tooltip: fieldCaption(cell.caption, cell.name) };
}

function drawNotes(canvas: Canvas, lines: readonly string[]): void {
  let y = bottom - 4 + (lines.length - 1) * noteLeading;
  if (lines.length) canvas.line(margin, y + 14, paperSize[0] - margin, y + 14, ink.faint);
  for (const line of lines) {
    canvas.text(line, margin, y, noteStyle);
    y -= noteLeading;
  }
}

/** The foot of every added page. */
export function drawPageFooter(canvas: Canvas, title: string, page: string): void {
  const [width] = paperSize;
  const style = { size: 7.5, color: ink.caption } as const;
  canvas.line(margin, 46, width - margin, 46, ink.faint);
  canvas.text(shorten(title, width - 2 * margin - 100, style), margin, 33, style);
  canvas.text(page, width - margin, 33, { ...style, align: 'right' });
}
