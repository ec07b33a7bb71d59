/** Common to all HTTP calls to external systems: a response is used only after it was read completely and within limits. */
import { OutsideFailure, type OutsideReason, type OutsideSystem } from '#ports/outside-system.ts';

const failure = (system: OutsideSystem, reason: OutsideReason, what: string, cause?: unknown) =>
  new OutsideFailure(system, reason, what, cause === undefined ? undefined : { cause });

/**
 * Sends a request and returns the response of status 200; no redirect is followed, so credentials are sent only to the
 * configured host.
 * @throws OutsideFailure with the reason; the signal's own when it was aborted.
 */
export async function fetchOutside(
  system: OutsideSystem,
  address: string,
  request: Omit<RequestInit, 'redirect' | 'signal'>,
  signal: AbortSignal | undefined,
): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(address, { ...request, redirect: 'manual', ...(signal === undefined ? {} : { signal }) });
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw failure(system, 'down', 'no connection', error);
  }
  if (response.status === 200) return response;
  await response.body?.cancel();
  throw failure(system, reasonOf(response.status), `answered ${response.status}`);
}

/** A POST of JSON with our bearer token. */
export const jsonRequest = (token: string, body: unknown, headers: Readonly<Record<string, string>> = {}) => ({
  method: 'POST',
  headers: {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json',
    ...headers,
  },
  body: JSON.stringify(body),
});

/** @param status of an answer other than 200. */
export function reasonOf(status: number): OutsideReason {
  if (status >= 500) return 'down';
  return status >= 400 ? 'refused' : 'wrong';
}

/** Reads at most `limit` bytes, regardless of the Content-Length. @throws OutsideFailure as {@link fetchOutside}. */
export async function readBody(
  system: OutsideSystem,
  response: Response,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of response.body ?? []) {
      size += part.byteLength;
      if (size > limit) break;
      parts.push(part);
    }
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw failure(system, 'down', 'the answer broke off', error);
  }
  if (size > limit) throw failure(system, 'wrong', `more than ${limit} bytes`);
  return new Uint8Array(Buffer.concat(parts));
}

/** The response as JSON, read as {@link readBody} does. @throws OutsideFailure when it is something else. */
export async function readJsonBody(...args: Parameters<typeof readBody>): Promise<unknown> {
  const bytes = await readBody(...args);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    // The parser's message quotes the response.
    throw failure(args[0], 'wrong', 'not JSON');
  }
}
