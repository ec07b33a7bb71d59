/** Italian: pages without a session: after a sign-in, after a logout, errors. */
export const landing = {
  title: 'Stiamo aprendo Fascicolo',
  as: 'Accesso riuscito come {{name}}. Prepariamo concessionarie e permessi.',
  text: 'Accesso riuscito. Prepariamo concessionarie e permessi.',
  waiting: 'Aspettiamo la conferma dell’accesso.',
  identity: 'Conferma dell’identità',
  account: 'Account e permessi',
  dealers: 'Elenco delle concessionarie',
  progress: 'Avanzamento',
  slow: 'Ci mette troppo? Dopo 10 secondi ti spieghiamo che cosa è successo.',
  back: 'Di nuovo al lavoro',
  backText: 'Sei di nuovo dove la sessione si era interrotta.',
};

export const logout = {
  left: { title: 'Uscita in corso', text: 'Chiudiamo la sessione e ti portiamo alla pagina di uscita.' },
  ended: {
    title: 'La sessione è finita',
    text: 'Ti portiamo alla pagina di accesso. Quello che stavi scrivendo resta qui: lo ritrovi quando entri di nuovo.',
  },
};

/** Situations that error pages explain. */
export const situations = {
  oops: 'OOPS! Something went wrong here',
  help: 'Se chiedi aiuto, indica il codice',
  signedInAs: 'Accesso come {{name}}',
  dealerVerbatim: 'Dealer not loaded. Try to logout',
  retry: 'Riprova',
  logout: 'Esci',
  signInOther: 'Accedi con un altro utente',
  back: 'Torna indietro',
  general: {
    title: 'Qualcosa non ha funzionato',
    text: 'Non è stato possibile completare la richiesta. I\u00a0tuoi dati sono al sicuro: aspetta un momento, poi riparti da qui.',
  },
  timeOut: {
    title: 'Accesso interrotto',
    text: 'In dieci secondi l’accesso non si è completato. Di solito è la rete: prova ad accedere di nuovo.',
  },
  v2: {
    title: 'Accesso non riuscito',
    text: 'Il sistema di accesso non ha confermato l’identità. Riprova: se l’errore resta, scrivi all’assistenza.',
  },
  v3: {
    title: 'Utente non trovato',
    text: 'L’identità è confermata, ma in Fascicolo non c’è un utente con il tuo indirizzo e-mail. Chiedi a chi amministra la tua concessionaria.',
  },
  v4: {
    title: 'Utente non attivo',
    text: 'L’utente esiste ma non è ancora attivo, oppure è stato disattivato. Chiedi a chi amministra la tua concessionaria.',
  },
  providerSilent: {
    title: 'Il sistema di accesso non risponde',
    text: 'Aspetta un minuto, poi accedi di nuovo.',
  },
  unverified: {
    title: 'Indirizzo e-mail non verificato',
    text: 'Il sistema di accesso non garantisce che l’indirizzo e-mail sia tuo. Fallo verificare da chi lo gestisce, poi accedi di nuovo.',
  },
  otherIdentity: {
    title: 'Utente legato a un altro accesso',
    text: 'Il tuo indirizzo e-mail è di un utente che entra già con un altro accesso. Fascicolo non lo cambia da sé: chiedi a chi lo amministra di collegare l’utente a questo.',
  },
  v5: {
    title: 'Accesso negato',
    text: 'Il tuo ruolo non permette di aprire questa pagina. Se ti serve, chiedi a chi amministra la tua concessionaria.',
  },
  v6: {
    title: 'Servizio non disponibile',
    text: 'Fascicolo non risponde in questo momento. Il lavoro già salvato resta al suo posto: riprova tra poco.',
  },
  dealer: {
    title: 'Concessionarie non caricate',
    text: 'L’elenco delle concessionarie non risponde. Esci ed entra di nuovo: se l’errore resta, scrivi all’assistenza.',
  },
};
