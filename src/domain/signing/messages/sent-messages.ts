/** Tracks the delivery of a signature's messages: links, reminders, codes and copies, by e-mail and SMS. */
import type { Language } from '../../errors.ts';

export const MESSAGE_KINDS = ['LINK', 'REMINDER', 'CODE', 'COPY'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/**
 * `WAITING`: an attempt failed and more follow; `SENT`: the server or gateway accepted it; `DELIVERED`, `UNDELIVERED`:
 * its later report; `FAILED`: no server accepted it and there are no more attempts.
 */
export const MESSAGE_STATES = ['WAITING', 'SENT', 'DELIVERED', 'UNDELIVERED', 'FAILED'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

const REASONS = {
  ADDRESS: { it: 'la casella non esiste o è chiusa', en: 'the mailbox does not exist or is closed' },
  FULL: { it: 'la casella è piena', en: 'the mailbox is full' },
  BLOCKED: {
    it: 'il server del destinatario lo ha rifiutato come indesiderato',
    en: 'the recipient’s server rejected it as unwanted',
  },
  LATE: { it: 'non è stato accettato in tempo utile', en: 'it was not accepted in time' },
  RETURNED: { it: 'il server del destinatario lo ha rifiutato', en: 'the recipient’s server rejected it' },
  LATER: {
    it: 'il server del destinatario chiede di riprovare più tardi',
    en: 'the recipient’s server asks to try again later',
  },
  SERVER: { it: 'il servizio di invio non risponde', en: 'the sending service does not answer' },
  UNCERTAIN: {
    it: 'il servizio di invio non ha dato conferma: può essere arrivato',
    en: 'the sending service did not confirm it: it may have arrived',
  },
  REJECTED: { it: 'il gestore degli SMS rifiuta questo numero', en: 'the SMS gateway rejects this number' },
  TOO_LONG: { it: 'il testo è troppo lungo per un SMS', en: 'the text is too long for an SMS' },
  UNREACHABLE: {
    it: 'telefono spento, non raggiungibile o numero sbagliato',
    en: 'phone off, out of reach, or wrong number',
  },
  NOT_NEEDED: { it: 'prima dell’invio non serviva più', en: 'it was no longer needed before it left' },
  LEFT: { it: 'la persona non è più attiva tra gli utenti', en: 'the person is no longer an active user' },
} as const satisfies Record<string, Record<Language, string>>;
export type MessageReason = keyof typeof REASONS;
export const MESSAGE_REASONS = Object.keys(REASONS) as [MessageReason, ...MessageReason[]];

/** @returns words to put after a colon. */
export const messageReason = (reason: MessageReason, language: Language = 'it'): string => REASONS[reason][language];

export const isMessageReason = (text: string): text is MessageReason => Object.hasOwn(REASONS, text);

/** @param status enhanced status code of a failure (RFC 3463), or null. */
export function reasonOfStatus(status: string | null): MessageReason {
  const [kind, subject, detail] = (status ?? '').split('.').map(Number);
  // 4.4.7 and 5.4.7: the other server gave up after days; so does any other 4.x.x in a report.
  if (kind === 4 || (subject === 4 && detail === 7)) return subject === 2 && detail === 2 ? 'FULL' : 'LATE';
  if (subject === 1 || (subject === 2 && detail === 1) || (subject === 4 && detail === 4)) return 'ADDRESS';
  if (subject === 2 && detail === 2) return 'FULL';
  return subject === 7 ? 'BLOCKED' : 'RETURNED';
}
