/** The Idempotency-Key of a create: the same content sent again carries the same one, also from a form that was opened anew or after a reload. */
import { sha256Of } from '../../shared/sha256.ts';
import { ApiFailure } from './failure.ts';

const PREFIX = 'fascicolo.sent.v1.';
/** The server keeps an answer for 48 hours. */
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
    // A full or forbidden storage: it is made again for each try.
  }
}

/** A file has no JSON: it is the same one by what the browser tells of it. */
const described = (_name: string, value: unknown): unknown =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value;

export interface Once {
  /** Hands out the key; once an answer came, what is sent next is a create of its own. Rejects as `act` does. */
  send: <T>(act: (key: string) => Promise<T>) => Promise<T>;
}

/** The server has it with another body: that one was made by itself. */
const isOfAnother = (failure: unknown): boolean =>
  failure instanceof ApiFailure && (failure.body.code ?? '').startsWith('idempotency.');

/** @param name what is created. */
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

/** Forgets what was sent from this tab: somebody leaves on purpose. */
export function forgetSent(storage: Storage): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  for (const key of keys) if (key?.startsWith(PREFIX)) storage.removeItem(key);
}
