/** Patterns of a customer's contacts and codes, for modules that do not need the form rules. */

/** Plus sign, 2 digits, optional space, then 9 or 10 digits. */
export const MOBILE_PHONE = /^\+\d{2} ?\d{9,10}$/;
/** The form for dialling and comparing: `+39 3331234567` → `+393331234567`. */
export const normalisedPhone = (phone: string): string => phone.replace(/\s/g, '');
/** The Italian 16-character pattern, including omocodia, or 11 digits. */
export const FISCAL_CODE =
  /^(?:[A-Z]{6}[0-9LMNPQRSTUV]{2}[ABCDEHLMPRST][0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{3}[A-Z]|\d{11})$/i;
/**
 * Address of RFC 5321 without quotes: words with single dots between them, at most 64 characters before the @; no control
 * characters or line breaks, so that it is safe in a message header.
 */
export const EMAIL =
  /^(?=[^@]{1,64}@)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/;

/** A code as stored, regardless of how it was grouped when typed. */
export const withoutBlanks = (code: string): string => code.replaceAll(' ', '');
