/** The only module that calls the server: bearer token, JSON, error bodies, and 401, which ends the session. */
import type { Call } from '#contract/calls/call.ts';
import type { AnswerOf, BodyOf, RowOf, StartCall, StartsSignature } from '#contract/definition/call-types.ts';
import { isOffline, noteAnswer } from '../../shared/connection.ts';
import { paths } from '../paths.ts';
import { takePrefetched } from '../preload/prefetched-answers.ts';
import { uiLanguage } from '../text/language.ts';
import { ApiFailure, noAnswer, readErrorBody } from './failure.ts';
import { addressOf, type CallArgs, type Caller, fetchInit, headersFor, type Request, requestOf } from './request.ts';
import { storeReturnAddress } from './session/return-address.ts';
import { clearToken, readToken } from './session/token.ts';
import { ACT_MS, isTimeout, READ_MS, startTimeout, withChunkTimeout, withTimeout } from './timeout.ts';

/** A list with its total from the header x-total-count. */
export interface Page<T> {
  rows: T[];
  total: number;
}

let isLeaving = false;
let currentLogin: string | null = null;

/** Sets the user of this tab: when the session expires, the return address is stored for this login. */
export function setCurrentLogin(login: string): void {
  currentLogin = login;
}

/** Ends the session: goes to /logout once, even if several calls fail together, and returns here after the next sign-in. */
export function endSession(): void {
  if (isLeaving) return;
  if (currentLogin !== null) storeReturnAddress(currentLogin, window.location.pathname + window.location.search);
  clearToken();
  goToLogout();
}

/** Goes to /logout after a deliberate sign-out in another tab: stores no return address, keeps nothing. */
export function goToLogout(): void {
  if (isLeaving) return;
  isLeaving = true;
  window.location.assign(paths.logout);
}

/** Token and language of the caller. */
const currentCaller = (): Caller => ({ token: readToken(Date.now()), language: uiLanguage() });

/** Headers of every call. */
export const headersOf = (request: Request): Headers => headersFor(request, currentCaller());

/** The failure for a refused answer; a 401 ends the session. */
export function failureOf(status: number, body: unknown, retryAfter: string | null): ApiFailure {
  if (status === 401) endSession();
  const seconds = Number(retryAfter);
  return new ApiFailure(status, readErrorBody(body), seconds > 0 ? seconds : null);
}

const isReadOnly = ({ call }: Request): boolean => call.method === 'GET' || call.reads === true;

/**
 * The failure for a missing answer. @param offline whether the browser was offline when the request was sent. @param
 * error what was thrown instead.
 */
export function noAnswerFailure(request: Request, offline: boolean, error?: unknown): ApiFailure {
  return noAnswer(isReadOnly(request) || offline ? 'absent' : 'lost', isTimeout(error));
}

async function send(request: Request): Promise<Response> {
  const offline = isOffline();
  const timeout = startTimeout(isReadOnly(request) ? READ_MS : ACT_MS, request.signal);
  let response: Response;
  try {
    const prefetched = takePrefetched(request, currentCaller());
    response = await (prefetched
      ? withTimeout(timeout, prefetched)
      : fetch(addressOf(request), { ...fetchInit(request, currentCaller()), signal: timeout.signal }));
  } catch (error) {
    timeout.end();
    if (request.signal?.aborted) throw error;
    throw noAnswerFailure(request, offline, error);
  }
  noteAnswer(offline);
  if (request.endless) timeout.end();
  const timedResponse = request.endless ? response : withChunkTimeout(response, timeout);
  if (response.ok) return timedResponse;
  const body: unknown = await timedResponse.json().catch(() => null);
  throw failureOf(response.status, body, response.headers.get('retry-after'));
}

/** The connection broke after a good status: a partial answer counts as none. */
const onBodyFailure =
  (request: Request) =>
  (error: unknown): never => {
    if (request.signal?.aborted || error instanceof SyntaxError) throw error;
    throw noAnswerFailure(request, false, error);
  };

/** Sends a request and reads the answer, `undefined` where it has no body. Throws ApiFailure. */
export async function fetchAnswer<C extends Call>(request: Request & { call: C }): Promise<AnswerOf<C>> {
  const response = await send(request);
  if (response.status === 204) return undefined as AnswerOf<C>;
  return (await response.json().catch(onBodyFailure(request))) as AnswerOf<C>;
}

/** Sends a request for a list and reads its rows with their total. Throws ApiFailure. */
export async function fetchPage<C extends Call>(request: Request & { call: C }): Promise<Page<RowOf<C>>> {
  const response = await send(request);
  const rows = (await response.json().catch(onBodyFailure(request))) as RowOf<C>[];
  return { rows, total: Number(response.headers.get('x-total-count') ?? rows.length) };
}

/** Calls that start a signature may have to ask for signers: use `useStart`, which keeps the request. */
type NoStart<C extends Call> = StartsSignature<C> extends true ? { startsBy: 'useStart' } : unknown;

/** Calls the server: `ask(updateDocument, { body })`. Throws ApiFailure. */
export const ask = <C extends Call>(call: C & NoStart<C>, ...[input]: CallArgs<C>): Promise<AnswerOf<C>> =>
  fetchAnswer(requestOf<C>(call, input));

/** Only for `useStart`. Throws ApiFailure. */
export const startWith = <C extends StartCall>(
  call: C,
  id: number,
  body: Omit<NonNullable<BodyOf<C>>, 'signers'>,
): Promise<AnswerOf<C>> => fetchAnswer({ call, path: { id }, body });

/** Fetches a file with the bearer; the type comes from the response header. Throws ApiFailure. */
export async function askFile(request: Request): Promise<File> {
  const response = await send(request);
  return fileOf(response, [await response.blob().catch(onBodyFailure(request))]);
}

/** Named by its Content-Disposition. */
function fileOf({ headers }: Response, parts: BlobPart[]): File {
  const [, name = ''] = /filename\*=UTF-8''([^;]*)/.exec(headers.get('content-disposition') ?? '') ?? [];
  return new File(parts, decodeURIComponent(name), { type: headers.get('content-type') ?? '' });
}

/** Fetches a file that is generated while it is sent; reports the bytes received so far. Throws ApiFailure. */
export async function askLongFile(request: Request, onBytes: (bytes: number) => void): Promise<File> {
  const response = await send(request);
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
    onBodyFailure(request)(error);
  }
  return fileOf(response, parts);
}

/** Fetches a range of a stored file, or all of it if the server sends it whole, with the total size. Throws ApiFailure. */
export async function askPart(
  file: Request,
  part: { start: number; end: number },
  signal: AbortSignal,
): Promise<{ bytes: Uint8Array; total: number }> {
  const request = { ...file, part, signal };
  const response = await send(request);
  const buffer = await response.arrayBuffer().catch(onBodyFailure(request));
  const bytes = new Uint8Array(buffer);
  const total = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1] ?? bytes.length);
  return { bytes, total };
}

/** Opens a stream with the bearer. Throws ApiFailure. */
export async function askStream(stream: Request, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const { body } = await send({ ...stream, signal, priority: 'low', endless: true });
  if (!body) throw noAnswer('absent');
  return body;
}

/** Saves a file through the browser's downloads. */
export function saveFile(file: File, name = file.name): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
