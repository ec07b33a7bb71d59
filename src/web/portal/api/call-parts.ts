/** What a call to the server is made of (specification §7, §8). Pure. */
import type { Language } from '../text/chosen-language.ts';

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  /** Of a POST that changes nothing: unanswered, nothing is lost. */
  reads?: boolean;
  /** Of a create: the same key answers the same result once. */
  idempotencyKey?: string;
  /** Bytes of a stored file; the end is not included. */
  part?: { start: number; end: number };
  /** What nobody waits for steps behind what somebody does. */
  priority?: 'low';
  /** A stream, which may be silent for as long as it likes. */
  endless?: boolean;
  signal?: AbortSignal;
}

/** Who calls: with the bearer, and in the language the server's texts come in. */
export interface Caller {
  token: string | null;
  language: Language;
}

export function addressOf(path: string, query: CallOptions['query']): string {
  const given = Object.entries(query ?? {}).filter(
    (entry): entry is [string, string | number] => entry[1] !== undefined,
  );
  if (given.length === 0) return path;
  return `${path}?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}`;
}

/** What every call carries. */
export function headersFor(options: CallOptions, { token, language }: Caller): Headers {
  // The server's texts come in the language of the page, whatever the browser's own.
  const headers = new Headers({ accept: 'application/json', 'accept-language': language });
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (options.body !== undefined) headers.set('content-type', 'application/json');
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey);
  if (options.part) headers.set('range', `bytes=${options.part.start}-${options.part.end - 1}`);
  return headers;
}

/** The call as the browser takes it, but for its signal. */
export function requestOf(options: CallOptions, caller: Caller): RequestInit {
  return {
    method: options.method ?? 'GET',
    headers: headersFor(options, caller),
    body: options.body === undefined ? undefined : JSON.stringify(options.body),
    credentials: 'same-origin',
    priority: options.priority,
  };
}
