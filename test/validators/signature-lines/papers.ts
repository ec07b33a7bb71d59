/**
 * Papers as dealers upload them, each with the words next to which its signatures belong: the finder of signature lines
 * is measured on them.
 */
import type { SignerRole } from '#domain/folders/folder-types.ts';

export type Program =
  | 'Chromium'
  | 'wkhtmltopdf'
  | 'WeasyPrint'
  | 'LibreOffice'
  | 'Word by LibreOffice'
  | 'groff'
  | 'reportlab'
  | 'Cairo'
  | 'PDFKit'
  | 'jsPDF'
  | 'pdf-lib'
  | 'pdfmake'
  | 'Typst';

/** A signature as a person reads the page: the words, and the side of them on which it belongs. */
export interface Expected {
  readonly role: SignerRole;
  /** As spelled on the page. */
  readonly words: string;
  /** Its number among several, from 1, in the order of the file. */
  readonly nth?: number;
  readonly side: 'right' | 'left' | 'above' | 'below';
}

export interface Paper {
  readonly name: string;
  readonly program: Program;
  /** In the program's language. */
  readonly source: string;
  /** Empty: the paper must yield no signature field. */
  readonly signs: readonly Expected[];
  /** Another program rewrites the file, like printing to PDF. */
  readonly through?: 'Ghostscript' | 'Poppler' | 'MuPDF';
}

export const customer = (words: string, side: Expected['side'], nth = 1): Expected => ({
  role: 'customer',
  words,
  side,
  nth,
});
export const dealer = (words: string, side: Expected['side'], nth = 1): Expected => ({
  role: 'dealer',
  words,
  side,
  nth,
});

export const LOREM = [
  'Il Cliente dichiara di aver preso visione delle condizioni generali e di accettarle. La firma del presente contratto comporta l’accettazione del prezzo indicato, salvo diverso accordo scritto tra le parti.',
  'Il veicolo sarà consegnato entro sessanta giorni dalla firma del cliente. In caso di ritardo superiore a trenta giorni il Cliente potrà recedere con comunicazione scritta al Venditore.',
  'Il prezzo si intende comprensivo di IVA, messa su strada e imposta provinciale di trascrizione. Il Concessionario trattiene la caparra in caso di rinuncia non giustificata.',
  'Il pagamento avviene alla consegna con bonifico o assegno circolare. Le spese di finanziamento sono a carico dell’acquirente, come da prospetto allegato che le parti dichiarano di conoscere.',
] as const;

export const CLAUSES =
  'Ai sensi e per gli effetti degli artt. 1341 e 1342 c.c. il Cliente dichiara di approvare specificamente le clausole 3 (consegna), 5 (recesso), 8 (caparra) e 11 (foro competente).';
export const PRIVACY =
  'Ricevuta l’informativa ai sensi dell’art. 13 del Regolamento UE 679/2016, presto il consenso al trattamento dei miei dati per finalità di marketing.';
