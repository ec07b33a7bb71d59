/** Shows the exact bytes before they are signed, and records who received all of them. */
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Refusal } from '#domain/errors.ts';
import { downloadName } from '#domain/file-name.ts';
import { paperName } from '#domain/signing/messages/paper-names.ts';
import type { Db } from '#ports/database/database.ts';
import { documentSubject, record } from '../../evidence/index.ts';
import { contentDisposition } from '../../http/response/attachment.ts';
import { openStored, streamWithTimeout } from '../../http/response/stored-stream.ts';
import type { World } from '../../world.ts';
import { listSessionDocuments, noteEvent, type SessionDocument } from '../queries.ts';
import { loadSessionContext } from '../session-context.ts';
import { type Client, type Link, lockLink, signerActor } from './ceremony.ts';
import { insertReading } from './reading.queries.ts';

/** Bytes held back until the reading is recorded, so that the complete file is never delivered without a record. */
const HELD_BACK_BYTES = 1_024;

/** The document of a link: the only one, or the requested one. @throws Refusal signing.unknownLink when the link has no such document. */
export async function findLinkDocument(
  world: World,
  link: Link,
  documentId: number | undefined,
): Promise<SessionDocument> {
  const documents = await listSessionDocuments(world.database.read, link.session.id);
  const entry = documents.find((document) => documentId === undefined || document.document_id === documentId);
  if (entry === undefined || entry.prepared_sha256 === null) throw new Refusal('signing.unknownLink');
  return entry;
}

/** Records that a signer received all bytes of a document; once, and only while the signature is open. */
export async function noteReading(world: World, link: Link, entry: SessionDocument, client: Client): Promise<void> {
  await world.database.transaction(async (tx) => {
    const now = world.clock.now();
    // Link and code, or the signing session, may have moved to another browser during the download: then this reading
    // does not count.
    const { state } = await lockLink(tx, link, now);
    if (state !== 'OPEN') return;
    const preparedSha256 = entry.prepared_sha256 ?? '';
    const isNew = await insertReading(tx, {
      signer_id: link.signer.id,
      document_id: entry.document_id,
      prepared_sha256: preparedSha256,
      complete_date: now,
    });
    if (!isNew) return;
    await noteEvent(tx, link.signer.id, 'document.shown', now);
    const detail = { sessionId: link.session.id, preparedSha256, pages: entry.pages ?? 0 };
    const event = { type: 'document.shown', actor: signerActor(link.signer, client), detail } as const;
    await record(tx, documentSubject(entry.document_id), event, now);
  });
}

/**
 * Streams the file at the reader's pace; `beforeLast` runs once all but the last bytes were sent. If the reader
 * disconnects or the record fails, the file stays incomplete and counts as not read.
 */
export async function pacedStream(
  world: Pick<World, 'storage'>,
  reply: FastifyReply,
  file: { readonly sha256: string; readonly size: number; readonly fileName: string },
  beforeLast: () => Promise<void>,
): Promise<Readable> {
  const { sha256, size, fileName } = file;
  const headSize = Math.max(0, size - HELD_BACK_BYTES);
  const head = await openStored(world.storage, { sha256, start: 0, end: headSize });
  async function* parts(): AsyncGenerator<Uint8Array> {
    yield* head;
    await beforeLast();
    yield* await openStored(world.storage, { sha256, start: headSize, end: size });
  }
  void reply.header('content-length', size).header('content-disposition', contentDisposition(fileName, 'inline'));
  return streamWithTimeout(reply.type('application/pdf'), parts());
}

/** `Preventivo – Autoesempio Bologna.pdf`: without people's names or the original file name. */
export async function signerFileName(db: Db, entry: SessionDocument, ...extraParts: string[]): Promise<string> {
  const { papers, dealer } = await loadSessionContext(db, entry.session_id);
  const type = papers.find((paper) => paper.entry.document_id === entry.document_id)?.type ?? '';
  return downloadName([paperName(type), dealer.name, ...extraParts], '.pdf');
}

/** The bytes that a session shows and signs. */
export const preparedFile = ({ prepared_sha256: sha256, prepared_size: size }: SessionDocument) => {
  if (sha256 === null || size === null) throw new Error('This document is not prepared');
  return { sha256, size };
};
