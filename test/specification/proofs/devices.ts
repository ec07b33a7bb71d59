/** Proofs of pairing tablets, and of the calls a tablet makes with its key. */
import { newCode, pairedTablet, TestTablet, waitingTablet } from '../../stages/devices.ts';
import { newActivation } from '../../stages/tablets.ts';
import type { Answer, Walk } from '../ground.ts';
import type { Proofs, Provoke } from '../proof.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const reachOf =
  (walk: Walk) =>
  (path: string, body: object): Promise<Answer> =>
    walk.ask({ method: 'POST', path, headers: JSON_TYPE, body: JSON.stringify(body) });
const waiting = (walk: Walk) => waitingTablet(walk, reachOf(walk));
const paired = (walk: Walk) => pairedTablet(walk, reachOf(walk));
const at = (id: number, rest = ''): string => `/api/activations/${id}/device${rest}`;

/** An action on an activation, with a valid body. */
type Doing = (walk: Walk, login: string, id: number) => Promise<Answer>;
const issue: Doing = (walk, login, id) => walk.post(login, `/api/activations/${id}/device-code`);
const confirm: Doing = (walk, login, id) => walk.post(login, at(id, '/confirm'), { pairingId: 999_999, number: '10' });
const refuse: Doing = (walk, login, id) => walk.post(login, at(id, '/refuse'), { pairingId: 999_999 });
const disable: Doing = (walk, login, id) => walk.put(login, at(id), { disabled: true });
const replace: Doing = (walk, login, id) => walk.post(login, at(id, '/replace'));

async function deleted(walk: Walk): Promise<number> {
  const id = await newActivation(walk, 'Cancellata');
  await walk.remove('admin', `/api/activations/${id}`);
  return id;
}
const expired = async (walk: Walk): Promise<number> => {
  const id = await newActivation(walk, 'Scaduta');
  await walk.row(walk.put('admin', '/api/activations', { id, expiresAt: '2020-01-01' }));
  return id;
};
/** An activation of another legal entity, for a supervisor. */
const absent =
  (doing: Doing): Provoke =>
  async (walk) =>
    doing(walk, 'supervisor', await newActivation(walk, 'Altrove', { hst: '10007', legalEntity: 'LE004' }));
const onDeleted =
  (doing: Doing): Provoke =>
  async (walk) =>
    doing(walk, 'admin', await deleted(walk));
const onExpired =
  (doing: Doing): Provoke =>
  async (walk) =>
    doing(walk, 'admin', await expired(walk));
const onPaired =
  (doing: Doing): Provoke =>
  async (walk) =>
    doing(walk, 'admin', (await paired(walk)).id);
const onDraft =
  (doing: Doing): Provoke =>
  async (walk) =>
    doing(walk, 'admin', await newActivation(walk, 'In bozza'));

function called(walk: Walk, tablet: TestTablet, method: 'GET' | 'POST', path: string): Promise<Answer> {
  const sent = { method, path, ...(method === 'POST' ? { body: '{}' } : {}) };
  const proof = tablet.proof({ ...sent, time: walk.test.clock.now().getTime() });
  return walk.ask({ ...sent, headers: method === 'POST' ? { ...JSON_TYPE, ...proof } : proof });
}

/** A document of the dealer in the queue of a paired tablet. */
async function queued(walk: Walk, login = 'dealer'): Promise<{ tablet: TestTablet; id: number; path: string }> {
  const { id: tabletId, tablet } = await paired(walk);
  const { id } = await walk.ready();
  await walk.row(walk.post(login, `/api/documents/${id}/tablet-queue`, { tabletId }));
  return { tablet, id, path: `/api/device/queue/${id}/open` };
}

async function putAside(walk: Walk): Promise<TestTablet> {
  const { id, tablet } = await paired(walk);
  await walk.row(disable(walk, 'admin', id));
  return tablet;
}

