/** Queries on connected systems: webhooks with their deliveries, and technical accounts. */
import { listTechnicalAccounts, listWebhookDeliveries, listWebhooks } from '#contract/calls/integrations.ts';
import { queryOf } from '../query-options.ts';

export const webhooksQuery = queryOf(listWebhooks);
export const technicalAccountsQuery = queryOf(listTechnicalAccounts);

/** The newest ones; waiting ones are retried, so poll while they are shown. */
export const deliveriesQuery = (id: number) =>
  queryOf(listWebhookDeliveries, { path: { id }, query: { size: 50 } }, { refetchInterval: 5_000 });
