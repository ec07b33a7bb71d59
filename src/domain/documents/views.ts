/** What a list of all documents is divided into. Pure. */
import type { DocumentStatus } from './life.ts';

export const DOCUMENT_VIEWS = ['toSign', 'waiting', 'signed', 'declined', 'expired', 'drafts'] as const;
export type DocumentView = (typeof DOCUMENT_VIEWS)[number];

/** Reasons with which a signer refused: the document is ready to sign again. */
export const DECLINED_REASONS = ['signing.declined', 'signing.notMe'] as const;

/** No document is in two of them; what was finished without a signature is in none. */
export const VIEW_STATUSES: Readonly<Record<DocumentView, readonly DocumentStatus[]>> = {
  toSign: ['READY_TO_SIGN'],
  waiting: ['PENDING_START_SIGN', 'START_SIGN', 'COMPLETING'],
  signed: ['PRIVACY_UPDATING', 'SIGNED'],
  declined: ['READY_TO_SIGN'],
  expired: ['EXPIRED'],
  drafts: ['DRAFT'],
};

/** The criteria of a search that finds a view. */
export function viewCriteria(view: DocumentView) {
  const status = { in: VIEW_STATUSES[view] };
  return view === 'toSign' || view === 'declined' ? { status, declined: { equals: view === 'declined' } } : { status };
}

/** More rows than this are not written into one file. */
export const MOST_EXPORTED_DOCUMENTS = 20_000;
