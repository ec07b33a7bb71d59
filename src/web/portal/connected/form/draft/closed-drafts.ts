/** Drafts of closed pages. Loaded with the first keystroke, or when there is such a draft. */
import { keysWithPrefix, pageId, readDraft, SEPARATOR, type StoredDraft } from '../stored-draft.ts';

const LOCK = 'fascicolo.page.';
const locks = typeof navigator === 'undefined' ? undefined : (navigator.locks as LockManager | undefined);

let releaseLock = (): void => undefined;
/** The browser releases the lock when the page ends, even after a crash. */
function acquireLock(): void {
  locks?.request(LOCK + pageId, () => new Promise<void>((resolve) => (releaseLock = resolve))).catch(() => undefined);
}

if (locks) {
  acquireLock();
  addEventListener('pagehide', () => releaseLock());
  addEventListener('pageshow', ({ persisted }) => persisted && acquireLock());
}

/** Empty outside a secure context, where the Web Locks API is missing. */
export async function openPages(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await locks?.query()) ?? {};
  return new Set(held.map(({ name = '' }) => name.replace(LOCK, '')));
}

/**
 * Adopts the newest draft of that name left by a closed page; `ownKey` is the key of this page.
 * @returns null when there is none, or when this page already has a draft.
 */
export function adoptDraft<V>(
  storage: Storage,
  ownKey: string,
  isOpen: (page: string) => boolean,
): StoredDraft<V> | null {
  if (storage.getItem(ownKey) !== null) return null;
  const name = ownKey.slice(0, ownKey.lastIndexOf(SEPARATOR) + 1);
  const [newest] = keysWithPrefix(storage, name)
    .filter((key) => !isOpen(key.slice(name.length)))
    .flatMap((key) => {
      const draft = readDraft<V>(storage, key);
      return draft ? [{ key, draft }] : [];
    })
    .sort((a, b) => b.draft.at - a.draft.at);
  if (!newest) return null;
  storage.setItem(ownKey, JSON.stringify(newest.draft));
  storage.removeItem(newest.key);
  return newest.draft;
}
