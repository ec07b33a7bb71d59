/** What this tab has shown of a signature: hashes that it computed itself. The way to the identity provider and back leaves the page, so they are kept in the tab. */
import { sha256Of } from '../../../shared/sha256.ts';

/** For as long as the page stands: where the tab keeps nothing, and for what is taken from it meanwhile. */
const kept = new Map<number, readonly string[]>();

/** What the tab keeps under it is forgotten when the session ends. */
export const PREFIX = 'fascicolo-own-shown-';
const keyOf = (id: number): string => `${PREFIX}${id}`;

/** Of the documents of the signature on document `id`. */
export function shownHere(id: number): readonly string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(id)) ?? '[]');
    const hashes = Array.isArray(stored) ? stored.filter((one): one is string => typeof one === 'string') : [];
    const shown = [...new Set([...hashes, ...(kept.get(id) ?? [])])];
    kept.set(id, shown);
    return shown;
  } catch {
    // A forbidden storage costs only the memory of a reload.
    return kept.get(id) ?? [];
  }
}

/** Notes what the viewer is given. */
export async function noteShown(id: number, file: Blob): Promise<void> {
  const sha256 = await sha256Of(new Uint8Array(await file.arrayBuffer()));
  const shown = [...new Set(shownHere(id)).add(sha256)];
  kept.set(id, shown);
  try {
    sessionStorage.setItem(keyOf(id), JSON.stringify(shown));
  } catch {
    return;
  }
}

/** A session has ended, whoever comes next in this tab has been shown nothing. */
export function forgetShown(storage: Storage): void {
  kept.clear();
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  for (const key of keys) if (key?.startsWith(PREFIX)) storage.removeItem(key);
}
