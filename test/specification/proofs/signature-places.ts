/** Proofs of the signature fields of an uploaded document: viewed, chosen, reset, and every refusal. */
import type { Updateable } from 'kysely';
import type { DocumentTable } from '#ports/database/tables.ts';
import { generatedDocument } from '../../papers/generated-papers.ts';
import { withEmptyField } from '../../papers/placed-papers.ts';
import type { Proofs, ProvokeCall } from '../proof.ts';
import type { Answer, TestApi } from '../test-api.ts';

const path = (id: number): string => `/api/documents/${id}/signature-places`;
const BODY = { places: [{ point: 1, page: 1, box: [100, 100, 290, 160] }] };

const PREVIEW = '/api/documents/preview-places';
const WHERE = { hst: '10001', brand: 'bmw', folderType: 'SALE_NEW', type: 'SALE_NEW_RFO' };

type PlacesCall = (api: TestApi, login: string, id: number) => Promise<Answer>;
const read: PlacesCall = (api, login, id) => api.get(login, path(id));
const choose: PlacesCall = (api, login, id) => api.put(login, path(id), BODY);
const reset: PlacesCall = (api, login, id) => api.callAs(login, 'DELETE', path(id));

const changeDocument = (api: TestApi, id: number, values: Updateable<DocumentTable>) =>
  api.database.transaction((tx) => tx.updateTable('document').set(values).where('id', '=', id).execute());

/** Refusals of every call on signature fields. */
function lifecycleRefusals(call: PlacesCall): Readonly<Record<string, ProvokeCall>> {
  const afterChange =
    (values: Updateable<DocumentTable>): ProvokeCall =>
    async (api) => {
      const { id } = await api.newReadyDocument();
      await changeDocument(api, id, values);
      return call(api, 'dealer', id);
    };
  return {
    'document.notFound': async (api) => call(api, 'modena', (await api.newReadyDocument()).id),
    'life.notReady': async (api) => call(api, 'dealer', (await api.newSignedDocument()).id),
    'life.alreadyStarted': async (api) => call(api, 'dealer', (await api.readyToConfirm()).id),
    'life.notSignable': afterChange({ signable: false }),
    'life.notPdf': afterChange({ mime_type: 'image/png' }),
  };
}

/** Refusals caused by the file itself. */
function fileRefusals(call: PlacesCall): Readonly<Record<string, ProvokeCall>> {
  return {
    'document.noFile': async (api) => {
      const { id } = await api.newReadyDocument();
      await changeDocument(api, id, { file_sha256: null });
      return call(api, 'dealer', id);
    },
    'pdf.timeout': async (api) => {
      const { id } = await api.newReadyDocument();
      await changeDocument(api, id, { file_sha256: await api.test.world.storage.put(Buffer.from('no PDF')) });
      return call(api, 'dealer', id);
    },
  };
}

const folderRefusals = (call: PlacesCall): Readonly<Record<string, ProvokeCall>> => ({
  'access.readonly': async (api) => call(api, 'mixed', (await api.newReadyDocument()).id),
  'life.folderClosed': async (api) => {
    const { id, folderId } = await api.newReadyDocument();
    const folder = await api.bodyOf(api.get('admin', `/api/folders/${folderId}`));
    await api.bodyOf(api.put('admin', '/api/folders', { ...folder, status: 'CLOSED' }));
    return call(api, 'dealer', id);
  },
});

export const SIGNATURE_PLACES: Proofs = {
  previewPlaces: {
    success: {
      'for a file before its upload': async (api) => {
        const file = await withEmptyField({ name: 'Firma_Cliente', page: 1, box: [100, 100, 290, 160] });
        return api.post('dealer', PREVIEW, { ...WHERE, content: file.toString('base64') });
      },
      'for a file without signatures': (api) =>
        api.post('dealer', PREVIEW, { ...WHERE, content: Buffer.from('no PDF').toString('base64') }),
    },
    refusals: {
      'document.invalid': (api) => api.post('dealer', PREVIEW, { ...WHERE, type: 'LOAN_TEST_PRODUCT', content: '' }),
      'dossier.notFound': (api) => api.post('dealer', PREVIEW, { ...WHERE, hst: '10003', content: '' }),
      'access.readonly': (api) => api.post('mixed', PREVIEW, { ...WHERE, content: '' }),
      'access.folderType': (api) => api.post('sales', PREVIEW, { ...WHERE, brand: 'mini', content: '' }),
      // The minute may change meanwhile.
      'request.tooMany': async (api) => {
        let answer = await api.post('nsc', PREVIEW, { ...WHERE, content: '' });
        for (let attempt = 0; attempt < 60 && answer.statusCode !== 429; attempt++) {
          answer = await api.post('nsc', PREVIEW, { ...WHERE, content: '' });
        }
        return answer;
      },
    },
  },
  getSignaturePlaces: {
    success: {
      'on the added page': async (api) => read(api, 'dealer', (await api.newReadyDocument()).id),
      'at a chosen position': async (api) => {
        const { id } = await api.newReadyDocument();
        await api.bodyOf(choose(api, 'dealer', id));
        return read(api, 'dealer', id);
      },
    },
    refusals: { ...lifecycleRefusals(read), ...fileRefusals(read) },
  },
  updateSignaturePlaces: {
    success: {
      'on the first page': async (api) => choose(api, 'dealer', (await api.newReadyDocument()).id),
      'remembered, as read from the file': async (api) => {
        const { id } = await api.newReadyDocument();
        return api.put('dealer', path(id), { ...BODY, remember: true, lastModifiedDate: null });
      },
    },
    refusals: {
      ...lifecycleRefusals(choose),
      ...fileRefusals(choose),
      ...folderRefusals(choose),
      'document.invalid': async (api) => {
        const places = [{ point: 1, page: 99, box: [100, 100, 290, 160] }];
        return api.put('dealer', path((await api.newReadyDocument()).id), { places });
      },
      'places.generated': async (api) => {
        const body = { ...generatedDocument('LOAN_TEST_PRODUCT'), folderId: await api.newFolder() };
        const { id } = await api.bodyOf(api.post('admin', '/api/documents', body));
        return choose(api, 'dealer', id);
      },
      'places.inFile': async (api) => {
        const file = await withEmptyField({ name: 'Firma_Cliente', page: 1, box: [100, 100, 290, 160] });
        const { id } = await api.newReadyDocument({ content: file.toString('base64'), fileSize: file.length });
        return choose(api, 'dealer', id);
      },
      'conflict.stale': async (api) => {
        const { id } = await api.newReadyDocument();
        await api.bodyOf(choose(api, 'dealer', id));
        return api.put('dealer', path(id), { ...BODY, lastModifiedDate: null });
      },
    },
  },
  resetSignaturePlaces: {
    success: {
      'back to the added page': async (api) => {
        const { id } = await api.newReadyDocument();
        await api.bodyOf(choose(api, 'dealer', id));
        return reset(api, 'dealer', id);
      },
    },
    refusals: { ...lifecycleRefusals(reset), ...folderRefusals(reset) },
  },
};
