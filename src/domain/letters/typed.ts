/** What is taken out of a typed text before it is checked and kept: one normaliser for forms and server. */

/**
 * Characters that a reader does not see and that make two equal names differ: soft hyphen, zero-width characters, direction
 * marks and overrides, byte order mark, variation selectors, fillers, tags.
 */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/gu;
const PLAIN = /^[\x20-\x7e\n]*$/;
const BLANKS = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;

/** Scripts in which a joiner or non-joiner changes what is read. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}]/u;
const PICTURE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u;

/** The last character that is seen. */
const lastOf = (text: string): string => Array.from(text.replace(/\ufe0f$/, '')).at(-1) ?? '';
const firstOf = (text: string): string => String.fromCodePoint(text.codePointAt(0) ?? 0);

/** Whether an invisible character has a meaning where it stands. */
function hasMeaning(unseen: string, before: string, after: string): boolean {
  if (unseen === '\u200c' || unseen === '\u200d') {
    return (JOINING.test(before) && JOINING.test(after)) || (PICTURE.test(before) && PICTURE.test(after));
  }
  return unseen === '\ufe0f' && PICTURE.test(before);
}

/** Without invisible characters, composed (NFC). Control characters stay, to be refused. */
export function withoutUnseen(text: string): string {
  if (PLAIN.test(text) || !text.isWellFormed()) return text;
  return text
    .replace(UNSEEN, (unseen, at: number) =>
      hasMeaning(unseen, lastOf(text.slice(Math.max(0, at - 3), at)), firstOf(text.slice(at + unseen.length)))
        ? unseen
        : '',
    )
    .normalize('NFC');
}

/** One line of a form: also every kind of blank becomes a space, and its ends are trimmed. */
export const tidyLine = (text: string): string => withoutUnseen(text).replace(BLANKS, ' ').trim();
