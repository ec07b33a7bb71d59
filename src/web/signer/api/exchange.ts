/** One call and its whole answer, with the moments at which it was asked for and heard. */
import type { Language } from '../../shared/language.ts';

/** Long enough for a slow mobile network; a signature also waits for the timestamp. */
export const CALL_TIMEOUT_MS = 25_000;

export interface Exchange {
  response: Response;
  /** The answer's body. */
  text: string;
  /** Milliseconds of the phone's own clock. */
  asked: number;
  heard: number;
}

/** What every call carries. */
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

/** Rejects when no answer came, or not all of it. */
export async function exchange(fetcher: typeof fetch, address: string, request: RequestInit): Promise<Exchange> {
  const asked = Date.now();
  const response = await fetcher(address, request);
  const text = await response.text();
  return { response, text, asked, heard: Date.now() };
}
