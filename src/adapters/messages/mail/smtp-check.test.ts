/** `doctor` on mail: each misconfiguration is explained under its setting, and no message is sent. */

// Real time: openssl dates the server's certificates by the system clock.
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { realNow } from '#test/clock.ts';
import { linesOf } from '#test/finding-lines.ts';
import { makeCertificates, type ServerCertificates } from '../../../../test/mail/certificates.ts';
import { SmtpHost } from '../../../../test/mail/smtp-host.ts';
import { checkMail, type MailCheckOptions } from './smtp-check.ts';
import type { SmtpSettings } from './smtp-settings.ts';

const privateKey = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
const key = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
const published = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64');

let certificates: ServerCertificates;
let ground: string;
let host: SmtpHost;
let texts: Record<string, string[][]>;

beforeAll(async () => {
  ground = await mkdtemp(join(tmpdir(), 'smtp-check-'));
  certificates = await makeCertificates(ground, 'server');
  for (const part of ['new', 'cur', 'tmp']) await mkdir(join(ground, 'maildir', part), { recursive: true });
});
afterAll(() => rm(ground, { recursive: true, force: true }));
beforeEach(async () => {
  host = await SmtpHost.listen(certificates);
  texts = {
    'f._domainkey.example.it': [['v=DKIM1; k=rsa; ', `p=${published.slice(0, 90)}`, published.slice(90)]],
    'example.it': [['google-site-verification=x'], ['v=spf1 ip4:192.0.2.1 -all']],
  };
});
afterEach(() => host.close());

const resolveTxt = async (name: string): Promise<string[][]> => {
  const found = texts[name];
  if (found === undefined) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
  return found;
};

async function check(change: Partial<SmtpSettings> = {}, options: Partial<MailCheckOptions> = {}): Promise<string[]> {
  const settings: SmtpSettings = {
    ...{ host: '127.0.0.1', port: host.port, tls: 'implicit', certificates: certificates.authority },
    ...{
      credentials: { user: 'fascicolo', password: 'segreta' },
      from: { name: 'Fascicolo', address: 'f@example.it' },
    },
    ...{ bounces: { local: 'bounces', domain: 'example.it' }, bouncesDir: join(ground, 'maildir'), suppressDays: 30 },
    dkim: { selector: 'f', domain: 'example.it', key },
    ...change,
  };
  const findings = await checkMail(settings, { resolveTxt, now: realNow(), timeLimit: 2_000, ...options });
  const said = JSON.stringify(findings);
  expect(said).not.toContain('segreta');
  expect(said).not.toContain('PRIVATE');
  expect(host.commands.filter((line) => /^(MAIL|RCPT|DATA)/.test(line))).toEqual([]);
  return linesOf(findings);
}

const CERTIFICATE_SOON = /^warning SMTP_HOST: The certificate of 127.0.0.1 ends in [01] days/;
const bad = (lines: readonly string[]) =>
  lines.filter((line) => !line.startsWith('ok ') && !CERTIFICATE_SOON.test(line));

