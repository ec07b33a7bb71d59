/** Mail over SMTP: always TLS, DKIM, one sender address per message to match bounces, no message knowingly sent twice. */
import { createHmac } from 'node:crypto';
import { createTransport } from 'nodemailer';
import type { Clock } from '#ports/clock.ts';
import { type Mail, MailFailure } from '#ports/messages.ts';
import type { OutsideGuard } from '#ports/outside-system.ts';
import { readAuthorities } from '../../setting-file.ts';
import { type Claim, openSentMessages } from '../sent-messages.ts';
import { openBounces } from './bounces.ts';
import { mailHtml } from './mail-html.ts';
import { type DeliveryResult, deliver, type OutgoingMail, type Progress, type SmtpEndpoint } from './smtp-session.ts';
import { SMTP_LIMITS, type SmtpLimits, type SmtpSettings } from './smtp-settings.ts';

/** Parallel connections of one process: many servers refuse more from one client. */
const CONNECTIONS = 4;
type Message = Parameters<Mail['send']>[0];

/** Exchange then sends neither absence notes nor read receipts; `All` would suppress bounces too. */
const NO_ANSWERS = 'OOF, AutoReply, RN, NRN';
/** A single mailbox under every mail library's parser: no list, no display name, no second line. */
const ADDRESS = /^[^\s<>()[\],;:"\\@\p{Cc}]+@[^\s<>()[\],;:"\\@\p{Cc}]+$/u;
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

export interface SmtpOptions {
  readonly settings: SmtpSettings;
  /** Shared by all sending processes: records of sent, refused and returned messages. */
  readonly folder: string;
  /** 32 secret bytes, the same in every process: they authenticate the mark in returned mail. */
  readonly key: Uint8Array;
  readonly clock: Clock;
  /** Its time limit is SMTP_TIME_LIMIT. */
  readonly guard: OutsideGuard;
  readonly limits?: SmtpLimits;
}

/** 26 characters that cannot be forged without the key; lower case only, since mail servers may change the case of an address. */
export function markOf(key: Uint8Array, id: string): string {
  const digest = createHmac('sha256', key).update(id).digest();
  let bits = digest.readBigUInt64BE(0) * 2n ** 64n + digest.readBigUInt64BE(8);
  let mark = '';
  for (let digit = 0; digit < 26; digit += 1) {
    mark = `${BASE32[Number(bits & 31n)] ?? ''}${mark}`;
    bits >>= 5n;
  }
  return mark;
}

/** Limits the number of parallel calls; the others wait in order of arrival. */
function limitConcurrency(limit: number): <T>(call: () => Promise<T>) => Promise<T> {
  let free = limit;
  const waiting: (() => void)[] = [];
  return async (call) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await call();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}

/** The message as bytes, with its DKIM signature; content is used as text only: no file or URL in it is opened. */
function createComposer({ settings, clock }: SmtpOptions) {
  const { from, bounces, bouncesDir, dkim } = settings;
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim === null ? {} : { dkim: { domainName: dkim.domain, keySelector: dkim.selector, privateKey: dkim.key } }),
  });
  return async (
    mark: string,
    { to, subject, text }: { to: string; subject: string; text: string },
  ): Promise<OutgoingMail> => {
    const sender = `${bounces.local}+${mark}@${bounces.domain}`;
    const composed = await transport.sendMail({
      from,
      to: { name: '', address: to },
      envelope: { from: sender, to: [to] },
      messageId: `<${mark}@${domain}>`,
      date: clock.now(),
      subject,
      text,
      html: mailHtml(subject, text),
      textEncoding: 'quoted-printable',
      xMailer: false,
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': NO_ANSWERS, 'Content-Language': 'it' },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const [recipient] = composed.envelope.to;
    if (recipient === undefined) throw new MailFailure('never', null, 'not one address', { status: '5.1.3' });
    return { from: sender, to: recipient, bytes: composed.message as Buffer, mark: bouncesDir === null ? null : mark };
  };
}

/**
 * @throws InvalidSettingFile when SMTP_CERTIFICATES cannot be used. Sending throws MailFailure for one message, OutsideFailure for the server;
 * `receipts` is there when SMTP_BOUNCES_DIR is set.
 */
export async function openSmtpMail(options: SmtpOptions): Promise<Mail> {
  const { settings, folder, key, clock, guard, limits = SMTP_LIMITS } = options;
  const roots = await readAuthorities('SMTP_CERTIFICATES', settings.certificates);
  const endpoint: SmtpEndpoint = { ...settings, roots, limits };
  const sentMessages = openSentMessages(folder, clock, settings.suppressDays);
  const compose = createComposer(options);
  const limited = limitConcurrency(CONNECTIONS);

  async function handOver(outgoing: OutgoingMail, claim: Extract<Claim, { kind: 'send' }>): Promise<DeliveryResult> {
    const progress: Progress = { handedOver: false };
    try {
      const result = await guard((signal) => deliver(endpoint, outgoing, signal, progress));
      const refused = result.kind === 'refused' && result.outcome === 'never' ? 'refused' : 'unsent';
      await claim.end(result.kind === 'taken' ? 'sent' : refused);
      return result;
    } catch (error) {
      await claim.end(progress.handedOver ? 'uncertain' : 'unsent');
      if (!progress.handedOver) throw error;
      throw new MailFailure('uncertain', null, 'the server took the message and gave no answer', { cause: error });
    }
  }

  async function prepare(mark: string, message: Message): Promise<OutgoingMail> {
    if (await sentMessages.isRefused(message.to)) {
      throw new MailFailure('never', null, 'the address was refused for good before', { status: '5.1.0' });
    }
    if (!ADDRESS.test(message.to)) throw new MailFailure('never', null, 'not one address', { status: '5.1.3' });
    return compose(mark, { ...message, subject: message.subject.replace(/\s+/g, ' ').trim() });
  }

  async function send(message: Message): Promise<{ providerId: string }> {
    const mark = markOf(key, message.id);
    const claim = await sentMessages.begin(message.id);
    if (claim.kind === 'sent') return { providerId: mark };
    if (claim.kind === 'refused') throw new MailFailure('never', null, 'this message was refused for good before');
    if (claim.kind === 'busy') throw new MailFailure('later', null, 'another process is sending this message');
    if (claim.kind !== 'send') throw new MailFailure('unknown', null, 'two attempts ended without an answer');
    const outgoing = await prepare(mark, message).catch(async (error: unknown) => {
      await claim.end(error instanceof MailFailure ? 'refused' : 'unsent');
      throw error;
    });
    const result = await handOver(outgoing, claim);
    if (result.kind === 'taken') return { providerId: mark };
    if (result.outcome === 'never' && result.address) await sentMessages.refuse(message.to);
    throw new MailFailure(result.outcome, result.code, result.what, { status: result.status });
  }

  const mail: Mail = { send: (message) => limited(() => send(message)), sweep: () => sentMessages.sweep() };
  if (settings.bouncesDir === null) return mail;
  const bounces = openBounces({ maildir: settings.bouncesDir, folder, bounces: settings.bounces, clock });
  const sweep = async (): Promise<void> => {
    await sentMessages.sweep();
    await bounces.sweep();
  };
  return { ...mail, sweep, receipts: (providerIds) => bounces.receipts(providerIds) };
}
