/** Proofs of folders and their types. */
import { type Proofs, staleEdit } from '../proof.ts';
import type { TestApi } from '../test-api.ts';

const newFolder = async (api: TestApi, change: Record<string, unknown> = {}) => ({
  ...api.folder(change),
  dossierId: await api.create('dealer', '/api/dossiers', api.dossier()),
});
const made = async (api: TestApi, change: Record<string, unknown> = {}) =>
  api.bodyOf(api.post('dealer', '/api/folders', await newFolder(api, change)));

export const FOLDERS: Proofs = {
  getFolderTypes: { success: { 'the configuration': (api) => api.get('dealer', '/api/v2/folder-types/ext') } },
  searchFolders: {
    success: {
      'open ones of a brand, prefixed and not': (api) =>
        api.post('dealer', '/api/folders-ext/search?page=0&size=20&sort=id,desc', {
          status: { equals: 'OPEN' },
          'folderDTO.brand': { in: ['bmw', 'mini'] },
          'dossierDTO.lastName': { contains: 'pro' },
        }),
    },
  },
  createFolder: {
    body: newFolder,
    success: { 'a folder': async (api) => api.post('dealer', '/api/folders', await newFolder(api)) },
    refusals: {
      'folder.invalid': async (api) => api.post('dealer', '/api/folders', await newFolder(api, { vin: 'CORTO' })),
      'dossier.notFound': (api) => api.post('dealer', '/api/folders', { ...api.folder(), dossierId: 999_999 }),
      'access.readonly': async (api) => api.post('readonly', '/api/folders', await newFolder(api)),
      'access.folderType': async (api) =>
        api.post('sales', '/api/folders', await newFolder(api, { type: 'SALE_USED' })),
    },
  },
  getFolder: {
    success: { 'one folder': async (api) => api.get('sa3', `/api/folders/${(await made(api)).id}`) },
    refusals: {
      'folder.notFound': async (api) => api.get('modena', `/api/folders/${(await made(api)).id}`),
    },
  },
  getFolderSignatureTypes: {
    success: {
      'the signature types of its services': async (api) =>
        api.get('dealer', `/api/folders-ext/${(await made(api)).id}/fea`),
    },
    refusals: { 'folder.notFound': (api) => api.get('dealer', '/api/folders-ext/999999/fea') },
  },
  downloadFolder: {
    success: {
      'a ZIP of its files': async (api) => {
        const { folderId } = await api.newReadyDocument({}, {}, 'dealer');
        return api.get('sa3', `/api/folders/${folderId}/download`);
      },
    },
    refusals: {
      'folder.notFound': async (api) => {
        const { folderId } = await api.newReadyDocument({}, {}, 'dealer');
        return api.get('modena', `/api/folders/${folderId}/download`);
      },
      'folder.noFiles': async (api) => api.get('dealer', `/api/folders/${(await made(api)).id}/download`),
      'folder.tooLarge': async (api) => {
        const { id, folderId } = await api.newReadyDocument({}, {}, 'dealer');
        const fourGigabytes = { file_size: 2 ** 32 };
        await api.database.transaction((tx) =>
          tx.updateTable('document').set(fourGigabytes).where('id', '=', id).execute(),
        );
        return api.get('dealer', `/api/folders/${folderId}/download`);
      },
    },
  },
  updateFolder: {
    success: {
      'the whole folder sent back, closed': async (api) =>
        api.put('dealer', '/api/folders', { ...(await made(api)), status: 'CLOSED' }),
    },
    refusals: {
      'folder.invalid': async (api) => api.put('dealer', '/api/folders', { ...(await made(api)), brand: 'mini' }),
      'folder.notFound': async (api) => api.put('modena', '/api/folders', await made(api)),
      'access.readonly': async (api) => api.put('mixed', '/api/folders', await made(api)),
      'conflict.stale': staleEdit('/api/folders', 'dealer', made),
    },
  },
  deleteFolder: {
    success: {
      'a folder without documents': async (api) => api.remove('dealer', `/api/folders/${(await made(api)).id}`),
    },
    refusals: {
      'folder.notFound': (api) => api.remove('dealer', '/api/folders/999999'),
      'access.readonly': async (api) => api.remove('mixed', `/api/folders/${(await made(api)).id}`),
      'conflict.hasDocuments': async (api) => {
        const { folderId } = await api.newReadyDocument({}, {}, 'dealer');
        return api.remove('dealer', `/api/folders/${folderId}`);
      },
      'conflict.hasJobId': async (api) =>
        api.remove('dealer', `/api/folders/${(await made(api, { jobId: 'L-1' })).id}`),
    },
  },
};
