/** A tutorial video (specification §3 Video, P-20). */
import { z } from 'zod';
import { optionalLines, requiredText } from '../text.ts';

const LAST_PLACE = 999_999;
/** Seconds of a hundred hours. */
const LONGEST = 360_000;

const wholeNumber = (minimum: number, maximum: number) =>
  z
    .number({
      error: ({ code, input }) => (code === 'invalid_type' ? (input == null ? 'required' : 'integer') : undefined),
    })
    .int({ message: 'integer' })
    .min(minimum)
    .max(maximum);

/** Fields that people write: the form's and the server's. `externalId` names the video at its provider. */
export const VIDEO_FIELDS = {
  order: wholeNumber(0, LAST_PLACE),
  title: requiredText(),
  externalId: requiredText(),
  description: optionalLines(),
  /** Seconds. */
  duration: wholeNumber(0, LONGEST).nullish(),
};

export const videoSchema = z.strictObject(VIDEO_FIELDS);
export type VideoValues = z.output<typeof videoSchema>;
