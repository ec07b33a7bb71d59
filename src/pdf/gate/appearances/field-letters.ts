/** Sets a form field's text in the product's typefaces: whether they have its characters, how wide it is, how it is drawn. */
import { unprintableLetters } from '#domain/letters/printable.ts';
import { type Canvas, textWidth } from '../../page/canvas.ts';
import type { FontWeight } from '../../page/font.ts';

/** Text as drawn: composed, every blank a space, without invisible characters. Line feeds stay. */
const drawable = (text: string): string =>
  text
    .replace(/[^\S\n]|\p{Zs}/gu, ' ')
    .replace(/(?!\n)[\p{Cc}\p{Cf}]/gu, '')
    .replace(/[\u2010\u2011]/g, '-')
    .normalize('NFC');

export class Letters {
  readonly text: string;
  readonly #weight: FontWeight;
  readonly #widths = new Map<string, number>();

  private constructor(text: string, weight: FontWeight) {
    this.text = text;
    this.#weight = weight;
  }

  /** @returns null when no typeface has one of the letters. */
  static of(value: string, weight: FontWeight): Letters | null {
    const text = drawable(value);
    return unprintableLetters(text.replaceAll('\n', ' ')).length > 0 ? null : new Letters(text, weight);
  }

  /** Width at font size 1. */
  width(text: string): number {
    let width = this.#widths.get(text);
    if (width === undefined) {
      width = textWidth(text, { size: 1, weight: this.#weight });
      this.#widths.set(text, width);
    }
    return width;
  }

  /** Draws a line with its baseline at y. @param color as `#rrggbb`. */
  draw(canvas: Canvas, line: { text: string; x: number; y: number }, size: number, color: string): void {
    if (line.text) canvas.text(line.text, line.x, line.y, { size, color, weight: this.#weight });
  }
}
