/** Texts of the OpenAPI document and its page, except those of the endpoints, in both languages. */
import type { Language } from '#domain/errors.ts';

type LocalizedText = Readonly<Record<Language, string>>;

/** General rules for all calls, one paragraph each. */
export const GUIDE: Readonly<Record<Language, readonly string[]>> = {
  it: [
    'Le chiamate di Fascicolo, come le fa il portale e come possono farle i sistemi collegati.',
    '**Accesso.** Ogni chiamata del personale porta il token di sessione (`Authorization: Bearer`). Il token ottenuto dal browser vale solo insieme al suo cookie; quello degli account tecnici, da `POST /api/auth/login`, vale da solo.',
    '**Lingua.** I testi seguono `Accept-Language`, con i suoi pesi: italiano, oppure inglese se preferito.',
    '**Dati in ingresso.** Solo JSON. Campi, criteri e parametri non previsti sono rifiutati con 400 e `fieldErrors`, mai ignorati. Un testo vuoto e `null` valgono come un campo assente, anche nei campi di sola lettura. Un PUT può riportare l’elemento intero com’è stato letto.',
    '**Date.** Gli istanti sono in UTC (`2026-11-20T08:12:00.000Z`), le date sono `2026-11-20`.',
    '**Elenchi.** `page` da 0, `size` fino a 10000, `sort=campo,asc` anche ripetuto, per ogni campo dei criteri che ha un solo valore; il totale è nell’intestazione `x-total-count`.',
    '**Criteri.** Un criterio vuoto (testo o oggetto vuoto, `null`) vale come assente; un elenco vuoto in `in` non trova nulla. Testi e codici con `contains` vogliono almeno tre caratteri. Una data senza ora su un istante, con `equals`, `notEquals` e `in`, è quel giorno intero a Roma; con gli altri operatori è il suo inizio.',
    '**Creazioni ripetute.** Con l’intestazione `Idempotency-Key` una creazione ripetuta entro 48 ore dà la stessa risposta e non crea un secondo elemento; la risposta ripetuta porta `Idempotency-Replayed: true`. La chiave vale per chi chiama e per l’indirizzo chiamato. Una chiamata rifiutata non occupa la chiave. Sulle altre chiamate l’intestazione non ha effetto.',
    '**Rifiuti.** Ogni rifiuto ha `status`, `code` e `correlationId`, che è anche nell’intestazione `x-correlation-id`. Gli stati 400, 403, 404, 422 e 500 hanno `title` e `detail`, gli altri `message`. Un elemento che non esiste e uno che non si può vedere danno la stessa risposta 404.',
    '**Altri metodi.** Un indirizzo che esiste con un altro metodo risponde 405 e li elenca in `Allow`; vale anche per HEAD e OPTIONS. Nessun’altra origine è ammessa: non c’è CORS. Nessuna risposta va conservata (`no-store`), salvo dove indicato da un `ETag`.',
  ],
  en: [
    'The Fascicolo API, as used by the portal and by connected systems.',
    '**Sign-in.** Every staff call carries the session token (`Authorization: Bearer`). A token obtained by a browser is valid only together with its cookie; that of a technical account, from `POST /api/auth/login`, is valid without one.',
    '**Language.** Texts follow `Accept-Language` with its weights: Italian, or English if preferred.',
    '**Input.** JSON only. Unknown fields, criteria and parameters are refused with 400 and `fieldErrors`, never ignored. An empty string and `null` count as an absent field, also for read-only fields. A PUT may send the whole item back as it was read.',
    '**Dates.** Instants are in UTC (`2026-11-20T08:12:00.000Z`), dates are `2026-11-20`.',
    '**Lists.** `page` from 0, `size` up to 10000, `sort=field,asc`, may be repeated, for every criteria field that has a single value; the total is in the header `x-total-count`.',
    '**Criteria.** An empty criterion (an empty string or object, `null`) counts as absent; an empty list in `in` finds nothing. For texts and codes, `contains` requires at least three characters. For an instant, a date without time means that whole day in Rome with `equals`, `notEquals` and `in`, and the start of the day with other operators.',
    '**Repeated creates.** With the header `Idempotency-Key`, a create repeated within 48 hours returns the same response and creates no second item; a repeated response carries `Idempotency-Replayed: true`. A key is scoped to the caller and the URL called. A refused call does not consume its key. On other calls the header has no effect.',
    '**Refusals.** Every refusal has `status`, `code` and `correlationId`, which is also in the header `x-correlation-id`. Statuses 400, 403, 404, 422 and 500 have `title` and `detail`, others `message`. An item that does not exist and one that the caller may not see get the same 404.',
    '**Other methods.** A URL that exists only with other methods returns 405 and lists them in `Allow`, also for HEAD and OPTIONS. Other origins are not allowed: there is no CORS. Responses must not be stored (`no-store`), except those with an `ETag`.',
  ],
};

