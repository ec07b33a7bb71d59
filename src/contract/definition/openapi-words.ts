/** Texts of the OpenAPI document and its page, except those of the endpoints, in both languages. */
import type { Language } from '#domain/errors.ts';

type Words = Readonly<Record<Language, string>>;

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
    'The calls of Fascicolo, as the portal makes them and as connected systems may.',
    '**Sign-in.** Every staff call carries the session token (`Authorization: Bearer`). A token that a browser obtained is only good together with its cookie; that of a technical account, from `POST /api/auth/login`, stands alone.',
    '**Language.** Texts follow `Accept-Language` and its weights: Italian, or English where preferred.',
    '**Input.** JSON only. Unknown fields, criteria and parameters are refused with 400 and `fieldErrors`, never ignored. An empty text and `null` count as a field that is left out, read-only fields included. A PUT may bring the whole row back as it was read.',
    '**Dates.** Instants are in UTC (`2026-11-20T08:12:00.000Z`), dates are `2026-11-20`.',
    '**Lists.** `page` from 0, `size` up to 10000, `sort=field,asc`, also repeated, for every field of the criteria that has one value; the total stands in the header `x-total-count`.',
    '**Criteria.** An empty criterion (an empty text or object, `null`) counts as absent; an empty list in `in` finds nothing. Texts and codes with `contains` want at least three characters. A bare date on an instant is that whole day in Rome with `equals`, `notEquals` and `in`; with other operators it is the day’s beginning.',
    '**Repeated creates.** With the header `Idempotency-Key` a create that is repeated within 48 hours gives the same answer and creates nothing twice; a repeated answer carries `Idempotency-Replayed: true`. A key belongs to its caller and to the address called. A refused call does not use its key up. On other calls the header has no effect.',
    '**Refusals.** Every refusal has `status`, `code` and `correlationId`, which is also in the header `x-correlation-id`. Statuses 400, 403, 404, 422 and 500 have `title` and `detail`, others `message`. What does not exist and what you may not see give the same 404.',
    '**Other methods.** An address that exists with another method answers 405 and lists those in `Allow`, also for HEAD and OPTIONS. No other origin is admitted: there is no CORS. No answer may be stored (`no-store`), save where an `ETag` says so.',
  ],
};

/** The purpose of each subject's calls, by slug. */
export const SUBJECT_WORDS: Readonly<Record<string, Words>> = {
  identity: { it: 'Accesso, sessione e dati del proprio account.', en: 'Sign-in, session and own account.' },
  users: { it: 'Account del personale, con ruoli e permessi.', en: 'Staff accounts, their roles and permissions.' },
  dealers: {
    it: 'Concessionarie visibili a chi chiama, con la loro entità legale.',
    en: 'Dealers that the caller sees, with their legal entity.',
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
    en: 'Italian comuni and foreign states, for places of birth.',
  },
  folders: {
    it: 'Cartelle dei clienti, e tipi di cartella e di documento previsti.',
    en: 'Customers’ folders, and the folder and document types that exist.',
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
    en: 'Signing trails, bundles of proof and checks of issued files.',
  },
  tablets: {
    it: 'Documenti aperti su un tablet della concessionaria.',
    en: 'Documents opened on a tablet of the dealer.',
  },
  services: { it: 'Servizi attivi di un’entità legale.', en: 'Active services of a legal entity.' },
  licenses: {
    it: 'Licenze di firma e loro attivazioni sui dispositivi.',
    en: 'Signing licences and their activations on devices.',
  },
  devices: {
    it: 'Dispositivi associati a una concessionaria.',
    en: 'Devices that are paired with a dealer.',
  },
  statistics: { it: 'Conteggi per entità legale.', en: 'Counts by legal entity.' },
  videos: { it: 'Video di istruzioni.', en: 'Instruction videos.' },
  integrations: {
    it: 'Notifiche firmate (Standard Webhooks) ai sistemi esterni, e account tecnici dei DMS con i loro segreti.',
    en: 'Signed webhooks (Standard Webhooks) to systems outside, and technical accounts of DMS with their secrets.',
  },
  installation: {
    it: 'Che cosa manca a un’installazione prima della prima firma.',
    en: 'What an installation lacks before the first signature.',
  },
  live: {
    it: 'Flusso di eventi con le modifiche che chi chiama può vedere.',
    en: 'Stream of events with the changes that the caller may see.',
  },
};

