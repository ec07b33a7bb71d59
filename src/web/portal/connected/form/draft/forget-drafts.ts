/** Deletes drafts on an explicit sign-out, and after some days. */
import { keysUnder, PREFIX, readDraft } from '../stored-draft.ts';

export function forgetAllDrafts(storage: Storage): void {
  for (const key of keysUnder(storage, PREFIX)) storage.removeItem(key);
}

/** Of all users. */
export function forgetOldDrafts(storage: Storage): void {
  for (const key of keysUnder(storage, PREFIX)) if (!readDraft(storage, key)) storage.removeItem(key);
}
