/** All Italian texts of the tablet's pages; they define the shape of the other language. */
export const italian = {
  language: { code: 'it', other: 'English', switchTo: 'Read this page in English', locale: 'it-IT' },
  frame: {
    product: 'Fascicolo',
    page: 'Tablet per le firme',
    demo: 'DEMO: dati inventati, firme senza valore',
    skip: 'Vai al contenuto',
  },
  loading: 'Controllo il tablet…',
  code: {
    title: 'Attiva questo tablet',
    lead: 'Nel portale apri Licenze, scegli l’attivazione e premi «Attiva un dispositivo»: compare il codice da scrivere qui.',
    label: 'Codice di attivazione',
    hint: '16 lettere e cifre. Maiuscole e trattini non contano.',
    empty: 'Scrivi il codice che vedi nel portale.',
    short: (left: number) => (left === 1 ? 'Manca 1 carattere.' : `Mancano ${left} caratteri.`),
    name: 'Nome del tablet',
    nameHint: 'Per riconoscerlo nel portale, per esempio: Tablet sala 2',
    nameMissing: 'Scrivi come si chiama questo tablet.',
    send: 'Chiedi l’attivazione',
    sending: 'Chiedo l’attivazione…',
    fromLink: 'Il codice è già compilato: controlla il nome e vai avanti.',
    forgotten: 'Questo tablet non è più collegato. Per usarlo di nuovo serve un nuovo codice.',
    wrong: 'Il codice non è valido: forse è scaduto o è già stato usato. Chiedine uno nuovo dal portale.',
    tooMany: 'Troppi tentativi da questa rete. Riprova tra un quarto d’ora.',
    lost: 'Nessuna risposta dal server. Controlla la rete e riprova: ciò che hai scritto resta qui.',
    key: 'La chiave resta su questo tablet e nessuno la può copiare.',
  },
  waiting: {
    title: 'In attesa di conferma',
    number: 'Numero di questo tablet',
    lead: 'Controlla che nel portale compaia lo stesso numero, poi conferma da lì. Se è diverso, rifiuta.',
    until: (minutes: number) =>
      minutes <= 1 ? 'Si conferma entro un minuto.' : `Si conferma entro ${minutes} minuti.`,
  },
  already: {
    title: 'Questo tablet è già attivo',
    text: (dealer: string) =>
      `È collegato a ${dealer}: con il nuovo codice passa a un’altra attivazione e quella di ora va sostituita dal portale.`,
    stay: 'Lascia com’è',
    go: 'Usa il nuovo codice',
  },
  refused: {
    title: 'Attivazione rifiutata',
    text: 'Dal portale è arrivato un rifiuto. Se è stato uno sbaglio, fai creare un nuovo codice e riprova.',
  },
  expired: {
    title: 'Tempo scaduto',
    text: 'Nessuno ha confermato in tempo, oppure è stato creato un altro codice. Chiedine uno nuovo dal portale.',
  },
  disabled: {
    title: 'Tablet bloccato',
    text: 'La concessionaria l’ha bloccato dal portale. Appena lo sblocca riprende da solo.',
  },
  lapsed: {
    title: 'Attivazione scaduta',
    text: 'L’attivazione o la sua licenza è scaduta. Appena viene prolungata il tablet riprende da solo.',
  },
  ended: {
    title: 'Tablet scollegato',
    text: 'L’attivazione è passata a un altro dispositivo o è stata cancellata. Per usare ancora questo tablet serve un nuovo codice.',
  },
  again: 'Inserisci un nuovo codice',
  unsupported: {
    title: 'Questo browser non va bene',
    text: 'Per custodire la chiave del tablet servono una connessione sicura (https) e un browser aggiornato, fuori dalla navigazione privata.',
  },
  failure: {
    lost: { title: 'Nessuna connessione', text: 'Il server non risponde. Controlla la rete del tablet.' },
    server: { title: 'Servizio non disponibile', text: 'Il server non riesce a rispondere ora. Riprova tra poco.' },
    retry: 'Riprova',
    crashedTitle: 'Qualcosa non ha funzionato',
    crashedText: 'La pagina si è fermata. Ricaricala: il collegamento del tablet non si perde.',
    reload: 'Ricarica la pagina',
  },
  queue: {
    title: 'Documenti da firmare',
    none: 'Nessun documento in attesa',
    noneText: 'Quando dal portale qualcuno preme «Invia al tablet», il documento compare qui da solo.',
    sent: (time: string) => `Inviato alle ${time}`,
    sentOn: (day: string) => `Inviato il ${day}`,
    opened: 'Già aperto',
    open: (label: string) => `Apri: ${label}`,
    opening: 'Preparo il documento…',
    lost: 'Connessione assente: l’elenco potrebbe non essere aggiornato.',
    notOpened: 'Documento non aperto. Connessione assente: controlla la rete e riprova.',
    failed: 'Il documento non si può aprire ora: rivolgiti al personale.',
    gone: 'Il documento non è più in attesa su questo tablet.',
    active: 'Tablet attivo',
  },
};

export type Texts = typeof italian;
