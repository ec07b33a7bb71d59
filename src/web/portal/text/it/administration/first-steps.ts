/** Italian: what is missing before the first signature of an installation. */
export const firstSteps = {
  lead: 'Che cosa serve prima che un cliente possa firmare. Quando è tutto pronto, questa voce sparisce dal menu.',
  left_one: 'Manca {{count}} passo.',
  left_other: 'Mancano {{count}} passi.',
  ready: 'È tutto pronto.',
  readyText: 'L’installazione ha quello che le serve.',
  state: { done: 'Fatto', open: 'Da fare', optional: 'Facoltativo' },
  step: {
    dealers: 'Concessionarie',
    administrators: 'Secondo amministratore',
    users: 'Utenti delle concessionarie',
    services: 'OTP e spazio cloud',
    texts: 'Testi e dati delle società',
    custodian: 'Custode delle firme a mano',
    signature: 'Prima firma',
  },
  done: {
    dealers_one: '{{count}} concessionaria nell’elenco.',
    dealers_other: '{{count}} concessionarie nell’elenco.',
    dealersSince: 'Ultimo aggiornamento: {{at}}.',
    administrators_one: '{{count}} amministratore attivo.',
    administrators_other: '{{count}} amministratori attivi.',
    users_one: '{{count}} utente attivo può avviare firme.',
    users_other: '{{count}} utenti attivi possono avviare firme.',
    services: 'Ogni entità legale con utenti ha un servizio OTP e uno di spazio cloud.',
    texts: 'Informative e dati sono pubblicati per ogni entità legale con utenti.',
    custodian: 'I clienti possono firmare a mano sui tablet associati.',
    signature: 'Un primo documento è stato firmato.',
  },
  open: {
    dealers:
      'Il servizio strumenti non ha ancora dato l’elenco. Chi gestisce il server controlla TOOLS_URL e TOOLS_TOKEN con il comando «fascicolo doctor».',
    dealersEmpty:
      'Il servizio strumenti ha risposto con un elenco vuoto: chiedi alla società nazionale quali concessionarie ha assegnato a questa installazione.',
    administrators:
      'Pubblicare testi e nominare amministratori richiede due persone. Nomina la seconda tra gli utenti: finché sei da solo, la conferma chi gestisce il server con «fascicolo admin confirm».',
    users: 'Crea almeno un utente che lavori in una concessionaria e possa avviare firme.',
    services: 'A queste entità legali manca un servizio attivo, che dice quanti codici e quanto spazio hanno.',
    texts:
      'Finché non sono pubblicati, i documenti riportano le bozze con il loro segno. Un amministratore scrive, un altro pubblica.',
    custodian: 'Nelle impostazioni del server non c’è un custode: i clienti firmano con il codice, non a mano.',
    custodianNamed:
      'Le impostazioni del server indicano un custode: vale quando un amministratore ne scrive l’impronta tra i dati della società nazionale e un altro la pubblica.',
    signature: 'Crea un cliente con il tuo cellulare, una cartella e un documento; poi scegli «Avvia firma».',
  },
  usersFirst: 'Dipende dalle entità legali che hanno utenti: crea prima gli utenti.',
  go: {
    administrators: 'Apri gli utenti',
    users: 'Apri gli utenti',
    services: 'Apri i servizi',
    texts: 'Apri i modelli',
    custodian: 'Apri i dati della società nazionale',
    signature: 'Apri la dashboard',
  },
  service: { OTP: 'OTP', DISK_SPACE: 'spazio cloud' },
  companyData: 'dati della società',
  national: 'Società nazionale',
};