describe('doctor', () => {
  it('reports nothing but a certificate that expires soon when all is well', async () => {
    const lines = await check();
    expect(bad(lines)).toEqual([]);
    expect(lines.filter((line) => line.startsWith('ok ')).map((line) => line.split(/[ :]/)[1])).toEqual([
      ...['SMTP_HOST', 'SMTP_USER', 'SMTP_DKIM_KEY', 'SMTP_BOUNCES', 'SMTP_BOUNCES_DIR'],
    ]);
    expect(lines).toContainEqual(expect.stringMatching(CERTIFICATE_SOON));
  });

  it('reports an untrusted certificate chain, in both modes of TLS', async () => {
    const foreign = await makeCertificates(ground, 'foreign');
    const plain = await SmtpHost.listen(certificates, 'starttls');
    const wrong = /^failure SMTP_CERTIFICATES: .*leads to none of the trusted authorities/;
    expect(bad(await check({ certificates: foreign.authority }))).toEqual([expect.stringMatching(wrong)]);
    const change = { certificates: foreign.authority, port: plain.port, tls: 'starttls' } as const;
    expect(bad(await check(change))).toEqual([expect.stringMatching(wrong)]);
    expect(bad(await check({ certificates: null }))).toEqual([expect.stringMatching(wrong)]);
    await plain.close();
  });

  it('reports a certificate for another name', async () => {
    const other = await makeCertificates(ground, 'other', 'DNS:altro.example.it');
    const named = await SmtpHost.listen(other);
    expect(bad(await check({ port: named.port, certificates: other.authority }))).toEqual([
      expect.stringMatching(/^failure SMTP_HOST: .*for another name/),
    ]);
    await named.close();
  });

  it('reports a missing certificates file', async () => {
    expect(bad(await check({ certificates: join(ground, 'none.pem') }))).toEqual([
      expect.stringMatching(/^failure SMTP_CERTIFICATES: .*none\.pem cannot be read \(ENOENT\)/),
    ]);
  });

  it.each([
    ['a wrong password', { AUTH: '535 5.7.8 no' }, /^failure SMTP_USER: .*refuses user and password/],
    ['no sign-in', { AUTH: '503 not here' }, /^failure SMTP_USER: .*answers 503 to the sign-in/],
    ['a server that is closing', { greeting: '421 busy' }, /^failure SMTP_HOST: .*answers 421/],
    ['a server of another kind', { greeting: 'HTTP/1.1 400' }, /^failure SMTP_HOST: .*answers EPROTOCOL/],
    ['a server that is silent', { greeting: 'silent' as const }, /^failure SMTP_HOST: .*does not answer in time/],
  ])('reports %s', async (_name, answers, line) => {
    host.answers = answers;
    expect(bad(await check({}, { timeLimit: 900 }))).toEqual([expect.stringMatching(line)]);
  });

  it('reports a closed port, and an unknown host name', async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as { port: number };
    await new Promise((done) => server.close(done));
    expect(bad(await check({ port }))).toEqual([expect.stringMatching(/^failure SMTP_PORT: .*refuses the connection/)]);
    expect(bad(await check({ host: 'posta.invalid' }))).toEqual([
      expect.stringMatching(/^failure SMTP_HOST: posta\.invalid/),
    ]);
  });

  it('reports the wrong mode of TLS, both ways', async () => {
    const plain = await SmtpHost.listen(certificates, 'starttls');
    expect(bad(await check({ port: plain.port }))).toEqual([expect.stringMatching(/^failure SMTP_TLS: .*starttls/)]);
    plain.offersTls = false;
    expect(bad(await check({ port: plain.port, tls: 'starttls' }))).toEqual([
      expect.stringMatching(/^failure SMTP_TLS: .*offers no STARTTLS/),
    ]);
    await plain.close();
    expect(bad(await check({ tls: 'starttls' }, { timeLimit: 900 }))).toEqual([
      expect.stringMatching(/^failure SMTP_HOST: .*SMTP_TLS=implicit/),
    ]);
  });

  it('reports a DKIM key that is missing or differs, and an unresponsive DNS', async () => {
    delete texts['f._domainkey.example.it'];
    const missing = new RegExp(
      `^failure SMTP_DKIM_KEY: .*no TXT record.*v=DKIM1; k=rsa; p=${published.slice(0, 40).replace(/[+/]/g, '.')}`,
    );
    expect(bad(await check())).toEqual([expect.stringMatching(missing)]);
    texts['f._domainkey.example.it'] = [['v=DKIM1; p=AAAA']];
    expect(bad(await check())).toEqual([expect.stringMatching(/^failure SMTP_DKIM_KEY: .*another key/)]);
    const silent = { resolveTxt: () => Promise.reject(Object.assign(new Error(), { code: 'ETIMEOUT' })) };
    expect(bad(await check({}, silent))).toEqual([expect.stringMatching(/^warning SMTP_DKIM_KEY: .*no answer/)]);
  });

  it('reports a DKIM domain other than the sender’s, missing DKIM, and missing SPF', async () => {
    expect(bad(await check({ from: { name: '', address: 'f@altro.it' } }))).toEqual([
      expect.stringMatching(/^warning SMTP_DKIM_DOMAIN: .*DMARC/),
    ]);
    expect(bad(await check({ dkim: null }))).toEqual([expect.stringMatching(/^warning SMTP_DKIM_KEY: .*not signed/)]);
    delete texts['example.it'];
    expect(bad(await check())).toEqual([expect.stringMatching(/^warning SMTP_BOUNCES: .*no SPF/)]);
  });

  it('reports a bounce mailbox that is missing, not configured, or not a Maildir', async () => {
    expect(bad(await check({ bouncesDir: null }))).toEqual([
      expect.stringMatching(/^warning SMTP_BOUNCES_DIR: Not set/),
    ]);
    expect(bad(await check({ bouncesDir: join(ground, 'none') }))).toEqual([
      expect.stringMatching(/^failure SMTP_BOUNCES_DIR: .*is not there/),
    ]);
    await chmod(join(ground, 'maildir'), 0o700);
    expect(bad(await check({ bouncesDir: certificates.authority }))).toEqual([
      expect.stringMatching(/^failure SMTP_BOUNCES_DIR/),
    ]);
  });
});

describe('a test message', () => {
  it('is sent once, only on request', async () => {
    const settings: SmtpSettings = {
      ...{ host: '127.0.0.1', port: host.port, tls: 'implicit', certificates: certificates.authority, dkim: null },
      ...{ credentials: null, from: { name: 'Fascicolo', address: 'f@example.it' }, bouncesDir: null, suppressDays: 0 },
      bounces: { local: 'bounces', domain: 'example.it' },
    };
    const options = { resolveTxt, now: realNow(), timeLimit: 2_000, trialTo: 'admin@example.it' };
    expect((await checkMail(settings, options)).at(-1)).toMatchObject({ name: 'mail', level: 'ok' });
    expect(host.received.map(({ to }) => to)).toEqual(['admin@example.it']);
    host.answers = { RCPT: '550 5.1.1 nobody' };
    expect(linesOf(await checkMail(settings, options)).at(-1)).toMatch(
      /^failure mail: .*refused at RCPT TO 550 5\.1\.1/,
    );
  });
});
