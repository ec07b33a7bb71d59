/** Italian: actions on a document wherever it is shown: start, cancel, downloads, link. */
export const documents = {
  startSign: 'Avvia la firma',
  edit: 'Modifica',
  remove: 'Elimina',
  qr: 'Mostra il QR',
  tablet: 'Invia al tablet',
  notNow: {
    edit: 'Modifica non disponibile: {{reason}}',
    remove: 'Eliminazione non disponibile: {{reason}}',
    qr: 'QR non disponibile: {{reason}}',
  },
  refused: { signingStarted: 'la firma è già stata avviata.', notDraft: 'si eliminano solo le bozze.' },
  startNotNow: 'Avvio non disponibile: {{reason}}',
};
