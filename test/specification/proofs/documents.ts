/** Proofs of documents, the wizard and the FEA call. */
import { sql } from 'kysely';
import { MAX_EXPORTED_DOCUMENTS } from '#domain/documents/document-views.ts';
import type { RefusalCode } from '#domain/errors.ts';
import { pdfWith, png } from '../../papers/files.ts';
import { generatedDocument } from '../../papers/generated-papers.ts';
import { photoJpeg } from '../../papers/photos.ts';
import { insertAdherence, LONG_AGO } from '../../stages/adherence.ts';
import type { Proofs, ProvokeCall } from '../proof.ts';
import { type Answer, base64, type TestApi } from '../test-api.ts';
import {
  exactlyOneMegabyte,
  type FileRefusal,
  NO_ROOM,
  picture,
  pictureUpload,
  REFUSED_COPIES,
  REFUSED_FILES,
  REFUSED_PAPERS,
  sellService,
} from './uploads.ts';

const newDocument = async (api: TestApi, change: Record<string, unknown> = {}, folderId?: number) => ({
  ...(await api.document(change)),
  folderId: folderId ?? (await api.newFolder()),
});

const newCase = async (api: TestApi, change: Record<string, unknown> = {}, customer: Record<string, unknown> = {}) => ({
  dossier: api.dossier(customer),
  folder: api.folder(),
  document: await api.document(change),
});

const refusalsFrom = <K extends RefusalCode, V>(record: Readonly<Record<K, V>>, prove: (value: V) => ProvokeCall) =>
  Object.fromEntries((Object.entries(record) as [K, V][]).map(([code, value]) => [code, prove(value)]));

const closedFolder = async (api: TestApi, folderId: number): Promise<void> => {
  const folder = await api.bodyOf(api.get('dealer', `/api/folders/${folderId}`));
  await api.bodyOf(api.put('dealer', '/api/folders', { ...folder, status: 'CLOSED' }));
};

/** A stored picture of that size, for tests of a dealer that bought space afterwards. */
async function storePicture(api: TestApi, hst: string, bytes: Buffer) {
  const folderId = await api.newFolder('admin', {}, { hst });
  return api.bodyOf(api.post('admin', '/api/documents', await newDocument(api, pictureUpload(bytes), folderId)));
}

/** A stored PDF that is not to be signed, of a type that may be signed. */
async function storePaper(api: TestApi, bytes: Uint8Array, customer: Record<string, unknown> = {}) {
  const folderId = await api.newFolder('admin', {}, customer);
  const change = { type: 'SALE_NEW_RFO', signable: false, sigType: null, archivable: false };
  const file = { content: base64(bytes), fileSize: null, mimeType: 'application/pdf' };
  return api.bodyOf(api.post('admin', '/api/documents', await newDocument(api, { ...change, ...file }, folderId)));
}

const toBeSigned = (api: TestApi, document: { id: number }) =>
  api.put('admin', '/api/documents', { id: document.id, signable: true, sigType: 'OTP', archivable: false });

/** Truncated: the gate repairs it, and the rewritten file is larger. */
const truncatedPaper = (): Buffer => pdfWith('').subarray(0, -60);

const archiveWithoutRoom = async (api: TestApi, over: boolean) => {
  const { hst, legalEntity } = await api.newDealer();
  const document = await storePicture(api, hst, picture(1_048_577));
  await sellService(api, 'STRONGDOX_SPACE', legalEntity, over);
  return api.put('admin', '/api/documents', { id: document.id, archivable: true });
};

const PHOTOS = '/api/documents/photos';
/** Photos have a separate size limit. */
const { 'file.tooLarge': _ofFiles, 'file.unreadable': _ofPictures, ...OTHERWISE_REFUSED } = REFUSED_COPIES;
const photo = (bytes: Buffer) => ({ fileName: 'paraurti.jpg', content: base64(bytes) });

const PREVIEW = '/api/documents/preview';
const LOAN = 'LOAN_TEST_PRODUCT';
const PREVIEW_BODY = {
  folder: { brand: 'bmw', type: 'SALE_NEW' },
  type: LOAN,
  variableFields: { VEHICLE_PLATE: 'EE111EE' },
};

