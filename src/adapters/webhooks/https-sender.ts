/** Sends webhooks over HTTPS: checks the address as written and again as resolved, follows no redirect, limits time and response size. */
import { lookup as resolve } from 'node:dns';
import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as plainRequest } from 'node:http';
import { Agent, request as tlsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import type { DeliveryOutcome, WebhookAnswer, WebhookMessage, WebhookSender } from '#ports/webhooks.ts';
import { type AddressRules, addressProblem, isExempt, isPublicAddress } from './allowed-addresses.ts';

export interface HttpsSenderOptions extends AddressRules {
  /** Milliseconds in total: name resolution, connection, response. */
  readonly timeLimit?: number;
  /** Replaces the resolver in tests. */
  readonly resolve?: LookupFunction;
  /** PEM of the authorities to trust in addition to the system's. */
  readonly certificates?: readonly string[];
}

/** Bytes read of a response; only its beginning is needed. */
const RESPONSE_LIMIT = 16_384;
const WORDS = 200;
const TIME_LIMIT = 10_000;

class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  readonly code = 'ADDRESS_REFUSED';
}

const TLS_CODES =
  /^(?:CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH_|EPROTO$)/;

/** External text for storage and display: one line of printable characters. */
const bounded = (text: string): string =>
  text
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, WORDS)
    .toWellFormed();

/** Checks the resolved addresses before connecting; the connection uses exactly the checked address. */
function checkedLookup(resolver: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    resolver(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) {
        callback(error, '', 0);
        return;
      }
      const candidates = Array.isArray(addresses) ? addresses : [{ address: addresses, family: 4 }];
      // An internal address among public ones is as suspicious as a single internal one.
      const [first] = candidates;
      if (first === undefined || !candidates.every(({ address }) => isPublicAddress(address))) {
        callback(new AddressRefused('the name leads to an address that may not be called'), '', 0);
      } else if (options.all === true) callback(null, candidates);
      else callback(null, first.address, first.family);
    });
  };
}

function outcomeOf(error: unknown): { outcome: DeliveryOutcome; words: string } {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ADDRESS_REFUSED')
    return { outcome: 'address', words: 'the name leads to an address that may not be called' };
  if (error instanceof Error && error.name === 'TimeoutError')
    return { outcome: 'timeout', words: 'no answer in time' };
  if (TLS_CODES.test(code)) return { outcome: 'tls', words: bounded(code) };
  return { outcome: 'unreachable', words: bounded(code === '' ? 'no connection' : code) };
}

function begin(url: URL, message: WebhookMessage, options: HttpsSenderOptions, signal: AbortSignal): ClientRequest {
  const resolver = options.resolve ?? (resolve as LookupFunction);
  const common = {
    method: 'POST',
    headers: {
      ...message.headers,
      'content-length': Buffer.byteLength(message.body),
      'user-agent': 'Fascicolo-Webhooks',
      accept: '*/*',
      connection: 'close',
    },
    lookup: isExempt(url, options) ? resolver : checkedLookup(resolver),
    signal,
  };
  if (url.protocol === 'http:') return plainRequest(url, { ...common, agent: new HttpAgent({ keepAlive: false }) });
  const { certificates } = options;
  const trust = certificates === undefined ? {} : { ca: [...rootCertificates, ...certificates] };
  return tlsRequest(url, { ...common, ...trust, agent: new Agent({ keepAlive: false }) });
}

async function answerOf(sent: ClientRequest, body: string): Promise<IncomingMessage> {
  const { promise, resolve: answered, reject } = Promise.withResolvers<IncomingMessage>();
  sent.once('response', answered);
  sent.on('error', reject);
  sent.end(body);
  return promise;
}

/** Reads the beginning and discards the rest. */
async function readBeginning(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response) {
    parts.push(part as Buffer);
    size += (part as Buffer).length;
    if (size >= RESPONSE_LIMIT) break;
  }
  return Buffer.concat(parts).subarray(0, RESPONSE_LIMIT).toString('utf8');
}

/** A date is compared with the receiver's own clock. */
function retryAfterOf({ statusCode, headers }: IncomingMessage): number | null {
  if (statusCode !== 429 && statusCode !== 503) return null;
  const text = headers['retry-after'] ?? '';
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - Date.parse(headers.date ?? '')) / 1000;
  return seconds > 0 ? seconds : null;
}

export function openHttpsSender(options: HttpsSenderOptions): WebhookSender {
  const { timeLimit = TIME_LIMIT } = options;

  async function attempt(message: WebhookMessage): Promise<Omit<WebhookAnswer, 'milliseconds'>> {
    const problem = addressProblem(message.url, options);
    if (problem !== null)
      return { outcome: 'address', status: null, words: `the address may not be called: ${problem}` };
    const signal = AbortSignal.timeout(timeLimit);
    const sent = begin(new URL(message.url), message, options, signal);
    try {
      const response = await answerOf(sent, message.body);
      const status = response.statusCode ?? 0;
      if (status >= 200 && status < 300) return { outcome: 'delivered', status, words: '' };
      if (status >= 300 && status < 400) return { outcome: 'redirect', status, words: 'redirects are not followed' };
      const retryAfter = retryAfterOf(response);
      return { outcome: 'refused', status, words: bounded(await readBeginning(response)), retryAfter };
    } catch (error) {
      return { ...outcomeOf(signal.aborted ? signal.reason : error), status: null };
    } finally {
      sent.destroy();
    }
  }

  return {
    addressProblem: (url) => addressProblem(url, options),
    async send(message) {
      const startedAt = performance.now();
      const result = await attempt(message);
      return { ...result, milliseconds: Math.round(performance.now() - startedAt) };
    },
  };
}
