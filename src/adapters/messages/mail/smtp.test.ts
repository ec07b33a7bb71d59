/** Mail over SMTP against a faulty server: which failures are retried, which never, and that no message is sent twice. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Mail, MailFailure } from '#ports/messages.ts';
import { OutsideFailure } from '#ports/outside-system.ts';
import { testClock } from '#test/clock.ts';
import { rowsOf } from '#test/rows.ts';
import { makeCertificates, type ServerCertificates } from '../../../../test/mail/certificates.ts';
import { SmtpHost, type SmtpStep } from '../../../../test/mail/smtp-host.ts';
import { openCircuitBreaker } from '../../outside/circuit-breaker.ts';
import { mailSuite } from './mail.suite.ts';
import { markOf, openSmtpMail } from './smtp.ts';
import type { SmtpSettings } from './smtp-settings.ts';

const key = new Uint8Array(32).fill(7);
let certificates: ServerCertificates;
let ground: string;
let folder: string;
let host: SmtpHost;
let mail: Mail;
let clock: ReturnType<typeof testClock>;

const log = { warn: () => undefined, info: () => undefined };
/** Only for responses that never arrive; the others may be slow on a busy machine. */
const SHORT = { connection: 5_000, greeting: 150, silence: 150 };
const LONG = { connection: 5_000, greeting: 5_000, silence: 5_000 };

function settings(change: Partial<SmtpSettings> = {}): SmtpSettings {
  return {
    ...{ host: '127.0.0.1', port: host.port, tls: 'implicit', certificates: certificates.authority },
    ...{
      credentials: { user: 'fascicolo', password: 'segreta' },
      from: { name: 'Fascicolo', address: 'f@example.it' },
    },
    ...{ bounces: { local: 'bounces', domain: 'example.it' }, bouncesDir: null, dkim: null, suppressDays: 30 },
    ...change,
  };
}

function open(change: Partial<SmtpSettings> = {}, { limits = LONG, timeLimit = 10_000 } = {}): Promise<Mail> {
  const guard = openCircuitBreaker({ system: 'mail', clock, log, timeLimit });
  return openSmtpMail({ settings: settings(change), folder, key, clock, guard, limits });
}

beforeAll(async () => {
  ground = await mkdtemp(join(tmpdir(), 'smtp-'));
  certificates = await makeCertificates(ground, 'server');
});
afterAll(() => rm(ground, { recursive: true, force: true }));

beforeEach(async () => {
  clock = testClock();
  folder = await mkdtemp(join(ground, 'memory-'));
  host = await SmtpHost.listen(certificates);
  mail = await open();
});
afterEach(() => host.close());

const message = { id: 'copy:7', to: 'ada@example.com', subject: 'Città: copia', text: 'Buongiorno,\n\nè pronta.' };
const send = (change: Partial<typeof message> = {}, by = mail) => by.send({ ...message, ...change });

/** The first part of a message, with quoted-printable decoded. */
function readText(received: string): string {
  const part = received.split(/\r\n--\S+\r\n/)[1] ?? '';
  const bytes = part
    .slice(part.indexOf('\r\n\r\n') + 4)
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n').trim();
}

/** Outcome of a delivery: `taken`, the verdict on this message, or why the server could not be used. */
async function endOf(sending: Promise<unknown>): Promise<string> {
  try {
    await sending;
    return 'taken';
  } catch (error) {
    if (error instanceof MailFailure) return error.outcome;
    if (error instanceof OutsideFailure) return `server ${error.reason}`;
    throw error;
  }
}

