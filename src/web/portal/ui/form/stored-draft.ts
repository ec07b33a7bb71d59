/** What is kept on this computer for a person, as it stands in the browser's storage. */

const PREFIX = 'fascicolo.kept.v3.';
const DAYS = 7;
const KEPT_MS = DAYS * 24 * 3_600_000;

/** Values with the moment they were last typed, in milliseconds, and those that were still on offer then. */
export interface StoredDraft<V> {
  at: number;
  values: V;
  before?: StoredDraft<V>;
}

/** No login contains the separator. Each open page has a draft of its own: two tabs never overwrite each other. */
const SEPARATOR = '|';
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

const keysOf = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
    key.startsWith(PREFIX),
  );

/**
 * Takes over the newest draft of that name from a page that is gone; `own` is the key of this page.
 * @returns null when there is none, or when this page has a draft already.
 */
export function adoptDraft<V>(storage: Storage, own: string, isOpen: (page: string) => boolean): StoredDraft<V> | null {
  if (storage.getItem(own) !== null) return null;
  const name = own.slice(0, own.lastIndexOf(SEPARATOR) + 1);
  const [newest] = keysOf(storage)
    .filter((key) => key.startsWith(name) && !isOpen(key.slice(name.length)))
    .flatMap((key) => {
      const draft = readDraft<V>(storage, key);
      return draft ? [{ key, draft }] : [];
    })
    .sort((one, other) => other.draft.at - one.draft.at);
  if (!newest) return null;
  storage.setItem(own, JSON.stringify(newest.draft));
  storage.removeItem(newest.key);
  return newest.draft;
}

/** Forgets everything kept in a storage: somebody leaves on purpose. */
export function forgetAllDrafts(storage: Storage): void {
  for (const key of keysOf(storage)) storage.removeItem(key);
}

/** Forgets what is older than drafts are kept, of every person. */
export function forgetOldDrafts(storage: Storage): void {
  for (const key of keysOf(storage)) if (!readDraft(storage, key)) storage.removeItem(key);
}
