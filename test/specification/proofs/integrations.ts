/** Proofs of connected systems: webhooks and their deliveries. */
import { type Proofs, type ProvokeCall, staleEdit } from '../proof.ts';
import type { TestApi } from '../test-api.ts';

const WEBHOOKS = '/api/webhooks';
const newWebhook = async (api: TestApi, change: object = {}) => ({
  url: `https://dms${api.nextNumber()}.esempio.it/fascicolo`,
  description: 'DMS di prova',
  events: ['document.signed'],
  ...change,
});
const createWebhook = async (api: TestApi, change: object = {}): Promise<{ id: number }> => {
  // As the portal reads it: only the first answer contains the secret.
  const { secret: _, ...row } = await api.bodyOf(api.post('admin', WEBHOOKS, await newWebhook(api, change)));
  return row;
};
const createDisabledWebhook = (api: TestApi) => createWebhook(api, { enabled: false });
const editWebhook =
  (change: object): ProvokeCall =>
  async (api) =>
    api.put('admin', WEBHOOKS, { ...(await createWebhook(api)), ...change });
const callWebhook = (api: TestApi, { id }: { id: number }, what: string, body: object = {}) =>
  api.post('admin', `${WEBHOOKS}/${id}/${what}`, body);
const UNKNOWN_ID = { id: 999_999 };
const testWebhook = async (api: TestApi) => {
  const made = await createWebhook(api);
  const delivery: { id: number } = await api.bodyOf(callWebhook(api, made, 'test'));
  return { made, delivery };
};

const ACCOUNTS = '/api/technical-accounts';
/** A new account each time: its password and staff sessions may end. */
async function createAccount(api: TestApi): Promise<{ id: number }> {
  const login = `dms${api.nextNumber()}`;
  const names = { login, firstName: 'DMS', lastName: 'Prova', email: `${login}@example.com` };
  const rights = { authorities: ['ROLE_DMS_GMT'], hstList: ['10001'], brands: [], activated: true };
  return api.bodyOf(api.post('admin', '/api/users', { ...names, ...rights }));
}
const callAccount = async (api: TestApi, what: string, body: object, of = createAccount(api)) =>
  api.post('admin', `${ACCOUNTS}/${(await of).id}/${what}`, body);
const unknownAccount = Promise.resolve(UNKNOWN_ID);

const TYPES = '/api/folder-types';
/** The configuration in force, in another order. */
async function newTypes(api: TestApi): Promise<string> {
  const types: { displayOrder: number }[] = (await api.get('dealer', '/api/v2/folder-types/ext')).json();
  return JSON.stringify(types.map((type) => ({ ...type, displayOrder: type.displayOrder + 1 })));
}
async function applyTypes(api: TestApi, text: string, digest?: string) {
  const { digest: current }: { digest: string } = (await api.get('admin', TYPES)).json();
  return api.put('admin', TYPES, { text, digest: digest ?? current });
}

