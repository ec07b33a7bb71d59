/** Strips a photo of place, time and device data: keeps the parts needed to draw it, and its orientation. */
import type { CleanPhoto } from './clean-photo.ts';
import { cleanJpeg } from './jpeg.ts';
import { cleanPng } from './png.ts';

/**
 * Needs at most three times the size of the file: chunks and segments are read one after another, and the pixels of a
 * PNG are counted while they are inflated, never held.
 * @returns null for a file that is damaged, has more than MAX_PHOTO_PIXELS, or is a JPEG or PNG that PDF cannot
 * embed.
 */
export async function cleanPhoto(bytes: Uint8Array): Promise<CleanPhoto | null> {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return data[0] === 0xff ? cleanJpeg(data) : cleanPng(data);
}
