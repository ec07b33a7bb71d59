/** Bounces in a Maildir: which reports count, for which message, and that no other mail does. */
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testClock } from '#test/clock.ts';
import { readBounceReport } from './bounce-report.ts';
import { type Bounces, openBounces } from './bounces.ts';
import { markOf } from './smtp.ts';

const bounces = { local: 'bounces', domain: 'example.it' };
const key = new Uint8Array(32).fill(3);
const MARK = markOf(key, 'copy:7');

interface Report {
  to?: string;
  returnPath?: string;
  type?: string;
  status?: string;
  encoding?: string;
}

const failed = `Reporting-MTA: dns; mail.example.com

Final-Recipient: rfc822;ada@example.com
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 no such user`;

/** In the format of real mail servers. */
function report({ to, returnPath = '<>', type = 'multipart/report', status = failed, encoding = '7bit' }: Report = {}) {
  return `Return-Path: ${returnPath}
Delivered-To: ${to ?? `bounces+${MARK}@example.it`}
From: Mail Delivery System <mailer-daemon@mail.example.com>
To: bounces@example.it
Content-Type: ${type}; report-type=delivery-status;
\tboundary="=_limite"
MIME-Version: 1.0
Subject: Undelivered

Words for people.

--=_limite
Content-Type: text/plain

It did not work. Action: delivered

--=_limite
Content-Type: message/delivery-status
Content-Transfer-Encoding: ${encoding}

${status}

--=_limite
Content-Type: text/rfc822-headers

Message-ID: <x@example.it>

--=_limite--
`.replaceAll('\n', '\r\n');
}

