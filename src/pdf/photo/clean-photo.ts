/** The result of cleaning a photo, and how large it may be. */
import { MAX_PHOTO_PIXELS } from '#domain/papers/photo-limits.ts';

export interface CleanPhoto {
  bytes: Uint8Array;
  /** In pixels, as displayed: after the orientation was applied. */
  width: number;
  height: number;
}

export const isTooLarge = (width: number, height: number): boolean => width * height > MAX_PHOTO_PIXELS;
