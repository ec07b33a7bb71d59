/** HTTP requests to RSP and DMS with mutual TLS, one connection per request. */
import { type ClientRequest, request as requestHttp } from 'node:http';
import { Agent, request as requestHttps } from 'node:https';
import { OutsideFailure, type OutsideSystem } from '#ports/outside-system.ts';

/** PEM texts. */
export interface TlsSettings {
  /** Authorities to trust in place of the system's; null: the system's. */
  readonly ca: string | null;
  /** Client certificate and its key; null: none. */
  readonly identity: { readonly certificate: string; readonly key: string } | null;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Maximum size of the response body in bytes. */
  readonly limit: number;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/**
 * @returns the whole answer with any status; follows no redirect.
 * @throws OutsideFailure `down` or `wrong`; the signal's reason when it was aborted.
 */
export type Exchange = (request: HttpRequest, signal: AbortSignal) => Promise<HttpResponse>;

/** Error codes of Node and OpenSSL. The error itself is dropped, since it may contain received data. */
const CODE = /^[A-Z][A-Z0-9_]{2,60}$/;
/** Error codes of Node's HTTP parser. */
const NOT_HTTP = /^HPE_/;

function connectionFailure(system: OutsideSystem, what: string, error: NodeJS.ErrnoException): OutsideFailure {
  const code = CODE.test(error.code ?? '') ? ` (${error.code})` : '';
  if (NOT_HTTP.test(error.code ?? '')) return new OutsideFailure(system, 'wrong', `answered no HTTP${code}`);
  return new OutsideFailure(system, 'down', `${what}${code}`);
}

/**
 * No keep-alive: on a reused connection a duplicated response would be read as the response to the next request, and show
 * one customer's data in place of another's. TLS sessions are resumed instead.
 */
export function openExchange(system: OutsideSystem, { ca, identity }: TlsSettings): Exchange {
  const agent = new Agent({
    keepAlive: false,
    minVersion: 'TLSv1.2',
    ...(ca === null ? {} : { ca }),
    ...(identity === null ? {} : { cert: identity.certificate, key: identity.key }),
  });
  return (options, signal) => {
    signal.throwIfAborted();
    const url = new URL(options.url);
    const body = options.body === null ? null : Buffer.from(options.body);
    const headers = {
      ...options.headers,
      'accept-encoding': 'identity',
      ...(body === null ? {} : { 'content-length': String(body.length) }),
    };
    const request =
      url.protocol === 'https:'
        ? requestHttps(url, { method: options.method, headers, agent })
        : requestHttp(url, { method: options.method, headers, agent: false });
    const response = receive(system, request, options.limit, signal);
    request.end(body ?? undefined);
    return response;
  };
}

function receive(
  system: OutsideSystem,
  request: ClientRequest,
  limit: number,
  signal: AbortSignal,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void): void => {
      signal.removeEventListener('abort', abort);
      finish();
      request.destroy();
    };
    const fail = (failure: unknown): void => settle(() => reject(failure));
    const abort = (): void => fail(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    // Errors after the complete response, such as a second response on the connection, are ignored.
    let isComplete = (): boolean => false;
    request.on('error', (error) => {
      if (!isComplete()) fail(connectionFailure(system, 'no connection', error));
    });
    request.once('response', (response) => {
      isComplete = () => response.complete;
      const parts: Buffer[] = [];
      let size = 0;
      response.on('error', (error) => fail(connectionFailure(system, 'the answer broke off', error)));
      response.on('data', (part: Buffer) => {
        size += part.length;
        if (size > limit) fail(new OutsideFailure(system, 'wrong', `answered more than ${limit} bytes`));
        else parts.push(part);
      });
      response.once('end', () => {
        const { statusCode = 0, headers, complete } = response;
        if (!complete) fail(new OutsideFailure(system, 'down', 'the answer broke off'));
        else settle(() => resolve({ status: statusCode, headers, body: Buffer.concat(parts) }));
      });
    });
  });
}

/** @throws OutsideFailure `wrong`, without the parser's message, which quotes the body. */
export function readJson(system: OutsideSystem, { body }: HttpResponse): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new OutsideFailure(system, 'wrong', 'answered something that is not JSON');
  }
}
