/** Italian: work on a document from wherever it is shown: start, cancel, downloads, link. */
export const documents = {
  startSign: 'Avvia la firma',
  cancelSign: 'Annulla firma',
  copyLink: 'Copia link',
  linkCopied: 'Link di firma copiato',
  copyFailed: 'Copia non riuscita',
  copyFailedText: 'Il browser non permette di copiare da qui.',
  linkCopiedText: 'Vale solo per chi deve firmare: non darlo ad altri.',
  audit: 'Tracciato di firma',
  downloadSigned: 'Scarica firmato',
  startNotNow: 'Avvio non disponibile: {{reason}}',
  downloading: 'Preparazione del file in corso…',
  downloaded: 'File scaricato',
  downloadFailed: 'File non scaricato',
  suffix: { signed: 'firmato', audit: 'tracciato' },
  toast: {
    sign: {
      doing: 'Avvio della firma in corso…',
      done: 'Firma avviata',
      detail: 'Il link parte per e-mail appena il documento è pronto.',
      failed: 'Firma non avviata',
    },
    'cancel-sign': {
      doing: 'Annullamento della firma in corso…',
      done: 'Firma annullata',
      detail: 'Il documento è di nuovo Da Avviare.',
      failed: 'Firma non annullata',
    },
    'take-back': {
      doing: 'Ritorno in bozza in corso…',
      done: 'Documento riportato in bozza',
      detail: 'Ora si può modificare.',
      failed: 'Documento non riportato in bozza',
    },
    renew: {
      doing: 'Rinnovo della firma in corso…',
      done: 'Firma rinnovata',
      detail: 'Il documento è di nuovo Da Avviare.',
      failed: 'Firma non rinnovata',
    },
  },
};
