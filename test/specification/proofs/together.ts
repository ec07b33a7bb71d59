/** Proofs of one signature for several documents of a folder. */
import { generatedDocument } from '../../papers/generated-papers.ts';
import { makePaper } from '../../papers/paper.ts';
import type { ProvokeCall } from '../proof.ts';
import type { Answer, TestApi } from '../test-api.ts';

const start = (api: TestApi, first: number, other: number): Promise<Answer> =>
  api.post('admin', `/api/documents/${first}/sign`, { together: [other] });

/** Another document of the folder, with different content. */
async function addDocument(api: TestApi, folderId: number, change: Record<string, unknown> = {}): Promise<number> {
  const file = await makePaper({ pages: 1, title: `Allegato ${api.nextNumber()}` });
  const content = { content: file.toString('base64'), fileSize: file.length, fileName: 'allegato.pdf' };
  return api.newDocument(folderId, { type: 'SALE_NEW_RFO', ...content, ...change }, 'admin');
}

/** A document that is ready, with another of its folder as defined by `change`. */
const withOtherDocument =
  (change: Record<string, unknown>): ProvokeCall =>
  async (api) => {
    const { id, folderId } = await api.newReadyDocument();
    return start(api, id, await addDocument(api, folderId, change));
  };

export const togetherSuccesses: Readonly<Record<string, ProvokeCall>> = {
  'two of a folder with one link': withOtherDocument({}),
  'the same two again without effect': async (api) => {
    const { id, folderId } = await api.newReadyDocument();
    const other = await addDocument(api, folderId);
    await start(api, id, other);
    return start(api, other, id);
  },
};

/** What prevents several documents from being signed together. */
export const togetherRefusals: Readonly<Record<string, ProvokeCall>> = {
  'together.otherFolder': async (api) =>
    start(api, (await api.newReadyDocument()).id, (await api.newReadyDocument()).id),
  'together.otherKind': withOtherDocument({ sigType: 'FEA' }),
  'together.otherSigners': withOtherDocument({ type: 'SALE_NEW_PROPOSAL' }),
  'together.module': async (api) => {
    const { id, folderId } = await api.newReadyDocument();
    const module = await api.newDocument(folderId, generatedDocument('FEA_MODULE'), 'admin');
    return start(api, id, module);
  },
  'together.byHand': withOtherDocument({ sigType: 'GRAPHOMETRIC' }),
  'together.sameForm': async (api) => {
    const folderId = await api.newFolder('admin', { type: 'PRIVACY', businessId: null });
    const form = () => api.newDocument(folderId, generatedDocument('PRIVACY_DEALER'), 'admin');
    return start(api, await form(), await form());
  },
  'together.sameFile': async (api) => {
    const { id, folderId } = await api.newReadyDocument();
    const twin = await api.newDocument(folderId, { type: 'SALE_NEW_RFO' }, 'admin');
    return start(api, id, twin);
  },
  'together.started': async (api) => {
    const { id, folderId } = await api.newReadyDocument();
    const other = await addDocument(api, folderId);
    await api.startSigning(other);
    return start(api, id, other);
  },
};
