/** Prefetches the dashboard's data while the frame is still rendering. */
import { mayEver } from '#domain/access.ts';
import { ownTurnsQuery } from '../../api/queries/own-signature.ts';
import { otpUsed, signedDocuments, spaceUsed } from '../../api/queries/statistics.ts';
import { waitingCountQuery } from '../../api/queries/waiting.ts';
import { accountQuery, dealersQuery, folderTypesQuery, latestDocuments } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { storeDashboardEntity } from '../../api/session/token.ts';
import { explicitChoice, initialChoice } from './initial-choice.ts';
import { countedFolderTypes } from './offered-cards.ts';

/** Prefetches only what the page shows to this user; the page itself reports a failure. */
export async function prefetch(): Promise<void> {
  const account = await queryClient.ensureQueryData(accountQuery);
  const may = (action: Parameters<typeof mayEver>[1]) => mayEver(account, action).ok;
  if (may('document.create')) void queryClient.prefetchQuery(folderTypesQuery);
  const dealers = await queryClient.ensureQueryData(dealersQuery);
  const legalEntity = initialChoice(account, dealers);
  const chosen = explicitChoice(account);
  if (may('document.read')) {
    void queryClient.prefetchQuery(latestDocuments(legalEntity));
    storeDashboardEntity(legalEntity);
  }
  if (may('statistics.read')) {
    void queryClient.prefetchQuery(signedDocuments(legalEntity, countedFolderTypes(account)));
    if (legalEntity !== null) {
      void queryClient.prefetchQuery(otpUsed(legalEntity));
      void queryClient.prefetchQuery(spaceUsed('documents-size', legalEntity));
      void queryClient.prefetchQuery(spaceUsed('archived-documents-size', legalEntity));
    }
  }
  if (may('document.sign')) {
    void queryClient.prefetchQuery(ownTurnsQuery(chosen));
    void queryClient.prefetchQuery(waitingCountQuery(chosen));
  }
}