/** The identification of a module's signer by staff. */
const IDENTITY = {
  ...{ type: 'identityCard', number: 'CA00000AA', issuer: 'Comune di Bologna' },
  ...{ issueDate: '2021-02-10', expiryDate: '2999-01-01' },
};

/** A document that waits for its module, of a legal entity whose space is full or whose service has ended. */
async function createModuleWithoutRoom(api: TestApi, over: boolean) {
  const { hst, legalEntity } = await api.newDealer();
  const { id } = await api.newReadyDocument({ sigType: 'FEA' }, { hst });
  await sellService(api, 'DISK_SPACE', legalEntity, over);
  // Leaves too little space for a module.
  if (!over) await storePicture(api, hst, picture(1_048_576 - 20_000));
  return api.post('admin', '/api/documents/fea', { id, identity: IDENTITY });
}

/** Requests a module with a copy of the identity document. */
async function withCopy(api: TestApi, copy: object, id?: number): Promise<Answer> {
  const origin = id ?? (await api.newReadyDocument({ sigType: 'FEA' })).id;
  return api.post('admin', '/api/documents/fea', { id: origin, identity: { ...IDENTITY, copy } });
}

/** The copy of an identity document on which an FEA adherence is based. */
async function storeIdentity(api: TestApi, at?: Date): Promise<number> {
  const { hst } = await api.newDealer();
  const { id, folderId } = await api.newReadyDocument(generatedDocument('FEA_MODULE'), { hst });
  await insertAdherence(api.database, id, at);
  const copy = await api.newDocument(folderId, pictureUpload(png()), 'admin');
  await api.database.transaction((tx) =>
    tx.updateTable('fea_adherence').set({ identity_document_id: copy }).where('module_id', '=', id).execute(),
  );
  return copy;
}

/** More documents than one file can hold, copied from an existing one in one statement. */
async function exportTooMany(api: TestApi) {
  const { folderId } = await api.newReadyDocument();
  await sql`insert into document (folder_id, dossier_id, hst, legal_entity, brand, folder_type, customer_name, type, status,
      archivable, signable, variable_fields, created_date, last_modified_date)
    select folder_id, dossier_id, hst, legal_entity, brand, folder_type, customer_name, type, 'DRAFT',
      archivable, signable, variable_fields, created_date, last_modified_date
    from document cross join generate_series(1, ${MAX_EXPORTED_DOCUMENTS + 1})
    where id = (select min(id) from document where folder_id = ${folderId})`.execute(api.database.read);
  return api.post('dealer', '/api/documents-ext/download', { folderId: { equals: folderId } });
}

