/** Extracts the six digits of a code, whether typed, pasted or autofilled. */

export const CODE_LENGTH = 6;

/** Converts the digits of other scripts' keyboards (full width, Arabic-Indic, Devanagari) to ASCII. */
function plainDigits(text: string): string {
  return text.normalize('NFKC').replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g, (digit) => {
    const codePoint = digit.codePointAt(0) ?? 0;
    const zero = [0x0660, 0x06f0, 0x0966].findLast((firstDigit) => codePoint >= firstDigit) ?? 0x0660;
    return String(codePoint - zero);
  });
}

/**
 * At most six digits. From a whole pasted message it takes the code: a run of exactly six digits, also written "482
 * 913" or "482-913", is preferred to other digits.
 */
export function normaliseCode(typed: string): string {
  const text = plainDigits(typed);
  const sixDigits = /(?<![\d-])\d{6}(?!\d)/.exec(text)?.[0];
  if (sixDigits !== undefined) return sixDigits;
  const splitDigits = /(?<!\d)(\d{3})[\s\u2010-\u2015-](\d{3})(?!\d)/.exec(text);
  if (splitDigits) return `${splitDigits[1]}${splitDigits[2]}`;
  return text.replace(/\D/g, '').slice(0, CODE_LENGTH);
}

export function isComplete(code: string): boolean {
  return /^\d{6}$/.test(code);
}

/** The cell that shows the caret: the first empty one, or the last when all are filled. */
export function activeCell(code: string): number {
  return Math.min(code.length, CODE_LENGTH - 1);
}
