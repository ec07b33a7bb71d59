/** Changes of a customer's phone and e-mail before a signature: as stored in the evidence trail, and as text. */
import type { Language } from '../../errors.ts';

/** Masked, like everything in an evidence trail. */
export type ContactChange = {
  /** ISO timestamp. */
  readonly at: string;
  /** Login of the user who changed it. */
  readonly by: string | null;
  readonly phone: { readonly before: string; readonly after: string } | null;
  readonly address: { readonly before: string; readonly after: string } | null;
};

/** Maximum number of changes listed, newest first; older ones are only counted. */
export const MAX_LISTED_CHANGES = 10;

const MINUTE = 60_000;
const MAX_MINUTES = 120;
const MAX_HOURS = 48;

function elapsedText(from: Date, until: Date, language: Language): string {
  const minutes = Math.max(0, Math.floor((until.getTime() - from.getTime()) / MINUTE));
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  const isItalian = language === 'it';
  if (minutes < 1) return isItalian ? 'meno di un minuto prima' : 'less than a minute before';
  if (minutes === 1) return isItalian ? 'un minuto prima' : 'a minute before';
  if (minutes < MAX_MINUTES) return isItalian ? `${minutes} minuti prima` : `${minutes} minutes before`;
  if (hours < MAX_HOURS) return isItalian ? `${hours} ore prima` : `${hours} hours before`;
  return isItalian ? `${days} giorni prima` : `${days} days before`;
}

const CHANGE_TEXTS = {
  it: { phone: 'numero cambiato', address: 'e-mail cambiata', by: 'da' },
  en: { phone: 'number changed', address: 'e-mail changed', by: 'by' },
} as const;

/**
 * `numero cambiato 3 minuti prima da verdi: *** *** 567 → *** *** 568`.
 * @param until the instant that the elapsed time refers to.
 * @param nameOf the display name of a login; defaults to the login.
 */
export function contactChangeText(
  change: ContactChange,
  until: Date,
  language: Language,
  nameOf: (login: string) => string = (login) => login,
): string {
  const when = elapsedText(new Date(change.at), until, language);
  const unknownPerson = language === 'it' ? 'persona non identificata' : 'somebody not identified';
  const by = change.by === null ? unknownPerson : nameOf(change.by);
  const texts = CHANGE_TEXTS[language];
  return (['phone', 'address'] as const)
    .flatMap((kind) => {
      const value = change[kind];
      return value === null ? [] : [`${texts[kind]} ${when} ${texts.by} ${by}: ${value.before} → ${value.after}`];
    })
    .join('; ');
}
