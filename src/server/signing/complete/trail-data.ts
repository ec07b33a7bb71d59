/** The machine-readable trail attached to the audit PDF: what was signed, and every event in a form whose hash can be recomputed. */
import type { ChainedEvent } from '#domain/evidence/chain.ts';
import type { Session, SessionDocument, SignaturePoint, Signer } from '../queries.ts';
import type { listPartlySigned } from './partly-signed.queries.ts';
import type { SignedDocument } from './signed-files.queries.ts';

export interface AuditContext {
  readonly documentId: number;
  /** The newest signing session and its document; null before the first. */
  readonly session: Session | null;
  readonly entry: SessionDocument | null;
  /** Null until signing is finished: the paper is marked PROVVISORIO. */
  readonly signed: SignedDocument | null;
  readonly signers: readonly Signer[];
  readonly points: readonly SignaturePoint[];
  readonly documentType: string;
  readonly dealerName: string;
}

/** Each event's `hash` is SHA-256 over the bytes encoded in `prevHash`, followed by `body` in UTF-8, which is itself JSON. */
export function trailData(
  { documentId, session, entry, signed, documentType }: AuditContext,
  kept: Awaited<ReturnType<typeof listPartlySigned>>,
  events: readonly ChainedEvent[],
  created: Date,
): string {
  return JSON.stringify({
    format: 'fascicolo-tracciato',
    version: 1,
    created: created.toISOString(),
    provisional: signed === null,
    document: { id: documentId, type: documentType, originalSha256: entry?.original_sha256 ?? null },
    session: session === null ? null : { id: session.id, preparedSha256: entry?.prepared_sha256 ?? null },
    signed: signed === null ? null : { id: signed.id, sha256: signed.sha256, signatures: signed.signatures },
    partlySigned: kept.map(({ session_id: id, sha256 }) => ({ session: id, sha256 })),
    events: events.map(({ seq, body, prevHash, hash }) => ({ seq, body, prevHash, hash })),
  });
}
