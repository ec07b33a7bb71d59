/** Routes that hand out files: of a document, of a folder, of a person's FEA adherence. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { downloadAdherence } from '#contract/adherences.ts';
import * as contract from '#contract/documents.ts';
import { downloadFolder } from '#contract/folders.ts';
import type { Actor } from '#domain/access.ts';
import { IDENTITY_PAPER } from '#domain/documents/file-action.ts';
import { Refusal } from '#domain/errors.ts';
import { documentSubject, recordAccess } from '../evidence/index.ts';
import { staffActor } from '../http/request/caller.ts';
import { contentDisposition, sendStored } from '../http/response/attachment.ts';
import { authorise, type Serving, serveStaff } from '../http/route.ts';
import type { World } from '../world.ts';
import { type RecordFileAccess, type SignedFiles, writeFilesZip } from './lists/files-zip.ts';
import { collectFolder } from './lists/folder-download.ts';
import { collectAdherenceCopy, recordCopy } from './papers/adherence-copy.ts';
import { originalName } from './papers/paper-to-sign.ts';
import { findVisible, mayReadFiles } from './visible-documents.ts';

/** Records each file of a ZIP in its document's trail. */
const accessRecorder =
  ({ database, clock }: World, { actor, request }: { actor: Actor; request: FastifyRequest }): RecordFileAccess =>
  (documentId, access) => {
    const fileAccess = { ...access, actor: staffActor(actor, request), preview: false, partial: false };
    return database.transaction((tx) => recordAccess(tx, documentSubject(documentId), fileAccess, clock.now()));
  };

const sendZip = (reply: FastifyReply, fileName: string, bytes: AsyncGenerator<Uint8Array>) =>
  reply
    .type('application/zip')
    .header('content-disposition', contentDisposition(fileName))
    .send(Readable.from(bytes, { objectMode: false }));

export function documentDownloadRoutes(serving: Serving, signedFiles: SignedFiles): void {
  const { world } = serving;
  const { database, clock } = world;

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

  serveStaff(serving, downloadFolder, async (call) => {
    const { actor, params, reply } = call;
    const folder = await collectFolder(database.read, { actor, id: params.id, signedFiles, at: clock.now() });
    return sendZip(reply, folder.fileName, writeFilesZip(folder, world.storage, accessRecorder(world, call)));
  });

  serveStaff(serving, downloadAdherence, async (call) => {
    const { actor, params, query, request, reply } = call;
    const copyRequest = { actor, id: params.id, adherenceId: query.adherenceId, signedFiles, at: clock.now() };
    const copy = await collectAdherenceCopy(database.read, copyRequest);
    await database.transaction((tx) => recordCopy(tx, copy, staffActor(actor, request), clock.now()));
    return sendZip(reply, copy.fileName, writeFilesZip(copy, world.storage, accessRecorder(world, call)));
  });
}
