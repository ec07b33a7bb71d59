/** Normalizes numbers of proposals, orders and files without separators, like `number_forms` in the database. Pure. */
import { searchForm } from '../letters/search-form.ts';

const SEPARATORS = /[^\p{L}\p{N}]+/gu;

/** "PV-1-0230" as "pv10230" and, without leading zeros of its parts, as "pv1230". */
export function numberForms(text: string): [compact: string, withoutZeros: string] {
  const form = searchForm(text);
  const compact = form.replace(SEPARATORS, '');
  return [compact, form.replace(/(^|\D)0+(?=\d)/g, '$1').replace(SEPARATORS, '')];
}

/** A few letters, and digits with or without separators. */
export const looksLikeNumber = (text: string): boolean =>
  /^\p{L}{0,5}[\s./_-]*\d[\d\s./_-]*(?:\p{L}{0,3})[\d\s./_-]*$/u.test(text.trim());
