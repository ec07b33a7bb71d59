/** The Idempotency-Key of a create: the same content sent again carries the same key, also from a reopened form or after a reload. */
import { sha256Of } from '../../shared/sha256.ts';
import { ApiFailure } from './failure.ts';

const PREFIX = 'fascicolo.sent.v1.';
/** Well below the 48 hours for which the server keeps an answer. */
const MAX_AGE_MS = 24 * 3_600_000;

interface SentRequest {
  sha256: string;
  key: string;
  at: number;
}

function readSent(name: string): SentRequest | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null');
    return typeof stored === 'object' && stored !== null && 'sha256' in stored && 'key' in stored && 'at' in stored
      ? (stored as SentRequest)
      : null;
  } catch {
    return null;
  }
}

function storeSent(name: string, sent: SentRequest | null): void {
  try {
    if (sent) sessionStorage.setItem(PREFIX + name, JSON.stringify(sent));
    else sessionStorage.removeItem(PREFIX + name);
  } catch {
    // If storage is full or forbidden, each attempt gets a new key.
  }
}

/** Files have no JSON form: identify them by name, size and date. */
const fileIdentity = (_name: string, value: unknown): unknown =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value;

export interface IdempotentCreate {
  /** Provides the key; after an answer, the next create gets a new one. Rejects as `act` does. */
  send: <T>(act: (key: string) => Promise<T>) => Promise<T>;
}

/** The server has this key for another request: the next attempt is a separate create. */
const isKeyConflict = (failure: unknown): boolean =>
  failure instanceof ApiFailure && (failure.body.code ?? '').startsWith('idempotency.');

/** @param name what is created, as part of the key's name. */
export async function idempotencyKey(name: string, content: unknown): Promise<IdempotentCreate> {
  const text = JSON.stringify(content, fileIdentity) ?? '';
  const sha256 = await sha256Of(new TextEncoder().encode(text));
  const previous = readSent(name);
  const reusable = previous?.sha256 === sha256 && Date.now() - previous.at < MAX_AGE_MS ? previous : null;
  const sent = reusable ?? { sha256, key: crypto.randomUUID(), at: Date.now() };
  storeSent(name, sent);
  return {
    send: async (act) => {
      try {
        const answer = await act(sent.key);
        storeSent(name, null);
        return answer;
      } catch (failure) {
        if (isKeyConflict(failure)) storeSent(name, null);
        throw failure;
      }
    },
  };
}

/** Forgets this tab's keys on a deliberate sign-out. */
export function clearIdempotencyKeys(storage: Storage): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  for (const key of keys) if (key?.startsWith(PREFIX)) storage.removeItem(key);
}
