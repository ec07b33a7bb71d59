/** The SMS is one GSM-7 part for any names, the e-mail has no personal data, and only the code looks like a code. */
import { describe, expect, it } from 'vitest';
import { copyMail } from './copy-message.ts';
import { codeMessage, isGsm7, linkMail, linkSms, toGsm7 } from './messages.ts';

const sms = (dealer: string, label = 'Preventivo') =>
  codeMessage({ dealer, label, fingerprint: 'KQ7M-XT', code: '482913' });

const NAMES = [
  'Autoesempio Bologna',
  'X',
  '',
  'Concessionaria Autoesempio Fratelli Provetti & Figli Società a Responsabilità Limitata di Bologna e Modena',
  'Città d’Autò “Ünïcòdé” – č ž ş ğ Ł € [marchio] {2026} \\ ^ ~ |',
  'Auto 1234567890123 Srl',
  '北京汽车',
  'Riga\nNuova\r\nTab\tFine\u0007',
  '😀'.repeat(80),
];
const LABELS = [
  'Preventivo',
  'Noleggio senza conducente, più conducenti, sostituzione temporanea',
  '',
  '3 documenti',
  '987654',
];

describe('the SMS with the code', () => {
  it.each(NAMES.flatMap((name) => LABELS.map((label) => [name, label] as const)))(
    'is one part for %j and %j',
    (name, label) => {
      const text = sms(name, label);
      expect(text.length).toBeLessThanOrEqual(160);
      expect(isGsm7(text)).toBe(true);
      expect(text).not.toMatch(/[\r\n]/);
      expect(text.match(/\d{6,}/g)).toEqual(['482913']);
      expect(text).toContain('KQ7M-XT');
      expect(text).toContain('Vale 5 minuti');
      expect(text).toContain('non comunicarlo a nessuno, nemmeno alla concessionaria');
    },
  );

  it('reads naturally', () => {
    expect(sms('Autoesempio Bologna')).toBe(
      'Autoesempio Bologna: codice 482913 per firmare Preventivo (impronta KQ7M-XT). Vale 5 minuti: ' +
        'non comunicarlo a nessuno, nemmeno alla concessionaria.',
    );
  });

  it('keeps Italian accents and drops characters outside the alphabet', () => {
    expect(toGsm7('Perché è già più lì: “città”')).toBe('Perché è già più lì: "città"');
    expect(toGsm7('Čapek çelebi Łódź')).toBe('Capek celebi Lodz');
  });
});

describe('the SMS with a line for browsers', () => {
  it.each(NAMES)('ends with only host and code, and is two parts at most, for %j', (dealer) => {
    const host = 'firma.concessionaria-di-esempio.example.it';
    const text = codeMessage({ dealer, label: 'Preventivo', fingerprint: 'KQ7M-XT', code: '482913', host });
    expect(text.split('\n')).toEqual([sms(dealer), `@${host} #482913`]);
    expect(text.length).toBeLessThanOrEqual(2 * 153);
    expect(isGsm7(text)).toBe(true);
  });
});

describe('the SMS with the link', () => {
  const url = `https://fascicolo.example.it/sign/${'AAAAAAAB_-cdefghijklmnopqrstuvwx'}`;
  const link = (dealer: string, label = 'Preventivo', address = url) =>
    linkSms({ dealer, label, fingerprint: 'KQ7M-XT', url: address, expires: new Date('2026-11-23T08:12:00Z') });

  it.each(NAMES.flatMap((name) => LABELS.map((label) => [name, label] as const)))(
    'is one part for %j and %j, ends with the URL and contains nothing like a code',
    (name, label) => {
      const text = link(name, label);
      expect(text.length).toBeLessThanOrEqual(160);
      expect(isGsm7(text)).toBe(true);
      expect(text).not.toMatch(/\d{6}|[\r\n]/);
      expect(text).toContain('KQ7M-XT');
      expect(text.endsWith(` ${url}`)).toBe(true);
    },
  );

  it('reads naturally, and keeps a long URL whole', () => {
    expect(link('Autoesempio Bologna')).toBe(
      `Autoesempio Bologna: Preventivo da firmare (impronta KQ7M-XT) entro il 23/11, ore 09:12: ${url}`,
    );
    const long = `https://${'a'.repeat(120)}.example.it/sign/AAAAAAABabcdefghijklmnopqrstuvwx`;
    expect(link('Autoesempio Bologna', 'Preventivo', long).endsWith(long)).toBe(true);
    expect(link('Autoesempio Bologna', 'Preventivo', long).length).toBeLessThanOrEqual(2 * 153);
  });
});

