/** Decides which documents may be signed together: one link, one code, each signature field confirmed separately. Pure. */

import { isPrivacyType } from '../consents/notices.ts';
import type { SignatureType } from '../documents/document-states.ts';
import { FEA_MODULE } from '../documents/fea.ts';

/** More documents cannot be read before one code expires. */
export const MAX_TOGETHER = 10;

/** Criteria in addition to the document's own status, which is checked first. */
export interface TogetherFacts {
  readonly id: number;
  readonly folderId: number;
  readonly type: string;
  readonly sigType: SignatureType | null;
}

export type TogetherReason = 'otherFolder' | 'module' | 'byHand' | 'otherKind' | 'sameForm';

export type TogetherDecision =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: TogetherReason; readonly documentId: number };

function reasonOf(document: TogetherFacts, first: TogetherFacts): TogetherReason | null {
  if (document.folderId !== first.folderId) return 'otherFolder';
  // The FEA adherence must be in force before documents that rest on it are signed.
  if (document.type === FEA_MODULE) return 'module';
  if (document.sigType === 'GRAPHOMETRIC') return 'byHand';
  return document.sigType === first.sigType ? null : 'otherKind';
}

/** A single document always may. */
export function decideTogether(documents: readonly TogetherFacts[]): TogetherDecision {
  const [first, ...others] = documents;
  if (first === undefined || others.length === 0) return { ok: true };
  for (const [index, document] of documents.entries()) {
    // With two answers to the same question, the later one could not be determined.
    const earlier = documents.slice(0, index).filter(({ id }) => id !== document.id);
    const isRepeatedForm = isPrivacyType(document.type) && earlier.some(({ type }) => type === document.type);
    const reason = reasonOf(document, first) ?? (isRepeatedForm ? 'sameForm' : null);
    if (reason !== null) return { ok: false, reason, documentId: document.id };
  }
  return { ok: true };
}
