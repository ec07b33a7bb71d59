/** What is kept for this tab and a person, as it stands in the browser's storage. Pure. */

const PREFIX = 'fascicolo.kept.v2.';

/** Values with the moment they were last typed, in milliseconds, and those that were still on offer then. */
export interface StoredDraft<V> {
  at: number;
  values: V;
  before?: StoredDraft<V>;
}

/** Where values of that name are kept for a person. */
export const draftKey = (login: string, name: string): string => `${PREFIX}${login}.${name}`;

export function readDraft<V>(storage: Pick<Storage, 'getItem'>, login: string, name: string): StoredDraft<V> | null {
  try {
    const found: unknown = JSON.parse(storage.getItem(draftKey(login, name)) ?? 'null');
    if (typeof found !== 'object' || found === null || !('at' in found) || !('values' in found)) return null;
    return typeof found.at === 'number' && typeof found.values === 'object' ? (found as StoredDraft<V>) : null;
  } catch {
    return null;
  }
}

/** Forgets everything kept in this tab: somebody leaves on purpose. */
export function forgetAllDrafts(storage: Storage): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  for (const key of keys) if (key?.startsWith(PREFIX)) storage.removeItem(key);
}
