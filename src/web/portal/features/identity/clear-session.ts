/** Decides what a logout clears in this browser: everything, except that drafts are cleared only when the user signs out explicitly. */
import { forgetFailures } from '../../api/failure-log.ts';
import { forgetSent } from '../../api/idempotency-key.ts';
import { forgetShown } from '../../api/queries/own-shown.ts';
import { queryClient } from '../../api/query-client.ts';
import { isReturnNoted } from '../../api/session/return-address.ts';
import { clearToken, leave } from '../../api/session/token.ts';
import { forgetAllDrafts, forgetOldDrafts } from '../../connected/form/draft/forget-drafts.ts';

/** @returns whether the session ended without a sign-out: typed drafts then remain for the same user's next sign-in. */
export function clearSession(): boolean {
  const ended = isReturnNoted();
  // Account, dealers, folder types, signature services, and every row that was shown.
  queryClient.clear();
  forgetShown(sessionStorage);
  forgetOldDrafts(localStorage);
  if (ended) clearToken();
  else {
    leave();
    forgetAllDrafts(localStorage);
    forgetAllDrafts(sessionStorage);
    forgetSent(sessionStorage);
    forgetFailures(sessionStorage);
  }
  return ended;
}
