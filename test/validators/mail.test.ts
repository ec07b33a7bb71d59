/**
 * Mail against Exim: accepted, refused, greylisted, not relayed, by TLS only, signed with DKIM, returned; read by
 * third-party libraries.
 */

// Real time: a third-party mail server uses no other clock.
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authenticate } from 'mailauth';
import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailSuite } from '#adapters/messages/mail/mail.suite.ts';
import { openSmtpMail } from '#adapters/messages/mail/smtp.ts';
import { checkMail } from '#adapters/messages/mail/smtp-check.ts';
import { SMTP_LIMITS, SMTP_TIME_LIMIT, type SmtpSettings } from '#adapters/messages/mail/smtp-settings.ts';
import { openCircuitBreaker } from '#adapters/outside/circuit-breaker.ts';
import { copyMail } from '#domain/signing/messages/copy-message.ts';
import { linkMail } from '#domain/signing/messages/messages.ts';
import { type Mail, MailFailure } from '#ports/messages.ts';
import { OutsideFailure } from '#ports/outside-system.ts';
import { realNow } from '#test/clock.ts';
import { inEnglish } from '#test/finding-lines.ts';
import { makeCertificates } from '#test/mail/certificates.ts';
import { CutProxy } from '#test/mail/cut-proxy.ts';
import { EXIM_USER, Exim, poll } from '#test/mail/exim.ts';

const clock = { now: realNow };
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const published = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64');
const DNS: Record<string, string[][]> = {
  'fascicolo._domainkey.example.it': [['v=DKIM1; k=rsa; ', `p=${published.slice(0, 200)}`, published.slice(200)]],
  'example.it': [['v=spf1 ip4:192.0.2.1 -all']],
};
async function resolveTxt(name: string): Promise<string[][]> {
  const records = DNS[name];
  if (records === undefined) throw Object.assign(new Error(`${name}: none`), { code: 'ENOTFOUND' });
  return records;
}

let exim: Exim;
let ground: string;
let mail: Mail;

function settings(change: Partial<SmtpSettings> = {}): SmtpSettings {
  return {
    ...{ host: '127.0.0.1', port: exim.ports.starttls, tls: 'starttls', certificates: exim.certificates.authority },
    ...{ credentials: EXIM_USER, from: { name: 'Fascicolo, firme', address: 'firma@example.it' }, suppressDays: 30 },
    ...{ bounces: { local: 'bounces', domain: 'example.it' }, bouncesDir: exim.bouncesDir },
    dkim: {
      ...{ selector: 'fascicolo', domain: 'example.it' },
      key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    },
    ...change,
  };
}

async function open(change: Partial<SmtpSettings> = {}, limits = SMTP_LIMITS, memory?: string): Promise<Mail> {
  const log = { warn: () => undefined, info: () => undefined };
  const guard = openCircuitBreaker({ system: 'mail', clock, log, timeLimit: SMTP_TIME_LIMIT });
  const folder = memory ?? (await mkdtemp(join(ground, 'memory-')));
  return openSmtpMail({ settings: settings(change), folder, key: new Uint8Array(32).fill(9), clock, guard, limits });
}

beforeAll(async () => {
  exim = await Exim.start();
  ground = await mkdtemp(join(tmpdir(), 'mail-'));
  mail = await open();
});
afterAll(async () => {
  await exim.close();
  await rm(ground, { recursive: true, force: true });
});

const facts = { dealer: 'Città dell’Auto S.p.A.', fingerprint: '1A2B 3C4D', demo: false };
const url = `https://firma.example.it/sign/${'aB3_'.repeat(40)}`;
const expires = new Date('2026-12-20T09:00:00Z');
const link = linkMail({ ...facts, url, expires, label: 'Preventivo', reminder: false });
const copy = copyMail({ ...facts, url, expires, papers: ['Preventivo', 'Informativa privacy'] });

const send = (to: string, by = mail, id = `copy:${to}`) => by.send({ id, to, ...link });
const endOf = (sending: Promise<unknown>): Promise<string> =>
  sending.then(
    () => 'taken',
    (error: unknown) => {
      if (error instanceof MailFailure) return `${error.outcome} ${error.code}`;
      if (error instanceof OutsideFailure) return `server ${error.reason}`;
      throw error;
    },
  );

