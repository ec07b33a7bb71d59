/** Sends one message over one connection and interprets each server response (RFC 5321). */
import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { OutsideFailure, type OutsideReason } from '#ports/outside-system.ts';
import type { SmtpLimits, SmtpSettings } from './smtp-settings.ts';

export interface OutgoingMail {
  readonly from: string;
  readonly to: string;
  /** The complete message as transmitted. */
  readonly bytes: Buffer;
  /** Identifier that the server includes in its reports; null: no success reports are requested. */
  readonly mark: string | null;
}

/** The server's verdict on one message. `address`: the address was refused, not this message. */
export type DeliveryResult =
  | { readonly kind: 'taken' }
  | {
      readonly kind: 'refused';
      readonly outcome: 'later' | 'never';
      readonly code: number | null;
      readonly address: boolean;
      /** Enhanced status code, or the one its text implies; null if the text implies none. */
      readonly status: string | null;
      readonly what: string;
    };

/** Set once the last byte of the message was handed to the connection: from then on it may be delivered. */
export interface Progress {
  handedOver: boolean;
}

/** Where and how a session ended, without text that may repeat an address: `cause` of the OutsideFailure. */
export interface SmtpFailureDetails {
  readonly command: string | null;
  readonly responseCode: number | null;
  readonly status: string | null;
  readonly code: string | null;
  /** Error code of the system or the TLS library, and its finding on a certificate. */
  readonly reason: string | null;
}

interface SmtpError {
  readonly message?: string;
  readonly code?: string;
  readonly originalCode?: string;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

export type SmtpEndpoint = Pick<SmtpSettings, 'host' | 'port' | 'tls' | 'credentials'> & {
  /** PEM of the trusted roots; null: Node's own. */
  readonly roots: string | null;
  readonly limits: SmtpLimits;
};

/** A connection that closes when the signal aborts; `step` runs one operation of nodemailer and fails when the connection ends. */
function openConnection(endpoint: SmtpEndpoint, signal: AbortSignal) {
  const { host, port, tls, roots, limits } = endpoint;
  const connection = new SMTPConnection({
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: true,
    connectionTimeout: limits.connection,
    greetingTimeout: limits.greeting,
    dnsTimeout: limits.connection,
    socketTimeout: limits.silence,
    socketCloseTimeout: 1_000,
    maxResponseSize: 64 << 10,
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true, ...(roots === null ? {} : { ca: roots }) },
  });
  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => undefined);
  connection.on('error', ended.reject);
  connection.on('end', () => ended.reject(new Error('The connection was closed')));
  const stop = (): void => {
    ended.reject(signal.reason);
    connection.close();
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  const step = <T>(act: (done: (error?: Error | null, value?: T) => void) => void): Promise<T | undefined> => {
    const done = Promise.withResolvers<T | undefined>();
    act((error, value) => (error ? done.reject(error) : done.resolve(value)));
    return Promise.race([done.promise, ended.promise]);
  };
  return { connection, step, release: () => signal.removeEventListener('abort', stop) };
}

/**
 * Connects over TLS, signs in and calls `use`.
 * @throws OutsideFailure when the server cannot be used; the signal's own reason when it was aborted.
 */
export async function withSession<T>(
  endpoint: SmtpEndpoint,
  signal: AbortSignal,
  use: (session: ReturnType<typeof openConnection>) => Promise<T>,
): Promise<T> {
  const session = openConnection(endpoint, signal);
  const { connection, step, release } = session;
  try {
    await step((done) => connection.connect(done));
    if (!connection.secure) throw new OutsideFailure('mail', 'wrong', 'the connection is not encrypted');
    const { credentials } = endpoint;
    if (credentials !== null) {
      await step((done) => connection.login({ user: credentials.user, pass: credentials.password }, done));
    }
    const result = await use(session);
    connection.quit();
    return result;
  } catch (error) {
    connection.close();
    if (signal.aborted) throw signal.reason;
    if (error instanceof OutsideFailure) throw error;
    throw unusable(error as SmtpError);
  } finally {
    release();
  }
}

