/** Italian: results of signatures that a user waited for. */
export const outcome = {
  signed: { title: '{{customer}} ha firmato', text: '{{document}}' },
  customerSigned: { title: '{{customer}} ha firmato', text: '{{document}}: ora firma la concessionaria.' },
  declined: { title: '{{customer}} ha rifiutato di firmare', text: '{{document}}' },
  locked: { title: 'Firma bloccata: {{customer}}', text: '{{document}}: troppi codici sbagliati.' },
  wrongRecipient: {
    title: 'Persona sbagliata: {{customer}}',
    text: '{{document}}: chi ha aperto il link non è la persona indicata.',
  },
  sealedLate: { title: '{{customer}} ha firmato', text: '{{document}}: il sigillo è arrivato in ritardo.' },
  yourTurn: { title: 'Tocca a te firmare', text: '{{document}}, {{customer}}' },
  failed: { title: 'Firma non partita: {{customer}}', text: '{{document}}: il file non si è potuto preparare.' },
  expired: { title: 'Firma scaduta: {{customer}}', text: '{{document}}: il link non vale più.' },
};
