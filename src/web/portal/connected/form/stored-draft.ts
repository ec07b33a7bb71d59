/** Reads and writes a user's drafts in the browser's storage. */

export const PREFIX = 'fascicolo.kept.v3.';
const MAX_AGE_MS = 7 * 24 * 3_600_000;

/** The values with the time of the last keystroke, in milliseconds, and an earlier draft still on offer at that time. */
export interface StoredDraft<V> {
  at: number;
  values: V;
  before?: StoredDraft<V>;
}

/** Each open page has its own drafts, so that two tabs never overwrite each other. `crypto.randomUUID` needs a secure context. */
export const pageId = Math.random().toString(36).slice(2) + Date.now();

/** Never part of a login. */
export const SEPARATOR = '|';
export const draftKey = (login: string, name: string, page = ''): string =>
  [PREFIX + login, name, page].join(SEPARATOR);

export function readDraft<V>(storage: Pick<Storage, 'getItem'>, key: string): StoredDraft<V> | null {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('at' in stored) || !('values' in stored)) return null;
    const { at, values } = stored;
    if (typeof at !== 'number' || typeof values !== 'object' || Date.now() - at > MAX_AGE_MS) return null;
    return stored as StoredDraft<V>;
  } catch {
    return null;
  }
}

export const keysWithPrefix = (storage: Storage, prefix: string): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
    key.startsWith(prefix),
  );
