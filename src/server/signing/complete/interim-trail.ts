/** The interim audit PDF of a document whose signing is not finished: its current trail, sealed, marked PROVVISORIO. */

import { documentDownloadName } from '#domain/documents/download-name.ts';
import { Refusal } from '#domain/errors.ts';
import { KeyUnavailable } from '#ports/sealer.ts';
import { TimestampUnavailable } from '#ports/timestamp.ts';
import type { Attachment } from '../../http/response/attachment.ts';
import type { World } from '../../world.ts';
import { findLatestSession, listPoints, listSessionDocuments, listSigners } from '../queries.ts';
import { dealerNameOf } from '../session-context.ts';
import { makeSealedTrail } from './audit-pdf.ts';

/** The document data that the paper prints; the caller has checked that the reader may see it. */
export interface InterimDocument {
  readonly id: number;
  readonly type: string;
  readonly hst: string;
  readonly customer_name: string;
}

/** @throws Refusal evidence.noSeal while the timestamp authority or the seal's key does not answer. */
export async function interimTrail(world: World, document: InterimDocument): Promise<Attachment> {
  const { read } = world.database;
  const session = (await findLatestSession(read, document.id)) ?? null;
  const [entries, signers, points] =
    session === null
      ? [[], [], []]
      : await Promise.all([
          listSessionDocuments(read, session.id),
          listSigners(read, session.id),
          listPoints(read, session.id),
        ]);
  const dealerName = await dealerNameOf(read, document.hst);
  const bytes = await makeSealedTrail(world, {
    documentId: document.id,
    session,
    entry: entries.find((entry) => entry.document_id === document.id) ?? null,
    signed: null,
    signers,
    points: points.filter((point) => point.document_id === document.id),
    documentType: document.type,
    dealerName,
  }).catch((error: unknown) => {
    if (error instanceof TimestampUnavailable || error instanceof KeyUnavailable) throw new Refusal('evidence.noSeal');
    throw error;
  });
  const fileName = documentDownloadName(document, 'interim');
  return { bytes, mimeType: 'application/pdf', fileName };
}
