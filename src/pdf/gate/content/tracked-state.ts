/** The part of the graphics state that the grammar tracks. */
import { type ColourSpace, DEVICE_SPACES } from './resource-scope.ts';

/** Colour space set by the caller of a form. */
export const INHERITED: ColourSpace = { components: -1, isPattern: false };
export const GRAY: ColourSpace = DEVICE_SPACES.DeviceGray as ColourSpace;

export interface GraphicsState {
  fill: ColourSpace;
  stroke: ColourSpace;
  textMode: number;
  font: 'none' | 'missing' | 'known';
  /** Name of a font whose glyphs are content streams. */
  drawnFont: string | null;
}

/**
 * @param isPage whether this is the first content drawn, so that the state is the standard's initial one; else it
 * is inherited from the caller.
 */
export function initialState(isPage: boolean): GraphicsState {
  const space = isPage ? GRAY : INHERITED;
  return { fill: space, stroke: space, textMode: 0, font: isPage ? 'none' : 'known', drawnFont: null };
}

/** Deeper nesting than any reader supports; genuine pages have less than a hundred. */
export const MAX_SAVED = 4096;

/** An open save. */
export interface SavedState {
  readonly state: GraphicsState;
  /** Position of `q`. */
  readonly start: number;
  readonly end: number;
}
