/** What staff may download of a signature: the signed file, its audit PDF, and the validation result. */
import type { Actor } from '#domain/access.ts';
import { documentDownloadName } from '#domain/documents/download-name.ts';
import { Refusal } from '#domain/errors.ts';
import type { Verification } from '#formats/verify/index.ts';
import { type DocumentRow, findVisible, type SignedFiles } from '../../documents/index.ts';
import type { StoredAttachment } from '../../http/response/attachment.ts';
import type { World } from '../../world.ts';
import { findSignedById, findSignedByIds } from '../complete/signed-files.queries.ts';
import { type ArchivedPart, listNewestRevisions } from './archive.queries.ts';
import { findNewestFile } from './archive.ts';

/**
 * The signed file or its audit PDF, with later document timestamps.
 * @throws Refusal document.notFound, the same answer when there is none or it is out of the actor's sight.
 */
export async function findSignedFile(
  world: World,
  actor: Actor,
  signedDocumentId: number,
  what: 'signed' | 'audit',
): Promise<StoredAttachment & { documentId: number; document: DocumentRow; sealed: { sha256: string; size: number } }> {
  const signed = await findSignedById(world.database.read, signedDocumentId);
  if (signed === undefined) throw new Refusal('document.notFound');
  const document = await findVisible(world.database.read, actor, signed.document_id);
  // Until the audit PDF is sealed the signature is not complete, and neither file is handed out.
  if (signed.audit_sha256 === null || signed.audit_size === null) throw new Refusal('document.notFound');
  const sealed =
    what === 'signed'
      ? { sha256: signed.sha256, size: signed.size }
      : { sha256: signed.audit_sha256, size: signed.audit_size };
  const { sha256, size } = (await findNewestFile(world, signed, what)) ?? sealed;
  const fileName = documentDownloadName(document, what);
  return { sha256, size, sealed, documentId: document.id, document, mimeType: 'application/pdf', fileName };
}

/** Signed files with their audit PDFs by id, for documents the caller may read; without those whose audit PDF is not sealed yet. */
export const signedFiles: SignedFiles = async (db, ids) => {
  const [rows, revisions] = await Promise.all([findSignedByIds(db, ids), listNewestRevisions(db, ids)]);
  return new Map(
    rows.flatMap(({ id, session_id: sessionId, sha256, size, audit_sha256, audit_size, created_date: signedAt }) => {
      if (audit_sha256 === null || audit_size === null) return [];
      const newestRevision = (part: ArchivedPart): { sha256: string; size: number } | undefined =>
        revisions.find((revision) => revision.signed_document_id === id && revision.part === part);
      const signed = newestRevision('signed') ?? { sha256, size };
      const audit = newestRevision('audit') ?? { sha256: audit_sha256, size: audit_size };
      return [
        [
          id,
          {
            signed: { sha256: signed.sha256, size: signed.size },
            audit: { sha256: audit.sha256, size: audit.size },
            sessionId,
            signedAt,
          },
        ],
      ];
    }),
  );
};

/** Validates the stored signed file against its record. @throws Refusal document.notFound, document.notSigned. */
export async function validateDocument(world: World, actor: Actor, documentId: number): Promise<Verification> {
  const document = await findVisible(world.database.read, actor, documentId);
  if (document.signed_document_id === null) throw new Refusal('document.notSigned');
  const signed = await findSignedById(world.database.read, document.signed_document_id);
  if (signed === undefined) throw new Refusal('document.notSigned');
  const { sha256, signatures } = (await findNewestFile(world, signed, 'signed')) ?? signed;
  const { verification } = await world.pdf.verify(await world.storage.get(sha256), {
    anchors: await world.authority.anchors(),
    timestampAnchors: await world.authority.timestampAnchors(),
    at: world.clock.now(),
    expected: { sha256, signatures },
  });
  return verification;
}
