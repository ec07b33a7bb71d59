/** English: actions on a document wherever it is shown: start, cancel, downloads, link. */
export const documents = {
  startSign: 'Start signing',
  edit: 'Edit',
  remove: 'Delete',
  qr: 'Show the QR',
  tablet: 'Send to tablet',
  notNow: {
    edit: 'Editing not available: {{reason}}',
    remove: 'Deleting not available: {{reason}}',
    qr: 'QR not available: {{reason}}',
  },
  refused: { signingStarted: 'signing was already started.', notDraft: 'only drafts can be deleted.' },
  startNotNow: 'Start not available: {{reason}}',
};
