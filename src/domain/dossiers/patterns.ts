/** Shapes of a customer's contacts and codes, for whoever reads them without the rules of a form (specification §5). */

/** Plus sign, 2 digits, optional space, then 9 or 10 digits (specification §5). */
export const MOBILE_PHONE = /^\+\d{2} ?\d{9,10}$/;
/** As it is dialled and compared: `+39 3331234567` → `+393331234567`. */
export const dialled = (phone: string): string => phone.replace(/\s/g, '');
/** The Italian 16-character pattern, omocodia included, or 11 digits (specification §5, D §6.1). */
export const FISCAL_CODE =
  /^(?:[A-Z]{6}[0-9LMNPQRSTUV]{2}[ABCDEHLMPRST][0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{3}[A-Z]|\d{11})$/i;
/**
 * Address of RFC 5321 without quotes: words with single dots between them, at most 64 characters before the @; no control
 * characters or line breaks, so that it is safe in a message header.
 */
export const EMAIL =
  /^(?=[^@]{1,64}@)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/;

/** A code as it is kept, whatever groups it was typed in. */
export const withoutBlanks = (code: string): string => code.replaceAll(' ', '');
