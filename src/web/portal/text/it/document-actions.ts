/** Italian: acts on a document that only its page and the menus of lists offer. */
export const documentActions = {
  takeBack: 'Riporta in bozza',
  renew: 'Riporta a Da\u00a0Avviare',
  bundle: 'Scarica il pacchetto prove (ZIP)',
  interim: 'Tracciato provvisorio',
  remind: 'Sollecita',
  smsLink: 'Invia il link per SMS',
  restart: 'Avvia di nuovo',
  cancelSign: 'Annulla firma',
  places: 'Posizione delle firme',
  audit: 'Tracciato di firma',
  downloadSigned: 'Scarica firmato',
  notNow: {
    places: 'Posizione non modificabile: {{reason}}',
    tablet: 'Invio al tablet non disponibile: {{reason}}',
    bundle: 'Pacchetto prove non disponibile: il documento non è ancora firmato.',
    cancelSign: 'Annullamento non disponibile: {{reason}}',
    takeBack: 'Bozza non disponibile: {{reason}}',
    remind: 'Sollecito non disponibile: {{reason}}',
  },
  preparing: 'il documento è in preparazione.',
  resend: {
    tooSoon: 'Messaggio inviato da poco, puoi sollecitare dalle {{time}}.',
    tooMany: 'Già {{count}} solleciti in 24 ore, il prossimo dal {{date}} alle {{time}}.',
    notWaiting: 'Il link non è più attivo: avvia di nuovo la firma.',
  },
  resent: {
    EMAIL: {
      doing: 'Invio del sollecito in corso…',
      done: 'Sollecito inviato',
      detail: 'Parte per e-\u2060mail lo stesso link di prima.',
      failed: 'Sollecito non inviato',
    },
    SMS: {
      doing: 'Invio dell’SMS in corso…',
      done: 'SMS inviato',
      detail: 'Parte per SMS lo stesso link di prima: conta come un messaggio del pacchetto.',
      failed: 'SMS non inviato',
    },
  },
  toast: {
    sign: {
      doing: 'Avvio della firma in corso…',
      done: 'Firma avviata',
      detail: 'Il link parte per e-\u2060mail appena il documento è pronto.',
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
    restart: {
      doing: 'Nuovo avvio della firma in corso…',
      done: 'Firma avviata di nuovo',
      detail: 'Il link parte per e-\u2060mail appena il documento è pronto.',
      failed: 'Documento riportato a Da\u00a0Avviare, ma firma non avviata',
    },
    renew: {
      doing: 'Riporto a Da\u00a0Avviare in corso…',
      done: 'Documento riportato a Da\u00a0Avviare',
      detail: 'Ora puoi avviare la firma.',
      failed: 'Documento non riportato a Da\u00a0Avviare',
    },
  },
};
