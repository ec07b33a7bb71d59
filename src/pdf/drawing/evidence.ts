/** Makes the picture that shows a user where two drawings differ. */
import { createCanvas, ImageData } from '@napi-rs/canvas';
import type { Picture, PixelBox } from './picture.ts';

const MARGIN = 60;
const LEAST = { width: 360, height: 160 };
const MOST = { width: 640, height: 480 };
const GAP = 16;

/** @returns a PNG of the same part of both pictures, side by side, with the difference framed. */
export function picturesSideBySide(a: Picture, b: Picture, box: PixelBox): Uint8Array {
  const width = Math.min(a.width, MOST.width, Math.max(LEAST.width, box.width + 2 * MARGIN));
  const height = Math.min(a.height, MOST.height, Math.max(LEAST.height, box.height + 2 * MARGIN));
  const start = (place: number, length: number, shown: number, whole: number): number =>
    Math.max(0, Math.min(whole - shown, Math.round(place + length / 2 - shown / 2)));
  const x = start(box.x, box.width, width, a.width);
  const y = start(box.y, box.height, height, a.height);
  const canvas = createCanvas(width * 2 + GAP, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#d0d4da';
  context.fillRect(0, 0, canvas.width, height);
  for (const [index, picture] of [a, b].entries()) {
    const left = index * (width + GAP);
    const pixels = new ImageData(opaque(picture), picture.width, picture.height);
    context.putImageData(pixels, left - x, -y, x, y, width, height);
    context.strokeStyle = '#d01030';
    context.lineWidth = 2;
    context.strokeRect(left + box.x - x - 5, box.y - y - 5, box.width + 10, box.height + 10);
  }
  return new Uint8Array(canvas.toBuffer('image/png'));
}

/** Pictures are opaque; their alpha bytes have no meaning. */
function opaque({ data }: Picture): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(data);
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255;
  return pixels;
}
