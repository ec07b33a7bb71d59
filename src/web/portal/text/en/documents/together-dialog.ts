/** English: signing several documents of a folder with one link and one code. */
import type { English } from '../../catalogue-types.ts';

export const togetherDialog: English['togetherDialog'] = {
  title: 'Sign several documents together',
  text: 'The customer gets one link and one code, reads each document, confirms each signature and signs them all at once.',
  choose: 'Documents to sign',
  start_one: 'Start signing {{count}} document',
  start_other: 'Start signing {{count}} documents',
  tooFew: 'Choose at least two documents.',
  tooMany: 'Choose {{most}} documents at most.',
  reason: {
    otherFolder: 'It belongs to another folder.',
    module: 'The FEA module is signed separately, before the others.',
    byHand: 'With graphometric signatures, documents are signed one at a time.',
    otherKind: 'Its signature type differs from that of the first one chosen.',
    sameForm: 'It asks for the same consents as another: it is signed separately.',
  },
  doing_one: 'Starting to sign {{count}} document…',
  doing_other: 'Starting to sign {{count}} documents…',
  done_one: 'Signing of {{count}} document started',
  done_other: 'Signing of {{count}} documents started',
  detail: 'One link goes out by e-\u2060mail as soon as the documents are ready.',
  failed: 'Signing not started',
  note: {
    title_one: 'Another document of this folder is ready.',
    title_other: '{{count}} other documents of this folder are ready.',
    text: 'The customer can sign them with one link and one code.',
    act: 'Sign together',
    apart: 'Signed separately: {{list}}.',
  },
};
