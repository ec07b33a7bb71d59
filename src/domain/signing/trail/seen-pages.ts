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

const listed = (ranges: string): string => ranges.replaceAll(',', ', ');

/** "mostrato per intero" only if every page was shown. */
export function seenWords({ pages, seen, asText }: SeenPages, language: Language): string {
  const it = language === 'it';
  const whole = pages > 0 && pagesIn(seen, pages).length === pages;
  if (whole && pages === 1) return it ? 'mostrato per intero, 1 pagina' : 'shown in full, 1 page';
  if (whole) return it ? `mostrato per intero, tutte le ${pages} pagine` : `shown in full, all ${pages} pages`;
  const none = it ? 'nessuna' : 'none';
  const parts = it
    ? ['ricevuto per intero', `pagine viste: ${listed(seen) || none} di ${pages}`]
    : ['received in full', `pages seen: ${listed(seen) || none} of ${pages}`];
  if (asText !== '') parts.push(`${it ? 'lette come testo' : 'read as text'}: ${listed(asText)}`);
  return parts.join('; ');
}
