/** Sends one call and reads its whole answer, with the times of request and answer. */
import type { Language } from '../../shared/language.ts';

/** Long enough for a slow mobile network; a signature also waits for the timestamp. */
export const CALL_TIMEOUT_MS = 25_000;

export interface Exchange {
  response: Response;
  /** Body of the answer. */
  text: string;
  /** Milliseconds of the phone's own clock. */
  requestedAt: number;
  receivedAt: number;
}

export function requestOf(
  method: 'GET' | 'POST',
  language: Language,
): RequestInit & { headers: Record<string, string> } {
  return {
    method,
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    headers: { accept: 'application/json', 'accept-language': language },
  };
}

/** Rejects when no answer, or only part of one, arrived. */
export async function exchange(fetcher: typeof fetch, address: string, request: RequestInit): Promise<Exchange> {
  const requestedAt = Date.now();
  const response = await fetcher(address, request);
  const text = await response.text();
  return { response, text, requestedAt, receivedAt: Date.now() };
}
