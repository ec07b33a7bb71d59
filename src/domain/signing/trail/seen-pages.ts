/** Describes the reading in the trail: which pages were on screen, as counted by the signer's page. Pure. */
import type { Language } from '../../errors.ts';
import { pagesIn } from './page-ranges.ts';

/** As stored in `sign.confirmed`; absent from older events and from staff signatures. */
export type SeenPages = {
  /** Page count of the document. */
  readonly pages: number;
  /** Ranges of the pages that were shown on screen from top to bottom. */
  readonly seen: string;
  /** Ranges of the pages that were shown as text instead. */
  readonly asText: string;
};

const formatRanges = (ranges: string): string => ranges.replaceAll(',', ', ');

/** "mostrato per intero" only if every page was shown. */
export function seenPagesText({ pages, seen, asText }: SeenPages, language: Language): string {
  const isItalian = language === 'it';
  const whole = pages > 0 && pagesIn(seen, pages).length === pages;
  if (whole && pages === 1) return isItalian ? 'mostrato per intero, 1 pagina' : 'shown in full, 1 page';
  if (whole) return isItalian ? `mostrato per intero, tutte le ${pages} pagine` : `shown in full, all ${pages} pages`;
  const none = isItalian ? 'nessuna' : 'none';
  const parts = isItalian
    ? ['ricevuto per intero', `pagine viste: ${formatRanges(seen) || none} di ${pages}`]
    : ['received in full', `pages seen: ${formatRanges(seen) || none} of ${pages}`];
  if (asText !== '') parts.push(`${isItalian ? 'lette come testo' : 'read as text'}: ${formatRanges(asText)}`);
  return parts.join('; ');
}
