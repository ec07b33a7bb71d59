/** The Idempotency-Key of a create: the same content sent again carries the same key, also from a reopened form or after a reload. */
import { sha256Of } from '../../shared/sha256.ts';
import { ApiFailure } from './failure.ts';

const PREFIX = 'fascicolo.sent.v1.';
/** Well below the 48 hours for which the server keeps an answer. */
const KEPT_MS = 24 * 3_600_000;

interface Sent {
  sha256: string;
  key: string;
  at: number;
}

function readSent(name: string): Sent | null {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null');
    return typeof found === 'object' && found !== null && 'sha256' in found && 'key' in found && 'at' in found
      ? (found as Sent)
      : null;
  } catch {
    return null;
  }
}

function keep(name: string, sent: Sent | null): void {
  try {
    if (sent) sessionStorage.setItem(PREFIX + name, JSON.stringify(sent));
    else sessionStorage.removeItem(PREFIX + name);
  } catch {
    // If storage is full or forbidden, each attempt gets a new key.
  }
}

/** Files have no JSON form: identify them by name, size and date. */
const described = (_name: string, value: unknown): unknown =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value;

export interface Once {
  /** Provides the key; after an answer, the next create gets a new one. Rejects as `act` does. */
  send: <T>(act: (key: string) => Promise<T>) => Promise<T>;
}

/** The server has this key for another request: the next attempt is a separate create. */
const isOfAnother = (failure: unknown): boolean =>
  failure instanceof ApiFailure && (failure.body.code ?? '').startsWith('idempotency.');

/** @param name what is created, as part of the key's name. */
export async function idempotencyKey(name: string, content: unknown): Promise<Once> {
  const text = JSON.stringify(content, described) ?? '';
  const sha256 = await sha256Of(new TextEncoder().encode(text));
  const before = readSent(name);
  const same = before?.sha256 === sha256 && Date.now() - before.at < KEPT_MS ? before : null;
  const sent = same ?? { sha256, key: crypto.randomUUID(), at: Date.now() };
  keep(name, sent);
  return {
    send: async (act) => {
      try {
        const answer = await act(sent.key);
        keep(name, null);
        return answer;
      } catch (failure) {
        if (isOfAnother(failure)) keep(name, null);
        throw failure;
      }
    },
  };
}

/** Forgets this tab's keys on a deliberate sign-out. */
export function forgetSent(storage: Storage): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  for (const key of keys) if (key?.startsWith(PREFIX)) storage.removeItem(key);
}
