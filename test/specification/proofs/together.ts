/** Proofs of one signature for several documents of a folder. */
import { generated } from '../../papers/generated-papers.ts';
import { makePaper } from '../../papers/paper.ts';
import type { Answer, Walk } from '../ground.ts';
import type { Provoke } from '../proof.ts';

const start = (walk: Walk, first: number, other: number): Promise<Answer> =>
  walk.post('admin', `/api/documents/${first}/sign`, { together: [other] });

/** Another document of the folder, with different content. */
async function another(walk: Walk, folderId: number, change: Record<string, unknown> = {}): Promise<number> {
  const file = await makePaper({ pages: 1, title: `Allegato ${walk.next()}` });
  const content = { content: file.toString('base64'), fileSize: file.length, fileName: 'allegato.pdf' };
  return walk.newDocument(folderId, { type: 'SALE_NEW_RFO', ...content, ...change }, 'admin');
}

/** A document that is ready, with another of its folder as defined by `change`. */
const beside =
  (change: Record<string, unknown>): Provoke =>
  async (walk) => {
    const { id, folderId } = await walk.ready();
    return start(walk, id, await another(walk, folderId, change));
  };

export const together: Readonly<Record<string, Provoke>> = {
  'two of a folder with one link': beside({}),
  'the same two again without effect': async (walk) => {
    const { id, folderId } = await walk.ready();
    const other = await another(walk, folderId);
    await start(walk, id, other);
    return start(walk, other, id);
  },
};

/** What prevents several documents from being signed together. */
export const notTogether: Readonly<Record<string, Provoke>> = {
  'together.otherFolder': async (walk) => start(walk, (await walk.ready()).id, (await walk.ready()).id),
  'together.otherKind': beside({ sigType: 'FEA' }),
  'together.otherSigners': beside({ type: 'SALE_NEW_PROPOSAL' }),
  'together.module': async (walk) => {
    const { id, folderId } = await walk.ready();
    const module = await walk.newDocument(folderId, generated('FEA_MODULE'), 'admin');
    return start(walk, id, module);
  },
  'together.byHand': beside({ sigType: 'GRAPHOMETRIC' }),
  'together.sameForm': async (walk) => {
    const folderId = await walk.newFolder('admin', { type: 'PRIVACY', businessId: null });
    const form = () => walk.newDocument(folderId, generated('PRIVACY_DEALER'), 'admin');
    return start(walk, await form(), await form());
  },
  'together.sameFile': async (walk) => {
    const { id, folderId } = await walk.ready();
    const twin = await walk.newDocument(folderId, { type: 'SALE_NEW_RFO' }, 'admin');
    return start(walk, id, twin);
  },
  'together.started': async (walk) => {
    const { id, folderId } = await walk.ready();
    const other = await another(walk, folderId);
    await walk.started(other);
    return start(walk, id, other);
  },
};
