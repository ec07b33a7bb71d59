/** Drafts of closed pages. Loaded with the first keystroke, or when there is such a draft. */
import { keysUnder, pageId, readDraft, SEPARATOR, type StoredDraft } from '../stored-draft.ts';

const LOCK = 'fascicolo.page.';
const locks = typeof navigator === 'undefined' ? undefined : (navigator.locks as LockManager | undefined);

let leave = (): void => undefined;
/** The browser releases the lock when the page ends, even after a crash. */
function enter(): void {
  locks?.request(LOCK + pageId, () => new Promise<void>((resolve) => (leave = resolve))).catch(() => undefined);
}

if (locks) {
  enter();
  addEventListener('pagehide', () => leave());
  addEventListener('pageshow', ({ persisted }) => persisted && enter());
}

/** Empty outside a secure context, where the Web Locks API is missing. */
export async function openPages(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await locks?.query()) ?? {};
  return new Set(held.map(({ name = '' }) => name.replace(LOCK, '')));
}

/**
 * Adopts the newest draft of that name left by a page that is gone; `own` is the key of this page.
 * @returns null when there is none, or when this page already has a draft.
 */
export function adoptDraft<V>(storage: Storage, own: string, isOpen: (page: string) => boolean): StoredDraft<V> | null {
  if (storage.getItem(own) !== null) return null;
  const name = own.slice(0, own.lastIndexOf(SEPARATOR) + 1);
  const [newest] = keysUnder(storage, name)
    .filter((key) => !isOpen(key.slice(name.length)))
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
