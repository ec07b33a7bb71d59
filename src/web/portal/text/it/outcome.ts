/** Italian: what came of a signature that somebody waited for (P-19). */
export const outcome = {
  signed: { title: '{{customer}} ha firmato', text: '{{document}}' },
  customerSigned: { title: '{{customer}} ha firmato', text: '{{document}}: ora firma la concessionaria.' },
  declined: { title: '{{customer}} ha rifiutato di firmare', text: '{{document}}' },
  locked: { title: 'Firma bloccata: {{customer}}', text: '{{document}}: troppi codici sbagliati.' },
  expired: { title: 'Firma scaduta: {{customer}}', text: '{{document}}: il link non vale più.' },
};