export const INTEGRATIONS: Proofs = {
  getFirstSteps: {
    success: {
      'for an incomplete installation': (api) => api.get('admin', '/api/installation/first-steps'),
    },
  },
  getFolderTypeState: { success: { 'the current folder types': (api) => api.get('admin', TYPES) } },
  previewFolderTypes: {
    success: {
      'the changes of a file': async (api) => api.post('admin', `${TYPES}/preview`, { text: await newTypes(api) }),
      'the problems of a file': (api) => api.post('admin', `${TYPES}/preview`, { text: '[{' }),
    },
  },
  applyFolderTypes: {
    success: { 'a previewed file': async (api) => applyTypes(api, await newTypes(api)) },
    refusals: {
      'folderTypes.invalid': (api) => applyTypes(api, '[{}]'),
      'folderTypes.inUse': async (api) => {
        await api.newFolder();
        return applyTypes(api, '[]');
      },
      'conflict.stale': async (api) => applyTypes(api, await newTypes(api), '0'.repeat(64)),
    },
  },
  listTechnicalAccounts: {
    success: {
      'with their secrets': async (api) => {
        const made = createAccount(api);
        await api.bodyOf(callAccount(api, 'secret', {}, made));
        await api.bodyOf(callAccount(api, 'networks', { networks: ['192.0.2.0/24'] }, made));
        return api.get('admin', ACCOUNTS);
      },
    },
  },
  makeTechnicalSecret: {
    success: {
      'with a new secret while the old one is valid': (api) => callAccount(api, 'secret', { hours: 1 }),
      'with a new secret, and the old one ends': (api) => callAccount(api, 'secret', { hours: 0 }),
    },
    refusals: {
      'technicalAccount.invalid': (api) => callAccount(api, 'secret', { hours: -1 }),
      'technicalAccount.notFound': (api) => callAccount(api, 'secret', {}, unknownAccount),
    },
  },
  limitTechnicalAccount: {
    success: {
      'to networks': (api) => callAccount(api, 'networks', { networks: ['192.0.2.0/24', '2001:db8::1'] }),
      'to nothing': (api) => callAccount(api, 'networks', { networks: null }),
    },
    refusals: {
      'technicalAccount.invalid': (api) => callAccount(api, 'networks', { networks: ['192.0.2.0/33'] }),
      'technicalAccount.notFound': (api) => callAccount(api, 'networks', { networks: null }, unknownAccount),
    },
  },
  listWebhooks: {
    success: {
      'all of them': async (api) => {
        await createWebhook(api);
        return api.get('admin', WEBHOOKS);
      },
    },
  },
  createWebhook: {
    body: newWebhook,
    success: { 'with its secret': async (api) => api.post('admin', WEBHOOKS, await newWebhook(api)) },
    refusals: {
      'webhook.invalid': async (api) =>
        api.post('admin', WEBHOOKS, await newWebhook(api, { url: 'https://10.0.0.1/' })),
    },
  },
  updateWebhook: {
    success: { 'the whole row sent back': editWebhook({ description: 'Altro', enabled: false }) },
    refusals: {
      'webhook.invalid': editWebhook({ dealers: ['99999'] }),
      'webhook.notFound': editWebhook(UNKNOWN_ID),
      'conflict.stale': staleEdit(WEBHOOKS, 'admin', createWebhook),
    },
  },
  rotateWebhookSecret: {
    success: {
      'a new secret, the old one valid for a day': async (api) => callWebhook(api, await createWebhook(api), 'rotate'),
      'a new secret, and the old one ends at once': async (api) =>
        callWebhook(api, await createWebhook(api), 'rotate', { hours: 0 }),
    },
    refusals: {
      'webhook.invalid': async (api) => callWebhook(api, await createWebhook(api), 'rotate', { hours: 169 }),
      'webhook.notFound': (api) => callWebhook(api, UNKNOWN_ID, 'rotate'),
    },
  },
  testWebhook: {
    success: { 'a test event': async (api) => callWebhook(api, await createWebhook(api), 'test') },
    refusals: {
      'webhook.notFound': (api) => callWebhook(api, UNKNOWN_ID, 'test'),
      'webhook.disabled': async (api) => callWebhook(api, await createDisabledWebhook(api), 'test'),
    },
  },
  listWebhookDeliveries: {
    success: {
      'those of one webhook': async (api) => {
        const { made } = await testWebhook(api);
        return api.get('admin', `${WEBHOOKS}/${made.id}/deliveries?state=WAITING&size=5`);
      },
    },
    refusals: {
      'webhook.invalid': (api) => api.get('admin', `${WEBHOOKS}/1/deliveries?size=101`),
      'webhook.notFound': (api) => api.get('admin', `${WEBHOOKS}/999999/deliveries`),
    },
  },
  sendWebhookAgain: {
    success: {
      'a waiting delivery at once': async (api) => {
        const { made, delivery } = await testWebhook(api);
        return callWebhook(api, made, `deliveries/${delivery.id}/send-again`);
      },
    },
    refusals: {
      'webhook.notFound': (api) => callWebhook(api, UNKNOWN_ID, 'deliveries/1/send-again'),
      'webhook.deliveryNotFound': async (api) => {
        const { delivery } = await testWebhook(api);
        return callWebhook(api, await createWebhook(api), `deliveries/${delivery.id}/send-again`);
      },
      'webhook.disabled': async (api) => {
        const { made, delivery } = await testWebhook(api);
        const rows: { id: number }[] = await api.bodyOf(api.get('admin', WEBHOOKS));
        const row = rows.find(({ id }) => id === made.id);
        await api.bodyOf(api.put('admin', WEBHOOKS, { ...row, enabled: false }));
        return callWebhook(api, made, `deliveries/${delivery.id}/send-again`);
      },
    },
  },
};