describe('a delivery report', () => {
  const read = (given: Report, mails = bounces) => readBounceReport(report(given), mails);
  const seen = { mark: MARK, state: 'FAILED', status: '5.1.1' };

  it('marks its message as failed', () => expect(read({})).toEqual(seen));

  it('marks its message as delivered', () => {
    const status = failed.replace('failed', 'delivered').replace('5.1.1', '2.1.5');
    expect(read({ status })).toEqual({ mark: MARK, state: 'DELIVERED', status: '2.1.5' });
  });

  it.each(['delayed', 'relayed', 'expanded', 'lost', ''])('leaves the outcome open for «%s»', (action) => {
    expect(read({ status: failed.replace('failed', action) })).toBeNull();
  });

  it.each([
    ['in capital letters', { to: `Bounces+${MARK.toUpperCase()}@EXAMPLE.IT` }],
    ['in brackets', { to: `"Bounces" <bounces+${MARK}@example.it>` }],
    [
      'in the envelope’s identifier alone',
      { to: 'bounces@example.it', status: `Original-Envelope-Id: ${MARK}\n${failed}` },
    ],
    ['with a line of its own for unix', { status: failed.replaceAll('\n', '\n') }],
    ['in base64', { encoding: 'base64', status: Buffer.from(failed).toString('base64') }],
    ['in quoted-printable', { encoding: 'quoted-printable', status: failed.replace('failed', 'fai=\nle=64') }],
    ['with a comment behind the action', { status: failed.replace('failed', 'failed (for good)') }],
    ['from a daemon with a name', { returnPath: '<MAILER-DAEMON>' }],
  ])('is recognised %s', (_name, given) => expect(read(given)).toEqual(seen));

  it('without an enhanced status uses the general one', () => {
    expect(read({ status: failed.replace('Status: 5.1.1', 'Status: unknown') })?.status).toBe('5.0.0');
  });

  it.each([
    ['an answer from a person', { returnPath: '<ada@example.com>' }],
    ['an ordinary message', { type: 'multipart/mixed' }],
    ['a report on somebody else’s message', { to: 'bounces+nonostro@example.it' }],
    ['one to another domain', { to: `bounces+${MARK}@example.it.evil.example` }],
    ['one to another domain as long as ours', { to: `bounces+${MARK}@example.eu` }],
    ['one to another local part', { to: `xbounces+${MARK}@example.it` }],
    ['one that names no action', { status: 'Reporting-MTA: dns; x' }],
  ])('is ignored: %s', (_name, given) => expect(read(given)).toBeNull());

  it('with arbitrary bytes is read without an error', () => {
    const whole = report();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(whole.length), fc.nat(200), (bytes, at, length) => {
        const text = Buffer.from(bytes).toString('latin1');
        readBounceReport(text, bounces);
        readBounceReport(whole.slice(0, at) + text + whole.slice(at + length), bounces);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['lines of spaces', `Content-Type: multipart/report; boundary=a\r\n${' \r\n'.repeat(60_000)}`],
    ['one endless header', `Delivered-To: ${'bounces+'.repeat(30_000)}`],
    ['boundaries', `Content-Type: multipart/report; boundary=a\r\n\r\n${'--a\r\n'.repeat(50_000)}`],
    ['groups', report({ status: 'Action: delayed\n\n'.repeat(15_000) })],
  ])(
    'of %s does not block the server',
    (_name, text) => {
      expect(() => readBounceReport(text.slice(0, 256 << 10), bounces)).not.toThrow();
    },
    5_000,
  );
});

describe('the report folder', () => {
  let ground: string;
  let maildir: string;
  let open: () => Bounces;
  let count = 0;

  beforeEach(async () => {
    ground = await mkdtemp(join(tmpdir(), 'bounces-'));
    maildir = join(ground, 'maildir');
    for (const part of ['new', 'cur', 'tmp']) await mkdir(join(maildir, part), { recursive: true });
    open = () => openBounces({ maildir, folder: join(ground, 'memory'), bounces, clock: testClock() });
  });
  afterEach(() => rm(ground, { recursive: true, force: true }));

  const arrive = (text: string, name?: string) => {
    count += 1;
    return writeFile(join(maildir, 'new', name ?? `${count}.host`), text, 'latin1');
  };
  const left = (part: string) => readdir(join(maildir, part));

  it('returns states of bounced messages only', async () => {
    await arrive(report());
    const other = markOf(key, 'copy:8');
    expect(await open().receipts([MARK, other, 'demo-copy:7', '../../etc/passwd', ''])).toEqual([
      { providerId: MARK, state: 'FAILED', status: '5.1.1' },
    ]);
  });

  it('reads each report once and shares it with every process, whichever empties the mailbox', async () => {
    await arrive(report(), '1.host');
    await open().receipts([]);
    expect(await left('new')).toEqual([]);
    expect(await left('cur')).toEqual(['1.host:2,S']);
    await rm(join(maildir, 'cur', '1.host:2,S'));
    expect(await open().receipts([MARK])).toHaveLength(1);
  });

  it('leaves other mail unread, where a person finds it', async () => {
    await arrive('From: ada@example.com\r\n\r\nNon ho capito.', '1.host');
    expect(await open().receipts([MARK])).toEqual([]);
    expect(await left('cur')).toEqual(['1.host:2,']);
  });

  it('keeps a failure, even when a success report follows', async () => {
    const delivered = report({ status: failed.replace('failed', 'delivered') });
    await arrive(delivered);
    const mails = open();
    expect(await mails.receipts([MARK])).toMatchObject([{ state: 'DELIVERED' }]);
    await arrive(report());
    expect(await mails.receipts([MARK])).toMatchObject([{ state: 'FAILED' }]);
    await arrive(delivered);
    expect(await mails.receipts([MARK])).toMatchObject([{ state: 'FAILED' }]);
  });

  it('forgets a report after sixty days', async () => {
    await arrive(report());
    const memory = open();
    await memory.receipts([]);
    await memory.sweep();
    expect(await memory.receipts([MARK])).toHaveLength(1);
    const old = new Date(testClock().now().getTime() - 61 * 86_400_000);
    await utimes(join(ground, 'memory', 'returned', MARK.slice(0, 2), MARK), old, old);
    await memory.sweep();
    expect(await memory.receipts([MARK])).toEqual([]);
  });

  it('can be read by two processes concurrently', async () => {
    for (let number = 0; number < 30; number += 1) {
      await arrive(report({ to: `bounces+${markOf(key, `many:${number}`)}@example.it` }));
    }
    const marks = Array.from({ length: 30 }, (_, number) => markOf(key, `many:${number}`));
    await Promise.all([open().receipts(marks), open().receipts(marks)]);
    expect(await open().receipts(marks)).toHaveLength(30);
    expect(await left('cur')).toHaveLength(30);
  });

  it('ignores symbolic links, and reads only the beginning of a report', async () => {
    await writeFile(join(ground, 'outside'), report());
    await symlink(join(ground, 'outside'), join(maildir, 'new', 'link'));
    await mkdir(join(maildir, 'new', 'folder'));
    expect(await open().receipts([MARK])).toEqual([]);
    await arrive(report() + 'x'.repeat(3 << 20));
    expect(await open().receipts([MARK])).toHaveLength(1);
  });

  it('that is missing is an error, not an empty result', async () => {
    await rm(maildir, { recursive: true });
    await expect(open().receipts([MARK])).rejects.toThrow(/ENOENT/);
  });
});
