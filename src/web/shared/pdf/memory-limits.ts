/** Memory limits for the pictures of pages on this device. */

interface MemoryLimits {
  /** Of one canvas; a few exist at a time. */
  canvasPixels: number;
  /** Of one decoded image of the file; larger ones are scaled down. */
  imageBytes: number;
}

const MEGABYTE = 1024 * 1024;
/** 20 MB for a canvas: Safari gives a page some 256 MB for all of them (documenso#2531: 70 pages crash iOS). */
const HANDHELD: MemoryLimits = { canvasPixels: 5_000_000, imageBytes: 64 * MEGABYTE };
/** 64 MB for a canvas: sharp at four times the width of a page. */
const COMPUTER: MemoryLimits = { canvasPixels: 16_000_000, imageBytes: 128 * MEGABYTE };

/** A coarse pointer means a phone or tablet. */
export const memoryLimits = (): MemoryLimits =>
  globalThis.matchMedia('(pointer: coarse)').matches ? HANDHELD : COMPUTER;

/** Releases a canvas' memory immediately: Safari keeps that of a removed canvas until its size is zero. */
export function releaseCanvas(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
  canvas.remove();
}