export const HEADER_WORDS = {
  license: { it: 'Proprietaria, tutti i diritti riservati', en: 'Proprietary, all rights reserved' },
  refused: { it: 'Sempre rifiutata.', en: 'Always refused.' },
  derived: { it: 'Può tornare com’è: non viene letto.', en: 'May come back as it is: it is not read.' },
  fixed: {
    it: 'Può tornare, ma solo con il valore salvato.',
    en: 'May come back, but only with the value that is stored.',
  },
  may: { it: 'Permesso', en: 'Permission' },
  open: { it: 'Senza sessione.', en: 'Without a session.' },
  answer: { it: 'Eseguita.', en: 'Done.' },
  created: { it: 'Creato.', en: 'Created.' },
  done: { it: 'Eseguita, senza contenuto.', en: 'Done, no content.' },
  file: { it: 'Il file.', en: 'The file.' },
  bodyLimit: { it: 'Dimensione massima in byte', en: 'Largest size in bytes' },
  idempotencyKey: {
    it: 'Scelta da chi chiama, da 1 a 255 caratteri ASCII visibili: la stessa chiave dà la stessa risposta, una volta sola.',
    en: 'Chosen by the caller, 1 to 255 visible ASCII characters: the same key gives the same answer, once.',
  },
  correlationId: {
    it: 'Identifica la richiesta nel registro: da comunicare all’assistenza.',
    en: 'Names the request in the log: quote it to support.',
  },
  totalCount: { it: 'Quanti elementi ha l’elenco in tutto.', en: 'How many rows the list has altogether.' },
  retryAfter: { it: 'Secondi da attendere.', en: 'Seconds to wait.' },
  idempotencyReplayed: {
    it: 'Presente quando la risposta è quella di una chiamata precedente con la stessa chiave.',
    en: 'Present when the answer is that of an earlier call with the same key.',
  },
  part: { it: 'La parte di file richiesta.', en: 'The part of the file that was asked for.' },
  unchanged: { it: 'Il file è quello già noto.', en: 'The file is the one already known.' },
  range: {
    it: 'Una sola parte, in byte: `bytes=0-1023`. Più parti insieme: si riceve il file intero.',
    en: 'One part, in bytes: `bytes=0-1023`. Several at once: the whole file is given.',
  },
  ifRange: {
    it: 'L’ETag del file di cui si ha già una parte: se è cambiato si riceve il file intero.',
    en: 'The ETag of the file a part of which is there: if it has changed, the whole file is given.',
  },
  ifNoneMatch: { it: 'L’ETag del file già noto.', en: 'The ETag of the file already known.' },
  etag: { it: 'Identifica il contenuto.', en: 'Names the content.' },
  contentRange: { it: 'Quale parte, di quanti byte in tutto.', en: 'Which part, of how many bytes altogether.' },
  contentDisposition: { it: 'Nome del file.', en: 'Name of the file.' },
  token: {
    it: 'Dura 8 ore. Uscita, disattivazione e cambio di ruoli valgono dalla richiesta successiva.',
    en: 'Good for 8 hours. Logout, deactivation and a change of roles act on the next request.',
  },
  session: {
    it: 'Cookie di chi accede dal browser; su HTTPS si chiama `__Host-fascicolo_session`.',
    en: 'Cookie of whoever signs in by browser; over HTTPS its name is `__Host-fascicolo_session`.',
  },
  ceremony: {
    it: 'Cookie del browser in cui si firma: lo dà la prima chiamata POST di un link.',
    en: 'Cookie of the browser that signs: given by the first POST of a link.',
  },
  device: {
    it: 'Prova del tablet: `chiave;millisecondi;nonce;firma`, ECDSA P-256 su metodo, percorso, hash del corpo, chiave, ora e nonce. Vale 60 secondi e una volta sola.',
    en: 'Proof of the tablet: `key;milliseconds;nonce;signature`, ECDSA P-256 over method, path, hash of the body, key, time and nonce. Good for 60 seconds and once.',
  },
} as const satisfies Record<string, Words>;

export const PARAMETER_WORDS: Readonly<Record<string, Words>> = {
  page: { it: 'Pagina, da 0.', en: 'Page, from 0.' },
  size: { it: 'Elementi per pagina.', en: 'Rows of a page.' },
  sort: {
    it: '`campo,asc` oppure `campo,desc`, anche ripetuto: i campi dei criteri che hanno un solo valore.',
    en: '`field,asc` or `field,desc`, also repeated: the fields of the criteria that have one value.',
  },
  token: { it: 'Il codice del link di firma.', en: 'The code of the sign link.' },
};