describe('a message', () => {
  it('is sent over TLS, after authentication, with a sender and a message id of its own', async () => {
    const { providerId } = await send();
    expect(providerId).toBe(markOf(key, 'copy:7'));
    const verbs = host.commands.map((line) => line.split(/[ :]/)[0]);
    expect(verbs.join(' ')).toBe('EHLO AUTH MAIL RCPT DATA QUIT');
    const [received] = host.received;
    expect(received).toMatchObject({ from: `bounces+${providerId}@example.it`, to: 'ada@example.com' });
    expect(received?.message).toContain(`\r\nMessage-ID: <${providerId}@example.it>\r\n`);
    expect(received?.message).toContain('Auto-Submitted: auto-generated\r\n');
    expect(received?.message).toContain('From: Fascicolo <f@example.it>\r\n');
    expect(received?.message).toContain(`\r\nDate: ${clock.now().toUTCString().replace('GMT', '+0000')}\r\n`);
  });

  it('requests delivery reports only where they are read', async () => {
    await send();
    expect(host.commands.join()).not.toContain('NOTIFY');
    await send({ id: 'copy:8' }, await open({ bouncesDir: folder }));
    expect(host.commands).toContain('RCPT TO:<ada@example.com> NOTIFY=SUCCESS,FAILURE');
  });

  it.each([
    ['two addresses', 'ada@example.com, eva@example.com'],
    ['a line break', 'ada@example.com>\r\nRCPT TO:<eva@example.com'],
    ['nothing', ''],
  ])('goes to one address or to none: %s', async (_name, to) => {
    expect(await endOf(send({ to }))).not.toBe('taken');
    expect(host.received).toEqual([]);
  });

  it('keeps its subject in one header', async () => {
    await send({ subject: 'Ciao\r\nBcc: eva@example.com' });
    expect(host.received[0]?.message).not.toMatch(/^Bcc:/m);
    expect(host.commands.filter((line) => line.startsWith('RCPT'))).toHaveLength(1);
  });

  it('uses at most four connections', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, number) => send({ id: `many:${number}` })));
    expect(host.received).toHaveLength(12);
    expect(host.maxOpen).toBeLessThanOrEqual(5);
  });
});

mailSuite('SMTP', async () => ({
  mail,
  received: async (to) => host.received.filter((one) => one.to === to).map(({ message: text }) => readText(text)),
}));

describe('TLS', () => {
  it('is required: a server without STARTTLS gets neither password nor message', async () => {
    const plain = await SmtpHost.listen(certificates, 'starttls');
    plain.offersTls = false;
    expect(await endOf(send({}, await open({ port: plain.port, tls: 'starttls' })))).toBe('server refused');
    await plain.close();
    expect(plain.commands.filter((line) => /^(AUTH|MAIL|RCPT|DATA)/.test(line))).toEqual([]);
  });

  it('is started with STARTTLS too', async () => {
    const plain = await SmtpHost.listen(certificates, 'starttls');
    expect(await endOf(send({}, await open({ port: plain.port, tls: 'starttls' })))).toBe('taken');
    await plain.close();
    expect(plain.commands.map((line) => line.split(/[ :]/)[0]).slice(0, 4)).toEqual([
      'EHLO',
      'STARTTLS',
      'EHLO',
      'AUTH',
    ]);
  });

  it('refuses a certificate of another authority or for another name', async () => {
    const foreign = await makeCertificates(ground, 'foreign');
    expect(await endOf(send({}, await open({ certificates: foreign.authority })))).toBe('server wrong');
    const other = await makeCertificates(ground, 'other', 'DNS:altro.example.it');
    const named = await SmtpHost.listen(other);
    expect(await endOf(send({}, await open({ port: named.port, certificates: other.authority })))).toBe('server wrong');
    await named.close();
    expect([...host.commands, ...named.commands]).toEqual([]);
  });
});

