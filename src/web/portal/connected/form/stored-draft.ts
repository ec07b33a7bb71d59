/** What is kept on this computer for a person, as it stands in the browser's storage. */

export const PREFIX = 'fascicolo.kept.v3.';
const KEPT_MS = 7 * 24 * 3_600_000;

/** Values with the moment they were last typed, in milliseconds, and those that were still on offer then. */
export interface StoredDraft<V> {
  at: number;
  values: V;
  before?: StoredDraft<V>;
}

/** Each open page has drafts of its own: two tabs never overwrite each other. `crypto.randomUUID` wants a secure context. */
export const pageId = Math.random().toString(36).slice(2) + Date.now();

/** No login contains it. */
export const SEPARATOR = '|';
export const draftKey = (login: string, name: string, page = ''): string =>
  [PREFIX + login, name, page].join(SEPARATOR);

export function readDraft<V>(storage: Pick<Storage, 'getItem'>, key: string): StoredDraft<V> | null {
  try {
    const found: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    if (typeof found !== 'object' || found === null || !('at' in found) || !('values' in found)) return null;
    const { at, values } = found;
    if (typeof at !== 'number' || typeof values !== 'object' || Date.now() - at > KEPT_MS) return null;
    return found as StoredDraft<V>;
  } catch {
    return null;
  }
}

export const keysUnder = (storage: Storage, prefix: string): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
    key.startsWith(prefix),
  );
