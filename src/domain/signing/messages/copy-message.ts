/** The e-mail to whoever signed, once everybody has: it is complete, and there is a link to the copy (D-13). Neutral, as every message. */

import { romeDeadline } from '../trail/printed-time.ts';
import { COPY_DAYS } from './link.ts';
import { greeting, oneLine, withoutCodes } from './messages.ts';

export interface CopyMessage {
  dealer: string;
  /** Whom it is for. */
  name?: string;
  /** Names of the documents' types, one at least. */
  papers: readonly string[];
  fingerprint: string;
  url: string;
  /** The last instant of the link. */
  expires: Date;
  demo: boolean;
}

export function copyMail(message: CopyMessage): { subject: string; text: string } {
  const dealer = withoutCodes(oneLine(message.dealer));
  const papers = message.papers.map((paper) => withoutCodes(oneLine(paper)));
  const one = papers.length < 2;
  return {
    subject: one ? `${dealer}: documento firmato, la tua copia` : `${dealer}: documenti firmati, le tue copie`,
    text: [
      greeting(message.name),
      '',
      ...(one
        ? [`il documento di ${dealer} che hai firmato è completo: ${papers.join('')}.`]
        : [
            `i ${papers.length} documenti di ${dealer} che hai firmato sono completi:`,
            ...papers.map((paper) => `- ${paper}`),
          ]),
      '',
      `Per scaricare ${one ? 'la tua copia' : 'le tue copie'} apri questo link dal telefono o dal computer:`,
      message.url,
      '',
      `Il link vale ${COPY_DAYS} giorni, fino a ${romeDeadline(message.expires)}.`,
      `Impronta ${one ? 'del documento' : 'dei documenti'}: ${message.fingerprint}. È quella della pagina di firma.`,
      '',
      `Chi ha il link può scaricare ${one ? 'la copia' : 'le copie'}: non inoltrarlo.`,
      `Se ${one ? 'la vuoi' : 'le vuoi'} su carta, chiedi alla concessionaria. Se non hai firmato tu, avvisala subito.`,
      ...(message.demo ? ['', 'DEMO senza valore: persone, documenti e firme sono inventati.'] : []),
    ].join('\n'),
  };
}