/** Each response, its effect on the message, and whether a second message to the address is tried. */
const ANSWERS = rowsOf(`
  greeting | 554 no service               | server refused | tried
  greeting | 421 busy                     | server down    | tried
  greeting | silent                       | server timeout | tried
  greeting | reset                        | server down    | tried
  greeting | HTTP/1.1 400 Bad Request     | server wrong   | tried
  EHLO     | 500 what?                    | server refused | tried
  AUTH     | 535 5.7.8 wrong password     | server refused | tried
  AUTH     | 454 4.7.0 try later          | server down    | tried
  MAIL     | 550 5.7.1 sender not allowed | server refused | tried
  MAIL     | 452 4.3.1 disk full          | later          | tried
  MAIL     | 552 5.3.4 too large          | never          | tried
  RCPT     | 550 no such user             | never          | never
  RCPT     | 550 5.1.1 no such user       | never          | never
  RCPT     | 553 5.1.3 bad address        | never          | never
  RCPT     | 550 5.2.1 mailbox disabled   | never          | tried
  RCPT     | 552 5.2.2 mailbox full       | never          | tried
  RCPT     | 550 mailbox quota exceeded   | never          | tried
  RCPT     | 550 relay not permitted      | server refused | tried
  RCPT     | 554 5.7.1 access denied      | server refused | tried
  RCPT     | 530 authentication required  | server refused | tried
  RCPT     | 451 4.7.1 greylisted         | later          | tried
  RCPT     | 421 too many connections     | server down    | tried
  RCPT     | silent                       | server timeout | tried
  DATA     | 451 later                    | later          | tried
  DATA     | 554 no valid recipients      | never          | tried
  DATA     | reset                        | server down    | tried
  end      | 550 5.7.1 looks like spam    | never          | tried
  end      | 451 4.3.0 filter busy        | later          | tried
  end      | 421 shutting down            | server down    | tried
  end      | 354 what?                    | uncertain      | tried
  end      | silent                       | uncertain      | tried
  end      | reset                        | uncertain      | tried
`);

describe('the response', () => {
  it.each(ANSWERS)('to %s «%s» means: %s', async (step = '', answer = '', end, second) => {
    host.answers = { [step]: answer };
    const patient = answer === 'silent' ? await open({}, { limits: SHORT }) : mail;
    expect(await endOf(send({}, patient))).toBe(end);
    host.answers = {};
    expect(await endOf(send({ id: 'copy:8' }))).toBe(second === 'tried' ? 'taken' : 'never');
  });

  it('is logged without the address', async () => {
    host.answers = { RCPT: '550 <ada@example.com>: no such user' };
    const error = await send().catch((thrown: unknown) => thrown);
    expect(`${error} ${JSON.stringify(error)} ${(error as Error).stack}`).not.toContain('ada@');
  });

  it.each<SmtpStep>(['greeting', 'EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA', 'end'])(
    'to %s received twice sends a message at most twice, and loses none silently',
    async (step) => {
      const good = {
        greeting: '220 a',
        EHLO: '250 a',
        AUTH: '235 a',
        MAIL: '250 a',
        RCPT: '250 a',
        DATA: '354 a',
        end: '250 a',
      };
      host.answers = { [step]: `${good[step as keyof typeof good]}\r\n${good[step as keyof typeof good]}` };
      const ends: string[] = [];
      for (let time = 0; time < 4; time += 1) ends.push(await endOf(send()));
      expect(host.received.length).toBeLessThanOrEqual(ends.includes('taken') ? 1 : 2);
      expect(host.received.length > 0 ? ends : ['uncertain']).toContainEqual(expect.stringMatching(/taken|uncertain/));
      host.answers = {};
      clock.advance(60);
      expect(await endOf(send({ id: 'copy:8' }))).toBe('taken');
    },
  );
});

describe('a server that is down', () => {
  it('is not called after five failures, and tried again after half a minute', async () => {
    host.answers = { greeting: '421 busy' };
    for (let time = 0; time < 5; time += 1) expect(await endOf(send())).toBe('server down');
    host.answers = {};
    expect(await endOf(send())).toBe('server paused');
    clock.advance(30_000);
    expect(await endOf(send())).toBe('taken');
    expect(host.received).toHaveLength(1);
  });

  it('is not assumed from refused addresses', async () => {
    host.answers = { RCPT: '550 no such user' };
    for (let time = 0; time < 8; time += 1) {
      expect(await endOf(send({ id: `nobody:${time}`, to: `nobody-${time}@example.com` }))).toBe('never');
    }
    host.answers = {};
    expect(await endOf(send())).toBe('taken');
  });

  it('that sends its responses slowly is limited by a time limit for the message', async () => {
    const limited = await open({}, { timeLimit: 300 });
    host.answers = { MAIL: 'dribble' };
    expect(await endOf(send({}, limited))).toBe('server timeout');
    host.answers = { end: 'dribble' };
    expect(await endOf(send({ id: 'copy:8' }, limited))).toBe('uncertain');
  });
});

