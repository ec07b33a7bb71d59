/** English: what came of a signature that somebody waited for (P-19). */
import type { outcome as italian } from '../it/outcome.ts';
import type { Words } from '../words.ts';

export const outcome: Words<typeof italian> = {
  expired: { title: 'Signature expired: {{customer}}', text: '{{document}}: the link is no longer valid.' },
  failed: { title: 'Signature not started: {{customer}}', text: '{{document}}: the file could not be prepared.' },
  wrongRecipient: {
    title: 'Wrong person: {{customer}}',
    text: '{{document}}: whoever opened the link is not the person named.',
  },
  yourTurn: { title: 'Your turn to sign', text: '{{document}}, {{customer}}' },
  sealedLate: { title: '{{customer}} has signed', text: '{{document}}: the seal came late.' },
  locked: { title: 'Signature locked: {{customer}}', text: '{{document}}: too many wrong codes.' },
  declined: { title: '{{customer}} declined to sign', text: '{{document}}' },
  customerSigned: { title: '{{customer}} has signed', text: '{{document}}: the dealership signs next.' },
  signed: { title: '{{customer}} has signed', text: '{{document}}' },
};
