/** English: work on a document from wherever it is shown: start, cancel, downloads, link. */
import type { documents as italian } from '../it/documents.ts';
import type { Words } from '../words.ts';

export const documents: Words<typeof italian> = {
  startSign: 'Start signing',
  restart: 'Start again',
  cancelSign: 'Cancel signing',
  copyLink: 'Copy link',
  linkCopied: 'Sign link copied',
  copyFailed: 'Not copied',
  copyFailedText: 'The browser does not allow copying from here.',
  linkCopiedText: 'It is only for the person who signs: do not give it to others.',
  edit: 'Edit',
  remove: 'Delete',
  qr: 'Show the QR',
  tablet: 'Send to tablet',
  places: 'Signature places',
  fea: 'Create the FEA module',
  identityCopy: 'The copy of an identity document is opened only by whoever may start signatures.',
  notNow: {
    edit: 'Editing not available: {{reason}}',
    remove: 'Deleting not available: {{reason}}',
    qr: 'QR not available: {{reason}}',
    places: 'The place cannot be changed: {{reason}}',
    tablet: 'Sending to a tablet not available: {{reason}}',
  },
  refused: {
    signingStarted: 'signing was already started.',
    notDraft: 'only drafts can be deleted.',
  },
  audit: 'Signature trail',
  downloadSigned: 'Download signed',
  startNotNow: 'Start not available: {{reason}}',
  downloading: 'Getting the file ready…',
  downloaded: 'File downloaded',
  opened: 'File opened in another tab',
  downloadFailed: 'File not downloaded',
  suffix: { signed: 'signed', audit: 'trail', interim: 'interim-trail', bundle: 'evidence-bundle' },
  toast: {
    sign: {
      doing: 'Starting the signing…',
      done: 'Signing started',
      detail: 'The link goes out by e-\u2060mail as soon as the document is ready.',
      failed: 'Signing not started',
    },
    'cancel-sign': {
      doing: 'Cancelling the signing…',
      done: 'Signing cancelled',
      detail: 'The document is To start again.',
      failed: 'Signing not cancelled',
    },
    'take-back': {
      doing: 'Taking the document back…',
      done: 'Document back to draft',
      detail: 'It can be edited now.',
      failed: 'Document not taken back',
    },
    restart: {
      doing: 'Starting the signing again…',
      done: 'Signing started again',
      detail: 'The link goes out by e-\u2060mail as soon as the document is ready.',
      failed: 'Document back to To\u00a0start, but signing not started',
    },
    renew: {
      doing: 'Taking the document back to To\u00a0start…',
      done: 'Document back to To\u00a0start',
      detail: 'Signing can be started now.',
      failed: 'Document not back to To\u00a0start',
    },
  },
};
