/** English: the list of all documents. */
import type { English } from '../../words.ts';

export const allDocuments: English['allDocuments'] = {
  search: 'Search documents',
  placeholder: 'Customer, number, plate or file name',
  views: {
    label: 'Status of the documents',
    all: 'All',
    toSign: 'To sign',
    waiting: 'Awaiting',
    signed: 'Signed',
    declined: 'Declined',
    expired: 'Expired',
    drafts: 'Drafts',
  },
  allDocumentTypes: 'All documents',
  seller: 'Seller',
  allSellers: 'All sellers',
  period: 'Period',
  anyTime: 'Any time',
  periods: { today: 'Today', week: 'Last 7 days', month: 'Last 30 days', year: 'This year' },
  from: 'Created from',
  to: 'Created to',
  created: 'Created',
  none: 'No documents',
  emptyText: 'All documents created in your folders are listed here.',
  export: {
    tooMany: 'there are more than {{most}} documents: narrow the period or the filters.',
    doing: 'Exporting the documents…',
    done: 'Documents exported',
    failed: 'Documents not exported',
  },
};
