/** Draws the audit PDF, "Tracciato di firma": PDF/A-3b with the machine-readable trail embedded, ready for its seal. */
import { PDF } from '@libpdf/core';
import PDFDocument from 'pdfkit';
import { describeArchival } from './metadata.ts';
import { ink } from './page/canvas.ts';
import { registerTypeface } from './page/drawing-fonts.ts';
import { collectBytes } from './paper/written-bytes.ts';
import { attach } from './signing/attachment.ts';
import { addSignatureField, openForm, savePrepared } from './signing/signing-form.ts';
import { printable } from './typefaces/typeface-pieces.ts';

export interface AuditFact {
  label: string;
  value: string;
}

export interface AuditPaper {
  title: string;
  /** Prints that the audit PDF has no value. */
  demo: boolean;
  /** Signing is not complete: marks every page PROVVISORIO. */
  provisional: boolean;
  facts: AuditFact[];
  sections: { heading: string; facts: AuditFact[] }[];
  /** Times are printed as given: the caller supplies Europe/Rome with its offset. */
  events: { seq: number; time: string; what: string; who: string; detail: string; hash: string }[];
  /** Paragraphs on how to check the audit PDF and the signed file. */
  explanation: string[];
  footer: string;
  /** Field of the seal, on the last page. */
  sealField: string;
  created: Date;
  /** The machine-readable trail, embedded as the JSON file `tracciato.json`. */
  trail: string;
}

const trailFileName = 'tracciato.json';

const subject = 'Tracciato di firma';

type Document = InstanceType<typeof PDFDocument>;

const sheet = { width: 595.28, height: 841.89 };
const margin = 48;
const width = sheet.width - 2 * margin;
/** Lowest line available to text, above the footer. */
const floor = sheet.height - 62;
const sealBox = { width: 242, height: 72 };

/** Columns of the event table: left edge and width. */
const columns = {
  seq: { x: margin, width: 20 },
  time: { x: margin + 22, width: 84 },
  what: { x: margin + 110, width: 176 },
  who: { x: margin + 292, width: 84 },
  hash: { x: margin + 382, width: width - 382 },
} as const;

/**
 * Renders the paper with an empty signature field on its last page.
 * @returns a file for `applySignature` on `sealField`, which may certify and lock it.
 */
export async function renderAuditPaper(paper: AuditPaper): Promise<Uint8Array> {
  const { bytes, seal } = await drawPaper(paper);
  const pdf = await PDF.load(bytes);
  const last = pdf.context.pages.getPages().at(-1);
  if (!last) throw new Error('the paper has no page');
  const form = openForm(pdf);
  const box = [margin, sheet.height - seal - sealBox.height, margin + sealBox.width, sheet.height - seal];
  const [left = 0, bottom = 0, right = 0, top = 0] = box.map((value) => Math.round(value * 100) / 100);
  addSignatureField(form, last, {
    name: paper.sealField,
    box: [left, bottom, right, top],
    lock: true,
    tooltip: 'Sigillo elettronico',
    archival: true,
  });
  attach(pdf, {
    name: trailFileName,
    mimeType: 'application/json',
    description: 'Tracciato di firma in forma leggibile da un programma',
    bytes: Buffer.from(paper.trail, 'utf8'),
    modified: paper.created,
  });
  describeArchival(pdf, { title: toText(paper.title), author: 'Fascicolo', subject, created: paper.created, part: 3 });
  return savePrepared(pdf, [JSON.stringify(paper)]);
}

async function drawPaper(paper: AuditPaper): Promise<{ bytes: Uint8Array; seal: number }> {
  const document = new PDFDocument({
    size: 'A4',
    margins: { top: 60, bottom: 0, left: margin, right: margin },
    bufferPages: true,
    autoFirstPage: false,
    // No viewer fonts: only embedded ones are used.
    font: '',
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    lang: 'it-IT',
    displayTitle: true,
    info: { Title: toText(paper.title), CreationDate: paper.created },
  } as PDFKit.PDFDocumentOptions);
  const writtenBytes = collectBytes(document);
  registerTypeface(document);
  const nextPage = () => {
    document.addPage();
    drawBackground(document, paper);
  };

  nextPage();
  drawHead(document, paper);
  for (const section of paper.sections) drawSection(document, section, nextPage);
  drawEvents(document, paper, nextPage);
  drawExplanation(document, paper.explanation, nextPage);
  const seal = drawSealBox(document, nextPage);
  drawFooters(document, paper);
  return { bytes: await writtenBytes(), seal };
}

