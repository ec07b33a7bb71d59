/** Proofs of documents, the wizard and the FEA call. */
import { sql } from 'kysely';
import { MOST_EXPORTED_DOCUMENTS } from '#domain/documents/views.ts';
import type { RefusalCode } from '#domain/errors.ts';
import { pdfWith, png } from '../../papers/files.ts';
import { generated } from '../../papers/generated-papers.ts';
import { photoJpeg } from '../../papers/photos.ts';
import { adhere, LONG_AGO } from '../../stages/adherence.ts';
import { type Answer, base64, type Walk } from '../ground.ts';
import type { Proofs, Provoke } from '../proof.ts';
import {
  allOfIt,
  type FileRefusal,
  keptPicture,
  NO_ROOM,
  picture,
  REFUSED_COPIES,
  REFUSED_FILES,
  REFUSED_PAPERS,
  sell,
} from './uploads.ts';

const newDocument = async (walk: Walk, change: Record<string, unknown> = {}, folderId?: number) => ({
  ...(await walk.document(change)),
  folderId: folderId ?? (await walk.newFolder()),
});

const newCase = async (walk: Walk, change: Record<string, unknown> = {}, customer: Record<string, unknown> = {}) => ({
  dossier: walk.dossier(customer),
  folder: walk.folder(),
  document: await walk.document(change),
});

const entries = <K extends RefusalCode, V>(record: Readonly<Record<K, V>>, prove: (one: V) => Provoke) =>
  Object.fromEntries((Object.entries(record) as [K, V][]).map(([code, one]) => [code, prove(one)]));

const closedFolder = async (walk: Walk, folderId: number): Promise<void> => {
  const folder = await walk.row(walk.get('dealer', `/api/folders/${folderId}`));
  await walk.row(walk.put('dealer', '/api/folders', { ...folder, status: 'CLOSED' }));
};

/** A stored picture of that size, for tests of a dealer that bought space afterwards. */
async function finished(walk: Walk, hst: string, bytes: Buffer) {
  const folderId = await walk.newFolder('admin', {}, { hst });
  return walk.row(walk.post('admin', '/api/documents', await newDocument(walk, keptPicture(bytes), folderId)));
}

/** A stored PDF that is not to be signed, of a type that may be signed. */
async function keptPaper(walk: Walk, bytes: Uint8Array, customer: Record<string, unknown> = {}) {
  const folderId = await walk.newFolder('admin', {}, customer);
  const change = { type: 'SALE_NEW_RFO', signable: false, sigType: null, archivable: false };
  const file = { content: base64(bytes), fileSize: null, mimeType: 'application/pdf' };
  return walk.row(walk.post('admin', '/api/documents', await newDocument(walk, { ...change, ...file }, folderId)));
}

const toBeSigned = (walk: Walk, document: { id: number }) =>
  walk.put('admin', '/api/documents', { id: document.id, signable: true, sigType: 'OTP', archivable: false });

/** Truncated: the gate repairs it, and the rewritten file is larger. */
const cutPaper = (): Buffer => pdfWith('').subarray(0, -60);

const archived = async (walk: Walk, over: boolean) => {
  const { hst, legalEntity } = await walk.newDealer();
  const document = await finished(walk, hst, picture(1_048_577));
  await sell(walk, 'STRONGDOX_SPACE', legalEntity, over);
  return walk.put('admin', '/api/documents', { id: document.id, archivable: true });
};

const PHOTOS = '/api/documents/photos';
/** Photos have a separate size limit. */
const { 'file.tooLarge': _ofFiles, 'file.unreadable': _ofPictures, ...OTHERWISE_REFUSED } = REFUSED_COPIES;
const photo = (bytes: Buffer) => ({ fileName: 'paraurti.jpg', content: base64(bytes) });

