/** Answers that were asked for before the program had come: whoever makes the same call takes its answer over, once. */
import { addressOf, type Caller, type CallOptions, requestOf } from './call-parts.ts';

const asked = new Map<string, { answer: Promise<Response>; isPart: boolean }>();

const keyOf = (path: string, { method = 'GET', query, body, part }: CallOptions, caller: Caller): string =>
  JSON.stringify([method, addressOf(path, query), body ?? null, part ?? null, caller.token, caller.language]);

function send(path: string, options: CallOptions, caller: Caller): Promise<Response> {
  const answer = fetch(addressOf(path, options.query), requestOf(options, caller));
  asked.set(keyOf(path, options, caller), { answer, isPart: options.part !== undefined });
  return answer;
}

/** Asks now for what only whoever takes it reads, its failure included. */
export function askFor(path: string, options: CallOptions, caller: Caller): void {
  send(path, options, caller).catch(() => undefined);
}

/** Asks now, and keeps the answer for whoever will. @returns what was answered. Rejects when nothing good was. */
export async function ask<T>(path: string, options: CallOptions, caller: Caller): Promise<T> {
  // Before anybody else reads it.
  const response = (await send(path, options, caller)).clone();
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
  return (await response.json()) as T;
}

/** The answer to this call, if it was asked for ahead and nobody has taken it. */
export function takeAsked(path: string, options: CallOptions, caller: Caller): Promise<Response> | undefined {
  const key = keyOf(path, options, caller);
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
