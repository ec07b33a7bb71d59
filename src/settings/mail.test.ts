/** Mail settings: their values, and a message for every mistake. */
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { rowsOf } from '#test/rows.ts';
import { mailFields, mailProblems, mailSecrets, mailSettings } from './mail.ts';

const pem = (type: 'rsa' | 'ed25519'): string => {
  const pair = type === 'rsa' ? generateKeyPairSync('rsa', { modulusLength: 1024 }) : generateKeyPairSync('ed25519');
  return pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
};
const SUBMISSION = 587;
const schema = z.object(mailFields);
const least = { SMTP_HOST: 'posta.example.it', SMTP_FROM: 'Fascicolo <firma@Example.it>' };
const settings = (given: Record<string, string>) => mailSettings(schema.parse(given));

describe('mail', () => {
  it('needs a server and a sender; the rest has defaults', () => {
    expect(settings(least)).toEqual({
      ...{
        host: 'posta.example.it',
        port: SUBMISSION,
        tls: 'starttls',
        certificates: null,
        credentials: null,
        dkim: null,
      },
      ...{ from: { name: 'Fascicolo', address: 'firma@Example.it' }, bouncesDir: null, suppressDays: 30 },
      bounces: { local: 'bounces', domain: 'example.it' },
    });
  });

  it('is off without a server', () => {
    expect(settings({})).toBeNull();
    expect(mailProblems({}, false)).toEqual([]);
  });

  it.each([
    [{ SMTP_PORT: '465' }, 465, 'implicit'],
    [{ SMTP_TLS: 'implicit' }, 465, 'implicit'],
    [{ SMTP_TLS: 'implicit', SMTP_PORT: '8465' }, 8465, 'implicit'],
    [{ SMTP_PORT: '25' }, 25, 'starttls'],
  ])('derives port and TLS from each other: %j', (change, port, tls) => {
    expect(settings({ ...least, ...change } as Record<string, string>)).toMatchObject({ port, tls });
  });

  it('accepts all settings', () => {
    const key = pem('rsa');
    const given = {
      ...{ ...least, SMTP_USER: 'u', SMTP_PASSWORD: 'p: "\\ €', SMTP_BOUNCES: 'ritorno@posta.example.it' },
      ...{
        SMTP_DKIM_KEY: key,
        SMTP_DKIM_SELECTOR: 's1',
        SMTP_BOUNCES_DIR: '/var/mail/ritorno',
        SMTP_SUPPRESS_DAYS: '0',
      },
    };
    expect(mailProblems(given, true)).toEqual([]);
    expect(settings(given)).toMatchObject({
      credentials: { user: 'u', password: 'p: "\\ €' },
      bounces: { local: 'ritorno', domain: 'posta.example.it' },
      ...{ dkim: { selector: 's1', domain: 'example.it', key }, bouncesDir: '/var/mail/ritorno', suppressDays: 0 },
    });
  });

  it.each([
    ...rowsOf(`
      SMTP_HOST          | posta example
      SMTP_PORT          | 0
      SMTP_TLS           | none
      SMTP_FROM          | Fascicolo
      SMTP_FROM          | Fascicolo <firma@example.it>, altro@example.it
      SMTP_BOUNCES       | bounces+x@example.it
      SMTP_BOUNCES       | ${'b'.repeat(40)}@example.it
      SMTP_DKIM_KEY      | non una chiave
      SMTP_DKIM_SELECTOR | a b
      SMTP_SUPPRESS_DAYS | -1
    `),
    ['SMTP_FROM', 'Fasc\r\nBcc: x <firma@example.it>'],
    ['SMTP_DKIM_KEY', pem('ed25519')],
  ])('refuses %s: %j', (name, value) => {
    const parsed = schema.safeParse({ ...least, [name]: value });
    expect(parsed.error?.issues.map(({ path }) => path.join())).toEqual([name]);
  });

  it.each([
    ['a server without a sender', { SMTP_HOST: 'a' }, ['SMTP_FROM']],
    ['a password alone', { SMTP_PASSWORD: 'p' }, ['SMTP_USER', 'SMTP_HOST', 'SMTP_FROM']],
    ['a user alone', { ...least, SMTP_USER: 'u' }, ['SMTP_PASSWORD']],
    ['a key without a selector', { ...least, SMTP_DKIM_KEY: 'k' }, ['SMTP_DKIM_SELECTOR']],
    [
      'a selector and a domain without a key',
      { ...least, SMTP_DKIM_SELECTOR: 's', SMTP_DKIM_DOMAIN: 'd' },
      ['SMTP_DKIM_KEY'],
    ],
    ['STARTTLS on the port of TLS', { ...least, SMTP_PORT: 465, SMTP_TLS: 'starttls' }, ['SMTP_TLS']],
  ])('reports %s', (_name, given, names) => {
    expect(mailProblems(given, false).map(({ name }) => name)).toEqual(names);
  });

  it('reports what is missing where mail is required', () => {
    expect(mailProblems({}, true).map(({ name }) => name)).toEqual(['SMTP_HOST', 'SMTP_FROM']);
  });

  it('lists its secrets', () => {
    expect(Object.keys(mailFields)).toEqual(expect.arrayContaining([...mailSecrets]));
  });
});
