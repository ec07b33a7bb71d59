/** Texts that people type: one line, several lines, calendar dates (specification §5). */
import { z } from 'zod';
import type { FieldIssue } from './field-message.ts';

/**
 * What no person types and a reader does not see: control characters (NUL cannot be stored at all), separators of
 * lines and paragraphs, characters that turn the direction of writing, marks of annotation and language, the byte
 * order mark, code points that are no characters. Joiners and direction marks stay: Persian, Hebrew and Indian
 * scripts need them.
 */
const UNSEEN =
  /[\p{Cc}\p{Noncharacter_Code_Point}\u2028\u2029\u202a-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;
const UNSEEN_IN_LINES = new RegExp(`(?!\\n)${UNSEEN.source}`, 'u');
/** At least one character that is seen. */
const SEEN = /[^\p{Cf}\p{Z}\p{Mn}\s]/u;

const isPlain = (text: string): boolean => !UNSEEN.test(text) && text.isWellFormed();

/** One line, its ends trimmed. The first thing that is wrong with it is told, and nothing else. */
export const printable = (max: number) =>
  z.string().trim().max(max, { abort: true }).refine(isPlain, { message: 'characters', abort: true });

export const requiredText = (max = 255) =>
  printable(max)
    .min(1, { abort: true })
    .refine((text) => SEEN.test(text), { message: 'required', abort: true });

/** Forms send an empty text for a value that is not there. */
const emptyAsNull = (text: string | null | undefined): string | null =>
  typeof text === 'string' && SEEN.test(text) ? text : null;

export const optionalText = (max = 255) => printable(max).nullish().transform(emptyAsNull);

/** Several lines: every line ending becomes one line feed, a tab one space. */
export const severalLines = (max: number) =>
  z
    .string()
    .overwrite((text) => text.replace(/\r\n?/g, '\n').replaceAll('\t', ' ').trim())
    .max(max)
    .refine((text) => !UNSEEN_IN_LINES.test(text) && text.isWellFormed(), { message: 'characters' });

export const optionalLines = (max = 255) => severalLines(max).nullish().transform(emptyAsNull);

/** Of an edit: notes and descriptions were taken up to this length once, and come back as they are (docs/decisions/0019). */
export const optionalLinesAsStored = optionalLines(2000);

/** Texts longer than may be written now, which are not what is stored. */
export function grownTexts(
  objectName: string,
  given: Readonly<Record<string, string | null>>,
  stored: Readonly<Record<string, string | null>>,
  max = 255,
): FieldIssue[] {
  return Object.entries(given)
    .filter(([field, text]) => text !== null && text.length > max && text !== stored[field])
    .map(([field]) => ({ objectName, field, code: 'max', parameters: { max } }));
}

/** A calendar date `YYYY-MM-DD` that exists. */
export const isoDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, { message: 'date', abort: true })
  .refine(
    (text) => {
      const date = new Date(`${text}T00:00:00Z`);
      return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) && text >= '1800-01-01';
    },
    { message: 'date' },
  );

export const optionalDate = z
  .string()
  .refine((text) => text === '' || isoDate.safeParse(text).success, { message: 'date' })
  .nullish()
  .transform((text) => text || null);
