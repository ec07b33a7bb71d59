/** What staff may fetch of a signature: the signed file, its trail, and whether the file holds (P-10, P-11). */
import type { Actor } from '#domain/access.ts';
import { Refusal } from '#domain/errors.ts';
import type { Verification } from '#formats/verify/index.ts';
import { findVisible, type SignedFiles } from '../documents/index.ts';
import type { StoredAttachment } from '../http/attachment.ts';
import type { World } from '../world.ts';
import { findSignedById, findSignedByIds } from './queries.ts';

/** `preventivo.pdf` → `preventivo-firmato.pdf`. */
export function signedName(fileName: string | null, suffix: 'firmato' | 'tracciato'): string {
  const base = (fileName ?? 'documento').replace(/\.pdf$/i, '');
  return `${base}-${suffix}.pdf`;
}

/**
 * The signed file or its trail.
 * @throws Refusal document.notFound when there is none or it is not the actor's to see: the same answer.
 */
export async function findSignedFile(
  world: World,
  actor: Actor,
  signedDocumentId: number,
  what: 'signed' | 'audit',
): Promise<StoredAttachment & { documentId: number }> {
  const signed = await findSignedById(world.database.read, signedDocumentId);
  if (signed === undefined) throw new Refusal('document.notFound');
  const document = await findVisible(world.database.read, actor, signed.document_id);
  // Until the trail is sealed the signature is not complete, and nothing of it is handed out.
  if (signed.audit_sha256 === null || signed.audit_size === null) throw new Refusal('document.notFound');
  const file =
    what === 'signed'
      ? { sha256: signed.sha256, size: signed.size }
      : { sha256: signed.audit_sha256, size: signed.audit_size };
  const fileName = signedName(document.file_name, what === 'signed' ? 'firmato' : 'tracciato');
  return { ...file, documentId: signed.document_id, mimeType: 'application/pdf', fileName };
}

/** Signed files with their sealed trails by id, for documents the caller may read; whose trail is not sealed yet is left out. */
export const signedFiles: SignedFiles = async (db, ids) =>
  new Map(
    (await findSignedByIds(db, ids)).flatMap(({ id, sha256, size, audit_sha256, audit_size, created_date }) =>
      audit_sha256 === null || audit_size === null
        ? []
        : [
            [
              id,
              { signed: { sha256, size }, audit: { sha256: audit_sha256, size: audit_size }, signedAt: created_date },
            ],
          ],
    ),
  );

/** Checks the stored signed file against what is known of it. @throws Refusal document.notFound, document.notSigned. */
export async function validateDocument(world: World, actor: Actor, documentId: number): Promise<Verification> {
  const document = await findVisible(world.database.read, actor, documentId);
  if (document.signed_document_id === null) throw new Refusal('document.notSigned');
  const signed = await findSignedById(world.database.read, document.signed_document_id);
  if (signed === undefined) throw new Refusal('document.notSigned');
  return world.checker.verify(await world.storage.get(signed.sha256), {
    anchors: await world.authority.anchors(),
    at: world.clock.now(),
    expected: { sha256: signed.sha256, signatures: signed.signatures },
  });
}
