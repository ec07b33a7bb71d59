/**
 * Writes the mail to the dealer's supervisors when a person who opened a link states that they are not the signer
 * named. Neutral: the names are behind the sign-in.
 */

import { romeDayAndTime } from '../trail/printed-time.ts';
import { mailText } from './mail-text.ts';
import { oneLine, withoutCodes } from './messages.ts';

export interface WrongRecipientMessage {
  dealer: string;
  /** Name of the document type, or the number of documents. */
  label: string;
  /** Name of the staff user. */
  startedBy: string;
  started: Date;
  /** The portal's address: one with the document's id could look like a code. */
  url: string;
  demo: boolean;
}

export function wrongRecipientMail(message: WrongRecipientMessage): { subject: string; text: string } {
  const [dealer, label, startedBy] = [message.dealer, message.label, message.startedBy].map((text) =>
    withoutCodes(oneLine(text)),
  );
  return {
    subject: `Firma interrotta, persona sbagliata: ${label}`,
    text: mailText(
      [
        'Buongiorno,',
        '',
        `chi ha aperto un link di firma di ${dealer} segnala di non essere la persona indicata: ${label}.`,
        `La firma è stata avviata ${romeDayAndTime(message.started)} da ${startedBy}. È stata interrotta e il link non funziona più.`,
        '',
        'Prima che la firma riparta, fai controllare con il cliente il numero di cellulare e l’indirizzo e-mail. Nel portale la cronologia del documento mostra dove sono stati inviati link e codici e chi ha cambiato i recapiti.',
        message.url,
      ],
      message.demo,
    ),
  };
}
