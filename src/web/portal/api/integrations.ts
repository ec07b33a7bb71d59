/** Calls on connected systems: webhooks with their deliveries, and technical accounts. */
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { TechnicalAccountAnswer, technicalSecretAnswer } from '#contract/accounts/technical.ts';
import type { newWebhookAnswer, WebhookAnswer, WebhookDeliveryAnswer } from '#contract/integrations/webhooks.ts';
import { call } from './client.ts';

const WEBHOOKS = '/api/webhooks';
const ACCOUNTS = '/api/technical-accounts';
const post = <T>(path: string, body: object = {}): Promise<T> => call<T>(path, { method: 'POST', body });

export const webhooksQuery = queryOptions({
  queryKey: ['integrations', 'webhooks'],
  queryFn: ({ signal }) => call<WebhookAnswer[]>(WEBHOOKS, { signal }),
});

export const technicalAccountsQuery = queryOptions({
  queryKey: ['integrations', 'accounts'],
  queryFn: ({ signal }) => call<TechnicalAccountAnswer[]>(ACCOUNTS, { signal }),
});

/** The newest ones; what waits is tried meanwhile, so it is asked again while it is looked at. */
export const deliveriesQuery = (id: number) =>
  queryOptions({
    queryKey: ['integrations', 'deliveries', id],
    queryFn: ({ signal }) =>
      call<WebhookDeliveryAnswer[]>(`${WEBHOOKS}/${id}/deliveries`, { query: { size: 50 }, signal }),
    refetchInterval: 5_000,
  });

export interface WebhookBody {
  url: string;
  description: string;
  events: string[] | null;
}

export const createWebhook = (body: WebhookBody, key: string): Promise<z.output<typeof newWebhookAnswer>> =>
  call(WEBHOOKS, { method: 'POST', body, idempotencyKey: key });

export const changeWebhook = (row: WebhookAnswer, change: Partial<WebhookAnswer>): Promise<WebhookAnswer> =>
  call(WEBHOOKS, { method: 'PUT', body: { ...row, ...change } });

type Secret = z.output<typeof technicalSecretAnswer>;
export const rotateWebhookSecret = (id: number) => post<Secret>(`${WEBHOOKS}/${id}/rotate`);
export const testWebhook = (id: number) => post<WebhookDeliveryAnswer>(`${WEBHOOKS}/${id}/test`);
export const sendAgain = (id: number, delivery: number) =>
  post<WebhookDeliveryAnswer>(`${WEBHOOKS}/${id}/deliveries/${delivery}/send-again`);
export const makeTechnicalSecret = (id: number) => post<Secret>(`${ACCOUNTS}/${id}/secret`);
