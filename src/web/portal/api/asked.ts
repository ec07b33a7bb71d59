/** Answers that were asked for before the program had come: whoever makes the same call takes its answer over, once. */
import type { Call } from '#contract/calls/call.ts';
import type { AnswerOf } from '#contract/calls/types.ts';
import { addressOf, type Caller, fetchInit, type Request } from './request.ts';

const asked = new Map<string, { answer: Promise<Response>; isPart: boolean }>();

const keyOf = (request: Request, caller: Caller): string => {
  const { call, body, part } = request;
  return JSON.stringify([call.method, addressOf(request), body ?? null, part ?? null, caller.token, caller.language]);
};

function send(request: Request, caller: Caller): Promise<Response> {
  const answer = fetch(addressOf(request), fetchInit(request, caller));
  asked.set(keyOf(request, caller), { answer, isPart: request.part !== undefined });
  return answer;
}

/** Asks now; the answer, also a failure, is read by the page that makes the same call. */
export function askFor(request: Request, caller: Caller): void {
  send(request, caller).catch(() => undefined);
}

/** Asks now and keeps the answer for the page that makes the same call. @returns the answer. Rejects when it was refused. */
export async function askAhead<C extends Call>(request: Request & { call: C }, caller: Caller): Promise<AnswerOf<C>> {
  // Cloned before the page reads it.
  const response = (await send(request, caller)).clone();
  if (!response.ok) throw new Error(`${request.call.path} was answered with ${response.status}`);
  return (await response.json()) as AnswerOf<C>;
}

/** The answer to this call, if it was asked for ahead and has not been taken. */
export function takeAsked(request: Request, caller: Caller): Promise<Response> | undefined {
  const key = keyOf(request, caller);
  const answer = asked.get(key)?.answer;
  asked.delete(key);
  return answer;
}

/** What is left would be older than what is heard from now on; bytes of a file are what they were. */
export function forgetAsked(): void {
  for (const [key, { answer, isPart }] of asked) {
    if (isPart) continue;
    asked.delete(key);
    // An answer that nobody reads keeps its connection, of which a browser has six.
    answer.then((response) => response.arrayBuffer()).catch(() => undefined);
  }
}