/** Drawn first on each page, so that text is above the watermark; the important marks are on every page. */
function drawBackground(document: Document, paper: AuditPaper): void {
  document.rect(0, 0, sheet.width, 5).fill(ink.accent);
  if (paper.provisional) {
    document.save();
    document.rotate(-52, { origin: [sheet.width / 2, sheet.height / 2] });
    document.font('semibold').fontSize(84).fillColor('#f1f2f4');
    document.text('PROVVISORIO', 0, sheet.height / 2 - 45, { width: sheet.width, align: 'center', lineBreak: false });
    document.restore();
  }
  const marks = [paper.demo ? 'DEMO senza valore' : '', paper.provisional ? 'PROVVISORIO' : ''].filter(Boolean);
  let right = sheet.width - margin;
  for (const mark of marks) {
    document.font('semibold').fontSize(7.5);
    const stampWidth = document.widthOfString(mark) + 14;
    right -= stampWidth;
    document.roundedRect(right, 24, stampWidth, 16, 3).fill(ink.warningSoft);
    document.fillColor(ink.warning).text(mark, right + 7, 28, { lineBreak: false });
    right -= 6;
  }
  document.y = 60;
}

function drawHead(document: Document, paper: AuditPaper): void {
  document.font('semibold').fontSize(20).fillColor(ink.text);
  document.text(toText(paper.title), margin, 52, { width, characterSpacing: -0.3, lineGap: 1 });
  const top = document.y + 14;
  const height = factGrid(document, paper.facts, margin + 12, top + 12, width - 24, 0) - top + 2;
  document.roundedRect(margin, top, width, height, 5).fill(ink.sunken);
  factGrid(document, paper.facts, margin + 12, top + 12, width - 24, 1);
  document.y = top + height + 22;
}

function drawSection(document: Document, section: AuditPaper['sections'][number], nextPage: () => void): void {
  // Keep a heading with at least its first row.
  if (document.y + 58 > floor) nextPage();
  drawHeading(document, section.heading);
  const rows = pairs(section.facts);
  for (const row of rows) {
    const top = document.y;
    const bottom = factGrid(document, row, margin, top, width, 0);
    if (bottom > floor) nextPage();
    document.y = factGrid(document, row, margin, document.y, width, 1);
  }
  document.y += 10;
}

/**
 * Draws facts in two columns; a value that needs the full width gets the row.
 * @param pass 0 measures, 1 draws. @returns where the next line may start.
 */
function factGrid(
  document: Document,
  facts: readonly AuditFact[],
  x: number,
  y: number,
  gridWidth: number,
  pass: 0 | 1,
): number {
  const half = (gridWidth - 16) / 2;
  let top = y;
  let column = 0;
  let tallest = 0;
  for (const fact of facts) {
    document.font('regular').fontSize(9);
    const value = toText(fact.value) || '–';
    const isWide = document.widthOfString(value) > half;
    if (isWide && column === 1) {
      top += tallest;
      column = 0;
      tallest = 0;
    }
    const left = x + column * (half + 16);
    const span = isWide ? gridWidth : half;
    const height = document.heightOfString(value, { width: span }) + 21;
    if (pass) {
      document.font('regular').fontSize(7.5).fillColor(ink.caption);
      document.text(toText(fact.label), left, top, { width: span, height: 10, ellipsis: true });
      document
        .font('regular')
        .fontSize(9)
        .fillColor(ink.text)
        .text(value, left, top + 11, { width: span });
    }
    tallest = Math.max(tallest, height);
    if (isWide || column === 1) {
      top += tallest;
      column = 0;
      tallest = 0;
    } else column = 1;
  }
  return top + tallest;
}

/** Rows of the grid, so that a section can break between them. */
function pairs(facts: readonly AuditFact[]): AuditFact[][] {
  const rows: AuditFact[][] = [];
  for (let at = 0; at < facts.length; at += 2) rows.push(facts.slice(at, at + 2));
  return rows;
}

function drawHeading(document: Document, heading: string): void {
  const y = document.y;
  document.font('semibold').fontSize(7.5).fillColor(ink.secondary);
  document.text(toText(heading).toUpperCase(), margin, y, { characterSpacing: 0.6, lineBreak: false });
  document
    .moveTo(margin, y + 14)
    .lineTo(sheet.width - margin, y + 14)
    .lineWidth(0.5)
    .stroke(ink.line);
  document.y = y + 23;
}

function drawEvents(document: Document, paper: AuditPaper, nextPage: () => void): void {
  if (document.y + 80 > floor) nextPage();
  drawHeading(document, 'Eventi');
  drawColumnHeads(document);
  for (const event of paper.events) {
    const height = eventHeight(document, event);
    if (document.y + height > floor) {
      nextPage();
      drawColumnHeads(document);
    }
    const y = document.y;
    drawEvent(document, event, y + 5);
    document.y = y + height;
    document
      .moveTo(margin, document.y)
      .lineTo(sheet.width - margin, document.y)
      .lineWidth(0.4)
      .stroke(ink.faint);
  }
  document.y += 20;
}

