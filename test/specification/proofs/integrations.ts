/** Proofs of connected systems: webhooks and their deliveries. */
import type { Walk } from '../ground.ts';
import { type Proofs, type Provoke, stale } from '../proof.ts';

const WEBHOOKS = '/api/webhooks';
const newWebhook = async (walk: Walk, change: object = {}) => ({
  url: `https://dms${walk.next()}.esempio.it/fascicolo`,
  description: 'DMS di prova',
  events: ['document.signed'],
  ...change,
});
const webhook = async (walk: Walk, change: object = {}): Promise<{ id: number }> => {
  // As the portal reads it: only the first answer contains the secret.
  const { secret: _, ...row } = await walk.row(walk.post('admin', WEBHOOKS, await newWebhook(walk, change)));
  return row;
};
const disabled = (walk: Walk) => webhook(walk, { enabled: false });
const edit =
  (change: object): Provoke =>
  async (walk) =>
    walk.put('admin', WEBHOOKS, { ...(await webhook(walk)), ...change });
const act = (walk: Walk, { id }: { id: number }, what: string, body: object = {}) =>
  walk.post('admin', `${WEBHOOKS}/${id}/${what}`, body);
const NONE = { id: 999_999 };
const tested = async (walk: Walk) => {
  const made = await webhook(walk);
  const delivery: { id: number } = await walk.row(act(walk, made, 'test'));
  return { made, delivery };
};

const ACCOUNTS = '/api/technical-accounts';
/** A new account each time: its password and staff sessions may end. */
async function account(walk: Walk): Promise<{ id: number }> {
  const login = `dms${walk.next()}`;
  const names = { login, firstName: 'DMS', lastName: 'Prova', email: `${login}@example.com` };
  const rights = { authorities: ['ROLE_DMS_GMT'], hstList: ['10001'], brands: [], activated: true };
  return walk.row(walk.post('admin', '/api/users', { ...names, ...rights }));
}
const onAccount = async (walk: Walk, what: string, body: object, of = account(walk)) =>
  walk.post('admin', `${ACCOUNTS}/${(await of).id}/${what}`, body);
const nobody = Promise.resolve(NONE);

const TYPES = '/api/folder-types';
/** What is in force in another order. */
async function newTypes(walk: Walk): Promise<string> {
  const types: { displayOrder: number }[] = (await walk.get('dealer', '/api/v2/folder-types/ext')).json();
  return JSON.stringify(types.map((type) => ({ ...type, displayOrder: type.displayOrder + 1 })));
}
async function applyTypes(walk: Walk, text: string, digest?: string) {
  const { digest: current }: { digest: string } = (await walk.get('admin', TYPES)).json();
  return walk.put('admin', TYPES, { text, digest: digest ?? current });
}

