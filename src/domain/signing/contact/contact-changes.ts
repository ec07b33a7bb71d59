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
export const CHANGES_TOLD = 10;

const MINUTE = 60_000;
const LONGEST_IN_MINUTES = 120;
const LONGEST_IN_HOURS = 48;

function ago(from: Date, until: Date, language: Language): string {
  const minutes = Math.max(0, Math.floor((until.getTime() - from.getTime()) / MINUTE));
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  const it = language === 'it';
  if (minutes < 1) return it ? 'meno di un minuto prima' : 'less than a minute before';
  if (minutes === 1) return it ? 'un minuto prima' : 'a minute before';
  if (minutes < LONGEST_IN_MINUTES) return it ? `${minutes} minuti prima` : `${minutes} minutes before`;
  if (hours < LONGEST_IN_HOURS) return it ? `${hours} ore prima` : `${hours} hours before`;
  return it ? `${days} giorni prima` : `${days} days before`;
}

const WORDS = {
  it: { phone: 'numero cambiato', address: 'e-mail cambiata', by: 'da' },
  en: { phone: 'number changed', address: 'e-mail changed', by: 'by' },
} as const;

/**
 * `numero cambiato 3 minuti prima da verdi: *** *** 567 → *** *** 568`.
 * @param until the previous value.
 * @param nameOf the display name of a login; defaults to the login.
 */
export function changeWords(
  change: ContactChange,
  until: Date,
  language: Language,
  nameOf: (login: string) => string = (login) => login,
): string {
  const when = ago(new Date(change.at), until, language);
  const nobody = language === 'it' ? 'persona non identificata' : 'somebody not identified';
  const by = change.by === null ? nobody : nameOf(change.by);
  const words = WORDS[language];
  return (['phone', 'address'] as const)
    .flatMap((what) => {
      const value = change[what];
      return value === null ? [] : [`${words[what]} ${when} ${words.by} ${by}: ${value.before} → ${value.after}`];
    })
    .join('; ');
}
