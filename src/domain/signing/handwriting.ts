/** Describes what a tablet submits for a handwritten signature: the sealed envelope, its picture and the consent it rests on. */
import { z } from 'zod';
import type { Language } from '../errors.ts';

/** Bytes per envelope: one minute at 240 points per second with every channel is 0.2 MB. */
export const ENVELOPE_BYTES = 262_144;
/** Signature fields signed in one submission. */
export const MAX_HANDS = 20;
/** Per picture: side lengths in millimetres, lines, total points of all lines. */
export const DRAWING_LIMITS = { side: 500, lines: 400, points: 8_000 } as const;

const base64Length = Math.ceil(ENVELOPE_BYTES / 3) * 4;
const millimetres = z.number().min(0).max(DRAWING_LIMITS.side);

/** An `InkDrawing`: the strokes shown in the signature's rectangle. */
export const drawingSchema = z
  .strictObject({
    width: millimetres,
    height: millimetres,
    lines: z
      .array(z.array(z.tuple([millimetres, millimetres])).min(1))
      .min(1)
      .max(DRAWING_LIMITS.lines),
  })
  .refine(({ lines }) => lines.reduce((sum, line) => sum + line.length, 0) <= DRAWING_LIMITS.points, {
    message: 'tooLong',
  });

export const POINTERS = ['pen', 'touch', 'mouse'] as const;

export const handSchema = z.strictObject({
  point: z.string().max(40).describe('a point of the link, as `points` names it'),
  envelope: z
    .string()
    .min(1)
    .max(base64Length)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, { message: 'type' })
    .describe('CMS AuthEnvelopedData for the custodian, DER as base64'),
  drawing: drawingSchema.describe('the picture alone, in millimetres: even steps, no time and no pressure'),
  pointer: z.enum(POINTERS),
});
export type HandInput = z.output<typeof handSchema>;

/** A changed text gets a new version. Until legal counsel's text is loaded, each language states that it is a draft. */
export const BIOMETRIC_CONSENT: { readonly version: string; readonly text: Readonly<Record<Language, string>> } = {
  version: 'BIO-2026-11-bozza',
  text: {
    it: 'Acconsento al trattamento dei miei dati biometrici (andamento, velocità e pressione della firma) per firmare questo documento. Sono cifrati sul tablet prima dell’invio: li apre solo il custode, se un giudice deve accertare chi ha firmato. Il consenso è libero: senza, posso firmare con un codice (art. 9, par. 2, lett. a, GDPR). [testo da approvare]',
    en: 'I consent to the processing of my biometric data (course, speed and pressure of the signature) to sign this document. They are encrypted on the tablet before they are sent: only the custodian opens them, if a court has to establish who signed. Consent is free: without it I may sign with a code (GDPR art. 9(2)(a)). [text to be approved]',
  },
};
