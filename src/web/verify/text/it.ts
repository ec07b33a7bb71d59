/** All Italian texts of the page /verify except those of the verifier itself. The shape of this object is the catalogue's type. */

const it = {
  language: { code: 'it', other: 'English', switchTo: 'Read this page in English', locale: 'it-IT' },
  frame: {
    product: 'Fascicolo',
    demo: 'DEMO: dati inventati, firma senza valore',
    skip: 'Vai al contenuto',
  },
  title: 'Verifica di un documento firmato',
  promise: 'Il controllo avviene nel tuo browser: il file non viene caricato da nessuna parte.',
  choose: {
    drop: 'Trascina qui il PDF firmato',
    or: 'oppure',
    button: 'Scegli un file',
    limit: (size: string) => `Un PDF, fino a ${size}`,
    many: 'Si controlla un file alla volta: trascinane uno solo.',
    what: 'Che cosa viene controllato',
    checks: [
      'Se dopo la firma è cambiato qualcosa, anche un solo carattere.',
      'Chi ha firmato, quando, e chi ha emesso il suo certificato.',
      'Se la firma porta a un’autorità che Fascicolo conosce.',
    ],
  },
  checking: {
    title: 'Controllo in corso…',
    text: 'Di solito bastano pochi secondi. Il file resta sul tuo dispositivo.',
    stop: 'Ferma il controllo',
  },
  failure: {
    crashedTitle: 'La pagina si è fermata',
    crashedText: 'Ricaricala e scegli di nuovo il file, che è rimasto sul tuo dispositivo.',
    reload: 'Ricarica la pagina',
  },
  again: 'Verifica un altro file',
  report: 'Scarica il rapporto',
  reportName: 'rapporto di verifica',
  issued: {
    ask: 'Chiedi se è stato emesso qui',
    told: 'Si apre un’altra pagina: viene inviata solo l’impronta SHA-\u2060256, mai il file.',
  },
  checkedAt: (when: string) => `Verificato il ${when}`,
  counted: {
    signature: (count: number) => (count === 1 ? '1\u00a0firma' : `${count}\u00a0firme`),
    seal: (count: number) => (count === 1 ? '1\u00a0sigillo' : `${count}\u00a0sigilli`),
    timestamp: (count: number) => (count === 1 ? '1\u00a0marca temporale' : `${count}\u00a0marche temporali`),
  },
  facts: {
    file: 'File',
    size: 'Dimensione',
    hash: 'Impronta SHA-\u2060256',
    level: 'Livello',
    revisions: (count: number) => (count === 1 ? 'salvato una volta' : `salvato in ${count} versioni`),
    allChecked: 'tutte controllate',
    copy: 'Copia l’impronta SHA-256',
    copied: 'Impronta copiata',
    copyFailed: 'Non si è potuto copiare: seleziona l’impronta e copiala a mano.',
  },
  levels: {
    'B-B': 'firma di base: l’ora non è provata da una marca temporale',
    'B-T': 'con una marca temporale che ne prova l’ora',
    'B-LT': 'con i dati per il controllo anche tra molti anni',
    'B-LTA': 'verificabile anche tra molti anni',
  },
  kinds: { signature: 'Firma', seal: 'Sigillo', timestamp: 'Marca temporale' },
  outcomes: {
    signature: { 'TOTAL-PASSED': 'Valida', INDETERMINATE: 'Da confermare', 'TOTAL-FAILED': 'Non valida' },
    seal: { 'TOTAL-PASSED': 'Valido', INDETERMINATE: 'Da confermare', 'TOTAL-FAILED': 'Non valido' },
    timestamp: { 'TOTAL-PASSED': 'Valida', INDETERMINATE: 'Da confermare', 'TOTAL-FAILED': 'Non valida' },
  },
  onlyItsVersion: { altered: 'Documento modificato dopo', extended: 'Documento completato dopo' },
  changedAfter: {
    altered: {
      signature: 'La firma era valida per la versione che copre, ma dopo il documento è stato modificato.',
      seal: 'Il sigillo era valido per la versione che copre, ma dopo il documento è stato modificato.',
      timestamp: 'La marca temporale era valida per la versione che copre, ma dopo il documento è stato modificato.',
    },
    extended: {
      signature: 'La firma è valida per la versione che copre; dopo il documento è stato completato.',
      seal: 'Il sigillo è valido per la versione che copre; dopo il documento è stato completato.',
      timestamp: 'La marca temporale è valida per la versione che copre; dopo il documento è stato completato.',
    },
  },
  sinceThen: {
    altered: 'Dopo, il documento è stato modificato.',
    extended: 'Dopo, il documento è stato completato.',
  },
  signatures: 'Firme nel documento',
  unknownSigner: 'Identità sconosciuta',
  row: {
    details: 'Dettagli tecnici',
    outcome: 'Esito',
    ofItsVersion: 'Solo per la versione che copre',
    level: 'Livello PAdES',
    noLevel: 'nessun livello di base PAdES',
    stamp: 'Marca temporale',
    stampedBy: (when: string) => `${when}, rilasciata da:`,
    unconfirmed: 'non confermata',
    noStamp: 'assente',
    claimed: 'Orario dichiarato',
    claimedText: (when: string) => `${when}, senza prova`,
    issuer: 'Certificato',
    issuedBy: 'emesso da:',
    noIssuer: 'non leggibile',
    anchored: 'un’autorità che Fascicolo conosce',
    foreign: 'un’autorità che Fascicolo non conosce',
    serial: 'Numero di serie',
    field: 'Campo firma',
    version: 'Versione',
    versionOf: (revision: number, total: number) => `${revision} di ${total}`,
    after: 'Modifiche successive',
    nothing: 'nessuna',
    only: (what: string) => `nessuna al contenuto; aggiunto dopo: ${what}`,
    found: 'Che cosa non va',
    noted: 'Osservazioni',
  },
  notes: {
    valid:
      'Altri programmi possono dire «autorità sconosciuta»: la firma usa certificati di Fascicolo, non qualificati. L’integrità non cambia.',
    foreign:
      'Chi ha firmato si è rivolto a un’altra autorità, per esempio un prestatore di firma qualificata. Se la firma vale lo può dire il servizio di verifica di quell’autorità.',
    doubt:
      'Per averne la certezza chiedi una copia a chi te lo ha mandato e confronta le impronte SHA-\u2060256: devono essere uguali.',
  },
  troubles: {
    tooLarge: {
      title: 'Il file è troppo grande',
      text: (size: string) => `Questa pagina controlla file fino a ${size}.`,
    },
    empty: { title: 'Il file è vuoto', text: 'Non contiene nessun dato: chiedi di mandartelo di nuovo.' },
    p7m: {
      title: 'È un file .p7m, non un PDF',
      text: 'È una busta firmata (CAdES) che contiene un documento. Si apre e si controlla con il programma del tuo prestatore di firma. Se dentro c’è un PDF firmato, estrailo e portalo qui.',
    },
    xml: {
      title: 'È un file XML, non un PDF',
      text: 'Può essere una fattura elettronica o una firma XAdES: questa pagina controlla solo i PDF.',
    },
    archive: {
      title: 'È un archivio o un documento di Office, non un PDF',
      text: 'Se contiene un PDF firmato, estrailo e portalo qui.',
    },
    image: {
      title: 'È un’immagine, non un PDF',
      text: 'Una foto o una scansione non porta con sé firme elettroniche: serve il file PDF originale.',
    },
    other: { title: 'Il file non è un PDF', text: 'Questa pagina controlla documenti PDF firmati.' },
    notReadable: {
      title: 'Il file non si può leggere',
      text: 'Può essere stato spostato, o essere aperto in un altro programma. Sceglilo di nuovo.',
    },
    insecure: {
      title: 'Serve una connessione protetta',
      text: 'Il browser controlla le firme solo su pagine il cui indirizzo inizia con https. Apri questa pagina da lì.',
    },
    tooLong: {
      title: 'Il controllo è stato fermato',
      text: 'Dopo 30 secondi non era ancora finito. Un documento normale ne richiede pochi: questo file è costruito in modo insolito.',
    },
    broken: {
      title: 'Il controllo si è interrotto',
      text: 'Può mancare memoria. Chiudi altre schede e riprova, o usa un computer.',
    },
    away: {
      title: 'Il controllo non è partito',
      text: 'Connessione assente: controlla la rete e riprova. Il file resta nel tuo browser.',
    },
  },
};

export type Texts = typeof it;
export const italian: Texts = it;