/** The purpose of each subject's calls, by slug. */
export const SUBJECT_DESCRIPTIONS: Readonly<Record<string, LocalizedText>> = {
  identity: {
    it: 'Accesso, sessione e dati del proprio account.',
    en: 'Sign-in, session and own account.',
  },
  users: { it: 'Account del personale, con ruoli e permessi.', en: 'Staff accounts, their roles and permissions.' },
  dealers: {
    it: 'Concessionarie visibili a chi chiama, con la loro entità legale.',
    en: 'Dealers that the caller may see, with their legal entities.',
  },
  'customer-search': {
    it: 'Clienti nei sistemi RSP e DMS, e sincronizzazione dei loro dati.',
    en: 'Customers in the RSP and DMS systems, and synchronisation of their data.',
  },
  dossiers: { it: 'Anagrafiche dei clienti.', en: 'Customer records.' },
  consents: {
    it: 'Consensi privacy di un cliente: stato, storia, revoca.',
    en: 'Privacy consents of a customer: state, history, withdrawal.',
  },
  adherences: {
    it: 'Adesioni alla firma elettronica avanzata: stato, copia, revoca.',
    en: 'Adherences to the advanced electronic signature: state, copy, revocation.',
  },
  places: {
    it: 'Comuni italiani e stati esteri, per i luoghi di nascita.',
    en: 'Italian municipalities and foreign countries, for places of birth.',
  },
  folders: {
    it: 'Cartelle dei clienti, e tipi di cartella e di documento previsti.',
    en: 'Customers’ folders, and the configured folder and document types.',
  },
  documents: {
    it: 'Documenti: caricamento, generazione, dati, file, stato.',
    en: 'Documents: upload, generation, data, files, status.',
  },
  papers: {
    it: 'Testi dei documenti generati e pagina pubblica sulla FEA.',
    en: 'Texts of generated documents and the public page about FEA.',
  },
  signing: {
    it: 'Sessioni di firma, dall’avvio al documento sigillato, e pagine di chi firma.',
    en: 'Signing sessions, from the start to the sealed document, and the signer’s pages.',
  },
  evidence: {
    it: 'Tracciati di firma, fascicoli di prova e verifica dei file emessi.',
    en: 'Evidence trails, evidence bundles and verification of issued files.',
  },
  tablets: {
    it: 'Documenti aperti su un tablet della concessionaria.',
    en: 'Documents opened on a dealer’s tablet.',
  },
  services: { it: 'Servizi attivi di un’entità legale.', en: 'Active services of a legal entity.' },
  licenses: {
    it: 'Licenze di firma e loro attivazioni sui dispositivi.',
    en: 'Signing licences and their activations on devices.',
  },
  devices: {
    it: 'Dispositivi associati a una concessionaria.',
    en: 'Devices paired with a dealer.',
  },
  statistics: { it: 'Conteggi per entità legale.', en: 'Counts by legal entity.' },
  videos: { it: 'Video di istruzioni.', en: 'Instruction videos.' },
  integrations: {
    it: 'Notifiche firmate (Standard Webhooks) ai sistemi esterni, e account tecnici dei DMS con i loro segreti.',
    en: 'Signed webhooks (Standard Webhooks) to external systems, and technical accounts of DMS with their secrets.',
  },
  installation: {
    it: 'Che cosa manca a un’installazione prima della prima firma.',
    en: 'What an installation still needs before its first signature.',
  },
  live: {
    it: 'Flusso di eventi con le modifiche che chi chiama può vedere.',
    en: 'Stream of events for changes that the caller may see.',
  },
};

