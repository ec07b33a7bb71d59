/** Proofs of the queue of a dealer's tablets. */
import { testNow } from '#test/clock.ts';
import { newTablet } from '../../stages/tablets.ts';
import type { Proofs } from '../proof.ts';
import type { Answer, TestApi } from '../test-api.ts';
import { staffSignerRefusals, startRefusals } from './signing.ts';
import { unreadableFileRefusals } from './unplaced-fields.ts';

const tablets = new WeakMap<TestApi, Promise<number>>();
/** The only tablet of dealer 10001 on a test server. */
function tabletOf(api: TestApi): Promise<number> {
  const tablet = tablets.get(api) ?? newTablet(api, 'Banco 1');
  tablets.set(api, tablet);
  return tablet;
}

const send = async (api: TestApi, login: string, id: number): Promise<Answer> =>
  api.post(login, `/api/documents/${id}/tablet-queue`, { tabletId: await tabletOf(api) });
const removeFromQueue = (api: TestApi, login: string, id: number): Promise<Answer> =>
  api.remove(login, `/api/documents/${id}/tablet-queue`);

async function queuedDocument(api: TestApi): Promise<number> {
  const { id } = await api.newReadyDocument();
  await api.bodyOf(send(api, 'dealer', id));
  return id;
}

/** In the queue, and opened by the customer. */
async function takenDocument(api: TestApi): Promise<number> {
  const id = await queuedDocument(api);
  await api.database.transaction((tx) =>
    tx.updateTable('tablet_queue_entry').set({ taken_date: testNow() }).where('document_id', '=', id).execute(),
  );
  return id;
}

// A tablet accepts handwriting, so these refusals do not occur.
const { 'life.noDevice': _, 'life.noCustodian': __, ...refusedStarts } = startRefusals(send);

export const TABLETS: Proofs = {
  listTablets: {
    success: {
      'for a dealer': async (api) => {
        await tabletOf(api);
        return api.get('dealer', '/api/tablets?hst=10001');
      },
      'none for a foreign dealer': (api) => api.get('dealer', '/api/tablets?hst=10002'),
    },
  },
  listTabletQueue: {
    success: {
      'for a dealer': async (api) => {
        await queuedDocument(api);
        return api.get('dealer', '/api/tablet-queue?hst=10001');
      },
    },
  },
  sendToTablet: {
    success: {
      'the position in the queue': async (api) => send(api, 'dealer', (await api.newReadyDocument()).id),
      'the same when repeated': async (api) => send(api, 'dealer', await queuedDocument(api)),
      'to be signed by hand': async (api) =>
        send(api, 'dealer', (await api.newReadyDocument({ sigType: 'GRAPHOMETRIC' })).id),
    },
    refusals: {
      ...refusedStarts,
      ...staffSignerRefusals(send),
      ...unreadableFileRefusals(send),
      'tablet.notFound': async (api) =>
        api.post('dealer', `/api/documents/${(await api.newReadyDocument()).id}/tablet-queue`, { tabletId: 999_999 }),
      'tablet.taken': async (api) => {
        const id = await takenDocument(api);
        const tabletId = await newTablet(api, 'Banco 2');
        return api.post('dealer', `/api/documents/${id}/tablet-queue`, { tabletId });
      },
    },
  },
  takeFromTablet: {
    success: {
      'out of the queue': async (api) => removeFromQueue(api, 'dealer', await queuedDocument(api)),
      'without effect when repeated': async (api) => removeFromQueue(api, 'dealer', (await api.newReadyDocument()).id),
    },
    refusals: {
      'document.notFound': async (api) => removeFromQueue(api, 'modena', await queuedDocument(api)),
      'tablet.taken': async (api) => removeFromQueue(api, 'dealer', await takenDocument(api)),
    },
  },
};
