/** Calls of the subject "Connected systems": method and path, without schemas. */
import { get, post, put } from '../definition/methods.ts';

const stale = ['integrations'] as const;

export const listTechnicalAccounts = get('listTechnicalAccounts', '/api/technical-accounts', {
  key: 'integrations/accounts',
});
export const limitTechnicalAccount = post('limitTechnicalAccount', '/api/technical-accounts/{id}/networks', { stale });
export const makeTechnicalSecret = post('makeTechnicalSecret', '/api/technical-accounts/{id}/secret', { stale });
export const listWebhooks = get('listWebhooks', '/api/webhooks', { key: 'integrations/webhooks' });
export const createWebhook = post('createWebhook', '/api/webhooks', { idempotent: true, stale });
export const updateWebhook = put('updateWebhook', '/api/webhooks', { stale });
export const listWebhookDeliveries = get('listWebhookDeliveries', '/api/webhooks/{id}/deliveries', {
  key: 'integrations/deliveries/{id}',
});
export const sendWebhookAgain = post('sendWebhookAgain', '/api/webhooks/{id}/deliveries/{delivery}/send-again', {
  stale,
});
export const rotateWebhookSecret = post('rotateWebhookSecret', '/api/webhooks/{id}/rotate', { stale });
export const testWebhook = post('testWebhook', '/api/webhooks/{id}/test', { stale });
