/** English: acts on a document that only its page and the menus of lists offer. */
import type { documentActions as italian } from '../it/document-actions.ts';
import type { Words } from '../words.ts';

export const documentActions: Words<typeof italian> = {
  takeBack: 'Back to draft',
  correctData: 'Correct the data',
  renew: 'Back to To start',
  bundle: 'Download the evidence bundle (ZIP)',
  interim: 'Interim trail',
  remind: 'Send again',
  smsLink: 'Send the link by SMS',
  restart: 'Start again',
  cancelSign: 'Cancel signing',
  places: 'Signature places',
  audit: 'Signature trail',
  downloadSigned: 'Download signed',
  copyLink: 'Copy link',
  linkCopied: 'Sign link copied',
  copyFailed: 'Not copied',
  copyFailedText: 'The browser does not allow copying from here.',
  linkCopiedText: 'It is only for the person who signs: do not give it to others.',
  fea: 'Create the FEA module',
  identityCopy: 'The copy of an identity document is opened only by whoever may start signatures.',
  downloading: { doing: 'Getting the file ready…', done: 'File downloaded', failed: 'File not downloaded' },
  opened: 'File opened in another tab',
  suffix: { signed: 'signed', audit: 'trail', interim: 'interim-trail', bundle: 'evidence-bundle' },
  notNow: {
    places: 'The place cannot be changed: {{reason}}',
    tablet: 'Sending to a tablet not available: {{reason}}',
    bundle: 'Evidence bundle not available: the document is not signed yet.',
    cancelSign: 'Cancel not available: {{reason}}',
    takeBack: 'Draft not available: {{reason}}',
    remind: 'Reminder not available: {{reason}}',
  },
  preparing: 'the document is being prepared.',
  resend: {
    tooSoon: 'A message was just sent, you can send the next one from {{time}}.',
    tooMany: 'Already {{count}} reminders in 24 hours, the next one from {{date}} at {{time}}.',
    notWaiting: 'The link is no longer active: start the signature again.',
  },
  whoMustSign: 'those who still have to sign',
  resent: {
    EMAIL: {
      doing: 'Sending the reminder…',
      done: 'Reminder sent',
      detail: 'We have sent the link to {{who}}.',
      failed: 'Reminder not sent',
    },
    SMS: {
      doing: 'Sending the SMS…',
      done: 'SMS sent',
      detail: 'We have sent the link by SMS to {{who}}: it counts as one message of the package.',
      failed: 'SMS not sent',
    },
  },
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
