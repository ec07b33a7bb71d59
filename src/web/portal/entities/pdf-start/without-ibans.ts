/** Removes account numbers from a text before searching it: no part of them must be read as a plate, a chassis number or a phone number. */

/** Length of an IBAN by its country (ISO 13616, registry of SWIFT). */
const LENGTHS: Readonly<Record<string, number>> = {
  ...{ IT: 27, SM: 27, VA: 22, DE: 22, FR: 27, MC: 27, ES: 24, PT: 25, AT: 20, CH: 21, LI: 21, BE: 16, NL: 18, LU: 20 },
  ...{ GB: 22, IE: 22, MT: 31, GR: 27, CY: 28, HR: 21, SI: 19, SK: 24, CZ: 24, PL: 28, HU: 28, RO: 24, BG: 22, EE: 20 },
  ...{ LT: 20, LV: 21, FI: 18, SE: 24, DK: 18, NO: 15, IS: 26, AL: 28, RS: 22, MK: 19, BA: 20, ME: 22, MD: 24, TR: 26 },
  ...{ UA: 29, AD: 24, GE: 22, IL: 23, AE: 23, SA: 24, TN: 24, GI: 23, FO: 18, GL: 18, XK: 20 },
};
const BEGINNING = /(?<![A-Z0-9])(?:IBAN\s*[:.]?\s*)?([A-Z]{2})\s?\d{2}(?=[ .-]?[A-Z0-9])/gi;

/** A valid IBAN has remainder 1 (ISO 7064, MOD 97-10). */
function isRight(iban: string): boolean {
  let rest = 0;
  for (const sign of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** The end of `length` letters and digits starting at `from`, in any grouping; null when there are fewer. */
function endOf(text: string, from: number, length: number): { end: number; plain: string } | null {
  let plain = '';
  let at = from;
  for (; plain.length < length && at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (/[A-Z0-9]/i.test(sign)) plain += sign.toUpperCase();
    else if (!/[\s.-]/.test(sign) || /[\s.-]{2}/.test(text.slice(at, at + 2))) break;
  }
  return plain.length === length ? { end: at, plain } : null;
}

/** The text with account numbers replaced by spaces: valid ones, and invalid ones after the label "IBAN". */
export function withoutIbans(text: string): string {
  let cleaned = text;
  for (const match of text.matchAll(BEGINNING)) {
    const [matched, country = ''] = match;
    const length = LENGTHS[country.toUpperCase()];
    const isNamed = /^iban/i.test(matched);
    if (length === undefined && !isNamed) continue;
    const from = match.index + matched.toUpperCase().lastIndexOf(country.toUpperCase());
    const end = endOf(text, from, length ?? 20);
    if (!end || !(isNamed || isRight(end.plain))) continue;
    cleaned = cleaned.slice(0, from) + ' '.repeat(end.end - from) + cleaned.slice(end.end);
  }
  return cleaned;
}
