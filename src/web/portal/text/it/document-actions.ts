/** Italian: acts on a document that only its page and the menus of lists offer. */
export const documentActions = {
  takeBack: 'Riporta in bozza',
  renew: 'Riporta a Da\u00a0Avviare',
  bundle: 'Scarica il pacchetto prove (ZIP)',
  interim: 'Tracciato provvisorio',
  remind: 'Sollecita',
  smsLink: 'Invia il link per SMS',
  notNow: {
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
  toast: {
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
};
