/** Defines the fields of a tutorial video. */
import { z } from 'zod';
import { optionalLines, requiredText } from '../text-schemas.ts';

const MAX_POSITION = 999_999;
/** One hundred hours in seconds. */
const MAX_DURATION = 360_000;

const wholeNumber = (minimum: number, maximum: number) =>
  z
    .number({
      error: ({ code, input }) => (code === 'invalid_type' ? (input == null ? 'required' : 'integer') : undefined),
    })
    .int({ message: 'integer' })
    .min(minimum)
    .max(maximum);

/** Editable fields, shared by form and server. `externalId` is the provider's id of the video. */
export const VIDEO_FIELDS = {
  order: wholeNumber(0, MAX_POSITION),
  title: requiredText(),
  externalId: requiredText(),
  description: optionalLines(),
  /** Seconds. */
  duration: wholeNumber(0, MAX_DURATION).nullish(),
};

export const videoSchema = z.strictObject(VIDEO_FIELDS);
export type VideoValues = z.output<typeof videoSchema>;
