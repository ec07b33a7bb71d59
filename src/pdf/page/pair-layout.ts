/** Lays out text pair by pair: the product's typeface only has pair kerning and tabular figures. */
import type { ShapedPosition } from '../typefaces/faces.ts';

/** OpenType features to use, or a map of features to use or omit. */
export type Features = readonly string[] | Readonly<Record<string, boolean>> | undefined;

interface Glyph {
  readonly id: number;
  /** In font units. */
  readonly advanceWidth: number;
  readonly codePoints: readonly number[];
}

interface Position extends ShapedPosition {
  readonly advanceWidth: number;
}

export interface Run {
  readonly glyphs: readonly Glyph[];
  readonly positions: readonly Position[];
  readonly advanceWidth: number;
}

/** A font with full shaping: fontkit's. */
export interface ShapingFont {
  layout(
    text: string,
    features?: Features,
    script?: string,
  ): { readonly glyphs: readonly Glyph[]; readonly positions: readonly ShapedPosition[] };
}

interface Placed {
  readonly glyph: Glyph;
  readonly position: Position;
}

/** Stated explicitly, because two digits belong to no script, and fontkit would kern them twice. */
const SCRIPT = 'latn';

/** A few dozen bytes each; clearing drops the pairs of rare names, and those of the papers soon return. */
const MAX_CACHED_PAIRS = 20_000;

export class PairLayout {
  readonly #font: ShapingFont;
  readonly #scale: number;
  #pairs = new Map<string, Placed>();

  /** @param scale from font units to thousandths. */
  constructor(font: ShapingFont, scale: number) {
    this.#font = font;
    this.#scale = scale;
  }

  layout(text: string, features?: Features): Run {
    const characters = [...text];
    const key = features === undefined ? '' : JSON.stringify(features);
    const glyphs: Glyph[] = [];
    const positions: Position[] = [];
    let advanceWidth = 0;
    for (const [index, character] of characters.entries()) {
      const { glyph, position } = this.#place(character, characters[index + 1] ?? '', features, key);
      glyphs.push(glyph);
      positions.push(position);
      advanceWidth += position.xAdvance;
    }
    return { glyphs, positions, advanceWidth };
  }

  /** A character's placement before the next one; `next` is empty at the end. */
  #place(character: string, next: string, features: Features, key: string): Placed {
    const name = `${key} ${character}${next}`;
    const cached = this.#pairs.get(name);
    if (cached) return cached;
    const { glyphs, positions } = this.#font.layout(character + next, features, SCRIPT);
    const [glyph] = glyphs;
    const [at] = positions;
    if (!glyph || !at) throw new Error(`The typeface shows nothing for U+${character.codePointAt(0)?.toString(16)}`);
    const scale = this.#scale;
    const position = {
      xAdvance: at.xAdvance * scale,
      yAdvance: at.yAdvance * scale,
      xOffset: at.xOffset * scale,
      yOffset: at.yOffset * scale,
      advanceWidth: glyph.advanceWidth * scale,
    };
    if (this.#pairs.size >= MAX_CACHED_PAIRS) this.#pairs = new Map();
    const placed = { glyph, position };
    this.#pairs.set(name, placed);
    return placed;
  }
}