describe('a message', () => {
  it.each([
    ['the link', 'ada@example.com', link],
    ['the copies', 'eva@example.com', copy],
  ])('arrives unchanged as text and HTML: %s', async (_name, to, words) => {
    const { providerId } = await mail.send({ id: `copy:${to}`, to, ...words });
    const bytes = await exim.messageFor(to);
    const read = await simpleParser(bytes);
    expect(read.subject).toBe(words.subject);
    expect(read.text?.trim()).toBe(words.text);
    expect(read.from?.value).toEqual([{ name: 'Fascicolo, firme', address: 'firma@example.it' }]);
    expect(read.messageId).toBe(`<${providerId}@example.it>`);
    expect(read.headers.get('auto-submitted')).toBe('auto-generated');
    expect(read.headers.get('return-path')).toMatchObject({ text: `bounces+${providerId}@example.it` });
    expect(read.attachments).toEqual([]);
    expect(read.html).toContain(`href="${url}"`);
    // Lines that servers may break or refuse, and bytes that not every server accepts.
    expect(
      Math.max(
        ...bytes
          .toString('latin1')
          .split(/\r?\n/)
          .map((line) => line.length),
      ),
    ).toBeLessThan(998);
    expect(bytes.every((byte) => byte < 128)).toBe(true);
  });

  it('has a DKIM signature over the visible content that another library verifies; a modified message fails', async () => {
    await send('dkim@example.com');
    const bytes = await exim.messageFor('dkim@example.com');
    const verify = async (message: Buffer): Promise<string | undefined> => {
      const options = { ip: '192.0.2.1', helo: 'mail.example.it', sender: 'firma@example.it', resolver: resolveTxt };
      const { dkim } = await authenticate(message, {
        ...options,
        disableArc: true,
        disableDmarc: true,
        disableBimi: true,
      });
      return dkim.results[0]?.status.result;
    };
    expect(await verify(bytes)).toBe('pass');
    const text = bytes.toString('latin1');
    expect(/[;\s]h=([^;]+);/.exec(text)?.[1]?.split(':')).toEqual(
      expect.arrayContaining(['from', 'to', 'subject', 'date']),
    );
    expect(await verify(Buffer.from(text.replace('Buongiorno', 'Buonasera!'), 'latin1'))).toBe('neutral');
    expect(await verify(Buffer.from(text.replace(/^To: .*$/m, 'To: eva@example.com'), 'latin1'))).toBe('fail');
  });

  it('is sent with implicit TLS as well', async () => {
    const implicit = await open({ port: exim.ports.implicit, tls: 'implicit' });
    expect(await endOf(send('implicita@example.com', implicit))).toBe('taken');
    expect(await exim.log()).toMatch(/<= bounces\+\S+ .*X=TLS1\.[23]/);
  });

  it('is sent once when the call is repeated', async () => {
    await send('una@example.com');
    await send('una@example.com');
    await exim.messageFor('una@example.com');
    await send('dopo@example.com');
    await exim.messageFor('dopo@example.com');
    expect(await exim.messagesFor('una@example.com')).toHaveLength(1);
  });
});

describe('a refusal by Exim', () => {
  it.each([
    ['an unknown user', 'sconosciuta@example.com', 'never 550', 'never null'],
    ['an unknown user, with an enhanced status code', 'sconosciuta-codice@example.com', 'never 550', 'never null'],
    ['a full mailbox, which may have room later', 'piena@example.com', 'never 550', 'never 550'],
  ])('that is permanent is not retried: %s', async (_name, to, first, second) => {
    expect(await endOf(send(to))).toBe(first);
    expect(await endOf(send(to, mail, `again:${to}`))).toBe(second);
  });

  it('that is temporary is followed by a successful retry', async () => {
    expect(await endOf(send('grigia@example.com'))).toBe('later 451');
    await exim.endGreylisting();
    expect(await endOf(send('grigia@example.com'))).toBe('taken');
    await exim.messageFor('grigia@example.com');
  });

  it('of relaying is a configuration error, not a fault of the address', async () => {
    const stranger = await open({ credentials: null });
    expect(await endOf(send('ada@altrove.test', stranger))).toBe('server refused');
    expect(await endOf(send('ada@altrove.test'))).toBe('taken');
  });

  it('of the sign-in is a configuration error, too', async () => {
    const wrong = await open({ credentials: { ...EXIM_USER, password: 'sbagliata' } });
    expect(await endOf(send('ada@example.com', wrong))).toBe('server refused');
  });

  it('does not occur with an untrusted certificate: nothing is sent', async () => {
    const { authority } = await makeCertificates(ground, 'foreign');
    for (const tls of ['starttls', 'implicit'] as const) {
      const astray = await open({ certificates: authority, tls, port: exim.ports[tls] });
      expect(await endOf(send('mai@example.com', astray))).toBe('server wrong');
    }
    expect(await exim.messagesFor('mai@example.com')).toEqual([]);
  });
});

