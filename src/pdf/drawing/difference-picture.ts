/** Makes the picture that shows a user where two drawings differ. */
import { createCanvas, ImageData } from '@napi-rs/canvas';
import type { Picture, PixelBox } from './page-picture.ts';

const MARGIN = 60;
const MIN_SIZE = { width: 360, height: 160 };
const MAX_SIZE = { width: 640, height: 480 };
const GAP = 16;

/** @returns a PNG of the same part of both pictures, side by side, with the difference framed. */
export function picturesSideBySide(a: Picture, b: Picture, box: PixelBox): Uint8Array {
  const width = Math.min(a.width, MAX_SIZE.width, Math.max(MIN_SIZE.width, box.width + 2 * MARGIN));
  const height = Math.min(a.height, MAX_SIZE.height, Math.max(MIN_SIZE.height, box.height + 2 * MARGIN));
  const start = (position: number, length: number, visible: number, total: number): number =>
    Math.max(0, Math.min(total - visible, Math.round(position + length / 2 - visible / 2)));
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
