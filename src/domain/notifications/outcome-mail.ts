/**
 * Mail to the user who started a signature, when it ends: signed, refused or expired. Neutral: the customer's name is
 * shown only after sign-in.
 */

import { mailText } from '../signing/messages/mail-text.ts';
import { oneLine, withoutCodes } from '../signing/messages/messages.ts';
import { romeDayAndTime } from '../signing/trail/printed-time.ts';

export type SigningOutcome =
  /** `lateSince`: time of the last signature, if the seal followed long after. */
  | { readonly kind: 'signed'; readonly lateSince: Date | null }
  /** `byStaff`: refused by the dealer's own staff. `reason`: in their words; empty if none was given. */
  | { readonly kind: 'declined'; readonly byStaff: boolean; readonly reason: string }
  | { readonly kind: 'wrongRecipient' }
  /** `customerSigned`: only staff have not signed. */
  | { readonly kind: 'expired'; readonly customerSigned: boolean };

export interface OutcomeMessage {
  dealer: string;
  /** Name of the document type, or the number of documents. */
  label: string;
  started: Date;
  news: SigningOutcome;
  /** URL of the document. */
  url: string;
  /** URL of the page for switching off these mails. */
  settingsUrl: string;
  demo: boolean;
}

interface MailTexts {
  readonly subject: string;
  readonly lines: readonly string[];
  readonly next: string;
}

/** Longer reasons are truncated and shown in full in the portal. */
const REASON_LENGTH = 300;

function textsFor(outcome: SigningOutcome, details: { dealer: string; label: string; started: string }): MailTexts {
  const { dealer, label, started } = details;
  switch (outcome.kind) {
    case 'signed':
      return {
        subject: `Firmato: ${label}`,
        lines: [
          `la firma che hai avviato ${started} per ${dealer} è completa: ${label}.`,
          ...(outcome.lateSince === null
            ? []
            : [
                `Il sigillo è arrivato in ritardo: l’ultima firma è stata data ${romeDayAndTime(outcome.lateSince)} e vale da allora.`,
              ]),
        ],
        next: 'Nel portale trovi il documento firmato:',
      };
    case 'declined': {
      const reason = withoutCodes(oneLine(outcome.reason));
      const truncated = reason.length > REASON_LENGTH ? `${reason.slice(0, REASON_LENGTH).trimEnd()}…` : reason;
      return {
        subject: `Firma rifiutata: ${label}`,
        lines: [
          `${outcome.byStaff ? `chi firma per ${dealer}` : `il cliente di ${dealer}`} ha rifiutato la firma che hai avviato ${started}: ${label}.`,
          truncated === '' ? 'Non ha indicato un motivo.' : `Motivo: «${truncated}»`,
        ],
        next: 'Nel portale puoi correggere il documento e avviare di nuovo la firma:',
      };
    }
    case 'wrongRecipient':
      return {
        subject: `Firma interrotta, persona sbagliata: ${label}`,
        lines: [
          `chi ha aperto il link della firma che hai avviato ${started} per ${dealer} dice di non essere la persona indicata: ${label}.`,
          'La firma è stata interrotta e il link non funziona più.',
        ],
        next: 'Controlla i recapiti con il cliente prima di avviare di nuovo la firma:',
      };
    case 'expired':
      return {
        subject: outcome.customerSigned ? `Firma scaduta: ${label}` : `Link di firma scaduto: ${label}`,
        lines: [
          outcome.customerSigned
            ? `il cliente di ${dealer} ha firmato, ma chi firma per la concessionaria non lo ha fatto in tempo: la firma avviata ${started} è scaduta (${label}). Se la avvii di nuovo, firma ancora anche il cliente.`
            : `il link di firma inviato ${started} al cliente di ${dealer} è scaduto senza che il documento fosse firmato: ${label}.`,
        ],
        next: 'Nel portale il documento risulta scaduto: da lì puoi avviare di nuovo la firma, con un altro link.',
      };
  }
}

export function outcomeMail(message: OutcomeMessage): { subject: string; text: string } {
  const [dealer = '', label = ''] = [message.dealer, message.label].map((text) => withoutCodes(oneLine(text)));
  const { subject, lines, next } = textsFor(message.news, { dealer, label, started: romeDayAndTime(message.started) });
  return {
    subject,
    text: mailText(
      [
        'Buongiorno,',
        '',
        ...lines,
        '',
        next,
        message.url,
        '',
        'Se non vuoi più ricevere queste e-mail, le disattivi qui:',
        message.settingsUrl,
      ],
      message.demo,
    ),
  };
}
