/**
 * Sent to the replaced phone number and e-mail address, so that a person who did not request the change can report it.
 * Neutral, like every message.
 */

import { mailText } from './mail-text.ts';
import { oneLine, SMS_PART, toGsm7, truncate, withoutCodes } from './messages.ts';

/** One GSM-7 part: a long dealer name is shortened. @param newPhone masked. */
export function contactChangedSms({ dealer, newPhone }: { dealer: string; newPhone: string | null }): string {
  const write = (name: string): string =>
    `${name}: il numero per i tuoi codici di firma ora finisce con ${newPhone?.slice(-3) ?? '***'}. ` +
    'Se non lo hai chiesto tu, avvisa subito la concessionaria.';
  const name = withoutCodes(toGsm7(dealer)) || 'Concessionaria';
  return write(truncate(name, SMS_PART - write('').length));
}

export function contactChangedMail(message: { dealer: string; demo: boolean }): { subject: string; text: string } {
  const dealer = withoutCodes(oneLine(message.dealer));
  return {
    subject: `${dealer}: indirizzo e-mail cambiato`,
    text: mailText(
      [
        'Buongiorno,',
        '',
        `${dealer} non userà più questo indirizzo e-mail per inviarti i documenti da firmare: ne è stato indicato un altro.`,
        '',
        'Se non lo hai chiesto tu, avvisa subito la concessionaria: potrebbe firmare qualcun altro al posto tuo.',
        'Se lo hai chiesto tu, non devi fare nulla.',
      ],
      message.demo,
    ),
  };
}
