/** English: results of signatures that a user waited for. */
export const outcome = {
  signed: { title: '{{customer}} has signed', text: '{{document}}' },
  customerSigned: { title: '{{customer}} has signed', text: '{{document}}: the dealer signs next.' },
  declined: { title: '{{customer}} declined to sign', text: '{{document}}' },
  locked: { title: 'Signature locked: {{customer}}', text: '{{document}}: too many wrong codes.' },
  sealedLate: { title: '{{customer}} has signed', text: '{{document}}: sealing was delayed.' },
  yourTurn: { title: 'It is your turn to sign', text: '{{document}}, {{customer}}' },
  failed: { title: 'Signature not started: {{customer}}', text: '{{document}}: the file could not be prepared.' },
  wrongRecipient: {
    title: 'Wrong person: {{customer}}',
    text: '{{document}}: the person who opened the link is not the one named.',
  },
  expired: { title: 'Signature expired: {{customer}}', text: '{{document}}: the link is no longer valid.' },
};
