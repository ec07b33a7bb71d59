/** Builds requests to the server. Pure. */
import type { Call } from '#contract/calls/call.ts';
import type { InputOf } from '#contract/definition/call-types.ts';
import type { Language } from '../text/chosen-language.ts';

/** Transport options common to all calls. */
export interface TransportOptions {
  /** For a create: the same key returns the same result and creates once. */
  idempotencyKey?: string | undefined;
  /** Byte range of a stored file; the end is exclusive. */
  part?: { start: number; end: number };
  /** Yields to calls that the user is waiting for. */
  priority?: 'low';
  /** A stream, which has no timeout. */
  endless?: boolean;
  signal?: AbortSignal | undefined;
}

/** A call's input by the contract, with its transport options. */
export type CallInput<C extends Call> = InputOf<C> & TransportOptions;

/** The arguments of a call: optional where the whole input is optional. */
export type CallArgs<C extends Call> =
  Partial<InputOf<C>> extends InputOf<C> ? [input?: CallInput<C>] : [input: CallInput<C>];

/** A call with its input, already checked against the contract. */
export interface Request extends TransportOptions {
  readonly call: Call;
  readonly path?: Readonly<Record<string, string | number>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

export const requestOf = <C extends Call>(call: C, input?: CallInput<C> | InputOf<C>): Request & { call: C } => ({
  ...(input as TransportOptions),
  call,
});

/** The bearer token, and the language of the server's texts. */
export interface Caller {
  token: string | null;
  language: Language;
}

/** @throws when a path parameter is missing. Undefined and null values are omitted from the query. */
export function addressOf({ call, path, query }: Request): string {
  const address = call.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = path?.[name];
    if (value === undefined) throw new Error(`${call.path} lacks ${name}`);
    return encodeURIComponent(value);
  });
  const parameters = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  if (parameters.length === 0) return address;
  return `${address}?${new URLSearchParams(parameters.map(([name, value]) => [name, String(value)]))}`;
}

/** Headers of every call. The server's texts use the page's language, not the browser's. */
export function headersFor(request: Request, { token, language }: Caller): Headers {
  const { body, idempotencyKey, part } = request;
  const headers = new Headers({ accept: 'application/json', 'accept-language': language });
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey);
  if (part) headers.set('range', `bytes=${part.start}-${part.end - 1}`);
  return headers;
}

/** The request in the form for `fetch`, without its signal. */
export function fetchInit(request: Request, caller: Caller): RequestInit {
  return {
    method: request.call.method,
    headers: headersFor(request, caller),
    body: request.body === undefined ? undefined : JSON.stringify(request.body),
    credentials: 'same-origin',
    priority: request.priority,
  };
}