describe('a repeated message', () => {
  it('is sent once, however often and by however many processes', async () => {
    const other = await open();
    const ends = await Promise.all([mail, other, mail, other].map((by) => endOf(send({}, by))));
    expect(ends).toContain('taken');
    expect(ends.filter((end) => end !== 'taken' && end !== 'later')).toEqual([]);
    expect(await send({}, other)).toEqual({ providerId: markOf(key, 'copy:7') });
    expect(host.received).toHaveLength(1);
    clock.advance(20 * 86_400_000);
    await send();
    expect(host.received).toHaveLength(2);
    await mail.sweep?.();
    expect(await readdir(join(folder, 'sent'))).toHaveLength(1);
  });

  it('is sent again with the same Message-ID when the response was lost, and not a third time', async () => {
    host.answers = { end: 'reset' };
    const ends = [await endOf(send()), await endOf(send()), await endOf(send()), await endOf(send())];
    expect(ends).toEqual(['uncertain', 'uncertain', 'unknown', 'unknown']);
    const ids = host.received.map(({ message: text }) => /^Message-ID: .*$/m.exec(text)?.[0]);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('is taken over from a crashed process after a timeout', async () => {
    host.answers = { RCPT: 'silent' };
    const dying = endOf(send());
    const asked = () => host.commands.some((line) => line.startsWith('RCPT'));
    await expect.poll(asked, { timeout: 5_000 }).toBe(true);
    const other = await open();
    host.answers = {};
    expect(await endOf(send({}, other))).toBe('later');
    clock.advance(60);
    expect(await endOf(send({}, other))).toBe('taken');
    await host.close();
    expect(await dying).toBe('server down');
    expect(host.received).toHaveLength(1);
  });
});

describe('a message that was refused permanently', () => {
  it.each(['RCPT', 'end'] as const)('at %s is not sent again, however often its job runs', async (step) => {
    host.answers = { [step]: '552 5.2.2 mailbox full' };
    expect(await endOf(send())).toBe('never');
    const before = host.commands.length;
    expect([await endOf(send()), await endOf(send({}, await open()))]).toEqual(['never', 'never']);
    expect(host.commands).toHaveLength(before);
  });
});

describe('an address that was refused permanently', () => {
  const refuse = async (): Promise<void> => {
    host.answers = { RCPT: '550 no such user' };
    await endOf(send());
    host.answers = {};
  };

  it('is not used again, in any case of letters, until its days are over', async () => {
    await refuse();
    const before = host.commands.length;
    expect(await endOf(send({ id: 'copy:8', to: 'ADA@example.com' }, await open()))).toBe('never');
    expect(host.commands).toHaveLength(before);
    expect(await endOf(send({ id: 'copy:9', to: 'eva@example.com' }))).toBe('taken');
    clock.advance(31 * 86_400_000);
    expect(await endOf(send({ id: 'copy:10' }))).toBe('taken');
  });

  it('is forgotten when its days are over, whether or not it is used', async () => {
    await refuse();
    await mail.sweep?.();
    expect(await readdir(join(folder, 'refused'))).toHaveLength(1);
    clock.advance(31 * 86_400);
    await mail.sweep?.();
    expect(await readdir(join(folder, 'refused'))).toEqual([]);
  });

  it.each(
    rowsOf(`
      550 no such user           | 5.1.0
      550 5.1.1 no such user     | 5.1.1
      552 5.2.2 mailbox full     | 5.2.2
      550 mailbox quota exceeded | 5.2.2
      550 not today              | 5.1.0
    `),
  )('is reported with the status of «%s»', async (answer, status) => {
    host.answers = { RCPT: answer };
    await expect(send()).rejects.toMatchObject({ outcome: 'never', status });
  });

  it('is tried each time if so configured', async () => {
    mail = await open({ suppressDays: 0 });
    await refuse();
    expect(await endOf(send({ id: 'copy:8' }))).toBe('taken');
  });
});
