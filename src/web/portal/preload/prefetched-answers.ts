/** Holds answers requested before the program had loaded; the page that makes the same call takes the answer, once. */
import type { Call } from '#contract/calls/call.ts';
import type { AnswerOf } from '#contract/definition/call-types.ts';
import { addressOf, type Caller, fetchInit, type Request } from '../api/request.ts';

const pendingAnswers = new Map<string, { answer: Promise<Response>; isPart: boolean }>();

const keyOf = (request: Request, caller: Caller): string => {
  const { call, body, part } = request;
  return JSON.stringify([call.method, addressOf(request), body ?? null, part ?? null, caller.token, caller.language]);
};

function send(request: Request, caller: Caller): Promise<Response> {
  const answer = fetch(addressOf(request), fetchInit(request, caller));
  pendingAnswers.set(keyOf(request, caller), { answer, isPart: request.part !== undefined });
  return answer;
}

/** The page that makes the same call reads the answer, including a failure. */
export function prefetch(request: Request, caller: Caller): void {
  send(request, caller).catch(() => undefined);
}

/** Prefetches and reads the answer, which the page can still take. Rejects when the call was refused. */
export async function prefetchAnswer<C extends Call>(
  request: Request & { call: C },
  caller: Caller,
): Promise<AnswerOf<C>> {
  // Clone before the page reads it.
  const response = (await send(request, caller)).clone();
  if (!response.ok) throw new Error(`${request.call.path} was answered with ${response.status}`);
  return (await response.json()) as AnswerOf<C>;
}

/** The prefetched answer to this call, if it has not been taken yet. */
export function takePrefetched(request: Request, caller: Caller): Promise<Response> | undefined {
  const key = keyOf(request, caller);
  const answer = pendingAnswers.get(key)?.answer;
  pendingAnswers.delete(key);
  return answer;
}

/** Once live updates have started, a remaining answer may be outdated; the bytes of a file do not change. */
export function dropPrefetched(): void {
  for (const [key, { answer, isPart }] of pendingAnswers) {
    if (isPart) continue;
    pendingAnswers.delete(key);
    // An unread answer keeps its connection, of which a browser has six.
    answer.then((response) => response.arrayBuffer()).catch(() => undefined);
  }
}
