/** Routes of documents and the wizard. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { downloadAdherence } from '#contract/adherences.ts';
import * as contract from '#contract/documents.ts';
import { downloadFolder } from '#contract/folders.ts';
import * as all from '#contract/lists/all-documents.ts';
import * as papers from '#contract/papers.ts';
import { previewPlaces as previewPlacesCall } from '#contract/signing/signature-places.ts';
import * as waiting from '#contract/signing/waiting.ts';
import { type Actor, mayEver } from '#domain/access.ts';
import type { Document } from '#domain/documents/document.ts';
import { IDENTITY_PAPER } from '#domain/documents/file-action.ts';
import type { Warning } from '#domain/dossiers/dossier.ts';
import { type Language, Refusal } from '#domain/errors.ts';
import { documentSubject, recordAccess } from '../evidence/index.ts';
import { findFolderWithCustomer, presentCase } from '../folders/index.ts';
import { staffActor } from '../http/request/caller.ts';
import { contentDisposition, sendAttachment, sendStored } from '../http/response/attachment.ts';
import { authorise, type Serving, serveStaff } from '../http/route.ts';
import { checkFolder, insertPrepared, prepareDocument, takeBack } from './commands.ts';
import { editDocument } from './edit.ts';
import { takePhoto } from './intake/files.ts';
import { photoLinkRoutes } from './intake/photo-links/routes.ts';
import { insertPhoto } from './intake/photos.queries.ts';
import { limitUploads } from './intake/uploads.ts';
import { countViews } from './lists/all-documents/count.ts';
import { documentsFileName, documentsWorkbook, exportedIds } from './lists/all-documents/workbook.ts';
import { type NoteAccess, type SignedFiles, writeFiles } from './lists/files-zip.ts';
import { gatherFolder } from './lists/folder-download.ts';
import { countDocuments, searchDocuments } from './lists/search.ts';
import { countWaiting, presentWaiting, searchWaiting, type WaitingSignatures } from './lists/waiting.ts';
import { gatherCopy, noteCopy } from './papers/adherence-copy.ts';
import { insertFeaModule, prepareFeaModule } from './papers/fea-module.ts';
import { caseOf } from './papers/paper-case.ts';
import { originalName } from './papers/paper-to-sign.ts';
import { previewDocument } from './papers/preview.ts';
import { type PlacesToCome, previewPlaces } from './papers/preview-places.ts';
import { presentDocument, presentDocuments, type SignUrls, type Viewer } from './present.ts';
import { deleteDocument } from './remove.ts';
import { findVisible, mayReadFiles } from './visible.ts';
import { prepareCase } from './wizard.ts';

/** Eight bodies of 36 MB and the data derived from them fit into a small server's memory. */
const UPLOADS_AT_ONCE = 8;
const UPLOADS_PER_CALLER = 4;

/** May carry a signed request as a file. */
const REVOKE = '/api/dossiers/:id/fea/revoke';

export { takeCopy } from './intake/files.ts';

/** Per user: a form that is being filled requests at most one a second. */
const PREVIEWS = { limit: 60, windowSeconds: 60 };

/** Per user: one for each file chosen. */
const PLACES = { limit: 30, windowSeconds: 60 };

/** Per user: ten full papers in a minute. */
const PHOTOS = { limit: 60, windowSeconds: 60 };

/** What signing provides to documents. */
export interface OfSigning {
  signUrls: SignUrls;
  signedFiles: SignedFiles;
  waitingSignatures: WaitingSignatures;
  placesToCome: PlacesToCome;
}

/** Adds what staff should check on the paper just made. */
const withWarnings = (document: Document, warnings: Warning[] | undefined): Document =>
  warnings === undefined ? document : { ...document, warnings };

