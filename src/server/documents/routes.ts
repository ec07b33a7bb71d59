/** Routes of documents and the wizard. */
import * as contract from '#contract/documents.ts';
import * as papers from '#contract/papers.ts';
import { previewPlaces } from '#contract/signing/signature-places.ts';
import { mayEver } from '#domain/access.ts';
import type { Document } from '#domain/documents/document.ts';
import type { Warning } from '#domain/dossiers/dossier.ts';
import { Refusal } from '#domain/errors.ts';
import { findFolderWithCustomer, presentCase } from '../folders/index.ts';
import { staffActor } from '../http/request/caller.ts';
import { authorise, type Serving, serveStaff } from '../http/route.ts';
import { checkFolder, insertPrepared, prepareDocument, takeBack } from './commands.ts';
import { documentDownloadRoutes } from './download-routes.ts';
import { editDocument } from './edit.ts';
import { photoLinkRoutes } from './intake/photo-links/routes.ts';
import { limitUploads } from './intake/uploads.ts';
import type { SignedFiles } from './lists/files-zip.ts';
import { documentListRoutes } from './lists/routes.ts';
import type { WaitingSignatures } from './lists/waiting-documents.ts';
import { caseOf } from './papers/paper-case.ts';
import type { PlacesToCome } from './papers/preview-places.ts';
import { generatedPaperRoutes } from './papers/routes.ts';
import { presentDocument, type SignUrls, type ViewerOf } from './present.ts';
import { deleteDocument } from './remove.ts';
import { findVisible } from './visible-documents.ts';
import { prepareCase } from './wizard.ts';

/** Eight bodies of 36 MB and the data derived from them fit into a small server's memory. */
const MAX_UPLOADS = 8;
const MAX_UPLOADS_PER_CALLER = 4;

/** May include a signed request as a file. */
const REVOKE_PATH = '/api/dossiers/:id/fea/revoke';

export { takeCopy } from './intake/files.ts';

/** What signing provides to documents. */
export interface SigningServices {
  signUrls: SignUrls;
  signedFiles: SignedFiles;
  waitingSignatures: WaitingSignatures;
  placesToCome: PlacesToCome;
}

/** Adds what staff should check on the paper just made. */
const withWarnings = (document: Document, warnings: Warning[] | undefined): Document =>
  warnings === undefined ? document : { ...document, warnings };

function limitDocumentUploads(serving: Serving): void {
  limitUploads(serving.app, {
    atOnce: MAX_UPLOADS,
    perCaller: MAX_UPLOADS_PER_CALLER,
    paths: [
      contract.createDocument.path,
      contract.createByWizard.path,
      papers.uploadPhoto.path,
      previewPlaces.path,
      papers.createFeaModule.path,
      REVOKE_PATH,
    ],
    admit: async (request) => {
      const { actor } = await serving.authenticate(request);
      authorise(mayEver(actor, 'document.create'), 'notFound');
      return actor.id;
    },
  });
}

function creationRoutes(serving: Serving, viewerOf: ViewerOf): void {
  const { world } = serving;
  const { database, clock } = world;

  serveStaff(serving, contract.createDocument, async (call) => {
    const { actor, body, request, language } = call;
    const { folderId, ...values } = body;
    const context = await findFolderWithCustomer(database.read, folderId);
    if (context === undefined) throw new Refusal('folder.notFound');
    checkFolder(actor, context.folder);
    const loadCase = async () => caseOf(context, actor);
    const uploader = { owner: String(actor.id), uploadedBy: actor.id };
    const command = { values, folderType: context.folder.type, ...uploader, loadCase, language, at: clock.now() };
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
      const presented = presentCase(created, { language, at: clock.now() });
      return { ...presented, document: withWarnings(document, material.generated?.warnings) };
    });
  });
}

function singleDocumentRoutes(serving: Serving, viewerOf: ViewerOf): void {
  const { world } = serving;
  const { database, clock } = world;

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

  serveStaff(serving, contract.takeBackDocument, async (call) => {
    const { actor, params, request } = call;
    const caller = staffActor(actor, request);
    const row = await database.transaction((tx) => takeBack(tx, { actor, caller, id: params.id, at: clock.now() }));
    return presentDocument(database.read, row.id, viewerOf(call));
  });
}

export function documentRoutes(serving: Serving, options: SigningServices): void {
  const { signUrls } = options;
  const viewerOf: ViewerOf = ({ actor, language }) => ({ actor, language, signUrls, at: serving.world.clock.now() });
  limitDocumentUploads(serving);
  creationRoutes(serving, viewerOf);
  singleDocumentRoutes(serving, viewerOf);
  generatedPaperRoutes(serving, viewerOf, options.placesToCome);
  photoLinkRoutes(serving);
  documentListRoutes(serving, viewerOf, options.waitingSignatures);
  documentDownloadRoutes(serving, options.signedFiles);
}
