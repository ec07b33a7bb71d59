/** Deletes drafts on an explicit sign-out, and after some days. */
import { keysWithPrefix, PREFIX, readDraft } from '../stored-draft.ts';

export function deleteAllDrafts(storage: Storage): void {
  for (const key of keysWithPrefix(storage, PREFIX)) storage.removeItem(key);
}

/** Of all users. */
export function deleteOldDrafts(storage: Storage): void {
  for (const key of keysWithPrefix(storage, PREFIX)) if (!readDraft(storage, key)) storage.removeItem(key);
}