export const INTEGRATIONS: Proofs = {
  getFirstSteps: {
    success: {
      'for an incomplete installation': (walk) => walk.get('admin', '/api/installation/first-steps'),
    },
  },
  getFolderTypeState: { success: { 'the current folder types': (walk) => walk.get('admin', TYPES) } },
  previewFolderTypes: {
    success: {
      'the changes of a file': async (walk) => walk.post('admin', `${TYPES}/preview`, { text: await newTypes(walk) }),
      'the problems of a file': (walk) => walk.post('admin', `${TYPES}/preview`, { text: '[{' }),
    },
  },
  applyFolderTypes: {
    success: { 'a previewed file': async (walk) => applyTypes(walk, await newTypes(walk)) },
    refusals: {
      'folderTypes.invalid': (walk) => applyTypes(walk, '[{}]'),
      'folderTypes.inUse': async (walk) => {
        await walk.newFolder();
        return applyTypes(walk, '[]');
      },
      'conflict.stale': async (walk) => applyTypes(walk, await newTypes(walk), '0'.repeat(64)),
    },
  },
  listTechnicalAccounts: {
    success: {
      'with their secrets': async (walk) => {
        const made = account(walk);
        await walk.row(onAccount(walk, 'secret', {}, made));
        await walk.row(onAccount(walk, 'networks', { networks: ['192.0.2.0/24'] }, made));
        return walk.get('admin', ACCOUNTS);
      },
    },
  },
  makeTechnicalSecret: {
    success: {
      'with a new secret while the old one is valid': (walk) => onAccount(walk, 'secret', { hours: 1 }),
      'with a new secret, and the old one ends': (walk) => onAccount(walk, 'secret', { hours: 0 }),
    },
    refusals: {
      'technicalAccount.invalid': (walk) => onAccount(walk, 'secret', { hours: -1 }),
      'technicalAccount.notFound': (walk) => onAccount(walk, 'secret', {}, nobody),
    },
  },
  limitTechnicalAccount: {
    success: {
      'to networks': (walk) => onAccount(walk, 'networks', { networks: ['192.0.2.0/24', '2001:db8::1'] }),
      'to nothing': (walk) => onAccount(walk, 'networks', { networks: null }),
    },
    refusals: {
      'technicalAccount.invalid': (walk) => onAccount(walk, 'networks', { networks: ['192.0.2.0/33'] }),
      'technicalAccount.notFound': (walk) => onAccount(walk, 'networks', { networks: null }, nobody),
    },
  },
  listWebhooks: {
    success: {
      'all of them': async (walk) => {
        await webhook(walk);
        return walk.get('admin', WEBHOOKS);
      },
    },
  },
  createWebhook: {
    body: newWebhook,
    success: { 'with its secret': async (walk) => walk.post('admin', WEBHOOKS, await newWebhook(walk)) },
    refusals: {
      'webhook.invalid': async (walk) =>
        walk.post('admin', WEBHOOKS, await newWebhook(walk, { url: 'https://10.0.0.1/' })),
    },
  },
  updateWebhook: {
    success: { 'the whole row sent back': edit({ description: 'Altro', enabled: false }) },
    refusals: {
      'webhook.invalid': edit({ dealers: ['99999'] }),
      'webhook.notFound': edit(NONE),
      'conflict.stale': stale(WEBHOOKS, 'admin', webhook),
    },
  },
  rotateWebhookSecret: {
    success: {
      'a new secret, the old one valid for a day': async (walk) => act(walk, await webhook(walk), 'rotate'),
      'a new secret, and the old one ends at once': async (walk) =>
        act(walk, await webhook(walk), 'rotate', { hours: 0 }),
    },
    refusals: {
      'webhook.invalid': async (walk) => act(walk, await webhook(walk), 'rotate', { hours: 169 }),
      'webhook.notFound': (walk) => act(walk, NONE, 'rotate'),
    },
  },
  testWebhook: {
    success: { 'a test event': async (walk) => act(walk, await webhook(walk), 'test') },
    refusals: {
      'webhook.notFound': (walk) => act(walk, NONE, 'test'),
      'webhook.disabled': async (walk) => act(walk, await disabled(walk), 'test'),
    },
  },
  listWebhookDeliveries: {
    success: {
      'those of one webhook': async (walk) => {
        const { made } = await tested(walk);
        return walk.get('admin', `${WEBHOOKS}/${made.id}/deliveries?state=WAITING&size=5`);
      },
    },
    refusals: {
      'webhook.invalid': (walk) => walk.get('admin', `${WEBHOOKS}/1/deliveries?size=101`),
      'webhook.notFound': (walk) => walk.get('admin', `${WEBHOOKS}/999999/deliveries`),
    },
  },
  sendWebhookAgain: {
    success: {
      'a waiting delivery at once': async (walk) => {
        const { made, delivery } = await tested(walk);
        return act(walk, made, `deliveries/${delivery.id}/send-again`);
      },
    },
    refusals: {
      'webhook.notFound': (walk) => act(walk, NONE, 'deliveries/1/send-again'),
      'webhook.deliveryNotFound': async (walk) => {
        const { delivery } = await tested(walk);
        return act(walk, await webhook(walk), `deliveries/${delivery.id}/send-again`);
      },
      'webhook.disabled': async (walk) => {
        const { made, delivery } = await tested(walk);
        const rows: { id: number }[] = await walk.row(walk.get('admin', WEBHOOKS));
        const row = rows.find(({ id }) => id === made.id);
        await walk.row(walk.put('admin', WEBHOOKS, { ...row, enabled: false }));
        return act(walk, made, `deliveries/${delivery.id}/send-again`);
      },
    },
  },
};