mailSuite('Exim', async () => ({
  mail: await open(),
  async received(to) {
    const messages = await exim.messagesFor(to);
    return Promise.all(messages.map(async (message) => (await simpleParser(message)).text?.trim() ?? ''));
  },
}));

describe('returned mail', () => {
  it('is reported for the returned message, and delivery for the other one', async () => {
    const returned = await send('rimbalza@example.com');
    const arrived = await send('arriva@example.com');
    const ids = [returned.providerId, arrived.providerId];
    const receipts = await poll('No reports', async () => {
      const receipts = await mail.receipts?.(ids);
      return receipts?.length === 2 ? receipts : undefined;
    });
    expect(receipts).toEqual([
      { providerId: returned.providerId, state: 'FAILED', status: expect.stringMatching(/^5\./) },
      { providerId: arrived.providerId, state: 'DELIVERED', status: expect.stringMatching(/^2\./) },
    ]);
  });

  it('is a valid report for another library', async () => {
    const { providerId } = await send('rimbalza@example.com', mail, 'once-more');
    const folder = join(exim.bouncesDir, 'cur');
    const report = await poll('No report', async () => {
      await mail.receipts?.([]);
      for (const name of await readdir(folder).catch(() => [])) {
        const text = await readFile(join(folder, name));
        if (text.includes(providerId)) return text;
      }
      return undefined;
    });
    const read = await simpleParser(report);
    expect(read.headers.get('content-type')).toMatchObject({ value: 'multipart/report' });
    expect(read.headers.get('return-path')).toMatchObject({ value: [{ address: '' }] });
    expect(await mail.receipts?.([providerId])).toMatchObject([{ state: 'FAILED' }]);
  });
});

describe('a restarted mail server', () => {
  it('receives a waiting message once', async () => {
    await exim.stop();
    expect(await endOf(send('attesa@example.com'))).toBe('server down');
    await exim.launch();
    expect(await endOf(send('attesa@example.com'))).toBe('taken');
    await exim.messageFor('attesa@example.com');
    expect(await exim.messagesFor('attesa@example.com')).toHaveLength(1);
  });
});

describe('a frozen mail server', () => {
  it('delays a request no longer than the time limit, and receives the message once it responds', async () => {
    const limited = await open({}, { ...SMTP_LIMITS, greeting: 300 });
    exim.freeze(true);
    try {
      expect(await endOf(send('ferma@example.com', limited))).toBe('server timeout');
    } finally {
      exim.freeze(false);
    }
    const patient = await open();
    expect(await endOf(send('ferma@example.com', patient))).toBe('taken');
    await exim.messageFor('ferma@example.com');
    expect(await exim.messagesFor('ferma@example.com')).toHaveLength(1);
  });
});

describe('a response lost after the whole message', () => {
  it('is reported as uncertain, and the repetition has the same Message-ID', async () => {
    const proxy = await CutProxy.inFrontOf(exim.ports.implicit, 4_000);
    const folder = await mkdtemp(join(ground, 'memory-'));
    const cut = await open({ port: proxy.port, tls: 'implicit' }, SMTP_LIMITS, folder);
    expect(await endOf(send('incerta@example.com', cut))).toBe('uncertain null');
    await exim.messageFor('incerta@example.com');
    await proxy.close();
    expect(await endOf(send('incerta@example.com', await open({}, SMTP_LIMITS, folder)))).toBe('taken');
    const messages = await poll('No second message', async () => {
      const messages = await exim.messagesFor('incerta@example.com');
      return messages.length === 2 ? messages : undefined;
    });
    const ids = await Promise.all(messages.map(async (message) => (await simpleParser(message)).messageId));
    expect(new Set(ids).size).toBe(1);
  });
});

describe('doctor', () => {
  const check = async (change: Partial<SmtpSettings> = {}) =>
    inEnglish(await checkMail(settings(change), { resolveTxt, now: realNow() }));

  it('passes this server, except its certificate, which expires soon', async () => {
    const findings = await check();
    expect(findings.filter(({ level }) => level !== 'ok').map(({ text }) => text)).toEqual([
      expect.stringMatching(/^The certificate of 127\.0\.0\.1 ends in [01] days/),
    ]);
  });

  it('reports a wrong chain and a wrong password', async () => {
    const { authority } = await makeCertificates(ground, 'stranger');
    expect(await check({ certificates: authority })).toContainEqual(
      expect.objectContaining({ level: 'failure', name: 'SMTP_CERTIFICATES' }),
    );
    const credentials = { ...EXIM_USER, password: 'sbagliata' };
    expect(await check({ credentials })).toContainEqual(
      expect.objectContaining({ level: 'failure', name: 'SMTP_USER' }),
    );
  });
});
