/** The result of cleaning a photo, and its size limits. */
import { MAX_PHOTO_PIXELS } from '#domain/papers/photo-limits.ts';

export interface CleanPhoto {
  bytes: Uint8Array;
  /** In pixels, as displayed after applying the orientation. */
  width: number;
  height: number;
}

export const isTooLarge = (width: number, height: number): boolean => width * height > MAX_PHOTO_PIXELS;
