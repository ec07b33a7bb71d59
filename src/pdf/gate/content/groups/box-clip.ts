/** Adds a clip to a drawing's own content, for readers that do not clip it to its box. */
import type { PdfStream } from '@libpdf/core';
import { compress } from '../apply-edits.ts';

const text = (value: number): string => `${Number(value.toFixed(5))}`;

function clipOf(box: readonly number[]): string {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = box;
  const [left, bottom] = [Math.min(x0, x1), Math.min(y0, y1)];
  return `q ${[left, bottom, Math.abs(x1 - x0), Math.abs(y1 - y0)].map(text).join(' ')} re W n\n`;
}

const END = '\nQ';

/** @param bytes decoded content of the drawing. @param box left, bottom, right, top, in its own units. */
export function isClipped(bytes: Uint8Array, box: readonly number[]): boolean {
  const clip = clipOf(box);
  return Buffer.from(bytes.subarray(0, clip.length)).toString('latin1') === clip;
}

/** Requires a stream that can be decoded, with balanced saves and restores. Modifies it. */
export function clipToBox(stream: PdfStream, box: readonly number[]): void {
  compress(stream, Buffer.concat([Buffer.from(clipOf(box)), stream.getDecodedData(), Buffer.from(END)]));
}
