/** Prepares handwriting for sending: encrypted for the custodian, plus the picture. */
import type { Capture } from '#formats/ink/capture.ts';
import { drawingDigest, drawingOf, type InkDrawing } from '#formats/ink/drawing.ts';
import { sealInk } from '#formats/ink/envelope.ts';
import { captureOf, inkOf } from '#formats/ink/iso-capture.ts';

/** One signature: its handwriting cannot be read from it. */
export interface SealedPoint {
  readonly point: string;
  /** Base64. */
  readonly envelope: string;
  readonly drawing: InkDrawing;
  readonly pointer: Capture['pointer'];
}

export interface Binding {
  readonly point: string;
  readonly field: string;
  readonly session: string;
  /** Hexadecimal hash of the file as shown by this page. */
  readonly shownSha256: string;
  /** DER as base64. */
  readonly custodian: string;
}

const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** In chunks: a call accepts a limited number of arguments. */
function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

const fromHex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** Overwrites every point of a capture; copies made by the engine are out of reach. */
export function wipe({ points }: Capture): void {
  for (const point of points) Object.assign(point, { x: 0, y: 0, t: 0, pressure: 0, tilt: null });
}

/** The record rounds the captured values: draw from the record, so that an expert who has it computes the same drawing. */
function drawingOfInk(ink: Uint8Array): InkDrawing {
  const recorded = captureOf(ink);
  const drawing = drawingOf(recorded);
  wipe(recorded);
  return drawing;
}

/** @param capture is overwritten before this returns, sealed or not. @throws EnvelopeRefused for an unusable certificate. */
export async function sealCapture(capture: Capture, binding: Binding): Promise<SealedPoint> {
  try {
    const { point, field, session } = binding;
    const ink = inkOf(capture);
    const drawing = drawingOfInk(ink);
    const drawingSha256 = await drawingDigest(drawing);
    const payload = { ink, shownSha256: fromHex(binding.shownSha256), session, field, drawingSha256 };
    const envelope = await sealInk(payload, fromBase64(binding.custodian));
    return { point, envelope: toBase64(envelope), drawing, pointer: capture.pointer };
  } finally {
    wipe(capture);
  }
}
