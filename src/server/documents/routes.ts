/** Calls on documents and the wizard. */
import * as contract from '#contract/documents.ts';
import { mayEver } from '#domain/access.ts';
import { Refusal } from '#domain/errors.ts';
import { documentSubject, record } from '../evidence/index.ts';
import { findFolderWithCustomer, presentCase } from '../folders/index.ts';
import { sendAttachment } from '../http/attachment.ts';
import { staffActor } from '../http/caller.ts';
import { authorise, type Serving, serveStaff } from '../http/route.ts';
import { checkFolder, insertPrepared, prepareDocument, takeBack } from './commands.ts';
import { presentDocument, presentDocuments, type SignUrls } from './present.ts';
import { searchDocuments } from './search.ts';
import { limitUploads } from './uploads.ts';
import { findVisible } from './visible.ts';
import { createByWizard } from './wizard.ts';

/** Eight bodies of 36 MB and what is made of them fit into a small server's memory. */
const UPLOADS_AT_ONCE = 8;

export function documentRoutes(serving: Serving, options: { signUrls: SignUrls }): void {
  const { world } = serving;
  const { database, clock } = world;
  const { signUrls } = options;

  limitUploads(serving.app, {
    atOnce: UPLOADS_AT_ONCE,
    paths: [contract.createDocument.path, contract.createByWizard.path],
    admit: async (request) => {
      const { actor } = await serving.authenticate(request);
      authorise(mayEver(actor, 'document.create'), 'notFound');
    },
  });

  serveStaff(serving, contract.createDocument, async ({ actor, body, language, request }) => {
    const { folderId, ...values } = body;
    const seen = await findFolderWithCustomer(database.read, folderId);
    if (seen === undefined) throw new Refusal('folder.notFound');
    checkFolder(actor, seen.folder);
    const material = await prepareDocument(world, { values, folderType: seen.folder.type });
    const row = await database.transaction(async (tx) => {
      const within = await findFolderWithCustomer(tx, folderId);
      if (within === undefined) throw new Refusal('folder.notFound');
      const caller = staffActor(actor, request);
      return insertPrepared(tx, { actor, caller, within, material, at: clock.now() });
    });
    return presentDocument(database.read, row.id, { actor, language, signUrls });
  });

  serveStaff(serving, contract.createByWizard, async ({ actor, body, language, request }) => {
    const created = await createByWizard(world, { actor, caller: staffActor(actor, request), body });
    const document = await presentDocument(database.read, created.document.id, { actor, language, signUrls });
    return { ...presentCase(created, language), document };
  });

  serveStaff(serving, contract.getDocument, async ({ actor, params, language }) => {
    const row = await findVisible(database.read, actor, params.id);
    return presentDocument(database.read, row.id, { actor, language, signUrls });
  });

  serveStaff(serving, contract.searchDocuments, async ({ actor, query, body, language, reply }) => {
    const { ids, total } = await searchDocuments(database.read, { actor, page: query, criteria: body });
    void reply.header('x-total-count', String(total));
    return presentDocuments(database.read, ids, { actor, language, signUrls }, { summaries: true });
  });

  serveStaff(serving, contract.downloadDocument, async ({ actor, params, request, reply }) => {
    const row = await findVisible(database.read, actor, params.id);
    const { file_sha256: sha256, mime_type: mimeType, file_name: fileName } = row;
    if (sha256 === null || mimeType === null || fileName === null) throw new Refusal('document.noFile');
    const bytes = await world.storage.get(sha256);
    await database.transaction((tx) =>
      record(
        tx,
        documentSubject(row.id),
        { type: 'downloaded', actor: staffActor(actor, request), detail: { what: 'original', sha256 } },
        clock.now(),
      ),
    );
    await sendAttachment(reply, { bytes, mimeType, fileName });
  });

  serveStaff(serving, contract.takeBackDocument, async ({ actor, params, language, request }) => {
    const caller = staffActor(actor, request);
    const row = await database.transaction((tx) => takeBack(tx, { actor, caller, id: params.id, at: clock.now() }));
    return presentDocument(database.read, row.id, { actor, language, signUrls });
  });
}
