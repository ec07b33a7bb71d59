/** English: work on a document from wherever it is shown: start, cancel, downloads, link. */
import type { documents as italian } from '../it/documents.ts';
import type { Words } from '../words.ts';

export const documents: Words<typeof italian> = {
  startSign: 'Start signing',
  copyLink: 'Copy link',
  linkCopied: 'Sign link copied',
  copyFailed: 'Not copied',
  copyFailedText: 'The browser does not allow copying from here.',
  linkCopiedText: 'It is only for the person who signs: do not give it to others.',
  edit: 'Edit',
  remove: 'Delete',
  qr: 'Show the QR',
  tablet: 'Send to tablet',
  fea: 'Create the FEA module',
  identityCopy: 'The copy of an identity document is opened only by whoever may start signatures.',
  notNow: {
    edit: 'Editing not available: {{reason}}',
    remove: 'Deleting not available: {{reason}}',
    qr: 'QR not available: {{reason}}',
  },
  refused: {
    signingStarted: 'signing was already started.',
    notDraft: 'only drafts can be deleted.',
  },
  startNotNow: 'Start not available: {{reason}}',
  downloading: 'Getting the file ready…',
  downloaded: 'File downloaded',
  opened: 'File opened in another tab',
  downloadFailed: 'File not downloaded',
  suffix: { signed: 'signed', audit: 'trail', interim: 'interim-trail', bundle: 'evidence-bundle' },
};