export const HEADER_TEXTS = {
  license: { it: 'Proprietaria, tutti i diritti riservati', en: 'Proprietary, all rights reserved' },
  refused: { it: 'Sempre rifiutata.', en: 'Always refused.' },
  derived: { it: 'Può tornare com’è: non viene letto.', en: 'May be sent back unchanged; ignored.' },
  fixed: {
    it: 'Può tornare, ma solo con il valore salvato.',
    en: 'May be sent back, but only with the stored value.',
  },
  may: { it: 'Permesso', en: 'Permission' },
  open: { it: 'Senza sessione.', en: 'Without a session.' },
  answer: { it: 'Eseguita.', en: 'Done.' },
  created: { it: 'Creato.', en: 'Created.' },
  done: { it: 'Eseguita, senza contenuto.', en: 'Done, no content.' },
  file: { it: 'Il file.', en: 'The file.' },
  bodyLimit: { it: 'Dimensione massima in byte', en: 'Maximum size in bytes' },
  idempotencyKey: {
    it: 'Scelta da chi chiama, da 1 a 255 caratteri ASCII visibili: la stessa chiave dà la stessa risposta, una volta sola.',
    en: 'Chosen by the caller, 1 to 255 visible ASCII characters: a repeated key returns the first response.',
  },
  correlationId: {
    it: 'Identifica la richiesta nel registro: da comunicare all’assistenza.',
    en: 'Identifies the request in the log: quote it to support.',
  },
  totalCount: { it: 'Quanti elementi ha l’elenco in tutto.', en: 'Total number of items in the list.' },
  retryAfter: { it: 'Secondi da attendere.', en: 'Seconds to wait before retrying.' },
  idempotencyReplayed: {
    it: 'Presente quando la risposta è quella di una chiamata precedente con la stessa chiave.',
    en: 'Present if the response is that of an earlier call with the same key.',
  },
  part: { it: 'La parte di file richiesta.', en: 'The requested part of the file.' },
  unchanged: { it: 'Il file è quello già noto.', en: 'The file has not changed.' },
  range: {
    it: 'Una sola parte, in byte: `bytes=0-1023`. Più parti insieme: si riceve il file intero.',
    en: 'A single part, in bytes: `bytes=0-1023`. With several parts the whole file is returned.',
  },
  ifRange: {
    it: 'L’ETag del file di cui si ha già una parte: se è cambiato si riceve il file intero.',
    en: 'ETag of the file of which the caller has a part: if it has changed, the whole file is returned.',
  },
  ifNoneMatch: { it: 'L’ETag del file già noto.', en: 'ETag of the file that the caller already has.' },
  etag: { it: 'Identifica il contenuto.', en: 'Identifies the content.' },
  contentRange: {
    it: 'Quale parte, di quanti byte in tutto.',
    en: 'The part returned, and the total number of bytes.',
  },
  contentDisposition: { it: 'Nome del file.', en: 'File name.' },
  token: {
    it: 'Dura 8 ore. Uscita, disattivazione e cambio di ruoli valgono dalla richiesta successiva.',
    en: 'Valid for 8 hours. Sign-out, deactivation and role changes take effect on the next request.',
  },
  session: {
    it: 'Cookie di chi accede dal browser; su HTTPS si chiama `__Host-fascicolo_session`.',
    en: 'Cookie of browser sign-ins; over HTTPS its name is `__Host-fascicolo_session`.',
  },
  ceremony: {
    it: 'Cookie del browser in cui si firma: lo dà la prima chiamata POST di un link.',
    en: 'Cookie of the signer’s browser, set by the first POST of a link.',
  },
  device: {
    it: 'Prova del tablet: `chiave;millisecondi;nonce;firma`, ECDSA P-256 su metodo, percorso, hash del corpo, chiave, ora e nonce. Vale 60 secondi e una volta sola.',
    en: 'Proof of the tablet: `key;milliseconds;nonce;signature`, ECDSA P-256 over method, path, body hash, key, time and nonce. Valid once, for 60 seconds.',
  },
} as const satisfies Record<string, LocalizedText>;

export const PARAMETER_DESCRIPTIONS: Readonly<Record<string, LocalizedText>> = {
  page: { it: 'Pagina, da 0.', en: 'Page, from 0.' },
  size: { it: 'Elementi per pagina.', en: 'Items per page.' },
  sort: {
    it: '`campo,asc` oppure `campo,desc`, anche ripetuto: i campi dei criteri che hanno un solo valore.',
    en: '`field,asc` or `field,desc`, may be repeated: the criteria fields that have a single value.',
  },
  token: { it: 'Il codice del link di firma.', en: 'Code of the sign link.' },
};
