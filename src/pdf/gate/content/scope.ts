/** What a content stream asks of its resources; the walk over the pages answers. */
import type { Corner } from './corners.ts';

export interface ColourSpace {
  /** Numbers that a colour takes; of a pattern space those of the space below it. */
  readonly components: number;
  readonly isPattern: boolean;
  readonly isIndexed?: boolean;
}

/** What a graphics state sets, as far as the grammar follows it. */
export interface StateEntries {
  /** Whether it sets a font. */
  readonly font: boolean;
  readonly cap?: number | undefined;
  readonly dashes?: readonly number[] | undefined;
  readonly join?: number | undefined;
  readonly miterLimit?: number | undefined;
}

/** What holds for the whole file: a form draws with the cap and under the matrix that its caller has set. */
export interface Caps {
  /** Some stream sets another cap than the first, which ends a line where it ends. */
  areSet: boolean;
  /** What some form draws that depends on its caller's cap. */
  doubt: string | null;
  /** Something is drawn under a matrix that turns by other than quarters. */
  areSlanted: boolean;
  /** Miter limits that some stream sets. */
  readonly miterLimits: Set<number>;
  /** Corners that some form draws under the miter limit of its caller. */
  readonly corners: Corner[];
}

/** Each throws ContentFault for what programs draw differently, and gives null for what is not there. */
export interface Scope {
  readonly caps: Caps;
  colourSpace(name: string): ColourSpace | null;
  /** Goes through what the form draws. */
  xObject(name: string): 'form' | 'image' | 'mask' | null;
  pattern(name: string): 'coloured' | 'uncoloured' | 'shading' | null;
  shading(name: string): boolean | null;
  graphicsState(name: string): StateEntries | null;
  /** `drawn` for a typeface whose glyphs are content streams. */
  font(name: string): 'outlines' | 'drawn' | null;
  /** Goes through what the glyphs of these codes draw. */
  showDrawn(font: string, codes: ReadonlySet<number>): void;
  properties(name: string): boolean | null;
}

export const DEVICE_SPACES: Readonly<Record<string, ColourSpace>> = {
  DeviceGray: { components: 1, isPattern: false },
  DeviceRGB: { components: 3, isPattern: false },
  DeviceCMYK: { components: 4, isPattern: false },
};