function drawColumnHeads(document: Document): void {
  const y = document.y;
  document.rect(margin, y, width, 17).fill(ink.sunken);
  document.font('semibold').fontSize(7).fillColor(ink.caption);
  const heads = { seq: 'N.', time: 'Data e ora', what: 'Evento', who: 'Chi', hash: 'Impronta SHA-256 concatenata' };
  for (const [name, { x, width: columnWidth }] of Object.entries(columns)) {
    const head = heads[name as keyof typeof heads];
    document.text(head, x + (name === 'seq' ? 4 : 0), y + 5, { width: columnWidth, lineBreak: false });
  }
  document.y = y + 17;
}

type AuditEvent = AuditPaper['events'][number];

function eventHeight(document: Document, event: AuditEvent): number {
  document.font('semibold').fontSize(8);
  const what = document.heightOfString(toText(event.what), { width: columns.what.width });
  document.font('regular').fontSize(7.5);
  const detail = event.detail ? document.heightOfString(toText(event.detail), { width: columns.what.width }) + 1 : 0;
  const who = document.heightOfString(toText(event.who), { width: columns.who.width });
  const time = document.heightOfString(toText(event.time), { width: columns.time.width });
  return Math.max(what + detail, who, time, 17) + 10;
}

function drawEvent(document: Document, event: AuditEvent, y: number): void {
  document.font('regular').fontSize(7.5).fillColor(ink.caption);
  document.text(String(event.seq), columns.seq.x + 4, y, { width: columns.seq.width, lineBreak: false });
  document.fillColor(ink.text);
  document.text(toText(event.time), columns.time.x, y, { width: columns.time.width, features: ['tnum'] });
  document
    .font('semibold')
    .fontSize(8)
    .text(toText(event.what), columns.what.x, y - 0.3, { width: columns.what.width });
  document.font('regular').fontSize(7.5);
  if (event.detail) {
    document
      .fillColor(ink.secondary)
      .text(toText(event.detail), columns.what.x, document.y + 1, { width: columns.what.width });
  }
  document.fillColor(ink.text).text(toText(event.who), columns.who.x, y, { width: columns.who.width });
  document.fontSize(5.6).fillColor(ink.caption);
  for (const [i, line] of (event.hash.match(/.{1,32}/g) ?? []).entries()) {
    document.text(line, columns.hash.x, y + 1 + i * 8, { lineBreak: false, features: ['tnum'] });
  }
}

function drawExplanation(document: Document, paragraphs: readonly string[], nextPage: () => void): void {
  if (!paragraphs.length) return;
  if (document.y + 60 > floor) nextPage();
  drawHeading(document, 'Come si verifica');
  for (const paragraph of paragraphs) {
    document.font('regular').fontSize(8.5);
    const text = toText(paragraph);
    if (document.y + document.heightOfString(text, { width, lineGap: 1.5 }) > floor) nextPage();
    document.font('regular').fontSize(8.5).fillColor(ink.secondary);
    document.text(text, margin, document.y, { width, lineGap: 1.5 });
    document.y += 5;
  }
  document.y += 10;
}

/** @returns distance of the seal's rectangle from the top of the last page. */
function drawSealBox(document: Document, nextPage: () => void): number {
  if (document.y + sealBox.height + 44 > floor) nextPage();
  drawHeading(document, 'Sigillo');
  const y = document.y + 2;
  document
    .roundedRect(margin + 0.5, y + 0.5, sealBox.width - 1, sealBox.height - 1, 4)
    .lineWidth(0.75)
    .stroke(ink.line);
  document.font('regular').fontSize(7.5).fillColor(ink.caption);
  document.text(
    'Il sigillo chiude questo tracciato con una marca temporale: dopo il sigillo ogni modifica è riconoscibile.',
    margin + sealBox.width + 16,
    y + 4,
    { width: width - sealBox.width - 16, lineGap: 1.5 },
  );
  return y;
}

function drawFooters(document: Document, paper: AuditPaper): void {
  const { count } = document.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page);
    const y = sheet.height - 46;
    document
      .moveTo(margin, y)
      .lineTo(sheet.width - margin, y)
      .lineWidth(0.5)
      .stroke(ink.faint);
    document.font('regular').fontSize(7.5).fillColor(ink.caption);
    document.text(toText(paper.footer), margin, y + 8, {
      width: width - 90,
      height: 10,
      lineBreak: false,
      ellipsis: true,
    });
    document.text(`pagina ${page + 1} di ${count}`, sheet.width - margin - 90, y + 8, {
      width: 90,
      align: 'right',
      lineBreak: false,
    });
  }
}

/** The text in printable characters, line by line. */
const toText = (text: string): string => text.split('\n').map(printable).join('\n');
