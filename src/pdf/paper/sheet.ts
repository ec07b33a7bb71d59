/**
 * The pages that a generated paper is drawn on: pdfkit with its fonts, tagged text line by line, artifacts, and page
 * ends (ISO 19005-2; ISO 32000-1, 14.8).
 */
import type PDFDocument from 'pdfkit';
import { clustersOf } from '#domain/letters/printable.ts';
import { ink } from '../page/canvas.ts';
import { registerTypeface } from '../page/drawing-fonts.ts';
import type { FontWeight } from '../typefaces/font-files.ts';
import { printable } from '../typefaces/typeface-pieces.ts';

export type Drawing = InstanceType<typeof PDFDocument>;
export type Element = PDFKit.PDFStructureElement;

export interface ElementOptions {
  alt?: string;
  /** Text equivalent of a drawn symbol. */
  actual?: string;
  /** The title by which the element can be found again. */
  title?: string;
  /** Left, top, right, bottom, from the top of the page. */
  bbox?: [number, number, number, number];
  scope?: 'Column' | 'Row';
}

export const page = { width: 595.28, height: 841.89, margin: 48, floor: 841.89 - 66 } as const;
export const width = page.width - 2 * page.margin;

export interface Style {
  size: number;
  weight?: FontWeight;
  color?: string;
  leading?: number;
}

export const styles = {
  title: { size: 19, weight: 'semibold', leading: 24 },
  under: { size: 9, color: ink.secondary, leading: 13 },
  heading: { size: 7.5, weight: 'semibold', color: ink.secondary, leading: 10 },
  label: { size: 7.5, color: ink.caption, leading: 10 },
  value: { size: 9, leading: 12 },
  text: { size: 8.3, leading: 11 },
  strong: { size: 8.3, weight: 'semibold', leading: 11.6 },
  note: { size: 8, color: ink.secondary, leading: 11 },
  small: { size: 7.5, color: ink.caption, leading: 10 },
} as const satisfies Record<string, Style>;

/** A point drawn under the arm of a seven is easily missed, which is unacceptable in an amount. */
const TIGHT_PAIR = /7[.,]/;
const UNKERNED = { features: { kern: false } } as unknown as { features: PDFKit.Mixins.OpenTypeFeatures[] };

export const printableText = printable;

/** A drawn signature box, in points from the bottom left. */
export interface PlacedBox {
  id: string;
  page: number;
  box: [number, number, number, number];
}

export class Sheet {
  readonly drawing: Drawing;
  readonly root: Element;
  /** From the top of the page. */
  y = 0;
  pages = 0;
  readonly #newPage: (sheet: Sheet) => void;

  /** @param newPage draws the parts common to every page, and sets `y` to the top of the content. */
  constructor(drawing: Drawing, newPage: (sheet: Sheet) => void) {
    this.drawing = drawing;
    this.#newPage = newPage;
    registerTypeface(drawing);
    this.root = drawing.struct('Document');
    drawing.addStructure(this.root);
  }

  nextPage(): void {
    this.drawing.addPage();
    this.pages += 1;
    this.#newPage(this);
  }

  /** Whether this height fits above the footer. */
  fits(height: number): boolean {
    return this.y + height <= page.floor;
  }

  /** A structure element under the document or another element, in reading order. */
  element(type: string, parent: Element = this.root, options: ElementOptions = {}): Element {
    const element = this.drawing.struct(type, options);
    parent.add(element);
    return element;
  }

  /** An empty box on the current page; its form field is added when the paper is prepared for signing. */
  addEmptyBox(parent: Element, id: string, alt: string, box: [number, number, number, number]): void {
    const element = this.element('Form', parent, { title: id, alt, bbox: box });
    // pdfkit does not set the page of an element without content.
    (element as unknown as { dictionary: { data: Record<string, unknown> } }).dictionary.data.Pg =
      this.drawing.page.dictionary;
  }

  /** Draws content that belongs to an element. */
  tagged(element: Element, type: string, draw: () => void): void {
    const content = this.drawing.markStructureContent(type);
    draw();
    this.drawing.endMarkedContent();
    element.add(content);
  }

  /** Draws content that needs no reading: lines, backgrounds, page furniture. */
  artifact(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.drawing.markContent('Artifact', { type });
    draw();
    this.drawing.endMarkedContent();
  }

  /** The rectangle of a box on the current page, in PDF coordinates. */
  placedBox(id: string, x: number, y: number, wide: number, high: number): PlacedBox {
    const box = [x, page.height - y - high, x + wide, page.height - y];
    const [left = 0, bottom = 0, right = 0, top = 0] = box.map((value) => Math.round(value * 100) / 100);
    return { id, page: this.pages, box: [left, bottom, right, top] };
  }

  applyStyle(style: Style): void {
    this.drawing
      .font(style.weight ?? 'regular')
      .fontSize(style.size)
      .fillColor(style.color ?? ink.text);
  }

  widthOf(text: string, style: Style): number {
    this.applyStyle(style);
    return this.drawing.widthOfString(text);
  }

  /** Lines of at most this width; line feeds are kept, a single word that is too wide is broken. */
  wrap(text: string, maxWidth: number, style: Style): string[] {
    this.applyStyle(style);
    const space = this.drawing.widthOfString(' ');
    return text.split('\n').flatMap((line) => {
      const lines: string[] = [];
      let current = '';
      let lineWidth = 0;
      for (const word of printableText(line)
        .split(/[ \t]+/)
        .flatMap((token) => this.#pieces(token, maxWidth))) {
        // Measured with its space, as pdfkit lays out a line: text measured here is not laid out again when drawn.
        const wordWidth = this.drawing.widthOfString(`${word} `);
        if (current !== '' && lineWidth + wordWidth - space > maxWidth) {
          lines.push(current);
          current = word;
          lineWidth = wordWidth;
        } else {
          current = current === '' ? word : `${current} ${word}`;
          lineWidth += wordWidth;
        }
      }
      return [...lines, current];
    });
  }

  #pieces(word: string, maxWidth: number): string[] {
    if (this.drawing.widthOfString(`${word} `) <= maxWidth) return [word];
    if (this.drawing.widthOfString(word) <= maxWidth) return [word];
    const parts: string[] = [];
    let part = '';
    for (const character of clustersOf(word)) {
      if (part !== '' && this.drawing.widthOfString(part + character) > maxWidth) {
        parts.push(part);
        part = '';
      }
      part += character;
    }
    return part === '' ? parts : [...parts, part];
  }

  /** One line of text with its top at `y`. */
  line(text: string, x: number, y: number, style: Style, align: { right: number } | undefined = undefined): void {
    this.applyStyle(style);
    const options = TIGHT_PAIR.test(text) ? UNKERNED : {};
    const left = align === undefined ? x : align.right - this.drawing.widthOfString(text, options);
    this.drawing.text(text, left, y, { lineBreak: false, ...options });
  }

  lines(lines: readonly string[], x: number, y: number, style: Style): void {
    const leading = style.leading ?? style.size * 1.35;
    for (const [index, line] of lines.entries()) if (line !== '') this.line(line, x, y + index * leading, style);
  }

  rule(y: number, color: string = ink.line, thickness = 0.5): void {
    this.artifact(() => {
      this.drawing
        .moveTo(page.margin, y)
        .lineTo(page.width - page.margin, y)
        .lineWidth(thickness)
        .stroke(color);
    });
  }
}
