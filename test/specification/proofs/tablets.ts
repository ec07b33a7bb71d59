/** Proofs of the queue of a dealer's tablets. */
import { testNow } from '#test/clock.ts';
import { newTablet } from '../../stages/tablets.ts';
import type { Answer, Walk } from '../ground.ts';
import type { Proofs } from '../proof.ts';
import { nobodyToSign, notStartable } from './signing.ts';
import { unread } from './unplaced.ts';

const made = new WeakMap<Walk, Promise<number>>();
/** The only tablet of dealer 10001 in this walk. */
function tabletOf(walk: Walk): Promise<number> {
  const known = made.get(walk) ?? newTablet(walk, 'Banco 1');
  made.set(walk, known);
  return known;
}

const send = async (walk: Walk, login: string, id: number): Promise<Answer> =>
  walk.post(login, `/api/documents/${id}/tablet-queue`, { tabletId: await tabletOf(walk) });
const take = (walk: Walk, login: string, id: number): Promise<Answer> =>
  walk.remove(login, `/api/documents/${id}/tablet-queue`);

async function queued(walk: Walk): Promise<number> {
  const { id } = await walk.ready();
  await walk.row(send(walk, 'dealer', id));
  return id;
}

/** In the queue, and opened by the customer. */
async function taken(walk: Walk): Promise<number> {
  const id = await queued(walk);
  await walk.database.transaction((tx) =>
    tx.updateTable('tablet_queue_entry').set({ taken_date: testNow() }).where('document_id', '=', id).execute(),
  );
  return id;
}

// A tablet accepts handwriting, so these refusals do not occur.
const { 'life.noDevice': _, 'life.noCustodian': __, ...refusedStarts } = notStartable(send);

export const TABLETS: Proofs = {
  listTablets: {
    success: {
      'for a dealer': async (walk) => {
        await tabletOf(walk);
        return walk.get('dealer', '/api/tablets?hst=10001');
      },
      'none for a foreign dealer': (walk) => walk.get('dealer', '/api/tablets?hst=10002'),
    },
  },
  listTabletQueue: {
    success: {
      'for a dealer': async (walk) => {
        await queued(walk);
        return walk.get('dealer', '/api/tablet-queue?hst=10001');
      },
    },
  },
  sendToTablet: {
    success: {
      'the position in the queue': async (walk) => send(walk, 'dealer', (await walk.ready()).id),
      'the same when repeated': async (walk) => send(walk, 'dealer', await queued(walk)),
      'to be signed by hand': async (walk) => send(walk, 'dealer', (await walk.ready({ sigType: 'GRAPHOMETRIC' })).id),
    },
    refusals: {
      ...refusedStarts,
      ...nobodyToSign(send),
      ...unread(send),
      'tablet.notFound': async (walk) =>
        walk.post('dealer', `/api/documents/${(await walk.ready()).id}/tablet-queue`, { tabletId: 999_999 }),
      'tablet.taken': async (walk) => {
        const id = await taken(walk);
        const tabletId = await newTablet(walk, 'Banco 2');
        return walk.post('dealer', `/api/documents/${id}/tablet-queue`, { tabletId });
      },
    },
  },
  takeFromTablet: {
    success: {
      'out of the queue': async (walk) => take(walk, 'dealer', await queued(walk)),
      'without effect when repeated': async (walk) => take(walk, 'dealer', (await walk.ready()).id),
    },
    refusals: {
      'document.notFound': async (walk) => take(walk, 'modena', await queued(walk)),
      'tablet.taken': async (walk) => take(walk, 'dealer', await taken(walk)),
    },
  },
};