export const DOCUMENTS: Proofs = {
  searchDocuments: {
    success: {
      'a folder’s list: page 0, size 10000, sort fileName,asc': async (api) => {
        const { folderId } = await api.newReadyDocument();
        const body = { folderId: { equals: folderId } };
        return api.post('dealer', '/api/documents-ext/search?page=0&size=10000&sort=fileName,asc', body);
      },
      'the dashboard’s latest documents: sort id,desc, page 0, size 15': (api) =>
        api.post('dealer', '/api/documents-ext/search?page=0&size=15&sort=id,desc', {
          status: { in: ['DRAFT', 'READY_TO_SIGN', 'PENDING_START_SIGN'] },
          legalEntity: { equals: 'LE001' },
        }),
    },
  },
  countDocumentViews: {
    success: {
      'the number of each': (api) =>
        api.post('dealer', '/api/documents-ext/views/count', { createdDate: { greaterThanOrEqual: '2026-01-01' } }),
    },
  },
  exportDocuments: {
    success: {
      'an Excel file': (api) =>
        api.post('dealer', '/api/documents-ext/download?sort=createdDate,desc', { status: { in: ['SIGNED'] } }),
    },
    refusals: {
      'document.exportTooMany': async (api) => exportTooMany(api),
    },
  },
  countDocuments: {
    success: {
      'a number': (api) =>
        api.get(
          'dealer',
          '/api/documents/count?status.in=PRIVACY_UPDATING,SIGNED&folderType.equals=SALE_NEW&legalEntity.equals=LE001',
        ),
    },
  },
  createDocument: {
    body: newDocument,
    success: {
      'with base64 content, fileName, mimeType, fileSize': async (api) =>
        api.post('dealer', '/api/documents', await newDocument(api)),
    },
    refusals: {
      'document.invalid': async (api) =>
        api.post('dealer', '/api/documents', await newDocument(api, { signable: false })),
      'folder.notFound': async (api) => api.post('modena', '/api/documents', await newDocument(api)),
      'folder.closed': async (api) => {
        const body = await newDocument(api);
        await closedFolder(api, body.folderId);
        return api.post('dealer', '/api/documents', body);
      },
      'access.readonly': async (api) => api.post('mixed', '/api/documents', await newDocument(api)),
      'document.noTemplate': async (api) =>
        api.post('dealer', '/api/documents', { type: 'OTHER_DRIVING_LICENSE', folderId: await api.newFolder() }),
      ...refusalsFrom(
        REFUSED_FILES,
        (make) => async (api) => api.post('dealer', '/api/documents', await newDocument(api, await make(api))),
      ),
      ...refusalsFrom(NO_ROOM, (make) => async (api) => {
        const { hst, change } = await make(api);
        const folderId = await api.newFolder('admin', {}, { hst });
        return api.post('admin', '/api/documents', await newDocument(api, change, folderId));
      }),
    },
  },
  createByWizard: {
    body: newCase,
    success: {
      'a new customer': async (api) => api.post('dealer', '/api/documents/wizard', await newCase(api)),
      'an existing customer': async (api) => {
        const { dossier, ...rest } = await newCase(api);
        const dossierId = await api.create('dealer', '/api/dossiers', dossier);
        return api.post('dealer', '/api/documents/wizard', { ...rest, dossierId });
      },
    },
    refusals: {
      'document.noTemplate': async (api) =>
        api.post('dealer', '/api/documents/wizard', {
          ...(await newCase(api)),
          document: { type: 'OTHER_DRIVING_LICENSE' },
        }),
      'dossier.invalid': async (api) =>
        api.post('dealer', '/api/documents/wizard', await newCase(api, {}, { email: 'nessuno' })),
      'folder.invalid': async (api) =>
        api.post('dealer', '/api/documents/wizard', { ...(await newCase(api)), folder: api.folder({ vin: 'X' }) }),
      'document.invalid': async (api) =>
        api.post('dealer', '/api/documents/wizard', await newCase(api, { sigType: null })),
      'dossier.notFound': async (api) => {
        const { dossier: _new, ...rest } = await newCase(api);
        return api.post('dealer', '/api/documents/wizard', { ...rest, dossierId: 999_999 });
      },
      'access.folderType': async (api) =>
        api.post('sales', '/api/documents/wizard', {
          ...(await newCase(api, { type: 'SALE_USED_PROPOSAL' })),
          folder: api.folder({ type: 'SALE_USED' }),
        }),
      ...refusalsFrom(
        REFUSED_FILES,
        (make) => async (api) => api.post('dealer', '/api/documents/wizard', await newCase(api, await make(api))),
      ),
      ...refusalsFrom(NO_ROOM, (make) => async (api) => {
        const { hst, change } = await make(api);
        return api.post('admin', '/api/documents/wizard', await newCase(api, change, { hst }));
      }),
    },
  },
  previewDocument: {
    success: {
      'the paper of a half-filled form': async (api) =>
        api.post('dealer', PREVIEW, {
          ...PREVIEW_BODY,
          dossierId: await api.create('dealer', '/api/dossiers', api.dossier()),
        }),
    },
    refusals: {
      'document.invalid': (api) => api.post('dealer', PREVIEW, { ...PREVIEW_BODY, folder: null }),
      'dossier.invalid': (api) => api.post('dealer', PREVIEW, { ...PREVIEW_BODY, dossier: { hst: '10003' } }),
      'folder.notFound': (api) => api.post('dealer', PREVIEW, { type: LOAN, folderId: 999_999 }),
      'folder.closed': async (api) => {
        const folderId = await api.newFolder();
        await closedFolder(api, folderId);
        return api.post('dealer', PREVIEW, { type: LOAN, folderId });
      },
      'dossier.notFound': (api) => api.post('dealer', PREVIEW, { ...PREVIEW_BODY, dossierId: 999_999 }),
      'access.readonly': async (api) => api.post('mixed', PREVIEW, { type: LOAN, folderId: await api.newFolder() }),
      'access.folderType': (api) =>
        api.post('sales', PREVIEW, {
          ...{ ...PREVIEW_BODY, folder: { brand: 'mini', type: 'SALE_NEW' } },
          dossier: { hst: '10001' },
        }),
      'document.notGenerated': async (api) =>
        api.post('dealer', PREVIEW, { type: 'SALE_NEW_PROPOSAL', folderId: await api.newFolder() }),
      // The minute may change meanwhile.
      'request.tooMany': async (api) => {
        const body = { ...PREVIEW_BODY, dossier: { hst: '10001' } };
        let answer = await api.post('nsc', PREVIEW, body);
        for (let attempt = 0; attempt < 120 && answer.statusCode !== 429; attempt++) {
          answer = await api.post('nsc', PREVIEW, body);
        }
        return answer;
      },
    },
  },
  uploadPhoto: {
    body: async () => photo(photoJpeg()),
    success: {
      'a photo': async (api) => api.post('dealer', PHOTOS, photo(photoJpeg())),
    },
    refusals: {
      ...refusalsFrom(OTHERWISE_REFUSED, (copy) => async (api) => api.post('dealer', PHOTOS, copy())),
      'photo.tooLarge': (api) => api.post('dealer', PHOTOS, photo(Buffer.concat([photoJpeg(), picture(4_194_304)]))),
      'photo.unreadable': (api) => api.post('dealer', PHOTOS, photo(photoJpeg().subarray(0, -20))),
      'request.tooMany': async (api) => {
        let answer = await api.post('nsc', PHOTOS, photo(photoJpeg()));
        for (let attempt = 0; attempt < 120 && answer.statusCode !== 429; attempt++) {
          answer = await api.post('nsc', PHOTOS, photo(photoJpeg()));
        }
        return answer;
      },
    },
  },
  createFeaModule: {
    body: async (api) => ({ id: (await api.newReadyDocument({ sigType: 'FEA' })).id, identity: IDENTITY }),
    success: {
      'a new module': async (api) =>
        api.post('admin', '/api/documents/fea', {
          id: (await api.newReadyDocument({ sigType: 'FEA' })).id,
          identity: IDENTITY,
        }),
      'a draft module': async (api) =>
        api.post('admin', '/api/documents/fea', { id: (await api.newReadyDocument({ sigType: 'FEA' })).id }),
    },
    refusals: {
      'document.notFound': (api) => api.post('dealer', '/api/documents/fea', { id: 999_999 }),
      'fea.notRequired': async (api) =>
        api.post('admin', '/api/documents/fea', { id: (await api.newReadyDocument()).id }),
      'fea.dataMissing': async (api) => {
        const { id } = await api.newReadyDocument(
          { sigType: 'FEA' },
          { birthDate: null, birthPlace: null, fiscalCode: null },
        );
        return api.post('admin', '/api/documents/fea', { id });
      },
      'fea.identityMissing': async (api) =>
        api.post('admin', '/api/documents/fea', {
          id: (await api.newReadyDocument({ sigType: 'FEA' })).id,
          identity: {},
        }),
      'fea.identityExpired': async (api) => {
        const { id } = await api.newReadyDocument({ sigType: 'FEA' });
        const identity = { ...IDENTITY, expiryDate: '2024-01-01' };
        return api.post('admin', '/api/documents/fea', { id, identity });
      },
      'fea.moduleExists': async (api) => {
        const { id } = await api.newReadyDocument({ sigType: 'FEA' });
        await api.bodyOf(api.post('admin', '/api/documents/fea', { id, identity: IDENTITY }));
        return withCopy(api, { fileName: 'carta.png', content: base64(png()) }, id);
      },
      ...(Object.fromEntries(
        Object.entries(REFUSED_COPIES).map(([code, copy]) => [code, async (api: TestApi) => withCopy(api, copy())]),
      ) as Record<FileRefusal, (api: TestApi) => Promise<Answer>>),
      'quota.spaceSpent': (api) => createModuleWithoutRoom(api, false),
      'quota.spaceExpired': (api) => createModuleWithoutRoom(api, true),
      'folder.closed': async (api) => {
        const { id, folderId } = await api.newReadyDocument({ sigType: 'FEA' });
        await closedFolder(api, folderId);
        return api.post('admin', '/api/documents/fea', { id, identity: IDENTITY });
      },
    },
  },
  getDocument: {
    success: { 'one document': async (api) => api.get('sa3', `/api/documents/${(await api.newReadyDocument()).id}`) },
    refusals: {
      'document.notFound': async (api) => api.get('modena', `/api/documents/${(await api.newReadyDocument()).id}`),
    },
  },
  updateDocument: {
    success: {
      'id, archivable, sigType, signable and variable fields': async (api) => {
        const { id } = await api.newReadyDocument({ draft: true });
        const body = { id, archivable: false, sigType: 'OTP', signable: true, variableFields: {} };
        return api.put('dealer', '/api/documents', body);
      },
      'the whole document sent back': async (api) => {
        const { id } = await api.newReadyDocument({ draft: true });
        const document = await api.bodyOf(api.get('dealer', `/api/documents/${id}`));
        return api.put('dealer', '/api/documents', document);
      },
    },
    refusals: {
      'document.invalid': async (api) => {
        // A type that is always signed.
        const { id } = await api.newReadyDocument({ type: 'SALE_NEW_PROPOSAL', draft: true });
        return api.put('dealer', '/api/documents', { id, signable: false, archivable: true });
      },
      'document.notFound': (api) => api.put('dealer', '/api/documents', { id: 999_999, signable: true }),
      'access.readonly': async (api) =>
        api.put('mixed', '/api/documents', { id: (await api.newReadyDocument({ draft: true })).id, signable: true }),
      'life.notEditable': async (api) =>
        api.put('dealer', '/api/documents', { id: (await api.newReadyDocument()).id, signable: true, sigType: 'OTP' }),
      'life.folderClosed': async (api) => {
        const { id, folderId } = await api.newReadyDocument({ draft: true });
        await closedFolder(api, folderId);
        return api.put('dealer', '/api/documents', { id, signable: true, sigType: 'OTP' });
      },
      'conflict.stale': async (api) => {
        const { id } = await api.newReadyDocument({ draft: true });
        const document = await api.bodyOf(api.get('dealer', `/api/documents/${id}`));
        await api.bodyOf(api.put('dealer', '/api/documents', { ...document, archivable: false, draft: true }));
        return api.put('dealer', '/api/documents', document);
      },
      'file.type': async (api) => {
        const folderId = await api.newFolder('admin');
        const change = pictureUpload(png(), { type: 'SALE_NEW_RFO', archivable: false });
        const document = await api.bodyOf(
          api.post('admin', '/api/documents', await newDocument(api, change, folderId)),
        );
        return toBeSigned(api, document);
      },
      ...refusalsFrom(REFUSED_PAPERS, (make) => async (api) => toBeSigned(api, await storePaper(api, await make(api)))),
      'quota.spaceSpent': async (api) => {
        const { hst, legalEntity } = await api.newDealer();
        const document = await storePaper(api, truncatedPaper(), { hst });
        await sellService(api, 'DISK_SPACE', legalEntity);
        const folderId = await api.newFolder('admin', {}, { hst });
        const rest = exactlyOneMegabyte({ content: base64(picture(1_048_576 - document.fileSize)) });
        await api.bodyOf(api.post('admin', '/api/documents', await newDocument(api, rest, folderId)));
        return toBeSigned(api, document);
      },
      'quota.spaceExpired': async (api) => {
        const { hst, legalEntity } = await api.newDealer();
        const document = await storePaper(api, truncatedPaper(), { hst });
        await sellService(api, 'DISK_SPACE', legalEntity, true);
        return toBeSigned(api, document);
      },
      'quota.archiveSpent': (api) => archiveWithoutRoom(api, false),
      'quota.archiveExpired': (api) => archiveWithoutRoom(api, true),
    },
  },
  deleteDocument: {
    success: {
      'before signing starts': async (api) =>
        api.remove('dealer', `/api/documents/${(await api.newReadyDocument()).id}`),
    },
    refusals: {
      'document.notFound': (api) => api.remove('dealer', '/api/documents/999999'),
      'access.readonly': async (api) => api.remove('mixed', `/api/documents/${(await api.newReadyDocument()).id}`),
      'conflict.signingStarted': async (api) => {
        const { id } = await api.newReadyDocument();
        await api.startSigning(id);
        return api.remove('dealer', `/api/documents/${id}`);
      },
      'conflict.signingRuns': async (api) => {
        const copy = await storeIdentity(api);
        await api.database.transaction(async (tx) => {
          const module = tx.selectFrom('fea_adherence').select('module_id').where('identity_document_id', '=', copy);
          await tx.updateTable('document').set({ status: 'START_SIGN' }).where('id', '=', module).execute();
          await tx
            .updateTable('fea_adherence')
            .set({ state: 'REQUESTED', activated_date: null })
            .where('identity_document_id', '=', copy)
            .execute();
        });
        return api.remove('admin', `/api/documents/${copy}`);
      },
      'conflict.feaEvidence': async (api) => api.remove('admin', `/api/documents/${await storeIdentity(api)}`),
      'conflict.feaActive': async (api) => api.remove('admin', `/api/documents/${await storeIdentity(api, LONG_AGO)}`),
      'conflict.notDraft': async (api) =>
        api.remove('dms', `/api/documents/${(await api.newReadyDocument({}, {}, 'dms')).id}`),
      'life.folderClosed': async (api) => {
        const { id, folderId } = await api.newReadyDocument();
        await closedFolder(api, folderId);
        return api.remove('dealer', `/api/documents/${id}`);
      },
    },
  },
  downloadDocument: {
    success: {
      'the file': async (api) => api.get('dealer', `/api/documents/${(await api.newReadyDocument()).id}/download`),
      'a part of it': async (api) =>
        api.get('dealer', `/api/documents/${(await api.newReadyDocument()).id}/download`, { range: 'bytes=0-99' }),
    },
    refusals: {
      'document.notFound': (api) => api.get('dealer', '/api/documents/999999/download'),
      'access.readonly': async (api) => {
        const { id } = await api.newReadyDocument(pictureUpload(png()), {}, 'admin');
        return api.get('readonly', `/api/documents/${id}/download`);
      },
      'document.noFile': async (api) => {
        const { id } = await api.newReadyDocument({ draft: true });
        const none = { file_sha256: null, file_name: null, mime_type: null, file_size: null };
        await api.database.transaction((tx) => tx.updateTable('document').set(none).where('id', '=', id).execute());
        return api.get('dealer', `/api/documents/${id}/download`);
      },
      'file.range': async (api) =>
        api.get('dealer', `/api/documents/${(await api.newReadyDocument()).id}/download`, { range: 'bytes=99999999-' }),
    },
  },
  takeBackDocument: {
    success: {
      'back to draft': async (api) =>
        api.post('dealer', `/api/documents/${(await api.newReadyDocument()).id}/take-back`),
    },
    refusals: {
      'document.notFound': (api) => api.post('dealer', '/api/documents/999999/take-back'),
      'life.notReady': async (api) =>
        api.post('dealer', `/api/documents/${(await api.newReadyDocument({ draft: true })).id}/take-back`),
      'life.alreadySigned': async (api) => {
        const { id } = await api.newReadyDocument();
        await api.database.transaction((tx) =>
          tx.updateTable('document').set({ ever_signed: true }).where('id', '=', id).execute(),
        );
        return api.post('dealer', `/api/documents/${id}/take-back`);
      },
      'access.readonly': async (api) =>
        api.post('mixed', `/api/documents/${(await api.newReadyDocument()).id}/take-back`),
    },
  },
};
