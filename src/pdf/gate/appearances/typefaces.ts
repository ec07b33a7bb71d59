/** The product's typefaces for a field's letters. */
import { glyphString, type Typeface, typeface, widthOf } from '../../font.ts';

/** @returns a typeface that has this character, or null. */
function typefaceWith(character: string, bold: boolean): Typeface | null {
  const face = typeface(bold ? 'semibold' : 'regular');
  return face.glyphs.has(character.codePointAt(0) ?? 0) ? face : null;
}

/** Hyphens that look alike. */
const SAME_SIGN: Readonly<Record<string, string>> = { '\u2010': '-', '\u2011': '-' };

/** Text as it is drawn: composed, every white space a space, nothing that has no shape. Line feeds stay. */
const drawable = (text: string): string =>
  text
    .replace(/[^\S\n]|\p{Zs}/gu, ' ')
    .replace(/(?!\n)[\p{Cc}\p{Cf}]/gu, '')
    .normalize('NFC');

interface Letter {
  readonly face: Typeface;
  readonly text: string;
  /** At size 1. */
  readonly width: number;
}

/** The letters of one text, each with the typeface that has it. */
export class Letters {
  readonly text: string;
  readonly faces = new Set<Typeface>();
  readonly #letters: ReadonlyMap<string, Letter>;

  private constructor(text: string, letters: ReadonlyMap<string, Letter>) {
    this.text = text;
    this.#letters = letters;
    for (const { face } of letters.values()) this.faces.add(face);
  }

  /** @returns null when a letter is in no typeface. */
  static of(value: string, bold: boolean): Letters | null {
    const text = drawable(value);
    const letters = new Map<string, Letter>();
    for (const character of text) {
      if (character === '\n' || letters.has(character)) continue;
      const candidates = [character, SAME_SIGN[character] ?? character];
      const found = candidates.flatMap((candidate) => {
        const face = typefaceWith(candidate, bold);
        return face ? [{ face, text: candidate, width: widthOf(face, candidate, 1) }] : [];
      })[0];
      if (!found) return null;
      letters.set(character, found);
    }
    return new Letters(text, letters);
  }

  /** Width at size 1. */
  width(text: string): number {
    let width = 0;
    for (const character of text) width += this.#letters.get(character)?.width ?? 0;
    return width;
  }

  /** Operators that show the text at the current point. @param nameOf resource name of a typeface. */
  show(text: string, size: number, nameOf: (face: Typeface) => string): string {
    const operators: string[] = [];
    let face: Typeface | null = null;
    let run = '';
    const flush = (): void => {
      if (face && run) operators.push(`/${nameOf(face)} ${size} Tf ${glyphString(face, run)} Tj`);
      run = '';
    };
    for (const character of text) {
      const letter = this.#letters.get(character);
      if (!letter) continue;
      if (letter.face !== face) flush();
      face = letter.face;
      run += letter.text;
    }
    flush();
    return operators.join(' ');
  }
}
