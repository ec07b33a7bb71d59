/** Proofs of folders and their types. */
import type { Walk } from '../ground.ts';
import { type Proofs, stale } from '../proof.ts';

const newFolder = async (walk: Walk, change: Record<string, unknown> = {}) => ({
  ...walk.folder(change),
  dossierId: await walk.create('dealer', '/api/dossiers', walk.dossier()),
});
const made = async (walk: Walk, change: Record<string, unknown> = {}) =>
  walk.row(walk.post('dealer', '/api/folders', await newFolder(walk, change)));

export const FOLDERS: Proofs = {
  getFolderTypes: { success: { 'the configuration': (walk) => walk.get('dealer', '/api/v2/folder-types/ext') } },
  searchFolders: {
    success: {
      'open ones of a brand, prefixed and not': (walk) =>
        walk.post('dealer', '/api/folders-ext/search?page=0&size=20&sort=id,desc', {
          status: { equals: 'OPEN' },
          'folderDTO.brand': { in: ['bmw', 'mini'] },
          'dossierDTO.lastName': { contains: 'pro' },
        }),
    },
  },
  createFolder: {
    body: newFolder,
    success: { 'a folder': async (walk) => walk.post('dealer', '/api/folders', await newFolder(walk)) },
    refusals: {
      'folder.invalid': async (walk) => walk.post('dealer', '/api/folders', await newFolder(walk, { vin: 'CORTO' })),
      'dossier.notFound': (walk) => walk.post('dealer', '/api/folders', { ...walk.folder(), dossierId: 999_999 }),
      'access.readonly': async (walk) => walk.post('readonly', '/api/folders', await newFolder(walk)),
      'access.folderType': async (walk) =>
        walk.post('sales', '/api/folders', await newFolder(walk, { type: 'SALE_USED' })),
    },
  },
  getFolder: {
    success: { 'one folder': async (walk) => walk.get('sa3', `/api/folders/${(await made(walk)).id}`) },
    refusals: {
      'folder.notFound': async (walk) => walk.get('modena', `/api/folders/${(await made(walk)).id}`),
    },
  },
  getFolderSignatureTypes: {
    success: {
      'the signature types of its services': async (walk) =>
        walk.get('dealer', `/api/folders-ext/${(await made(walk)).id}/fea`),
    },
    refusals: { 'folder.notFound': (walk) => walk.get('dealer', '/api/folders-ext/999999/fea') },
  },
  downloadFolder: {
    success: {
      'a ZIP of its files': async (walk) => {
        const { folderId } = await walk.ready({}, {}, 'dealer');
        return walk.get('sa3', `/api/folders/${folderId}/download`);
      },
    },
    refusals: {
      'folder.notFound': async (walk) => {
        const { folderId } = await walk.ready({}, {}, 'dealer');
        return walk.get('modena', `/api/folders/${folderId}/download`);
      },
      'folder.noFiles': async (walk) => walk.get('dealer', `/api/folders/${(await made(walk)).id}/download`),
      'folder.tooLarge': async (walk) => {
        const { id, folderId } = await walk.ready({}, {}, 'dealer');
        const fourGigabytes = { file_size: 2 ** 32 };
        await walk.database.transaction((tx) =>
          tx.updateTable('document').set(fourGigabytes).where('id', '=', id).execute(),
        );
        return walk.get('dealer', `/api/folders/${folderId}/download`);
      },
    },
  },
  updateFolder: {
    success: {
      'the whole folder sent back, closed': async (walk) =>
        walk.put('dealer', '/api/folders', { ...(await made(walk)), status: 'CLOSED' }),
    },
    refusals: {
      'folder.invalid': async (walk) => walk.put('dealer', '/api/folders', { ...(await made(walk)), brand: 'mini' }),
      'folder.notFound': async (walk) => walk.put('modena', '/api/folders', await made(walk)),
      'access.readonly': async (walk) => walk.put('mixed', '/api/folders', await made(walk)),
      'conflict.stale': stale('/api/folders', 'dealer', made),
    },
  },
  deleteFolder: {
    success: {
      'a folder without documents': async (walk) => walk.remove('dealer', `/api/folders/${(await made(walk)).id}`),
    },
    refusals: {
      'folder.notFound': (walk) => walk.remove('dealer', '/api/folders/999999'),
      'access.readonly': async (walk) => walk.remove('mixed', `/api/folders/${(await made(walk)).id}`),
      'conflict.hasDocuments': async (walk) => {
        const { folderId } = await walk.ready({}, {}, 'dealer');
        return walk.remove('dealer', `/api/folders/${folderId}`);
      },
      'conflict.hasJobId': async (walk) =>
        walk.remove('dealer', `/api/folders/${(await made(walk, { jobId: 'L-1' })).id}`),
    },
  },
};
