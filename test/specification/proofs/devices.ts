/** Proofs of pairing tablets, and of the calls a tablet makes with its key. */
import { newPairingCode, pairedTablet, TestTablet, waitingTablet } from '../../stages/devices.ts';
import { newActivation } from '../../stages/tablets.ts';
import type { Proofs, ProvokeCall } from '../proof.ts';
import type { Answer, TestApi } from '../test-api.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const reachOf =
  (api: TestApi) =>
  (path: string, body: object): Promise<Answer> =>
    api.ask({ method: 'POST', path, headers: JSON_TYPE, body: JSON.stringify(body) });
const waitingDevice = (api: TestApi) => waitingTablet(api, reachOf(api));
const paired = (api: TestApi) => pairedTablet(api, reachOf(api));
const at = (id: number, rest = ''): string => `/api/activations/${id}/device${rest}`;

/** An action on an activation, with a valid body. */
type Doing = (api: TestApi, login: string, id: number) => Promise<Answer>;
const issueCode: Doing = (api, login, id) => api.post(login, `/api/activations/${id}/device-code`);
const confirm: Doing = (api, login, id) => api.post(login, at(id, '/confirm'), { pairingId: 999_999, number: '10' });
const refuse: Doing = (api, login, id) => api.post(login, at(id, '/refuse'), { pairingId: 999_999 });
const disable: Doing = (api, login, id) => api.put(login, at(id), { disabled: true });
const replace: Doing = (api, login, id) => api.post(login, at(id, '/replace'));

async function deletedActivation(api: TestApi): Promise<number> {
  const id = await newActivation(api, 'Cancellata');
  await api.remove('admin', `/api/activations/${id}`);
  return id;
}
const expiredActivation = async (api: TestApi): Promise<number> => {
  const id = await newActivation(api, 'Scaduta');
  await api.bodyOf(api.put('admin', '/api/activations', { id, expiresAt: '2020-01-01' }));
  return id;
};
/** An activation of another legal entity, for a supervisor. */
const onForeign =
  (call: Doing): ProvokeCall =>
  async (api) =>
    call(api, 'supervisor', await newActivation(api, 'Altrove', { hst: '10007', legalEntity: 'LE004' }));
const onDeleted =
  (call: Doing): ProvokeCall =>
  async (api) =>
    call(api, 'admin', await deletedActivation(api));
const onExpired =
  (call: Doing): ProvokeCall =>
  async (api) =>
    call(api, 'admin', await expiredActivation(api));
const onPaired =
  (call: Doing): ProvokeCall =>
  async (api) =>
    call(api, 'admin', (await paired(api)).id);
const onDraft =
  (call: Doing): ProvokeCall =>
  async (api) =>
    call(api, 'admin', await newActivation(api, 'In bozza'));

function called(api: TestApi, tablet: TestTablet, method: 'GET' | 'POST', path: string): Promise<Answer> {
  const sent = { method, path, ...(method === 'POST' ? { body: '{}' } : {}) };
  const proof = tablet.proof({ ...sent, time: api.test.clock.now().getTime() });
  return api.ask({ ...sent, headers: method === 'POST' ? { ...JSON_TYPE, ...proof } : proof });
}

/** A document of the dealer in the queue of a paired tablet. */
async function queued(api: TestApi, login = 'dealer'): Promise<{ tablet: TestTablet; id: number; path: string }> {
  const { id: tabletId, tablet } = await paired(api);
  const { id } = await api.newReadyDocument();
  await api.bodyOf(api.post(login, `/api/documents/${id}/tablet-queue`, { tabletId }));
  return { tablet, id, path: `/api/device/queue/${id}/open` };
}

async function disabledTablet(api: TestApi): Promise<TestTablet> {
  const { id, tablet } = await paired(api);
  await api.bodyOf(disable(api, 'admin', id));
  return tablet;
}