export const DEVICES: Proofs = {
  issueDeviceCode: {
    success: { 'a code': async (walk) => issue(walk, 'supervisor', await newActivation(walk, 'Banco 1')) },
    refusals: {
      'activation.notFound': absent(issue),
      'activation.deleted': onDeleted(issue),
      'activation.expired': onExpired(issue),
      'activation.hasDevice': onPaired(issue),
    },
  },
  getActivationDevice: {
    success: {
      nothing: async (walk) => walk.get('nsc', at(await newActivation(walk, 'Vuota'))),
      'a code': async (walk) => walk.get('supervisor', at((await newCode(walk)).id)),
      'a waiting tablet': async (walk) => walk.get('admin', at((await waiting(walk)).id)),
      'a tablet': async (walk) => walk.get('admin', at((await paired(walk)).id)),
    },
    refusals: { 'activation.notFound': absent((walk, login, id) => walk.get(login, at(id))) },
  },
  confirmDevice: {
    success: {
      'the activation, active': async (walk) => {
        const { id, pairingId, number } = await waiting(walk);
        return walk.post('supervisor', at(id, '/confirm'), { pairingId, number });
      },
    },
    refusals: {
      'activation.notFound': absent(confirm),
      'activation.deleted': onDeleted(confirm),
      'activation.expired': onExpired(confirm),
      'activation.hasDevice': onPaired(confirm),
      'device.noRequest': onDraft(confirm),
      'device.otherNumber': async (walk) => {
        const { id, pairingId, number } = await waiting(walk);
        return walk.post('admin', at(id, '/confirm'), { pairingId, number: number === '10' ? '11' : '10' });
      },
    },
  },
  refuseDevice: {
    success: {
      'the tablet is refused': async (walk) => {
        const { id, pairingId } = await waiting(walk);
        return walk.post('supervisor', at(id, '/refuse'), { pairingId });
      },
    },
    refusals: { 'activation.notFound': absent(refuse), 'device.noRequest': onDraft(refuse) },
  },
  updateActivationDevice: {
    success: { replaced: async (walk) => disable(walk, 'supervisor', (await paired(walk)).id) },
    refusals: { 'activation.notFound': absent(disable), 'activation.noDevice': onDraft(disable) },
  },
  replaceDevice: {
    success: { 'available for another device': async (walk) => replace(walk, 'supervisor', (await paired(walk)).id) },
    refusals: {
      'activation.notFound': absent(replace),
      'activation.noDevice': onDraft(replace),
      'activation.deleted': onDeleted(replace),
    },
  },
  claimDeviceCode: {
    success: {
      'the number to compare': async (walk) => {
        const body = new TestTablet().asking((await newCode(walk)).code);
        return reachOf(walk)('/api/device/pairing', body);
      },
    },
    refusals: {
      'device.codeUnknown': (walk) =>
        reachOf(walk)('/api/device/pairing', new TestTablet().asking('0000-0000-0000-0000')),
      'device.unproved': async (walk) => {
        const body = new TestTablet().asking((await newCode(walk)).code);
        const { publicKey } = new TestTablet();
        return reachOf(walk)('/api/device/pairing', { ...body, publicKey });
      },
    },
  },
  getDevice: {
    success: {
      'for a waiting tablet': async (walk) => called(walk, (await waiting(walk)).tablet, 'GET', '/api/device'),
      'for a paired tablet': async (walk) => called(walk, (await paired(walk)).tablet, 'GET', '/api/device'),
      'for a replaced tablet': async (walk) => called(walk, await putAside(walk), 'GET', '/api/device'),
    },
  },
  listDeviceQueue: {
    success: {
      'the queue of the tablet': async (walk) => called(walk, (await queued(walk)).tablet, 'GET', '/api/device/queue'),
    },
    refusals: {
      'device.notActive': async (walk) => called(walk, await putAside(walk), 'GET', '/api/device/queue'),
    },
  },
  openOnDevice: {
    success: {
      'starts the signature, then gives its link': async (walk) => {
        const { tablet, path } = await queued(walk);
        await called(walk, tablet, 'POST', path);
        await walk.test.world.jobs.drain();
        return called(walk, tablet, 'POST', path);
      },
    },
    refusals: {
      'device.notActive': async (walk) => called(walk, await putAside(walk), 'POST', '/api/device/queue/1/open'),
      'document.notFound': async (walk) => {
        const [{ path }, { tablet }] = [await queued(walk), await paired(walk)];
        return called(walk, tablet, 'POST', path);
      },
      'tablet.notStarted': async (walk) => {
        const { tablet, id, path } = await queued(walk);
        await walk.database.transaction((tx) =>
          tx.updateTable('document').set({ signable: false }).where('id', '=', id).execute(),
        );
        return called(walk, tablet, 'POST', path);
      },
    },
  },
};
