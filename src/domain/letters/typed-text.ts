/** Normalizes typed text before it is checked and stored: the same function for forms and server. */

/**
 * Invisible characters that make two equal names differ: soft hyphen, zero-width characters, direction marks and
 * overrides, byte order mark, variation selectors, fillers, tags.
 */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/gu;
const PLAIN = /^[\x20-\x7e\n]*$/;
const BLANKS = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;

/** Scripts in which a joiner or non-joiner changes the rendering. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}]/u;
const PICTOGRAPH = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u;

/** The last visible character. */
const lastOf = (text: string): string => Array.from(text.replace(/\ufe0f$/, '')).at(-1) ?? '';
const firstOf = (text: string): string => String.fromCodePoint(text.codePointAt(0) ?? 0);

/** Whether an invisible character is meaningful in its position. */
function isMeaningful(character: string, before: string, after: string): boolean {
  if (character === '\u200c' || character === '\u200d') {
    return (JOINING.test(before) && JOINING.test(after)) || (PICTOGRAPH.test(before) && PICTOGRAPH.test(after));
  }
  return character === '\ufe0f' && PICTOGRAPH.test(before);
}

/** Removes invisible characters and composes (NFC). Control characters stay, so that they are refused. */
export function withoutInvisible(text: string): string {
  if (PLAIN.test(text) || !text.isWellFormed()) return text;
  return text
    .replace(INVISIBLE, (character, at: number) =>
      isMeaningful(character, lastOf(text.slice(Math.max(0, at - 3), at)), firstOf(text.slice(at + character.length)))
        ? character
        : '',
    )
    .normalize('NFC');
}

/** For a single-line input: additionally turns every kind of whitespace into a space, and trims. */
export const tidyLine = (text: string): string => withoutInvisible(text).replace(BLANKS, ' ').trim();
