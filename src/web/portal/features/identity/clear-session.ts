/** Decides what a logout clears in this browser: everything, except that drafts are cleared only when the user signs out explicitly. */
import { clearFailureLog } from '../../api/failure-log.ts';
import { clearIdempotencyKeys } from '../../api/idempotency-key.ts';
import { clearShownHashes } from '../../api/queries/shown-hashes.ts';
import { queryClient } from '../../api/query-client.ts';
import { hasReturnAddress } from '../../api/session/return-address.ts';
import { clearToken, signOut } from '../../api/session/token.ts';
import { deleteAllDrafts, deleteOldDrafts } from '../../connected/form/draft/delete-drafts.ts';

/** @returns whether the session ended without a sign-out: typed drafts then remain for the same user's next sign-in. */
export function clearSession(): boolean {
  const ended = hasReturnAddress();
  // Account, dealers, folder types, signature services, and every row that was shown.
  queryClient.clear();
  clearShownHashes(sessionStorage);
  deleteOldDrafts(localStorage);
  if (ended) clearToken();
  else {
    signOut();
    deleteAllDrafts(localStorage);
    deleteAllDrafts(sessionStorage);
    clearIdempotencyKeys(sessionStorage);
    clearFailureLog(sessionStorage);
  }
  return ended;
}
