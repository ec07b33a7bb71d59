/** The e-mail sent to each signer once all have signed: states completion and links to the copy. Neutral, like every message. */

import { romeDeadline } from '../trail/printed-time.ts';
import { COPY_DAYS } from './link.ts';
import { mailText } from './mail-text.ts';
import { greeting, oneLine, withoutCodes } from './messages.ts';

export interface CopyMessage {
  dealer: string;
  /** The recipient's name. */
  name?: string;
  /** Names of the document types; at least one. */
  papers: readonly string[];
  fingerprint: string;
  url: string;
  /** When the link expires. */
  expires: Date;
  demo: boolean;
}

export function copyMail(message: CopyMessage): { subject: string; text: string } {
  const dealer = withoutCodes(oneLine(message.dealer));
  const papers = message.papers.map((paper) => withoutCodes(oneLine(paper)));
  const one = papers.length < 2;
  return {
    subject: one ? `${dealer}: documento firmato, la tua copia` : `${dealer}: documenti firmati, le tue copie`,
    text: mailText(
      [
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
      ],
      message.demo,
    ),
  };
}
