/** Italian summaries of the endpoints: a test requires one line per endpoint. */
import type { Language } from '#domain/errors.ts';
import type { Endpoint } from './endpoint.ts';

/** By the endpoint's name in the contract. */
export const ITALIAN_SUMMARIES: Readonly<Record<string, string>> = {
  getAccount: 'L’account di chi ha fatto accesso',
  listAuthorities: 'I nomi di tutti i ruoli',
  login: 'Accesso con password degli account tecnici; le persone accedono dal sistema aziendale',
  register: 'Sempre rifiutata: gli account li crea chi amministra',
  forgotPassword: 'Sempre rifiutata: le password si gestiscono nel sistema di accesso aziendale',
  listUsers: 'Gli utenti, una pagina; un supervisore vede quelli delle proprie concessionarie',
  getUser: 'Un utente',
  createUser:
    'Crea un utente; le credenziali restano nel sistema di accesso aziendale. Un amministratore resta non attivo finché un secondo amministratore non conferma',
  updateUser:
    'Modifica un utente; il nome utente resta, la disattivazione chiude subito ogni sessione. Ciò che rende amministratore, o dà a un amministratore un altro indirizzo e-mail, è una proposta: la risposta è l’utente com’era, finché un secondo amministratore non conferma',
  listAdministratorProposals: 'Le proposte che attendono un secondo amministratore, dalla più vecchia',
  confirmAdministratorProposal:
    'Mette in vigore una proposta: non chi l’ha fatta, non l’utente che riguarda, non un amministratore che ha da poco creato o modificato l’account di chi propone, o viceversa',
  returnAdministratorProposal: 'Rifiuta una proposta, con il motivo; chi l’ha fatta la ritira anche senza',
  countDocumentViews:
    'Quanti documenti che rispondono ai criteri sono da firmare, in attesa, firmati, rifiutati, scaduti e bozze, e quanti in tutto',
  exportDocuments:
    'Tutti i documenti che rispondono ai criteri in un file Excel, fino a 20.000; senza divisione in pagine',
  listColleagues: 'Chi lavora nelle concessionarie di chi chiama, o in quelle indicate, per nome',
  downloadUsers: 'Tutti gli utenti che rispondono ai criteri, in Export_Utenti.xlsx; senza divisione in pagine',
  nameCoworkers: 'I nomi dei nomi utente: di chi lavora nelle concessionarie di chi chiama o per la rete',
  listCoworkers: 'Gli utenti attivi con un ruolo che possono lavorare su un marchio e tipo di cartella',
  listDealers: 'Le concessionarie di chi chiama, con i campi richiesti',
  listLegalEntities: 'Le entità legali delle concessionarie di chi chiama',
  createDossier: 'Crea un cliente',
  updateDossier: 'Modifica un cliente; l’elemento può tornare intero, ciò che manca viene svuotato',
  deleteDossier: 'Elimina un cliente: chi amministra anche con cartelle e documenti, gli altri solo senza cartelle',
  getDossier: 'Un cliente',
  searchSimilarDossiers:
    'I clienti aperti il cui nome ha le parole scritte, in qualsiasi ordine e con al più una lettera sbagliata, mancante, doppia o scambiata ciascuna: cinque, senza quelli che hanno il testo com’è scritto',
  searchDossiers: 'I clienti aperti, una pagina',
  getConsents: 'A che punto sono i consensi di un cliente verso ogni titolare, e come ci si è arrivati',
  withdrawConsents: 'Annota che un cliente ha revocato dei consensi e lo comunica al sistema del titolare',
  pushConsents: 'Invia di nuovo subito ciò che il sistema del titolare non ha preso',
  getAdherence: 'A che punto è l’adesione di un cliente alla firma elettronica avanzata, e come ci si è arrivati',
  downloadAdherence:
    'Uno ZIP con ciò che prova le adesioni di un cliente alla firma elettronica avanzata, da consegnare a richiesta: documento d’identità, moduli firmati, documenti firmati così, i loro tracciati',
  downloadRevocationRequest: 'La richiesta firmata di una revoca, com’è stata allegata',
  revokeAdherence:
    'Annota che un cliente ha revocato l’adesione alla firma elettronica avanzata: i documenti firmati restano, le firme aperte che ne dipendono finiscono',
  searchPlaces: 'I comuni e gli stati esteri con un nome, anche cessati; al massimo venti, i migliori per primi',
  readFiscalCode:
    'Che cosa dice un codice fiscale di chi lo porta: data di nascita, sesso e luogo; nulla viene conservato',
  getFolderTypes: 'I tipi di cartella, i tipi di documento di ciascuno e i dati che richiedono',
  createFolder: 'Crea una cartella di un cliente',
  updateFolder: 'Modifica, chiude o riapre una cartella; l’elemento può tornare intero',
  deleteFolder:
    'Elimina una cartella senza documenti; i ruoli di concessionaria solo se non è collegata a una lavorazione',
  getFolderSignatureTypes: 'I tipi di firma che i servizi dell’entità legale danno a questa cartella',
  getFolder: 'Una cartella',
  downloadFolder:
    'Uno ZIP con tutti i documenti della cartella che chi chiama può vedere: il firmato con il suo tracciato, altrimenti l’originale',
  searchFolders: 'Le cartelle, una pagina; quelle aperte, se i criteri non dicono altro',
  createDocument: 'Crea un documento in una cartella, con il file in base64',
  updateDocument: 'Modifica un documento in Bozza o Concluso',
  deleteDocument: 'Elimina un documento, finché la firma non è stata avviata',
  countDocuments: 'Quanti documenti rispondono ai criteri',
  previewDocument: 'Il documento compilato come sarebbe ora, con vuoto ciò che manca: non si conserva nulla',
  previewPlaces:
    'Dove starebbe ogni firma di un file, prima di caricarlo: non si conserva nulla; `places` è null per un file che non si può firmare',
  uploadPhoto: 'Una foto per un documento compilato, JPEG o PNG, senza i dati di luogo, ora e apparecchio',
  openPhotoLink: 'Un codice con cui un telefono invia foto al modulo di un documento, per un quarto d’ora',
  getPhotoLink: 'Le foto arrivate con un codice, e se vale ancora',
  endPhotoLink: 'Chiude un codice: il telefono non invia più foto',
  readPhotoLink: 'Quante foto il telefono può ancora inviare, e fino a quando',
  sendLinkPhoto: 'Una foto dal telefono che ha letto il codice; la stessa foto, inviata di nuovo, non conta due volte',
  createByWizard: 'Crea un documento con la sua cartella e, se nuovo, il cliente: tutto o niente',
  createFeaModule: 'Crea il Modulo FEA che serve a un documento',
  getDocument: 'Un documento',
  searchDocuments: 'I documenti, una pagina, con cartella e cliente',
  downloadDocument: 'Il file originale',
  takeBackDocument: 'Riporta in bozza, finché nessuno ha firmato',
  startSign:
    'Avvia la firma: prepara il file e invia il link. Ripetuta mentre è in corso, risponde il documento e non fa nulla. `signers` indica chi firma per la concessionaria dove nessun campo del documento lo dice; `dealer` è chi chiama, se non è indicato altri. `together` indica altri documenti della cartella da firmare insieme, con un solo link e un solo codice: partono tutti o nessuno, e ciò che è rifiutato indica il suo `documentId`',
  createQrCode: 'Un codice che il cliente inquadra: un token che scade dopo cinque minuti. Chiederlo non cambia nulla',
  cancelSign: 'Ritira una firma in attesa; i suoi link smettono di funzionare',
  searchWaiting:
    'I documenti che attendono una firma che chi chiama può avviare, una pagina; progress dice a che punto sono',
  countWaiting:
    'Quanti documenti attendono una firma che chi chiama può avviare: inviati, aperti e bloccati; con legalEntity solo i suoi',
  resendLink:
    'Invia di nuovo lo stesso link di firma: non prima di un quarto d’ora dall’ultimo messaggio, al massimo tre volte in 24 ore',
  renewSign: 'Rende di nuovo da avviare un documento scaduto',
  getSignaturePlaces: 'Dove starà ogni firma di un documento, prima che venga avviata',
  updateSignaturePlaces:
    'Sceglie dove si firma un documento, finché la firma non è avviata; il riquadro è in punti PDF dal basso a sinistra',
  resetSignaturePlaces: 'Rinuncia alle posizioni scelte per un documento; ciò che è stato ricordato resta',
  readSigning: 'Chi firma e a che punto è, nell’ultima firma del documento',
  readOwnSignature: 'Che cosa deve firmare chi chiama su un documento e a che punto è; per chiunque altro non esiste',
  readOwnDocument: 'I byte esatti che firma chi chiama; `document` quando la firma ne ha più d’uno',
  proveOwnIdentity:
    'Conferma di nuovo chi firma, dopo la lettura: con la password con cui è entrato, altrimenti presso il servizio di accesso, all’indirizzo `url`. Vale una volta, per dieci minuti',
  giveOwnSignature: 'Firma tutti i punti di chi chiama dopo il nuovo accesso. Ripetuta, risponde allo stesso modo',
  declineOwnSignature: 'Chi chiama rifiuta di firmare: la firma termina per tutti, con il motivo',
  listOwnSignatures: 'I documenti che attendono la firma di chi chiama, dal più recente; con legalEntity solo i suoi',
  replaceStaffSigner: 'Indica un’altra persona che firma per la concessionaria, finché quella di prima non ha firmato',
  checkContacts:
    'Telefoni e indirizzi di un documento pronto alla firma che una seconda persona deve confermare, o che non servono a nessuna firma',
  confirmContact:
    'La parola di chi chiama che un recapito è del cliente: per un solo avvio di questo documento da parte di un’altra persona, finché cliente e documento non vengono modificati',
  listRecurringNumbers:
    'Numeri che hanno ricevuto codici a nome di più persone, dai più usati, negli ultimi 90 giorni se `days` non dice altro; un supervisore non vede persone di altre concessionarie',
  correctSignerContact:
    'Corregge i recapiti di chi firma, finché nessuno ha firmato: il link di prima smette di funzionare e ne parte un altro',
  readEvents: 'Il tracciato del documento, dal più recente',
  readValidation: 'Verifica il file firmato con i certificati di fiducia dell’installazione',
  downloadSigned: 'Il file firmato; l’id è il signedDocumentId del documento',
  downloadPartlySigned:
    'Il file di una firma interrotta dopo che qualcuno aveva firmato, conservato come prova e sigillato come non concluso; l’id è quello di `partlySigned` in chi firma',
  downloadAudit: 'Il tracciato sigillato di un file firmato; l’id è il signedDocumentId del documento',
  downloadBundle:
    'Il pacchetto prove di un file firmato come ZIP, da verificare senza rete con openssl e sha256sum seguendo il suo LEGGIMI; l’id è il signedDocumentId del documento',
  findIssued:
    'Se questa installazione ha emesso proprio il file con questo SHA-256: un file firmato, il suo tracciato definitivo o ciò che si conserva di una firma interrotta. Mai chi ha firmato né per chi',
  proveEvents:
    'Prova di inclusione di ogni evento di un documento nella testa più recente dell’albero delle prove; se non vi arriva, ne viene presa una nuova.',
  proveConsistency:
    'Prova di consistenza tra due teste dell’albero delle prove: la seconda ha solo aggiunto. Si indicano con il loro numero di foglie; senza `second` la più recente.',
  downloadInterimAudit:
    'Il tracciato di un documento com’è ora, sigillato e segnato PROVVISORIO; a firma conclusa, il tracciato sigillato',
  listTablets:
    'I tablet a cui si possono inviare i documenti di una concessionaria: attivi e non scaduti; nessuno per le concessionarie altrui',
  listTabletQueue:
    'I documenti visibili a chi chiama che attendono sui tablet di una concessionaria, in ordine di arrivo',
  sendToTablet:
    'Mette un documento in coda per un tablet della sua concessionaria, o ve lo sposta da un altro. Ripetuta, risponde lo stesso e non fa nulla',
  takeFromTablet: 'Toglie un documento dalla coda del suo tablet; ripetuta, non fa altro',
  listDeviceQueue: 'Ciò che attende sul tablet che chiama, in ordine di arrivo; del cliente non si dice nulla',
  openOnDevice:
    'Apre per il cliente un documento in coda sul tablet: avvia la firma a nome di chi l’ha inviato; il link è nullo finché il file si prepara, poi la stessa chiamata lo dà',
  openLink: 'Che cosa riguarda un link di firma. Non ha effetti',
  readHandTerms: 'Che cosa serve a un tablet della concessionaria per raccogliere una firma a mano',
  signByHand:
    'Firma ogni punto con la grafia che il tablet ha cifrato per il custode. Ripetuta dallo stesso browser risponde lo stesso',
  beginReading:
    'Comincia: da qui in poi la firma è di questo browser, e conta solo quello che legge lui. Con `instead`, il `seat` che il link ha indicato, continua qui al posto di quell’altro browser: ciò che quello ha letto e il codice che ha chiesto non contano più. Ripetuta dallo stesso browser, risponde allo stesso modo',
  readLinkDocument:
    'I byte esatti che si firmano, per il browser che ha cominciato; `id` quando i documenti sono più d’uno',
  readLinkText:
    'Le parole che le pagine mostrano, per il browser che ha cominciato; `id` quando i documenti sono più d’uno, `from` la prima pagina. Dà fino a 5 pagine. Il testo di un file caricato è confrontato con la pagina disegnata: ciò che non si vede non è dato, una parola disegnata diversamente è `[…]`. `certain` è false dove mancano parole, sono in dubbio o in altro ordine; `whole` è false dove la pagina mostra più delle parole date, per esempio un logo',
  requestCode: 'Invia un codice al cellulare di chi firma',
  confirmSignature: 'Firma tutti i punti con il codice. Ripetuta dallo stesso browser, risponde allo stesso modo',
  declineSignature:
    'Rifiuta di firmare, con un motivo; `signing.notMe` segnala che il link è arrivato a una persona diversa dal firmatario',
  readSignedCopy:
    'La copia firmata, per il browser che ha firmato e per il link alla copia, per 30 giorni; `id` quando i documenti sono più d’uno',
  searchRspCustomers: 'Le persone in RSP',
  searchRspCompanies: 'Le aziende in RSP',
  searchDmsCustomers: 'Le persone e le aziende nel DMS delle concessionarie di chi chiama',
  getDmsCustomer: 'Un cliente di un DMS, dal suo codice in quel sistema',
  getSynchronization: 'A che punto è la sincronizzazione di un cliente con RSP; entrambi nulli se non è collegato',
  scheduleSynchronization: 'Fa sincronizzare un cliente con RSP; una sincronizzazione in corso prosegue',
  listServices:
    'I servizi, una pagina; chi non amministra vede quelli di tipo SIGNATURE_TYPE in vigore delle proprie entità legali',
  getService: 'Un servizio',
  createService: 'Aggiunge un servizio; ogni tipo ha i suoi campi',
  updateService: 'Modifica un servizio; tipo ed entità legale restano',
  deleteService: 'Toglie un servizio; ciò che ne è stato usato resta contato',
  listLicenses: 'Le licenze, una pagina; un supervisore vede quelle delle proprie entità legali',
  getLicense: 'Una licenza',
  downloadAfgclic: 'Il file di una licenza',
  createLicense: 'Aggiunge una licenza, con il suo file se c’è',
  updateLicense: 'Modifica una licenza; un nuovo file prende il posto di quello precedente',
  deleteLicense: 'Toglie una licenza senza attivazioni',
  listActivations:
    'Le attivazioni, una pagina, anche quelle cancellate; un supervisore vede quelle delle proprie entità legali',
  getActivation: 'Un’attivazione',
  createActivation: 'Occupa un posto di una licenza; l’attivazione riceve il suo codice e attende il dispositivo',
  updateActivation: 'Modifica un’attivazione; licenza e concessionaria restano',
  deleteActivation: 'Cancella un’attivazione e libera il suo posto; ripetuta, non fa altro',
  issueDeviceCode:
    'Un nuovo codice, valido una volta sola per 15 minuti, con cui un tablet chiede l’attivazione; quello di prima non vale più',
  getActivationDevice: 'Il dispositivo di un’attivazione, o a che punto è il collegamento',
  confirmDevice: 'Il tablet in attesa è quello che chi chiama ha davanti: l’attivazione diventa ACTIVATED',
  refuseDevice: 'Il tablet in attesa è un altro: è rifiutato, e con lui il suo codice; ripetuta, non fa altro',
  updateActivationDevice: 'Blocca subito il dispositivo di un’attivazione, o lo sblocca',
  replaceDevice:
    'Spegne per sempre la chiave del dispositivo: l’attivazione torna in bozza, libera per un altro dispositivo',
  claimDeviceCode:
    'Un tablet chiede l’attivazione con il codice e la sua nuova chiave pubblica; ripetuta con la stessa chiave, risponde lo stesso. Codici sconosciuti, scaduti e usati hanno la stessa risposta',
  getDevice: 'Che ne è del tablet che chiama, dalla sua chiave: in attesa, attivo, bloccato, finito',
  exchangeQrCode:
    'Un telefono usa un codice, una volta sola; ripetuta con la stessa chiave, dice a che punto è. Codici sconosciuti, alterati, scaduti, usati e rifiutati hanno la stessa risposta',
  getQrRequest: 'Il telefono che ha usato un codice di questo documento e attende il personale',
  confirmQrRequest:
    'Il telefono in attesa mostra lo stesso numero: si firma lì; una firma non ancora avviata parte a nome di chi ha chiesto il codice. Ripetuta, non fa altro',
  refuseQrRequest: 'Il telefono in attesa è un altro: è rifiutato, e con lui il suo codice; ripetuta, non fa altro',
  otpStatistics: 'Quanti codici OTP sono stati usati e quanti ne sono previsti',
  sizeStatistics: 'Byte dei documenti conservati e quanti possono essere',
  archiveStatistics: 'Byte dei documenti archiviabili firmati o conclusi e quanti possono essere',
  getFeaPage:
    'Che cosa dice la pagina pubblica sulla firma elettronica avanzata di un’entità legale, oggi o a un istante, con l’elenco delle edizioni',
  listPapers:
    'I tipi di documento che hanno clausole, con la versione che vale e quella in lavorazione di ogni entità legale',
  getPaper: 'Le clausole di un tipo come le propone il prodotto, e i segnaposto che possono contenere',
  listPaperVersions: 'Le versioni di un tipo o di un’entità legale, dalla più recente, senza contenuto',
  getPaperVersion: 'Una versione, con il suo contenuto',
  createPaperVersion: 'Inizia una bozza; ogni tipo, lingua ed entità legale ne ha al massimo una in lavorazione',
  updatePaperVersion: 'Modifica una bozza; tipo, lingua ed entità legale restano',
  deletePaperVersion: 'Elimina una bozza',
  submitPaperVersion: 'Invia una bozza in approvazione: da qui non si modifica più',
  publishPaperVersion:
    'Pubblica una versione inviata, se chi chiama non l’ha scritta né inviata; sostituisce quella che valeva',
  returnPaperVersion: 'Rimanda in bozza una versione inviata, con il motivo; chi l’ha scritta la riprende anche senza',
  previewPaper: 'Il documento con dati di esempio e queste clausole o questi dati: non si conserva nulla',
  listTechnicalAccounts: 'Gli account dei DMS, con i segreti validi e l’ultimo uso di ognuno',
  makeTechnicalSecret:
    'Crea un altro segreto, solo in questa risposta; quello di prima, o una password data con un comando, vale ancora per le ore richieste; con 0 finisce subito, con le sessioni',
  limitTechnicalAccount:
    'Dice da quali indirizzi e reti un account può chiamare, dalla prossima chiamata; null: da ovunque',
  listWebhooks: 'Le notifiche ai sistemi esterni, con quanti invii attendono e quanti sono stati abbandonati',
  createWebhook: 'Aggiunge una notifica a un indirizzo pubblico in HTTPS; il suo segreto è solo in questa risposta',
  updateWebhook: 'Modifica, disattiva o attiva una notifica; disattivarla abbandona gli invii che attendono',
  rotateWebhookSecret:
    'Crea un altro segreto, solo in questa risposta; quello di prima firma ancora per le ore richieste',
  testWebhook: 'Invia un evento di prova, che non riguarda nessun documento',
  listWebhookDeliveries: 'Gli invii degli ultimi 30 giorni con ogni tentativo, dal più recente',
  sendWebhookAgain: 'Invia di nuovo con lo stesso identificativo; ciò che attende è ritentato subito',
  getFirstSteps: 'Che cosa manca prima della prima firma di questa installazione',
  getFolderTypeState:
    'I tipi di cartella in vigore: versione, autore, e quante cartelle e quanti documenti ci sono di ciascuno',
  previewFolderTypes: 'Che cosa cambierebbe un file di tipi di cartella; non salva nulla',
  applyFolderTypes:
    'Mette in vigore un file di tipi di cartella su ogni nodo, se dall’anteprima non ne sono entrati in vigore altri',
  listVideos: 'I video, una pagina, nel loro ordine',
  getVideo: 'Un video',
  createVideo: 'Aggiunge un video',
  updateVideo: 'Modifica un video',
  deleteVideo: 'Elimina un video',
  listNotifications:
    'Ciò che è stato detto a chi chiama delle firme negli ultimi 30 giorni, una pagina, dal più recente; di un documento che non vede più solo la notifica',
  countUnread: 'Quante notifiche chi chiama non ha ancora letto',
  markRead: 'Segna come lette le notifiche di un documento, o tutte',
  getMailSetting: 'Se chi chiama riceve un’e-mail su come finiscono le firme che avvia',
  updateMailSetting: 'Dice se chi chiama riceve un’e-mail su come finiscono le firme che avvia',
  streamChanges: 'Ciò che cambia tra le cose che chi chiama può vedere, in diretta',
};

export function summaryOf(id: string, endpoint: Pick<Endpoint, 'summary'>, language: Language): string {
  const text = language === 'it' ? (ITALIAN_SUMMARIES[id] ?? endpoint.summary) : endpoint.summary;
  return text.replace(/\.$/, '');
}