describe('the e-mail with the link', () => {
  const url = 'http://127.0.0.1:8080/sign/AAAAAAABabcdefghijklmnopqrstuvwx';
  const mail = (dealer: string, reminder = false, more: Partial<Parameters<typeof linkMail>[0]> = {}) =>
    linkMail({
      ...more,
      reminder,
      dealer,
      label: 'Preventivo',
      fingerprint: 'KQ7M-XT',
      url,
      expires: new Date('2026-11-23T08:12:00.000Z'),
      demo: true,
    });

  it('contains dealer, document, link, deadline in words and fingerprint', () => {
    const { subject, text } = mail('Autoesempio Bologna');
    expect(subject).toBe('Autoesempio Bologna: documento da firmare');
    for (const part of [
      url,
      'Preventivo',
      'KQ7M-XT',
      '72 ore',
      'lunedì 23 novembre 2026, ore 09:12',
      'DEMO senza valore',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('is marked as a reminder, with the same link and deadline', () => {
    const { subject, text } = mail('Autoesempio Bologna', true);
    expect(subject).toBe('Autoesempio Bologna: promemoria, documento da firmare');
    for (const part of [
      'ti ricorda',
      url,
      'KQ7M-XT',
      'lo stesso link di prima',
      'lunedì 23 novembre 2026, ore 09:12',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('72 ore');
  });

  it('greets its recipient by name', () => {
    expect(mail('Autoesempio Bologna', false, { name: 'Giuseppe Bianchi' }).text).toMatch(
      /^Buongiorno Giuseppe Bianchi,\n/,
    );
    expect(mail('Autoesempio Bologna').text).toMatch(/^Buongiorno,\n/);
  });

  it.each(['only', 'orByCode'] as const)('mentions no SMS for handwriting (%s)', (byHand) => {
    const { text } = mail('Autoesempio Bologna', false, { byHand });
    expect(text).not.toContain('SMS');
    expect(text).toContain('Si firma a mano, sul tablet della concessionaria');
    expect(text.includes('codice')).toBe(byHand === 'orByCode');
  });

  it('is safe from header injection and fake codes in a name', () => {
    const { subject, text } = mail('Auto\r\nBcc: tutti@example.com 123456789');
    expect(subject).not.toMatch(/[\r\n]/);
    expect(`${subject}${text}`).not.toMatch(/\d{6}/);
  });
});

describe('the e-mail with the link to the copy', () => {
  const url = 'http://127.0.0.1:8080/sign/AAAAAAABabcdefghijklmnopqrstuvwx';
  const mail = (dealer: string, papers: string[]) =>
    copyMail({
      dealer,
      papers,
      fingerprint: 'KQ7M-XT',
      url,
      expires: new Date('2026-12-20T08:12:00.000Z'),
      demo: true,
    });

  it('contains dealer, document, link, deadline in words and fingerprint', () => {
    const { subject, text } = mail('Autoesempio Bologna', ['Preventivo']);
    expect(subject).toBe('Autoesempio Bologna: documento firmato, la tua copia');
    for (const part of [
      url,
      'Preventivo',
      'KQ7M-XT',
      '30 giorni',
      'domenica 20 dicembre 2026, ore 09:12',
      'DEMO senza valore',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('lists several documents, and is safe from header injection and fake codes', () => {
    const { subject, text } = mail('Auto\r\nBcc: tutti@example.com 123456789', ['Preventivo', 'Contratto 987654']);
    expect(subject).toContain('documenti firmati, le tue copie');
    expect(subject).not.toMatch(/[\r\n]/);
    expect(text).toContain('- Preventivo\n- Contratto 98765\n');
    expect(`${subject}${text}`).not.toMatch(/\d{6}/);
  });
});