const PREVIEW = '/api/documents/preview';
const LOAN = 'LOAN_TEST_PRODUCT';
const HALF_FILLED = {
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
async function moduleWithoutRoom(walk: Walk, over: boolean) {
  const { hst, legalEntity } = await walk.newDealer();
  const { id } = await walk.ready({ sigType: 'FEA' }, { hst });
  await sell(walk, 'DISK_SPACE', legalEntity, over);
  // Leaves too little space for a module.
  if (!over) await finished(walk, hst, picture(1_048_576 - 20_000));
  return walk.post('admin', '/api/documents/fea', { id, identity: IDENTITY });
}

/** Requests a module with a copy of the identity document. */
async function withCopy(walk: Walk, copy: object, id?: number): Promise<Answer> {
  const origin = id ?? (await walk.ready({ sigType: 'FEA' })).id;
  return walk.post('admin', '/api/documents/fea', { id: origin, identity: { ...IDENTITY, copy } });
}

/** The copy of an identity document on which an FEA adherence is based. */
async function keptIdentity(walk: Walk, at?: Date): Promise<number> {
  const { hst } = await walk.newDealer();
  const { id, folderId } = await walk.ready(generated('FEA_MODULE'), { hst });
  await adhere(walk.database, id, at);
  const copy = await walk.newDocument(folderId, keptPicture(png()), 'admin');
  await walk.database.transaction((tx) =>
    tx.updateTable('fea_adherence').set({ identity_document_id: copy }).where('module_id', '=', id).execute(),
  );
  return copy;
}

/** More documents than one file can hold, copied from an existing one in one statement. */
async function tooManyToExport(walk: Walk) {
  const { folderId } = await walk.ready();
  await sql`insert into document (folder_id, dossier_id, hst, legal_entity, brand, folder_type, customer_name, type, status,
      archivable, signable, variable_fields, created_date, last_modified_date)
    select folder_id, dossier_id, hst, legal_entity, brand, folder_type, customer_name, type, 'DRAFT',
      archivable, signable, variable_fields, created_date, last_modified_date
    from document cross join generate_series(1, ${MOST_EXPORTED_DOCUMENTS + 1})
    where id = (select min(id) from document where folder_id = ${folderId})`.execute(walk.database.read);
  return walk.post('dealer', '/api/documents-ext/download', { folderId: { equals: folderId } });
}

export const DOCUMENTS: Proofs = {
  searchDocuments: {
    success: {
      'a folder’s list: page 0, size 10000, sort fileName,asc': async (walk) => {
        const { folderId } = await walk.ready();
        const body = { folderId: { equals: folderId } };
        return walk.post('dealer', '/api/documents-ext/search?page=0&size=10000&sort=fileName,asc', body);
      },
      'the dashboard’s latest documents: sort id,desc, page 0, size 15': (walk) =>
        walk.post('dealer', '/api/documents-ext/search?page=0&size=15&sort=id,desc', {
          status: { in: ['DRAFT', 'READY_TO_SIGN', 'PENDING_START_SIGN'] },
          legalEntity: { equals: 'LE001' },
        }),
    },
  },
  countDocumentViews: {
    success: {
      'the number of each': (walk) =>
        walk.post('dealer', '/api/documents-ext/views/count', { createdDate: { greaterThanOrEqual: '2026-01-01' } }),
    },
  },
  exportDocuments: {
    success: {
      'an Excel file': (walk) =>
        walk.post('dealer', '/api/documents-ext/download?sort=createdDate,desc', { status: { in: ['SIGNED'] } }),
    },
    refusals: {
      'document.exportTooMany': async (walk) => tooManyToExport(walk),
    },
  },
  countDocuments: {
    success: {
      'a number': (walk) =>
        walk.get(
          'dealer',
          '/api/documents/count?status.in=PRIVACY_UPDATING,SIGNED&folderType.equals=SALE_NEW&legalEntity.equals=LE001',
        ),
    },
  },
  createDocument: {
    body: newDocument,
    success: {
      'with base64 content, fileName, mimeType, fileSize': async (walk) =>
        walk.post('dealer', '/api/documents', await newDocument(walk)),
    },
    refusals: {
      'document.invalid': async (walk) =>
        walk.post('dealer', '/api/documents', await newDocument(walk, { signable: false })),
      'folder.notFound': async (walk) => walk.post('modena', '/api/documents', await newDocument(walk)),
      'folder.closed': async (walk) => {
        const body = await newDocument(walk);
        await closedFolder(walk, body.folderId);
        return walk.post('dealer', '/api/documents', body);
      },
      'access.readonly': async (walk) => walk.post('mixed', '/api/documents', await newDocument(walk)),
      'document.noTemplate': async (walk) =>
        walk.post('dealer', '/api/documents', { type: 'OTHER_DRIVING_LICENSE', folderId: await walk.newFolder() }),
      ...entries(
        REFUSED_FILES,
        (make) => async (walk) => walk.post('dealer', '/api/documents', await newDocument(walk, await make(walk))),
      ),
      ...entries(NO_ROOM, (make) => async (walk) => {
        const { hst, change } = await make(walk);
        const folderId = await walk.newFolder('admin', {}, { hst });
        return walk.post('admin', '/api/documents', await newDocument(walk, change, folderId));
      }),
    },
  },
  createByWizard: {
    body: newCase,
    success: {
      'a new customer': async (walk) => walk.post('dealer', '/api/documents/wizard', await newCase(walk)),
      'an existing customer': async (walk) => {
        const { dossier, ...rest } = await newCase(walk);
        const dossierId = await walk.create('dealer', '/api/dossiers', dossier);
        return walk.post('dealer', '/api/documents/wizard', { ...rest, dossierId });
      },
    },
    refusals: {
      'document.noTemplate': async (walk) =>
        walk.post('dealer', '/api/documents/wizard', {
          ...(await newCase(walk)),
          document: { type: 'OTHER_DRIVING_LICENSE' },
        }),
      'dossier.invalid': async (walk) =>
        walk.post('dealer', '/api/documents/wizard', await newCase(walk, {}, { email: 'nessuno' })),
      'folder.invalid': async (walk) =>
        walk.post('dealer', '/api/documents/wizard', { ...(await newCase(walk)), folder: walk.folder({ vin: 'X' }) }),
      'document.invalid': async (walk) =>
        walk.post('dealer', '/api/documents/wizard', await newCase(walk, { sigType: null })),
      'dossier.notFound': async (walk) => {
        const { dossier: _new, ...rest } = await newCase(walk);
        return walk.post('dealer', '/api/documents/wizard', { ...rest, dossierId: 999_999 });
      },
      'access.folderType': async (walk) =>
        walk.post('sales', '/api/documents/wizard', {
          ...(await newCase(walk, { type: 'SALE_USED_PROPOSAL' })),
          folder: walk.folder({ type: 'SALE_USED' }),
        }),
      ...entries(
        REFUSED_FILES,
        (make) => async (walk) => walk.post('dealer', '/api/documents/wizard', await newCase(walk, await make(walk))),
      ),
      ...entries(NO_ROOM, (make) => async (walk) => {
        const { hst, change } = await make(walk);
        return walk.post('admin', '/api/documents/wizard', await newCase(walk, change, { hst }));
      }),
    },
  },
  previewDocument: {
    success: {
      'the paper of a half-filled form': async (walk) =>
        walk.post('dealer', PREVIEW, {
          ...HALF_FILLED,
          dossierId: await walk.create('dealer', '/api/dossiers', walk.dossier()),
        }),
    },
    refusals: {
      'document.invalid': (walk) => walk.post('dealer', PREVIEW, { ...HALF_FILLED, folder: null }),
      'dossier.invalid': (walk) => walk.post('dealer', PREVIEW, { ...HALF_FILLED, dossier: { hst: '10003' } }),
      'folder.notFound': (walk) => walk.post('dealer', PREVIEW, { type: LOAN, folderId: 999_999 }),
      'folder.closed': async (walk) => {
        const folderId = await walk.newFolder();
        await closedFolder(walk, folderId);
        return walk.post('dealer', PREVIEW, { type: LOAN, folderId });
      },
      'dossier.notFound': (walk) => walk.post('dealer', PREVIEW, { ...HALF_FILLED, dossierId: 999_999 }),
      'access.readonly': async (walk) => walk.post('mixed', PREVIEW, { type: LOAN, folderId: await walk.newFolder() }),
      'access.folderType': (walk) =>
        walk.post('sales', PREVIEW, {
          ...{ ...HALF_FILLED, folder: { brand: 'mini', type: 'SALE_NEW' } },
          dossier: { hst: '10001' },
        }),
      'document.notGenerated': async (walk) =>
        walk.post('dealer', PREVIEW, { type: 'SALE_NEW_PROPOSAL', folderId: await walk.newFolder() }),
      // The minute may change meanwhile.
      'request.tooMany': async (walk) => {
        const body = { ...HALF_FILLED, dossier: { hst: '10001' } };
        let answer = await walk.post('nsc', PREVIEW, body);
        for (let asked = 0; asked < 120 && answer.statusCode !== 429; asked++) {
          answer = await walk.post('nsc', PREVIEW, body);
        }
        return answer;
      },
    },
  },
  uploadPhoto: {
    body: async () => photo(photoJpeg()),
    success: {
      'a photo': async (walk) => walk.post('dealer', PHOTOS, photo(photoJpeg())),
    },
    refusals: {
      ...entries(OTHERWISE_REFUSED, (copy) => async (walk) => walk.post('dealer', PHOTOS, copy())),
      'photo.tooLarge': (walk) => walk.post('dealer', PHOTOS, photo(Buffer.concat([photoJpeg(), picture(4_194_304)]))),
      'photo.unreadable': (walk) => walk.post('dealer', PHOTOS, photo(photoJpeg().subarray(0, -20))),
      'request.tooMany': async (walk) => {
        let answer = await walk.post('nsc', PHOTOS, photo(photoJpeg()));
        for (let asked = 0; asked < 120 && answer.statusCode !== 429; asked++) {
          answer = await walk.post('nsc', PHOTOS, photo(photoJpeg()));
        }
        return answer;
      },
    },
  },
  createFeaModule: {
    body: async (walk) => ({ id: (await walk.ready({ sigType: 'FEA' })).id, identity: IDENTITY }),
    success: {
      'a new module': async (walk) =>
        walk.post('admin', '/api/documents/fea', { id: (await walk.ready({ sigType: 'FEA' })).id, identity: IDENTITY }),
      'a draft module': async (walk) =>
        walk.post('admin', '/api/documents/fea', { id: (await walk.ready({ sigType: 'FEA' })).id }),
    },
    refusals: {
      'document.notFound': (walk) => walk.post('dealer', '/api/documents/fea', { id: 999_999 }),
      'fea.notRequired': async (walk) => walk.post('admin', '/api/documents/fea', { id: (await walk.ready()).id }),
      'fea.dataMissing': async (walk) => {
        const { id } = await walk.ready({ sigType: 'FEA' }, { birthDate: null, birthPlace: null, fiscalCode: null });
        return walk.post('admin', '/api/documents/fea', { id });
      },
      'fea.identityMissing': async (walk) =>
        walk.post('admin', '/api/documents/fea', { id: (await walk.ready({ sigType: 'FEA' })).id, identity: {} }),
      'fea.identityExpired': async (walk) => {
        const { id } = await walk.ready({ sigType: 'FEA' });
        const identity = { ...IDENTITY, expiryDate: '2024-01-01' };
        return walk.post('admin', '/api/documents/fea', { id, identity });
      },
      'fea.moduleExists': async (walk) => {
        const { id } = await walk.ready({ sigType: 'FEA' });
        await walk.row(walk.post('admin', '/api/documents/fea', { id, identity: IDENTITY }));
        return withCopy(walk, { fileName: 'carta.png', content: base64(png()) }, id);
      },
      ...(Object.fromEntries(
        Object.entries(REFUSED_COPIES).map(([code, copy]) => [code, async (walk: Walk) => withCopy(walk, copy())]),
      ) as Record<FileRefusal, (walk: Walk) => Promise<Answer>>),
      'quota.spaceSpent': (walk) => moduleWithoutRoom(walk, false),
      'quota.spaceExpired': (walk) => moduleWithoutRoom(walk, true),
      'folder.closed': async (walk) => {
        const { id, folderId } = await walk.ready({ sigType: 'FEA' });
        await closedFolder(walk, folderId);
        return walk.post('admin', '/api/documents/fea', { id, identity: IDENTITY });
      },
    },
  },
  getDocument: {
    success: { 'one document': async (walk) => walk.get('sa3', `/api/documents/${(await walk.ready()).id}`) },
    refusals: {
      'document.notFound': async (walk) => walk.get('modena', `/api/documents/${(await walk.ready()).id}`),
    },
  },
  updateDocument: {
    success: {
      'id, archivable, sigType, signable and variable fields': async (walk) => {
        const { id } = await walk.ready({ draft: true });
        const body = { id, archivable: false, sigType: 'OTP', signable: true, variableFields: {} };
        return walk.put('dealer', '/api/documents', body);
      },
      'the whole document sent back': async (walk) => {
        const { id } = await walk.ready({ draft: true });
        const document = await walk.row(walk.get('dealer', `/api/documents/${id}`));
        return walk.put('dealer', '/api/documents', document);
      },
    },
    refusals: {
      'document.invalid': async (walk) => {
        // A type that is always signed.
        const { id } = await walk.ready({ type: 'SALE_NEW_PROPOSAL', draft: true });
        return walk.put('dealer', '/api/documents', { id, signable: false, archivable: true });
      },
      'document.notFound': (walk) => walk.put('dealer', '/api/documents', { id: 999_999, signable: true }),
      'access.readonly': async (walk) =>
        walk.put('mixed', '/api/documents', { id: (await walk.ready({ draft: true })).id, signable: true }),
      'life.notEditable': async (walk) =>
        walk.put('dealer', '/api/documents', { id: (await walk.ready()).id, signable: true, sigType: 'OTP' }),
      'life.folderClosed': async (walk) => {
        const { id, folderId } = await walk.ready({ draft: true });
        await closedFolder(walk, folderId);
        return walk.put('dealer', '/api/documents', { id, signable: true, sigType: 'OTP' });
      },
      'conflict.stale': async (walk) => {
        const { id } = await walk.ready({ draft: true });
        const document = await walk.row(walk.get('dealer', `/api/documents/${id}`));
        await walk.row(walk.put('dealer', '/api/documents', { ...document, archivable: false, draft: true }));
        return walk.put('dealer', '/api/documents', document);
      },
      'file.type': async (walk) => {
        const folderId = await walk.newFolder('admin');
        const change = keptPicture(png(), { type: 'SALE_NEW_RFO', archivable: false });
        const document = await walk.row(
          walk.post('admin', '/api/documents', await newDocument(walk, change, folderId)),
        );
        return toBeSigned(walk, document);
      },
      ...entries(REFUSED_PAPERS, (make) => async (walk) => toBeSigned(walk, await keptPaper(walk, await make(walk)))),
      'quota.spaceSpent': async (walk) => {
        const { hst, legalEntity } = await walk.newDealer();
        const document = await keptPaper(walk, cutPaper(), { hst });
        await sell(walk, 'DISK_SPACE', legalEntity);
        const folderId = await walk.newFolder('admin', {}, { hst });
        const rest = allOfIt({ content: base64(picture(1_048_576 - document.fileSize)) });
        await walk.row(walk.post('admin', '/api/documents', await newDocument(walk, rest, folderId)));
        return toBeSigned(walk, document);
      },
      'quota.spaceExpired': async (walk) => {
        const { hst, legalEntity } = await walk.newDealer();
        const document = await keptPaper(walk, cutPaper(), { hst });
        await sell(walk, 'DISK_SPACE', legalEntity, true);
        return toBeSigned(walk, document);
      },
      'quota.archiveSpent': (walk) => archived(walk, false),
      'quota.archiveExpired': (walk) => archived(walk, true),
    },
  },
  deleteDocument: {
    success: {
      'before signing starts': async (walk) => walk.remove('dealer', `/api/documents/${(await walk.ready()).id}`),
    },
    refusals: {
      'document.notFound': (walk) => walk.remove('dealer', '/api/documents/999999'),
      'access.readonly': async (walk) => walk.remove('mixed', `/api/documents/${(await walk.ready()).id}`),
      'conflict.signingStarted': async (walk) => {
        const { id } = await walk.ready();
        await walk.started(id);
        return walk.remove('dealer', `/api/documents/${id}`);
      },
      'conflict.signingRuns': async (walk) => {
        const copy = await keptIdentity(walk);
        await walk.database.transaction(async (tx) => {
          const module = tx.selectFrom('fea_adherence').select('module_id').where('identity_document_id', '=', copy);
          await tx.updateTable('document').set({ status: 'START_SIGN' }).where('id', '=', module).execute();
          await tx
            .updateTable('fea_adherence')
            .set({ state: 'REQUESTED', activated_date: null })
            .where('identity_document_id', '=', copy)
            .execute();
        });
        return walk.remove('admin', `/api/documents/${copy}`);
      },
      'conflict.feaEvidence': async (walk) => walk.remove('admin', `/api/documents/${await keptIdentity(walk)}`),
      'conflict.feaActive': async (walk) =>
        walk.remove('admin', `/api/documents/${await keptIdentity(walk, LONG_AGO)}`),
      'conflict.notDraft': async (walk) => walk.remove('dms', `/api/documents/${(await walk.ready({}, {}, 'dms')).id}`),
      'life.folderClosed': async (walk) => {
        const { id, folderId } = await walk.ready();
        await closedFolder(walk, folderId);
        return walk.remove('dealer', `/api/documents/${id}`);
      },
    },
  },
  downloadDocument: {
    success: {
      'the file': async (walk) => walk.get('dealer', `/api/documents/${(await walk.ready()).id}/download`),
      'a part of it': async (walk) =>
        walk.get('dealer', `/api/documents/${(await walk.ready()).id}/download`, { range: 'bytes=0-99' }),
    },
    refusals: {
      'document.notFound': (walk) => walk.get('dealer', '/api/documents/999999/download'),
      'access.readonly': async (walk) => {
        const { id } = await walk.ready(keptPicture(png()), {}, 'admin');
        return walk.get('readonly', `/api/documents/${id}/download`);
      },
      'document.noFile': async (walk) => {
        const { id } = await walk.ready({ draft: true });
        const none = { file_sha256: null, file_name: null, mime_type: null, file_size: null };
        await walk.database.transaction((tx) => tx.updateTable('document').set(none).where('id', '=', id).execute());
        return walk.get('dealer', `/api/documents/${id}/download`);
      },
      'file.range': async (walk) =>
        walk.get('dealer', `/api/documents/${(await walk.ready()).id}/download`, { range: 'bytes=99999999-' }),
    },
  },
  takeBackDocument: {
    success: {
      'back to draft': async (walk) => walk.post('dealer', `/api/documents/${(await walk.ready()).id}/take-back`),
    },
    refusals: {
      'document.notFound': (walk) => walk.post('dealer', '/api/documents/999999/take-back'),
      'life.notReady': async (walk) =>
        walk.post('dealer', `/api/documents/${(await walk.ready({ draft: true })).id}/take-back`),
      'life.alreadySigned': async (walk) => {
        const { id } = await walk.ready();
        await walk.database.transaction((tx) =>
          tx.updateTable('document').set({ ever_signed: true }).where('id', '=', id).execute(),
        );
        return walk.post('dealer', `/api/documents/${id}/take-back`);
      },
      'access.readonly': async (walk) => walk.post('mixed', `/api/documents/${(await walk.ready()).id}/take-back`),
    },
  },
};
