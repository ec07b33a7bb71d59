/** What a call to the server is made of (specification §7, §8). Pure. */

import type { Call } from '#contract/calls/call.ts';
import type { InputOf } from '#contract/definition/call-types.ts';
import type { Language } from '../text/chosen-language.ts';

/** How a call is sent, whatever it is. */
export interface Sending {
  /** Of a create: the same key answers the same result once. */
  idempotencyKey?: string | undefined;
  /** Bytes of a stored file; the end is not included. */
  part?: { start: number; end: number };
  /** Steps behind the calls that somebody waits for. */
  priority?: 'low';
  /** A stream, which may be silent without end. */
  endless?: boolean;
  signal?: AbortSignal | undefined;
}

/** What a call takes, by the contract, and how it is sent. */
export type AskOf<C extends Call> = InputOf<C> & Sending;

/** The arguments behind a call: none where everything may be left out. */
export type Asking<C extends Call> = Partial<InputOf<C>> extends InputOf<C> ? [input?: AskOf<C>] : [input: AskOf<C>];

/** A call with its input, when the contract has been checked already. */
export interface Request extends Sending {
  readonly call: Call;
  readonly path?: Readonly<Record<string, string | number>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

export const requestOf = <C extends Call>(call: C, input?: AskOf<C> | InputOf<C>): Request & { call: C } => ({
  ...(input as Sending),
  call,
});

/** Who calls: with the bearer, and in the language of the server's texts. */
export interface Caller {
  token: string | null;
  language: Language;
}

/** @throws when a parameter of the path is missing. Values that are undefined or null stay out of the query. */
export function addressOf({ call, path, query }: Request): string {
  const address = call.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = path?.[name];
    if (value === undefined) throw new Error(`${call.path} lacks ${name}`);
    return encodeURIComponent(value);
  });
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  if (given.length === 0) return address;
  return `${address}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/** Headers of every call. The server's texts come in the language of the page, not in the browser's. */
export function headersFor(request: Request, { token, language }: Caller): Headers {
  const { body, idempotencyKey, part } = request;
  const headers = new Headers({ accept: 'application/json', 'accept-language': language });
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey);
  if (part) headers.set('range', `bytes=${part.start}-${part.end - 1}`);
  return headers;
}

/** The request as `fetch` takes it, without its signal. */
export function fetchInit(request: Request, caller: Caller): RequestInit {
  return {
    method: request.call.method,
    headers: headersFor(request, caller),
    body: request.body === undefined ? undefined : JSON.stringify(request.body),
    credentials: 'same-origin',
    priority: request.priority,
  };
}
