/** Translates names that papers print in their own language into the page's: the product's version, and placeholders. */
import type { TFunction } from 'i18next';
import { papers as words } from '../../text/it/papers/papers.ts';

/** A paper prints it in its own language ("draft 1", "Entwurf 1"). */
export const productVersionName = (t: TFunction, version: string): string =>
  version.replace(/^(bozza|draft|entwurf)\b/i, t('papers.draftWord'));

/** An unknown placeholder from a newer server is shown by its identifier. */
export const placeholderName = (t: TFunction, name: string): string =>
  name in words.placeholder ? t(`papers.placeholder.${name as keyof typeof words.placeholder}`) : name;

/** Shows placeholders in braces by the names on the buttons that insert them. */
export const withNamedPlaceholders = (t: TFunction, text: string): string =>
  text.replace(/\{(\w+)\}/g, (_mark, name: string) => `{${placeholderName(t, name)}}`);

/**
 * Converts text typed with placeholder names to stored codes: names in the language of this page or, in resumed drafts,
 * the Italian ones.
 * @param names the placeholders that the paper fills; any others stay unchanged.
 */
export function withPlaceholderCodes(t: TFunction, text: string, names: readonly string[]): string {
  const codes = new Map(
    names.flatMap((name) => [
      [words.placeholder[name as keyof typeof words.placeholder] ?? name, name],
      [placeholderName(t, name), name],
    ]),
  );
  return text.replace(/\{([^{}]+)\}/g, (mark, name: string) => (codes.has(name) ? `{${codes.get(name)}}` : mark));
}
