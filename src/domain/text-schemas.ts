/** Validates typed texts: one line, several lines, calendar dates. */
import { z } from 'zod';
import { FIRST_DAY, isCalendarDay } from './calendar-day.ts';
import type { FieldIssue } from './field-message.ts';
import { unprintableLetters } from './letters/printable.ts';
import { tidyLine, withoutInvisible } from './letters/typed-text.ts';

/**
 * Characters that people do not type: control characters (NUL cannot be stored at all), line and paragraph separators,
 * noncharacters. Invisible characters are removed earlier (`letters/typed-text.ts`).
 */
const FORBIDDEN_CHARACTERS = /[\p{Cc}\p{Noncharacter_Code_Point}\u2028\u2029]/u;
const FORBIDDEN_IN_LINES = new RegExp(`(?!\\n)${FORBIDDEN_CHARACTERS.source}`, 'u');
/** At least one visible character. */
const VISIBLE_CHARACTER = /[^\p{Cf}\p{Z}\p{Mn}\s]/u;
/** Characters listed in a refusal. */
const MAX_LISTED = 5;

const isPlain = (text: string): boolean => !FORBIDDEN_CHARACTERS.test(text) && text.isWellFormed();

/** Refuses characters that a generated paper cannot print, and lists them. */
function onlyPrintable(text: string, context: z.core.$RefinementCtx): void {
  const letters = unprintableLetters(text);
  if (letters.length === 0) return;
  const parameters = { letters: letters.slice(0, MAX_LISTED).join(' ') };
  context.addIssue({ code: 'custom', message: 'letters', params: parameters });
}

/** One line that is not printed, such as a file name. Reports only the first problem. */
export const line = (max: number) =>
  z.string().overwrite(tidyLine).max(max, { abort: true }).refine(isPlain, { message: 'characters', abort: true });

/** One line that generated papers may print. */
export const printable = (max: number) => line(max).superRefine(onlyPrintable);

const required = (schema: ReturnType<typeof line>) =>
  schema.min(1, { abort: true }).refine((text) => VISIBLE_CHARACTER.test(text), { message: 'required', abort: true });

export const requiredLine = (max = 255) => required(line(max));

export const requiredText = (max = 255) => requiredLine(max).superRefine(onlyPrintable);

/** Forms send an empty text for a missing value. */
const emptyAsNull = (text: string | null | undefined): string | null =>
  typeof text === 'string' && VISIBLE_CHARACTER.test(text) ? text : null;

export const optionalText = (max = 255) => printable(max).nullish().transform(emptyAsNull);

/** Several lines that are not printed: every line ending becomes one line feed, a tab one space. */
const lines = (max: number) =>
  z
    .string()
    .overwrite((text) => withoutInvisible(text.replace(/\r\n?/g, '\n').replaceAll('\t', ' ')).trim())
    .max(max)
    .refine((text) => !FORBIDDEN_IN_LINES.test(text) && text.isWellFormed(), { message: 'characters', abort: true });

/** Several lines that generated papers may print. */
export const severalLines = (max: number) => lines(max).superRefine(onlyPrintable);

/** Notes and descriptions, which are shown only on screen. */
export const optionalLines = (max = 255) => lines(max).nullish().transform(emptyAsNull);

export const optionalPrintedLines = (max = 255) => severalLines(max).nullish().transform(emptyAsNull);

/** For edits: notes and descriptions up to this length were once accepted and are sent back unchanged (docs/decisions/0019). */
export const optionalLinesAsStored = optionalLines(2000);

/** Texts that exceed the current limit and differ from the stored text. */
export function tooLongTexts(
  objectName: string,
  values: Readonly<Record<string, string | null>>,
  stored: Readonly<Record<string, string | null>>,
  max = 255,
): FieldIssue[] {
  return Object.entries(values)
    .filter(([field, text]) => text !== null && text.length > max && text !== stored[field])
    .map(([field]) => ({ objectName, field, code: 'max', parameters: { max } }));
}

/** An existing calendar date, `YYYY-MM-DD`. */
export const isoDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, { message: 'date', abort: true })
  .refine((text) => isCalendarDay(text) && text >= FIRST_DAY, { message: 'date' });

export const optionalDate = z
  .string()
  .refine((text) => text === '' || isoDate.safeParse(text).success, { message: 'date' })
  .nullish()
  .transform((text) => text || null);
