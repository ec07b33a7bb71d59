/** Calls of the subject "Connected systems": method and path, without schemas. */
export const listTechnicalAccounts = {
  id: 'listTechnicalAccounts',
  method: 'GET',
  path: '/api/technical-accounts',
  key: 'integrations/accounts',
} as const;
export const limitTechnicalAccount = {
  id: 'limitTechnicalAccount',
  method: 'POST',
  path: '/api/technical-accounts/{id}/networks',
  stale: ['integrations'],
} as const;
export const makeTechnicalSecret = {
  id: 'makeTechnicalSecret',
  method: 'POST',
  path: '/api/technical-accounts/{id}/secret',
  stale: ['integrations'],
} as const;
export const listWebhooks = {
  id: 'listWebhooks',
  method: 'GET',
  path: '/api/webhooks',
  key: 'integrations/webhooks',
} as const;
export const createWebhook = {
  id: 'createWebhook',
  method: 'POST',
  path: '/api/webhooks',
  idempotent: true,
  stale: ['integrations'],
} as const;
export const updateWebhook = {
  id: 'updateWebhook',
  method: 'PUT',
  path: '/api/webhooks',
  stale: ['integrations'],
} as const;
export const listWebhookDeliveries = {
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/api/webhooks/{id}/deliveries',
  key: 'integrations/deliveries/{id}',
} as const;
export const sendWebhookAgain = {
  id: 'sendWebhookAgain',
  method: 'POST',
  path: '/api/webhooks/{id}/deliveries/{delivery}/send-again',
  stale: ['integrations'],
} as const;
export const rotateWebhookSecret = {
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: '/api/webhooks/{id}/rotate',
  stale: ['integrations'],
} as const;
export const testWebhook = {
  id: 'testWebhook',
  method: 'POST',
  path: '/api/webhooks/{id}/test',
  stale: ['integrations'],
} as const;
