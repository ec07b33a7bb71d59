/** Draws the demo's papers: a dealer's letterhead, a title, blocks of facts, a price table, clauses; each states that it has no value. */
import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';

export interface SamplePaper {
  /** Printed on every page. */
  notice: string;
  letterhead: { name: string; company: string; lines: readonly string[] };
  title: string;
  /** Number and date, under the title. */
  reference: string;
  blocks: readonly { heading: string; facts: readonly (readonly [label: string, value: string])[] }[];
  /** Formatted amounts; the last row is the total. */
  prices?: readonly (readonly [text: string, amount: string])[];
  clauses: readonly { heading: string; text: string }[];
  /** Place and date above the signature. */
  closing: string;
  createdAt: Date;
}

const font = (name: string): string => fileURLToPath(new URL(`../fonts/${name}.ttf`, import.meta.url));
const REGULAR = 'Inter';
const BOLD = 'Inter SemiBold';
const INK = '#17202e';
const FAINT = '#5b6677';
const LINE = '#d5dbe5';
const ACCENT = '#1f4e8c';
const PAGE = { left: 56, right: 56, top: 118, bottom: 72 } as const;
const WIDTH = 595.28 - PAGE.left - PAGE.right;

type Page = PDFKit.PDFDocument;

function letterhead(page: Page, paper: SamplePaper): void {
  page.save().rect(0, 0, 595.28, 6).fill(ACCENT).restore();
  page.font(BOLD).fontSize(15).fillColor(INK).text(paper.letterhead.name, PAGE.left, 34, { lineBreak: false });
  page.font(REGULAR).fontSize(8).fillColor(FAINT).text(paper.letterhead.company, PAGE.left, 55, { lineBreak: false });
  for (const [index, line] of paper.letterhead.lines.entries()) {
    page.text(line, PAGE.left, 36 + index * 11, { width: WIDTH, align: 'right', lineBreak: false });
  }
  page
    .moveTo(PAGE.left, 88)
    .lineTo(PAGE.left + WIDTH, 88)
    .lineWidth(0.7)
    .strokeColor(LINE)
    .stroke();
}

/** Header and footer of every page, once their number is known. */
function frame(page: Page, paper: SamplePaper): void {
  const { start, count } = page.bufferedPageRange();
  for (let index = start; index < start + count; index += 1) {
    page.switchToPage(index);
    // The footer is in the bottom margin, where text would otherwise start a new page.
    page.page.margins.bottom = 0;
    letterhead(page, paper);
    const y = 800;
    page.font(REGULAR).fontSize(8).fillColor(FAINT);
    page.text(paper.notice, PAGE.left, y, { lineBreak: false });
    page.text(`${index + 1} / ${count}`, PAGE.left, y, { width: WIDTH, align: 'right', lineBreak: false });
  }
}

function heading(page: Page, text: string): void {
  if (page.y > 690) page.addPage();
  page.moveDown(0.9).font(BOLD).fontSize(10.5).fillColor(ACCENT).text(text, PAGE.left, page.y, { width: WIDTH });
  page.moveDown(0.35);
}

function facts(page: Page, rows: SamplePaper['blocks'][number]['facts']): void {
  for (const [label, value] of rows) {
    if (page.y > 740) page.addPage();
    const y = page.y;
    page.font(REGULAR).fontSize(9).fillColor(FAINT).text(label, PAGE.left, y, { width: 150 });
    page.fillColor(INK).text(value, PAGE.left + 158, y, { width: WIDTH - 158 });
    page.moveDown(0.25);
  }
}

function prices(page: Page, rows: NonNullable<SamplePaper['prices']>): void {
  for (const [index, [text, amount]] of rows.entries()) {
    const isTotal = index === rows.length - 1;
    if (page.y > 730) page.addPage();
    const y = page.y + 4;
    page
      .moveTo(PAGE.left, y - 4)
      .lineTo(PAGE.left + WIDTH, y - 4)
      .lineWidth(isTotal ? 1 : 0.5);
    page.strokeColor(isTotal ? INK : LINE).stroke();
    page
      .font(isTotal ? BOLD : REGULAR)
      .fontSize(9.5)
      .fillColor(INK);
    page.text(text, PAGE.left, y, { width: WIDTH - 110 });
    const after = page.y;
    page.text(amount, PAGE.left + WIDTH - 110, y, { width: 110, align: 'right' });
    page.y = Math.max(after, page.y) + 4;
  }
}

/** Renders the paper as a PDF with embedded fonts, title and language. */
export async function renderSamplePaper(paper: SamplePaper): Promise<Uint8Array> {
  const page = new PDFDocument({
    size: 'A4',
    margins: PAGE,
    bufferPages: true,
    lang: 'it-IT',
    displayTitle: true,
    info: { Title: paper.title, Author: paper.letterhead.company, CreationDate: paper.createdAt },
  });
  const chunks: Buffer[] = [];
  page.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<void>((resolve, reject) => {
    page.on('end', resolve);
    page.on('error', reject);
  });
  page.registerFont(REGULAR, font('Inter-Regular')).registerFont(BOLD, font('Inter-SemiBold'));
  page.font(BOLD).fontSize(20).fillColor(INK).text(paper.title, PAGE.left, PAGE.top, { width: WIDTH });
  page.font(REGULAR).fontSize(9.5).fillColor(FAINT).text(paper.reference, { width: WIDTH });
  for (const block of paper.blocks) {
    heading(page, block.heading);
    facts(page, block.facts);
  }
  if (paper.prices !== undefined) {
    page.moveDown(0.8);
    prices(page, paper.prices);
  }
  for (const clause of paper.clauses) {
    heading(page, clause.heading);
    page.font(REGULAR).fontSize(9).fillColor(INK).text(clause.text, PAGE.left, page.y, { width: WIDTH, lineGap: 2 });
  }
  page
    .moveDown(1.6)
    .font(REGULAR)
    .fontSize(9)
    .fillColor(FAINT)
    .text(paper.closing, PAGE.left, page.y, { width: WIDTH });
  frame(page, paper);
  page.end();
  await done;
  return Buffer.concat(chunks);
}
