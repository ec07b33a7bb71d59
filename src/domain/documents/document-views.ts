/** The views of the list of all documents. Pure. */
import type { DocumentStatus } from './document-states.ts';

export const DOCUMENT_VIEWS = ['toSign', 'waiting', 'signed', 'declined', 'expired', 'drafts'] as const;
export type DocumentView = (typeof DOCUMENT_VIEWS)[number];

/** The views do not overlap; documents finished without a signature are in none. */
export const VIEW_STATUSES: Readonly<Record<DocumentView, readonly DocumentStatus[]>> = {
  toSign: ['READY_TO_SIGN'],
  waiting: ['PENDING_START_SIGN', 'START_SIGN', 'COMPLETING'],
  signed: ['PRIVACY_UPDATING', 'SIGNED'],
  declined: ['READY_TO_SIGN'],
  expired: ['EXPIRED'],
  drafts: ['DRAFT'],
};

export function viewCriteria(view: DocumentView) {
  const status = { in: VIEW_STATUSES[view] };
  return view === 'toSign' || view === 'declined' ? { status, declined: { equals: view === 'declined' } } : { status };
}

/** Maximum number of rows in an exported file. */
export const MAX_EXPORTED_DOCUMENTS = 20_000;