/** @throws OutsideFailure as {@link withSession}; `progress` then shows whether the message may have been delivered. */
export function deliver(
  way: SmtpEndpoint,
  mail: OutgoingMail,
  signal: AbortSignal,
  progress: Progress,
): Promise<DeliveryResult> {
  const { from, to, bytes, mark } = mail;
  const message = Readable.from([bytes]);
  message.once('end', () => {
    progress.handedOver = true;
  });
  const dsn = mark === null ? {} : { dsn: { ret: 'HDRS', envid: mark, notify: ['SUCCESS', 'FAILURE'] } };
  return withSession(way, signal, async ({ connection, step }): Promise<DeliveryResult> => {
    try {
      await step((done) => connection.send({ from, to: [to], size: bytes.length, ...dsn }, message, done));
      return { kind: 'taken' };
    } catch (error) {
      if (signal.aborted) throw error;
      const { command, responseCode = 0 } = error as SmtpError;
      // A refusal after the last byte is definite: the message is not delivered.
      if (command === 'DATA' && responseCode >= 400) progress.handedOver = false;
      const result = verdictOf(error as SmtpError);
      if (result === null) throw error;
      return result;
    }
  });
}

/** X.1.5 and X.7.1 mean that the server does not relay; servers without these codes express it only in words. */
const NOT_THE_ADDRESS = /relay|authenticat|access denied|policy|spam|block|reputation|blacklist|denylist|quota|full/i;

const statusOf = (response: string): string | null =>
  /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? null;

/** The verdict on the message or its address; null if the response concerns the server or our settings. */
function verdictOf({ command = '', response = '', responseCode, code: kind }: SmtpError): DeliveryResult | null {
  const status = statusOf(response);
  const where = [command, responseCode ?? kind, status].filter((part) => part !== null && part !== '').join(' ');
  const refused = (outcome: 'later' | 'never', address = false): DeliveryResult => ({
    ...{ kind: 'refused', outcome, code: responseCode ?? null, address },
    status: status ?? (address ? '5.1.0' : /quota|\bfull\b/i.test(response) ? '5.2.2' : null),
    what: `refused at ${where}`,
  });
  if (responseCode === undefined) {
    const unsendable = kind === 'EENVELOPE' || kind === 'EMESSAGE';
    return unsendable ? refused('never', kind === 'EENVELOPE') : null;
  }
  // The server is closing, or the response is unexpected: neither concerns this message.
  if (responseCode === 421 || responseCode < 400) return null;
  const concernsMessage = command === 'RCPT TO' || command === 'DATA' || command === 'MAIL FROM';
  if (!concernsMessage) return null;
  if (responseCode < 500) return refused('later');
  if (command === 'DATA') return refused('never');
  if (command === 'MAIL FROM') return responseCode === 552 ? refused('never') : null;
  if (responseCode === 530 || status?.startsWith('5.7.') || /relay|authenticat/i.test(response)) return null;
  const isUnknownAddress = status === null ? !NOT_THE_ADDRESS.test(response) : status.startsWith('5.1.');
  return refused('never', isUnknownAddress);
}

/** A failure that concerns the server or our settings. */
function unusable(error: SmtpError): OutsideFailure {
  const { command = null, code = null, responseCode = null, response = '' } = error;
  const isTls = code === 'ETLS' || code === 'ESOCKET';
  const said = isTls ? (error.message ?? '').replace(/^Error initiating TLS - /, '') : '';
  const reason = [error.originalCode ?? '', responseCode === null ? said : ''].filter((part) => part !== '').join(': ');
  const end: SmtpFailureDetails = { command, responseCode, status: statusOf(response), code, reason: reason || null };
  const parts = [command, responseCode, end.status, code, error.originalCode].filter((part) => part);
  const what = `no message can be handed over (${[...new Set(parts)].join(' ') || 'connection closed'})`;
  return new OutsideFailure('mail', reasonOf(error), what, { cause: end });
}

function reasonOf({ code, originalCode, responseCode }: SmtpError): OutsideReason {
  if (responseCode !== undefined && responseCode >= 400) return responseCode >= 500 ? 'refused' : 'down';
  if (responseCode !== undefined) return 'wrong';
  if (code === 'ETIMEDOUT') return 'timeout';
  if (code === 'ETLS' || code === 'EPROTOCOL' || /CERT|TLS|SSL|SIGNATURE/.test(originalCode ?? '')) return 'wrong';
  return 'down';
}
