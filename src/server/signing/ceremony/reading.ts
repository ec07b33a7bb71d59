/** Showing the exact bytes before they are signed: who was given all of them is on record (D-12). */
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Refusal } from '#domain/errors.ts';
import { downloadName } from '#domain/file-name.ts';
import { paperName } from '#domain/signing/messages/paper-names.ts';
import type { Db } from '#ports/database/database.ts';
import { documentSubject, record } from '../../evidence/index.ts';
import { contentDisposition } from '../../http/response/attachment.ts';
import { atReadersPace, openStored } from '../../http/response/stored-stream.ts';
import type { World } from '../../world.ts';
import { listSessionDocuments, noteEvent, type SessionDocument } from '../queries.ts';
import { loadParties } from '../session-context.ts';
import { type Client, type Link, lockLink, signerActor } from './ceremony.ts';
import { insertReading } from './reading.queries.ts';

/** Held back until the reading is on record, so that nobody can have the whole file without it. */
const LAST = 1_024;

/** The document of a link: the only one, or the one asked for. @throws Refusal signing.unknownLink when the link has no such document. */
export async function findLinkDocument(
  world: World,
  link: Link,
  documentId: number | undefined,
): Promise<SessionDocument> {
  const documents = await listSessionDocuments(world.database.read, link.session.id);
  const entry = documents.find((one) => documentId === undefined || one.document_id === documentId);
  if (entry === undefined || entry.prepared_sha256 === null) throw new Refusal('signing.unknownLink');
  return entry;
}

/** Notes that a signer was given all bytes of a document; once is enough, and only while the signature is open. */
export async function noteReading(world: World, link: Link, entry: SessionDocument, client: Client): Promise<void> {
  await world.database.transaction(async (tx) => {
    const now = world.clock.now();
    // Link and code, or the signature itself, may have gone elsewhere while the file was on its way: this one reads for nobody then.
    const { state } = await lockLink(tx, link, now);
    if (state !== 'OPEN') return;
    const preparedSha256 = entry.prepared_sha256 ?? '';
    const first = await insertReading(tx, {
      signer_id: link.signer.id,
      document_id: entry.document_id,
      prepared_sha256: preparedSha256,
      complete_date: now,
    });
    if (!first) return;
    await noteEvent(tx, link.signer.id, 'document.shown', now);
    const detail = { sessionId: link.session.id, preparedSha256, pages: entry.pages ?? 0 };
    const event = { type: 'document.shown', actor: signerActor(link.signer, client), detail } as const;
    await record(tx, documentSubject(entry.document_id), event, now);
  });
}

/**
 * The file as a stream that follows the reader's pace; `beforeLast` runs once everything but the end was handed over.
 * A reader that goes away, or a note that fails, leaves the file incomplete and unread.
 */
export async function pacedStream(
  world: Pick<World, 'storage'>,
  reply: FastifyReply,
  file: { readonly sha256: string; readonly size: number; readonly fileName: string },
  beforeLast: () => Promise<void>,
): Promise<Readable> {
  const { sha256, size, fileName } = file;
  const held = Math.max(0, size - LAST);
  const most = await openStored(world.storage, { sha256, start: 0, end: held });
  async function* parts(): AsyncGenerator<Uint8Array> {
    yield* most;
    await beforeLast();
    yield* await openStored(world.storage, { sha256, start: held, end: size });
  }
  void reply.header('content-length', size).header('content-disposition', contentDisposition(fileName, 'inline'));
  return atReadersPace(reply.type('application/pdf'), parts());
}

/** `Preventivo – Autoesempio Bologna.pdf`: who signs is told nobody's name and no file's. */
export async function signerFileName(db: Db, entry: SessionDocument, ...more: string[]): Promise<string> {
  const { papers, dealer } = await loadParties(db, entry.session_id);
  const type = papers.find((paper) => paper.entry.document_id === entry.document_id)?.type ?? '';
  return downloadName([paperName(type), dealer.name, ...more], '.pdf');
}

/** The bytes that a session shows and signs. */
export const preparedFile = ({ prepared_sha256: sha256, prepared_size: size }: SessionDocument) => {
  if (sha256 === null || size === null) throw new Error('This document is not prepared');
  return { sha256, size };
};
