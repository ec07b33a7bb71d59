/** What the trail tells of the reading: which pages stood on the screen, as the signer's page counted them. Pure. */
import type { Language } from '../../errors.ts';
import { pagesIn } from './page-ranges.ts';

/** As `sign.confirmed` keeps it; older events, and signatures of staff, have none. */
export type SeenPages = {
  /** How many the document has. */
  readonly pages: number;
  /** Ranges of the pages that stood on the screen, each from its top to its bottom. */
  readonly seen: string;
  /** Ranges of the pages whose words stood there instead. */
  readonly asText: string;
};

const listed = (ranges: string): string => ranges.replaceAll(',', ', ');

/** "mostrato per intero" only where every page stood on the screen. */
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
