/** Normalizes texts for comparison, identically to the database's `search_form` (db/tables/01-installation.sql). */

const MARKS =
  /\u00ad|[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c2\u05c4-\u05c7\u0640\u064b-\u065f\u0670\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|[\ufe00-\ufe0f]/g;
const APOSTROPHES = /['`’‘ʼ‛′ʹʻʾʿ＇]/g;
const DASHES = /[‐‑‒–—―−]/g;
/** Letters without a decomposition into base letter and accent. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ŧ: 't', ς: 'σ' },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
};
const SPECIAL = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

/** Lower case, without accents and invisible characters, ß as ss, a single kind of dash, apostrophes as spaces. */
export function searchForm(text: string): string {
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(SPECIAL, (letter) => PLAIN[letter] ?? letter)
    .replace(APOSTROPHES, ' ')
    .replace(DASHES, '-');
}
