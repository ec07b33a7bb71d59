/**
 * Hashes that this tab computed of what it showed of a signature. Signing in again at the identity provider leaves the
 * page, so they are kept in session storage.
 */
import { sha256Of } from '../../../shared/sha256.ts';

/** In-memory copy while the page is open, for when session storage is unavailable or cleared. */
const memory = new Map<number, readonly string[]>();

/** Prefix of the entries that are deleted when the session ends. */
export const PREFIX = 'fascicolo-own-shown-';
const keyOf = (id: number): string => `${PREFIX}${id}`;

/** Hashes of the documents in the signature on document `id`. */
export function shownHashes(id: number): readonly string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(id)) ?? '[]');
    const hashes = Array.isArray(stored) ? stored.filter((hash): hash is string => typeof hash === 'string') : [];
    const shown = [...new Set([...hashes, ...(memory.get(id) ?? [])])];
    memory.set(id, shown);
    return shown;
  } catch {
    // Without storage, only the memory across reloads is lost.
    return memory.get(id) ?? [];
  }
}

/** Records the file given to the viewer. */
export async function recordShown(id: number, file: Blob): Promise<void> {
  const sha256 = await sha256Of(new Uint8Array(await file.arrayBuffer()));
  const shown = [...new Set(shownHashes(id)).add(sha256)];
  memory.set(id, shown);
  try {
    sessionStorage.setItem(keyOf(id), JSON.stringify(shown));
  } catch {
    return;
  }
}

/** After a session's end: nothing has been shown to the tab's next user. */
export function clearShownHashes(storage: Storage): void {
  memory.clear();
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  for (const key of keys) if (key?.startsWith(PREFIX)) storage.removeItem(key);
}