export const DEVICES: Proofs = {
  issueDeviceCode: {
    success: { 'a code': async (api) => issueCode(api, 'supervisor', await newActivation(api, 'Banco 1')) },
    refusals: {
      'activation.notFound': onForeign(issueCode),
      'activation.deleted': onDeleted(issueCode),
      'activation.expired': onExpired(issueCode),
      'activation.hasDevice': onPaired(issueCode),
    },
  },
  getActivationDevice: {
    success: {
      nothing: async (api) => api.get('nsc', at(await newActivation(api, 'Vuota'))),
      'a code': async (api) => api.get('supervisor', at((await newPairingCode(api)).id)),
      'a waiting tablet': async (api) => api.get('admin', at((await waitingDevice(api)).id)),
      'a tablet': async (api) => api.get('admin', at((await paired(api)).id)),
    },
    refusals: { 'activation.notFound': onForeign((api, login, id) => api.get(login, at(id))) },
  },
  confirmDevice: {
    success: {
      'the activation, active': async (api) => {
        const { id, pairingId, number } = await waitingDevice(api);
        return api.post('supervisor', at(id, '/confirm'), { pairingId, number });
      },
    },
    refusals: {
      'activation.notFound': onForeign(confirm),
      'activation.deleted': onDeleted(confirm),
      'activation.expired': onExpired(confirm),
      'activation.hasDevice': onPaired(confirm),
      'device.noRequest': onDraft(confirm),
      'device.otherNumber': async (api) => {
        const { id, pairingId, number } = await waitingDevice(api);
        return api.post('admin', at(id, '/confirm'), { pairingId, number: number === '10' ? '11' : '10' });
      },
    },
  },
  refuseDevice: {
    success: {
      'the tablet is refused': async (api) => {
        const { id, pairingId } = await waitingDevice(api);
        return api.post('supervisor', at(id, '/refuse'), { pairingId });
      },
    },
    refusals: { 'activation.notFound': onForeign(refuse), 'device.noRequest': onDraft(refuse) },
  },
  updateActivationDevice: {
    success: { replaced: async (api) => disable(api, 'supervisor', (await paired(api)).id) },
    refusals: { 'activation.notFound': onForeign(disable), 'activation.noDevice': onDraft(disable) },
  },
  replaceDevice: {
    success: { 'available for another device': async (api) => replace(api, 'supervisor', (await paired(api)).id) },
    refusals: {
      'activation.notFound': onForeign(replace),
      'activation.noDevice': onDraft(replace),
      'activation.deleted': onDeleted(replace),
    },
  },
  claimDeviceCode: {
    success: {
      'the number to compare': async (api) => {
        const body = new TestTablet().pairingRequest((await newPairingCode(api)).code);
        return reachOf(api)('/api/device/pairing', body);
      },
    },
    refusals: {
      'device.codeUnknown': (api) =>
        reachOf(api)('/api/device/pairing', new TestTablet().pairingRequest('0000-0000-0000-0000')),
      'device.unproved': async (api) => {
        const body = new TestTablet().pairingRequest((await newPairingCode(api)).code);
        const { publicKey } = new TestTablet();
        return reachOf(api)('/api/device/pairing', { ...body, publicKey });
      },
    },
  },
  getDevice: {
    success: {
      'for a waiting tablet': async (api) => called(api, (await waitingDevice(api)).tablet, 'GET', '/api/device'),
      'for a paired tablet': async (api) => called(api, (await paired(api)).tablet, 'GET', '/api/device'),
      'for a replaced tablet': async (api) => called(api, await disabledTablet(api), 'GET', '/api/device'),
    },
  },
  listDeviceQueue: {
    success: {
      'the queue of the tablet': async (api) => called(api, (await queued(api)).tablet, 'GET', '/api/device/queue'),
    },
    refusals: {
      'device.notActive': async (api) => called(api, await disabledTablet(api), 'GET', '/api/device/queue'),
    },
  },
  openOnDevice: {
    success: {
      'starts the signature, then gives its link': async (api) => {
        const { tablet, path } = await queued(api);
        await called(api, tablet, 'POST', path);
        await api.test.world.jobs.drain();
        return called(api, tablet, 'POST', path);
      },
    },
    refusals: {
      'device.notActive': async (api) => called(api, await disabledTablet(api), 'POST', '/api/device/queue/1/open'),
      'document.notFound': async (api) => {
        const [{ path }, { tablet }] = [await queued(api), await paired(api)];
        return called(api, tablet, 'POST', path);
      },
      'tablet.notStarted': async (api) => {
        const { tablet, id, path } = await queued(api);
        await api.database.transaction((tx) =>
          tx.updateTable('document').set({ signable: false }).where('id', '=', id).execute(),
        );
        return called(api, tablet, 'POST', path);
      },
    },
  },
};
