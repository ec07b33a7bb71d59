/** Queries on connected systems: webhooks with their deliveries, and technical accounts. */
import { listTechnicalAccounts, listWebhookDeliveries, listWebhooks } from '#contract/calls/integrations.ts';
import { queryOf } from '../query-of.ts';

export const webhooksQuery = queryOf(listWebhooks);
export const technicalAccountsQuery = queryOf(listTechnicalAccounts);

/** The newest ones; what waits is tried meanwhile, so it is asked again while it is looked at. */
export const deliveriesQuery = (id: number) =>
  queryOf(listWebhookDeliveries, { path: { id }, query: { size: 50 } }, { refetchInterval: 5_000 });
