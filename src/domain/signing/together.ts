/** Which documents are signed in one go: one link, one code, every point confirmed on its own (P-6). Pure. */

import { isPrivacyType } from '../consents/notices.ts';
import { FEA_MODULE } from '../documents/fea.ts';
import type { SignatureType } from '../documents/life.ts';

/** Nobody reads more of them before one code runs out. */
export const MOST_TOGETHER = 10;

/** What decides besides the document's own life, which is asked first. */
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
  // The adherence has to be in force before what rests on it is signed (P-9).
  if (document.type === FEA_MODULE) return 'module';
  if (document.sigType === 'GRAPHOMETRIC') return 'byHand';
  return document.sigType === first.sigType ? null : 'otherKind';
}

/** One alone always may. */
export function mayGoTogether(documents: readonly TogetherFacts[]): TogetherDecision {
  const [first, ...others] = documents;
  if (first === undefined || others.length === 0) return { ok: true };
  for (const [index, document] of documents.entries()) {
    // Which of two answers to the same question is the later one could not be told.
    const before = documents.slice(0, index).filter(({ id }) => id !== document.id);
    const asked = isPrivacyType(document.type) && before.some(({ type }) => type === document.type);
    const reason = reasonOf(document, first) ?? (asked ? 'sameForm' : null);
    if (reason !== null) return { ok: false, reason, documentId: document.id };
  }
  return { ok: true };
}
