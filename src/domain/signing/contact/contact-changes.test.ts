/** Texts for a changed phone or address on a trail. */
import { expect, it } from 'vitest';
import { rowsOf } from '#test/rows.ts';
import { contactChangedSms } from '../messages/contact-messages.ts';
import { isGsm7, SMS_PART } from '../messages/messages.ts';
import { contactChangeText } from './contact-changes.ts';

const AT = '2026-11-20T10:00:00.000Z';
const after = (minutes: number) => new Date(Date.parse(AT) + minutes * 60_000);
const PHONE = { before: '*** *** 111', after: '*** *** 222' };
const CHANGE = { at: AT, by: 'verdi', phone: PHONE, address: null };

it.each(
  rowsOf(`
    0 | meno di un minuto prima | less than a minute before
    1 | un minuto prima | a minute before
    3 | 3 minuti prima | 3 minutes before
    119 | 119 minuti prima | 119 minutes before
    120 | 2 ore prima | 2 hours before
    ${47 * 60} | 47 ore prima | 47 hours before
    ${48 * 60} | 2 giorni prima | 2 days before
    -5 | meno di un minuto prima | less than a minute before
  `),
)('a number changed %s minutes earlier is reported as such', (minutes, it, en) => {
  expect(contactChangeText(CHANGE, after(Number(minutes)), 'it')).toBe(
    `numero cambiato ${it} da verdi: *** *** 111 → *** *** 222`,
  );
  expect(contactChangeText(CHANGE, after(Number(minutes)), 'en')).toContain(`number changed ${en} by verdi`);
});

it('an address changed with it is reported too, and a signer without a name is described', () => {
  const both = { ...CHANGE, by: null, address: { before: 'g***@example.com', after: 'v***@example.com' } };
  expect(contactChangeText(both, after(3), 'it')).toBe(
    'numero cambiato 3 minuti prima da persona non identificata: *** *** 111 → *** *** 222; e-mail cambiata 3 minuti prima da persona non identificata: g***@example.com → v***@example.com',
  );
});

it.each(['Autoesempio Bologna', 'Concessionaria “Àéèž” '.repeat(20), '', '0123456789'])(
  'the message to the former number is one part, regardless of the dealer’s name: %j',
  (dealer) => {
    const text = contactChangedSms({ dealer, newPhone: '*** *** 567' });
    expect(text.length).toBeLessThanOrEqual(SMS_PART);
    expect(isGsm7(text)).toBe(true);
    expect(text).toContain('ora finisce con 567');
    expect(text).not.toMatch(/\d{6}/);
  },
);