export function documentRoutes(serving: Serving, options: OfSigning): void {
  const { world } = serving;
  const { database, clock } = world;
  const { signUrls, signedFiles, waitingSignatures } = options;
  const viewerOf = ({ actor, language }: { actor: Actor; language: Language }): Viewer => ({
    actor,
    language,
    signUrls,
    at: clock.now(),
  });

  limitUploads(serving.app, {
    atOnce: UPLOADS_AT_ONCE,
    perCaller: UPLOADS_PER_CALLER,
    paths: [
      contract.createDocument.path,
      contract.createByWizard.path,
      papers.uploadPhoto.path,
      previewPlacesCall.path,
      papers.createFeaModule.path,
      REVOKE,
    ],
    admit: async (request) => {
      const { actor } = await serving.authenticate(request);
      authorise(mayEver(actor, 'document.create'), 'notFound');
      return actor.id;
    },
  });

  serveStaff(serving, contract.createDocument, async (call) => {
    const { actor, body, request, language } = call;
    const { folderId, ...values } = body;
    const seen = await findFolderWithCustomer(database.read, folderId);
    if (seen === undefined) throw new Refusal('folder.notFound');
    checkFolder(actor, seen.folder);
    const around = async () => caseOf(seen, actor);
    const by = { owner: String(actor.id), uploadedBy: actor.id };
    const command = { values, folderType: seen.folder.type, ...by, around, language, at: clock.now() };
    const material = await prepareDocument(world, command);
    return call.once(async (tx) => {
      const within = await findFolderWithCustomer(tx, folderId);
      if (within === undefined) throw new Refusal('folder.notFound');
      const caller = staffActor(actor, request);
      const row = await insertPrepared(tx, { actor, caller, within, material, at: clock.now() });
      return withWarnings(await presentDocument(tx, row.id, viewerOf(call)), material.generated?.warnings);
    });
  });

  serveStaff(serving, contract.createByWizard, async (call) => {
    const { actor, body, request, language } = call;
    const caller = staffActor(actor, request);
    const { material, create } = await prepareCase(world, { actor, caller, body, language });
    return call.once(async (tx) => {
      const created = await create(tx);
      const document = await presentDocument(tx, created.document.id, viewerOf(call));
      const found = presentCase(created, { language, at: clock.now() });
      return { ...found, document: withWarnings(document, material.generated?.warnings) };
    });
  });

  serveStaff(serving, papers.previewDocument, async ({ actor, body, language, reply }) => {
    const count = () => serving.countCall(`preview:${actor.id}`, PREVIEWS);
    const { bytes, fileName } = await previewDocument(world, { actor, body, language, count });
    await sendAttachment(reply, { bytes, mimeType: 'application/pdf', fileName });
  });

  serveStaff(serving, previewPlacesCall, async ({ actor, body, language }) => {
    const count = () => serving.countCall(`places:${actor.id}`, PLACES);
    return previewPlaces(world, { actor, body, language, count }, options.placesToCome);
  });

  photoLinkRoutes(serving);
  serveStaff(serving, papers.uploadPhoto, async ({ actor, body, once }) => {
    const count = () => serving.countCall(`photo:${actor.id}`, PHOTOS);
    const { sha256: photo, size: fileSize, width, height } = await takePhoto(world, body, { owner: actor.id, count });
    return once(async (tx) => {
      await insertPhoto(tx, photo, { uploadedBy: actor.id, at: clock.now() });
      return { photo, fileSize, width, height };
    });
  });

  serveStaff(serving, papers.createFeaModule, async (call) => {
    const { actor, body, request, language } = call;
    const prepared = await prepareFeaModule(world, { actor, body, language, at: clock.now() });
    return call.once(async (tx) => {
      const caller = staffActor(actor, request);
      const { id, made } = await insertFeaModule(tx, { actor, caller, prepared, at: clock.now() });
      if (!made) call.found();
      return presentDocument(tx, id, viewerOf(call));
    });
  });

  serveStaff(serving, contract.getDocument, async (call) => {
    const row = await findVisible(database.read, call.actor, call.params.id);
    return presentDocument(database.read, row.id, viewerOf(call), row);
  });

  serveStaff(serving, contract.updateDocument, async (call) => {
    const { actor, body, request } = call;
    const caller = staffActor(actor, request);
    const warnings = await editDocument(world, { actor, caller, input: body, language: call.language });
    return withWarnings(await presentDocument(database.read, body.id, viewerOf(call)), warnings);
  });

  serveStaff(serving, contract.deleteDocument, ({ actor, params, request }) =>
    database.transaction((tx) =>
      deleteDocument(tx, { actor, caller: staffActor(actor, request), id: params.id, at: clock.now() }),
    ),
  );

  serveStaff(serving, contract.searchDocuments, async (call) => {
    const { actor, query, body, reply } = call;
    const { ids, total, folderId } = await searchDocuments(database.read, { actor, page: query, criteria: body });
    void reply.header('x-total-count', String(total));
    return presentDocuments(database.read, ids, viewerOf(call), { summaries: true, folderId });
  });

  serveStaff(serving, contract.countDocuments, ({ actor, query }) =>
    countDocuments(database.read, { actor, criteria: query }),
  );

  serveStaff(serving, all.countDocumentViews, ({ actor, body }) => countViews(database.read, actor, body));

  serveStaff(serving, all.exportDocuments, async (call) => {
    const { actor, query, body, request, reply } = call;
    const asked = { actor, criteria: body, sort: query.sort };
    const ids = await exportedIds(database.read, asked);
    request.log.info({ security: 'documents.exported', by: actor.id, documents: ids.length }, 'documents exported');
    return reply
      .type(all.exportDocuments.binary?.[0] ?? 'application/octet-stream')
      .header('content-disposition', contentDisposition(documentsFileName(clock.now())))
      .send(Readable.from(documentsWorkbook(database.read, ids, viewerOf(call)), { objectMode: false }));
  });

  serveStaff(serving, waiting.searchWaiting, async (call) => {
    const { actor, query, body, reply } = call;
    const asked = { actor, page: query, criteria: body };
    const { ids, total } = await searchWaiting(database.read, waitingSignatures, asked);
    void reply.header('x-total-count', String(total));
    return presentWaiting(database.read, waitingSignatures, ids, viewerOf(call));
  });

  serveStaff(serving, waiting.countWaiting, ({ actor, query: { legalEntity } }) =>
    countWaiting(database.read, waitingSignatures, { actor, legalEntity }),
  );

  serveStaff(serving, contract.downloadDocument, async ({ actor, params, query, request, reply }) => {
    const row = await findVisible(database.read, actor, params.id);
    authorise(mayReadFiles(actor, row), 'document.notFound');
    const every = row.type === IDENTITY_PAPER;
    const { file_sha256: sha256, mime_type: mimeType, file_name: fileName, file_size: size } = row;
    if (sha256 === null || mimeType === null || fileName === null || size === null) {
      throw new Refusal('document.noFile');
    }
    const caller = staffActor(actor, request);
    const access = { actor: caller, what: 'original', sha256, preview: query.preview, every } as const;
    const file = {
      sha256,
      size,
      mimeType,
      fileName: await originalName(database.read, { ...row, file_name: fileName }),
      whole: every,
    };
    await sendStored({ request, reply }, world.storage, file, ({ partial }) =>
      database.transaction((tx) => recordAccess(tx, documentSubject(row.id), { ...access, partial }, clock.now())),
    );
  });

  const noteOf =
    ({ actor, request }: { actor: Actor; request: FastifyRequest }): NoteAccess =>
    (documentId, access) => {
      const given = { ...access, actor: staffActor(actor, request), preview: false, partial: false };
      return database.transaction((tx) => recordAccess(tx, documentSubject(documentId), given, clock.now()));
    };
  const sendZip = (reply: FastifyReply, fileName: string, bytes: AsyncGenerator<Uint8Array>) =>
    reply
      .type('application/zip')
      .header('content-disposition', contentDisposition(fileName))
      .send(Readable.from(bytes, { objectMode: false }));

  serveStaff(serving, downloadFolder, async (call) => {
    const { actor, params, reply } = call;
    const folder = await gatherFolder(database.read, { actor, id: params.id, signedFiles, at: clock.now() });
    return sendZip(reply, folder.fileName, writeFiles(folder, world.storage, noteOf(call)));
  });

  serveStaff(serving, downloadAdherence, async (call) => {
    const { actor, params, query, request, reply } = call;
    const wanted = { actor, id: params.id, adherenceId: query.adherenceId, signedFiles, at: clock.now() };
    const copy = await gatherCopy(database.read, wanted);
    await database.transaction((tx) => noteCopy(tx, copy, staffActor(actor, request), clock.now()));
    return sendZip(reply, copy.fileName, writeFiles(copy, world.storage, noteOf(call)));
  });

  serveStaff(serving, contract.takeBackDocument, async (call) => {
    const { actor, params, request } = call;
    const caller = staffActor(actor, request);
    const row = await database.transaction((tx) => takeBack(tx, { actor, caller, id: params.id, at: clock.now() }));
    return presentDocument(database.read, row.id, viewerOf(call));
  });
}
