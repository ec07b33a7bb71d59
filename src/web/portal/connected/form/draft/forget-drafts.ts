/** Drafts are forgotten when somebody leaves on purpose, and after some days. */
import { keysUnder, PREFIX, readDraft } from '../stored-draft.ts';

export function forgetAllDrafts(storage: Storage): void {
  for (const key of keysUnder(storage, PREFIX)) storage.removeItem(key);
}

/** Of every person. */
export function forgetOldDrafts(storage: Storage): void {
  for (const key of keysUnder(storage, PREFIX)) if (!readDraft(storage, key)) storage.removeItem(key);
}
