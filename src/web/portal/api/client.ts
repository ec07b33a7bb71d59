/** The one place that calls the server: bearer, JSON, error bodies, and 401 that ends the session (specification §7, §8). */
import { isOffline, wasAnswered } from '../../shared/connection.ts';
import { paths } from '../paths.ts';
import { spoken } from '../text/language.ts';
import { takeAsked } from './asked.ts';
import { addressOf, type Caller, type CallOptions, headersFor, requestOf } from './call-parts.ts';
import { ApiFailure, noAnswer, readErrorBody } from './failure.ts';
import { ACT_MS, isLate, patience, READ_MS, watched, within } from './patience.ts';
import { noteReturn } from './return-address.ts';
import { clearToken, readToken } from './token.ts';

/** A list with the total of the header x-total-count. */
export interface Page<T> {
  rows: T[];
  total: number;
}

let leaving = false;
let worker: string | null = null;

/** Whose work this tab shows: when the session ends by itself, the way back is noted for this login. */
export function workFor(login: string): void {
  worker = login;
}

/** The session is over: to /logout once, however many calls fail together, and back here after the next sign-in. */
export function endSession(): void {
  if (leaving) return;
  if (worker !== null) noteReturn(worker, window.location.pathname + window.location.search);
  clearToken();
  leaveToo();
}

/** To /logout after somebody left on purpose in another tab: nothing is noted, nothing kept. */
export function leaveToo(): void {
  if (leaving) return;
  leaving = true;
  window.location.assign(paths.logout);
}

/** Who calls, and in which language. */
const caller = (): Caller => ({ token: readToken(Date.now()), language: spoken() });

/** What every call carries. */
export const headersOf = (options: CallOptions): Headers => headersFor(options, caller());

/** The failure a refused answer stands for; a 401 ends the session. */
export function failureOf(status: number, body: unknown, retryAfter: string | null): ApiFailure {
  if (status === 401) endSession();
  const seconds = Number(retryAfter);
  return new ApiFailure(status, readErrorBody(body), seconds > 0 ? seconds : null);
}

const changesNothing = ({ method = 'GET', reads = false }: CallOptions): boolean => method === 'GET' || reads;

/** What it means that no answer came. @param offline how it was when it was sent. @param error what was thrown instead. */
export function unanswered(options: CallOptions, offline: boolean, error?: unknown): ApiFailure {
  return noAnswer(changesNothing(options) || offline ? 'absent' : 'lost', isLate(error));
}

async function send(path: string, options: CallOptions): Promise<Response> {
  const offline = isOffline();
  const wait = patience(changesNothing(options) ? READ_MS : ACT_MS, options.signal);
  let response: Response;
  try {
    const ahead = takeAsked(path, options, caller());
    response = await (ahead
      ? within(wait, ahead)
      : fetch(addressOf(path, options.query), { ...requestOf(options, caller()), signal: wait.signal }));
  } catch (error) {
    wait.end();
    if (options.signal?.aborted) throw error;
    throw unanswered(options, offline, error);
  }
  wasAnswered(offline);
  if (options.endless) wait.end();
  const whole = options.endless ? response : watched(response, wait);
  if (response.ok) return whole;
  const body: unknown = await whole.json().catch(() => null);
  throw failureOf(response.status, body, response.headers.get('retry-after'));
}

/** The answer was good, then the connection went: half of it is none. */
const halfAnswered =
  (options: CallOptions) =>
  (error: unknown): never => {
    if (options.signal?.aborted || error instanceof SyntaxError) throw error;
    throw unanswered(options, false, error);
  };

/** Calls and reads JSON. Throws ApiFailure. */
export async function call<T>(path: string, options: CallOptions = {}): Promise<T> {
  const response = await send(path, options);
  return (await response.json().catch(halfAnswered(options))) as T;
}

/** Calls a search and reads the rows with their total. Throws ApiFailure. */
export async function callPage<T>(path: string, options: CallOptions): Promise<Page<T>> {
  const search = { ...options, reads: true };
  const response = await send(path, search);
  const rows = (await response.json().catch(halfAnswered(search))) as T[];
  return { rows, total: Number(response.headers.get('x-total-count') ?? rows.length) };
}

/** Calls what answers without a body. Throws ApiFailure. */
export async function callDone(path: string, options: CallOptions): Promise<void> {
  const { body } = await send(path, options);
  await body?.cancel();
}

/** Fetches a file with the bearer, or has one made of `body`; the type comes from the response header. Throws ApiFailure. */
export async function callFile(path: string, signal?: AbortSignal, body?: unknown): Promise<Blob> {
  const options = { signal, ...(body === undefined ? {} : { method: 'POST' as const, body, reads: true }) };
  const response = await send(path, options);
  return await response.blob().catch(halfAnswered(options));
}

/** Fetches a file that is made while it is sent; tells how many bytes have come so far. Throws ApiFailure. */
export async function callLongFile(
  path: string,
  options: Pick<CallOptions, 'query' | 'signal'>,
  onBytes: (bytes: number) => void,
): Promise<Blob> {
  const response = await send(path, options);
  const parts: BlobPart[] = [];
  let bytes = 0;
  try {
    for (const reader = response.body?.getReader(); reader; ) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      bytes += value.byteLength;
      onBytes(bytes);
    }
  } catch (error) {
    halfAnswered(options)(error);
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
}

/** Fetches a part of a stored file, or all of it when the server sends it whole, with the size of the whole. Throws ApiFailure. */
export async function callPart(
  path: string,
  part: { start: number; end: number },
  signal: AbortSignal,
): Promise<{ bytes: Uint8Array; total: number }> {
  const response = await send(path, { part, signal });
  const buffer = await response.arrayBuffer().catch(halfAnswered({ signal }));
  const bytes = new Uint8Array(buffer);
  const total = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1] ?? bytes.length);
  return { bytes, total };
}

/** Opens a stream with the bearer. Throws ApiFailure. */
export async function callStream(path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const { body } = await send(path, { signal, priority: 'low', endless: true });
  if (!body) throw noAnswer('absent');
  return body;
}

/** Hands a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
