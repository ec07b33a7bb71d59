/** What a content stream looks up in its resources; implemented by the walk over the pages. */
import type { Corner } from './corners.ts';

export interface ColourSpace {
  /** Number of components of a colour; for a pattern space, those of its underlying space. */
  readonly components: number;
  readonly isPattern: boolean;
  readonly isIndexed?: boolean;
}

/** Settings of a graphics state that the grammar tracks. */
export interface StateEntries {
  /** Whether it sets a font. */
  readonly font: boolean;
  readonly cap?: number | undefined;
  readonly dashes?: readonly number[] | undefined;
  readonly join?: number | undefined;
  readonly miterLimit?: number | undefined;
}

/** File-wide facts: a form draws with the line cap and matrix set by its caller. */
export interface Caps {
  /** Some stream sets a cap other than the default butt cap. */
  areSet: boolean;
  /** Content of a form that depends on its caller's cap. */
  doubt: string | null;
  /** Something is drawn under a matrix that rotates by other than quarter turns. */
  areSlanted: boolean;
  /** Miter limits set by any stream. */
  readonly miterLimits: Set<number>;
  /** Corners that a form draws under its caller's miter limit. */
  readonly corners: Corner[];
}

/** Each method throws ContentFault for content that programs draw differently, and returns null if the resource is absent. */
export interface Scope {
  readonly caps: Caps;
  colourSpace(name: string): ColourSpace | null;
  /** Checks the form's content. */
  xObject(name: string): 'form' | 'image' | 'mask' | null;
  pattern(name: string): 'coloured' | 'uncoloured' | 'shading' | null;
  shading(name: string): boolean | null;
  graphicsState(name: string): StateEntries | null;
  /** `drawn` for a font whose glyphs are content streams. */
  font(name: string): 'outlines' | 'drawn' | null;
  /** Checks the content of the glyphs for these codes. */
  checkGlyphs(font: string, codes: ReadonlySet<number>): void;
  properties(name: string): boolean | null;
}

export const DEVICE_SPACES: Readonly<Record<string, ColourSpace>> = {
  DeviceGray: { components: 1, isPattern: false },
  DeviceRGB: { components: 3, isPattern: false },
  DeviceCMYK: { components: 4, isPattern: false },
};
