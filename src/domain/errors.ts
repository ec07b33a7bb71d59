/** The closed list of refusals a caller can meet, with status and words in both languages (specification §8, P-20). */

import { FIELD_MESSAGES, type FieldMessageCode } from './field-messages.ts';

export type Language = 'it' | 'en';

interface RefusalText {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 416 | 422 | 429 | 500 | 503 | 507;
  readonly it: string;
  readonly en: string;
}

/** `{name}` in a text is filled from the refusal's parameters. */
export const REFUSALS = {
  'request.invalid': { status: 400, it: 'Controlla i campi indicati.', en: 'Check the fields named below.' },
  'request.malformed': { status: 400, it: 'La richiesta non è leggibile.', en: 'The request cannot be read.' },
  'request.method': {
    status: 405,
    it: 'Questo indirizzo non prevede questo tipo di richiesta.',
    en: 'This address does not take this kind of request.',
  },
  'request.tooLarge': { status: 413, it: 'La richiesta è troppo grande.', en: 'The request is too large.' },
  'request.mediaType': {
    status: 415,
    it: 'Il formato della richiesta non è accettato.',
    en: 'The request format is not accepted.',
  },
  'request.tooMany': {
    status: 429,
    it: 'Troppe richieste: riprova tra poco.',
    en: 'Too many requests: try again shortly.',
  },
  'session.missing': { status: 401, it: 'Accedi per continuare.', en: 'Sign in to continue.' },
  'session.expired': {
    status: 401,
    it: 'La sessione è scaduta: accedi di nuovo.',
    en: 'Your session has expired: sign in again.',
  },
  'login.wrong': { status: 401, it: 'Nome utente o password non corretti.', en: 'Wrong user name or password.' },
  'login.notHere': {
    status: 403,
    it: 'Gli account si gestiscono nel sistema di accesso aziendale.',
    en: 'Accounts are managed at your identity provider.',
  },
  'access.forbidden': {
    status: 403,
    it: 'Il tuo ruolo non permette questa operazione.',
    en: 'Your role does not allow this.',
  },
  'access.readonly': {
    status: 403,
    it: 'Hai la sola lettura su questo marchio.',
    en: 'You have read-only access to this brand.',
  },
  'access.folderType': {
    status: 403,
    it: 'Non hai il permesso su questo marchio e tipo di cartella.',
    en: 'You have no permission on this brand and folder type.',
  },
  'origin.refused': {
    status: 403,
    it: 'Richiesta non ammessa da questo indirizzo.',
    en: 'Request not allowed from this address.',
  },
  notFound: { status: 404, it: 'Elemento non trovato.', en: 'Not found.' },
  'customer.notFound': {
    status: 404,
    it: 'Nel DMS non c’è questo cliente.',
    en: 'The DMS has no such customer.',
  },
  'customer.dmsOnly': {
    status: 409,
    it: 'Questa concessionaria cerca i clienti solo nel DMS.',
    en: 'This dealer looks customers up in the DMS only.',
  },
  'dossier.notLinked': {
    status: 409,
    it: 'Il cliente non è collegato al sistema RSP: non c’è nulla da sincronizzare.',
    en: 'The customer is not linked to the RSP system: there is nothing to synchronize.',
  },
  'rsp.unavailable': {
    status: 503,
    it: 'Il sistema RSP non risponde: riprova tra poco. Il resto del portale continua a funzionare.',
    en: 'The RSP system does not answer: try again shortly. Everything else keeps working.',
  },
  'dms.unavailable': {
    status: 503,
    it: 'Il sistema DMS non risponde: riprova tra poco. Il resto del portale continua a funzionare.',
    en: 'The DMS does not answer: try again shortly. Everything else keeps working.',
  },
  'dealers.unavailable': {
    status: 503,
    it: 'L’elenco delle concessionarie non risponde: riprova tra poco.',
    en: 'The directory of dealers does not answer: try again shortly.',
  },
  'dossier.notFound': { status: 404, it: 'Cliente non trovato.', en: 'Customer not found.' },
  'folder.notFound': { status: 404, it: 'Cartella non trovata.', en: 'Folder not found.' },
  'document.notFound': { status: 404, it: 'Documento non trovato.', en: 'Document not found.' },
  'user.notFound': { status: 404, it: 'Utente non trovato.', en: 'User not found.' },
  'video.notFound': { status: 404, it: 'Video non trovato.', en: 'Video not found.' },
  'document.noFile': { status: 404, it: 'Il documento non ha un file.', en: 'The document has no file.' },
  'document.notSigned': { status: 404, it: 'La copia firmata non c’è ancora.', en: 'There is no signed copy yet.' },
  'dossier.invalid': { status: 400, it: 'Controlla i dati del cliente.', en: 'Check the customer’s data.' },
  'folder.invalid': { status: 400, it: 'Controlla i dati della cartella.', en: 'Check the folder’s data.' },
  'document.invalid': { status: 400, it: 'Controlla i dati del documento.', en: 'Check the document’s data.' },
  'user.invalid': { status: 400, it: 'Controlla i dati dell’utente.', en: 'Check the user’s data.' },
  'video.invalid': { status: 400, it: 'Controlla i dati del video.', en: 'Check the video’s data.' },
  'user.lastAdmin': {
    status: 409,
    it: 'È l’ultimo amministratore attivo: prima nominane un altro.',
    en: 'This is the last active administrator: appoint another one first.',
  },
  'user.ownAccess': {
    status: 409,
    it: 'Non puoi disattivarti né toglierti il ruolo di amministratore: chiedi a un altro amministratore.',
    en: 'You cannot deactivate yourself or give up your administrator role: ask another administrator.',
  },
  'folder.closed': {
    status: 409,
    it: 'La cartella è chiusa: riaprila per aggiungere documenti o avviare firme.',
    en: 'The folder is closed: reopen it to add documents or start signatures.',
  },
  'conflict.hasFolders': {
    status: 409,
    it: 'Il cliente ha delle cartelle: non si può eliminare.',
    en: 'The customer has folders and cannot be deleted.',
  },
  'conflict.hasDocuments': {
    status: 409,
    it: 'La cartella contiene documenti: non si può eliminare.',
    en: 'The folder has documents and cannot be deleted.',
  },
  'conflict.hasJobId': {
    status: 409,
    it: 'La cartella è collegata a una lavorazione: non si può eliminare.',
    en: 'The folder is linked to a job and cannot be deleted.',
  },
  'conflict.signingStarted': {
    status: 409,
    it: 'La firma è già stata avviata: il documento non si può eliminare.',
    en: 'Signing was started: the document cannot be deleted.',
  },
  'conflict.signingRuns': {
    status: 409,
    it: 'Una firma è in corso: annullala o attendi che si concluda, poi elimina.',
    en: 'A signature is running: cancel it or wait until it ends, then delete.',
  },
  'conflict.notDraft': { status: 409, it: 'Si possono eliminare solo le bozze.', en: 'Only drafts can be deleted.' },
  'conflict.stale': {
    status: 409,
    it: 'Il dato è stato modificato nel frattempo: ricarica e riprova.',
    en: 'It was changed in the meantime: reload and try again.',
  },
  'file.tooLarge': {
    status: 413,
    it: 'Il file supera i 25 MB: scegli un file più piccolo.',
    en: 'The file is larger than 25 MB: choose a smaller one.',
  },
  'file.empty': { status: 422, it: 'Il file è vuoto.', en: 'The file is empty.' },
  'file.notBase64': {
    status: 422,
    it: 'Il contenuto del file non è leggibile: caricalo di nuovo.',
    en: 'The file’s content cannot be read: upload it again.',
  },
  'file.type': {
    status: 422,
    it: 'Tipo di file non ammesso. File accettati: {accepted}.',
    en: 'File type not allowed. Accepted files: {accepted}.',
  },
  'file.mismatch': {
    status: 422,
    it: 'Il contenuto del file non corrisponde al nome o al tipo dichiarato.',
    en: 'The file’s content does not match its name or declared type.',
  },
  'file.sizeMismatch': {
    status: 422,
    it: 'La dimensione dichiarata non corrisponde al file.',
    en: 'The declared size does not match the file.',
  },
  'file.range': {
    status: 416,
    it: 'La parte di file richiesta non esiste.',
    en: 'The requested part of the file does not exist.',
  },
  'file.pixels': {
    status: 422,
    it: 'L’immagine è troppo grande: riducila e riprova.',
    en: 'The image is too large: make it smaller and try again.',
  },
  'pdf.notPdf': { status: 422, it: 'Il file non è un PDF.', en: 'The file is not a PDF.' },
  'pdf.broken': {
    status: 422,
    it: 'Il PDF è danneggiato e non si può aprire: esportalo di nuovo.',
    en: 'The PDF is damaged and cannot be opened: export it again.',
  },
  'pdf.encrypted': {
    status: 422,
    it: 'Il PDF è protetto da password: carica una copia senza protezione.',
    en: 'The PDF is password protected: upload an unprotected copy.',
  },
  'pdf.active': {
    status: 422,
    it: 'Il PDF contiene elementi attivi (script, moduli dinamici, contenuti che cambiano) e non si può firmare: stampalo in PDF e riprova.',
    en: 'The PDF has active content (scripts, dynamic forms, changing content) and cannot be signed: print it to PDF and try again.',
  },
  'pdf.tooLarge': {
    status: 422,
    it: 'Il PDF è troppo complesso per essere firmato.',
    en: 'The PDF is too complex to be signed.',
  },
  'pdf.timeout': {
    status: 422,
    it: 'Il controllo del PDF ha richiesto troppo tempo: esportalo di nuovo e riprova.',
    en: 'Checking the PDF took too long: export it again and retry.',
  },
  'pdf.tooManyPages': { status: 422, it: 'Il PDF ha troppe pagine.', en: 'The PDF has too many pages.' },
  'pdf.alreadySigned': {
    status: 422,
    it: 'Il PDF contiene già una firma: carica il file prima della firma.',
    en: 'The PDF is already signed: upload the file as it was before.',
  },
  'life.notReady': {
    status: 409,
    it: 'Il documento non è in stato Da Avviare.',
    en: 'The document is not ready to sign.',
  },
  'life.alreadyStarted': { status: 409, it: 'La firma è già stata avviata.', en: 'Signing was already started.' },
  'life.notSignable': { status: 409, it: 'Il documento non è firmabile.', en: 'The document is not signable.' },
  'life.noSignatureType': { status: 409, it: 'Scegli prima il tipo di firma.', en: 'Choose a signature type first.' },
  'life.notPdf': { status: 409, it: 'Si firmano solo i PDF.', en: 'Only PDF files can be signed.' },
  'life.folderClosed': { status: 409, it: 'La cartella è chiusa.', en: 'The folder is closed.' },
  'life.notEditable': {
    status: 409,
    it: 'Modifica non disponibile: si modifica solo in Bozza o Concluso.',
    en: 'Editing is possible only in Draft or Finished.',
  },
  'life.notWaiting': {
    status: 409,
    it: 'Il documento non è in attesa di firma.',
    en: 'The document is not waiting for a signature.',
  },
  'life.notExpired': { status: 409, it: 'Il documento non è scaduto.', en: 'The document has not expired.' },
  'life.alreadySigned': {
    status: 409,
    it: 'Sul documento c’è già una firma: non si può riportare in bozza.',
    en: 'The document already carries a signature and cannot go back to draft.',
  },
  'life.notSignedYet': { status: 409, it: 'Il documento non è ancora firmato.', en: 'The document is not signed yet.' },
  'life.feaModuleMissing': {
    status: 409,
    it: 'Serve una firma elettronica avanzata (FEA): prima va generato e firmato il modulo FEA del cliente.',
    en: 'An advanced electronic signature (FEA) is needed: the customer’s FEA module must be generated and signed first.',
  },
  'life.feaModuleUnsigned': {
    status: 409,
    it: 'Prima va firmato il modulo FEA n. {feaModuleId}.',
    en: 'FEA module no. {feaModuleId} must be signed first.',
  },
  'life.noDevice': {
    status: 409,
    it: 'Nessun dispositivo attivato per la firma grafometrica: attivane uno oppure scegli la firma con OTP.',
    en: 'No activated device for graphometric signing: activate one or choose to sign by OTP.',
  },
  'fea.notRequired': {
    status: 409,
    it: 'Per questo documento il modulo FEA non serve.',
    en: 'This document needs no FEA module.',
  },
  'fea.dataMissing': {
    status: 422,
    it: 'Nell’anagrafica del cliente mancano dati necessari per il modulo FEA: completali e riprova.',
    en: 'The customer lacks data that the FEA module needs: complete them and try again.',
  },
  'fea.noModuleYet': {
    status: 409,
    it: 'I dati del cliente sono completi, ma questa installazione non genera ancora il modulo FEA.',
    en: 'The customer’s data are complete, but this installation does not generate the FEA module yet.',
  },
  'signing.phoneMissing': {
    status: 409,
    it: 'Manca il cellulare del cliente: completalo prima di avviare la firma.',
    en: 'The customer’s mobile number is missing: add it before starting.',
  },
  'signing.preparationFailed': {
    status: 409,
    it: 'Il documento non si è potuto preparare per la firma.',
    en: 'The document could not be prepared for signing.',
  },
  'signing.sealingDelayed': {
    status: 409,
    it: 'La firma è stata data; il sigillo è in ritardo e viene ritentato da solo.',
    en: 'The signature was given; the seal is late and is being retried.',
  },
  'signing.declined': { status: 409, it: 'Chi doveva firmare ha rifiutato.', en: 'The signer declined.' },
  'signing.notMe': {
    status: 409,
    it: 'Chi ha aperto il link segnala di non essere la persona indicata.',
    en: 'Whoever opened the link says they are not the person named.',
  },
  'signing.cancelled': {
    status: 409,
    it: 'La firma è stata annullata dalla concessionaria.',
    en: 'The dealer cancelled the signature.',
  },
  'signing.locked': {
    status: 409,
    it: 'Troppi codici sbagliati: la firma è bloccata. Contatta la concessionaria.',
    en: 'Too many wrong codes: signing is locked. Contact the dealer.',
  },
  'signing.unknownLink': {
    status: 404,
    it: 'Questo link non è valido o non è più attivo.',
    en: 'This link is not valid or no longer active.',
  },
  'signing.notYours': {
    status: 409,
    it: 'La firma è già in corso su un altro dispositivo.',
    en: 'Signing is already in progress on another device.',
  },
  'signing.notRead': {
    status: 409,
    it: 'Apri e leggi il documento prima di firmare.',
    en: 'Open and read the document before signing.',
  },
  'signing.pointMissing': {
    status: 400,
    it: 'Conferma tutti i punti prima di firmare.',
    en: 'Confirm every point before signing.',
  },
  'signing.alreadySigned': { status: 409, it: 'Hai già firmato.', en: 'You have already signed.' },
  'signing.closed': { status: 409, it: 'Questa firma non è più aperta.', en: 'This signature is no longer open.' },
  'otp.wrong': { status: 422, it: 'Codice non corretto.', en: 'Wrong code.' },
  'otp.expired': {
    status: 422,
    it: 'Il codice è scaduto: richiedine un altro.',
    en: 'The code has expired: ask for another.',
  },
  'otp.none': { status: 409, it: 'Richiedi prima il codice.', en: 'Ask for a code first.' },
  'otp.tooSoon': {
    status: 429,
    it: 'Hai appena ricevuto un codice: aspetta prima di chiederne un altro.',
    en: 'You were just sent a code: wait before asking for another.',
  },
  'otp.tooMany': {
    status: 429,
    it: 'Hai chiesto troppi codici: contatta la concessionaria.',
    en: 'Too many codes requested: contact the dealer.',
  },
  'otp.noneLeft': {
    status: 409,
    it: 'In questo momento non possiamo inviare altri codici: contatta la concessionaria.',
    en: 'No more codes can be sent at the moment: contact the dealer.',
  },
  'quota.otpSpent': {
    status: 409,
    it: 'I codici OTP acquistati sono esauriti: per avviare altre firme va rinnovato il servizio OTP.',
    en: 'All purchased OTP codes have been used: renew the OTP service to start more signatures.',
  },
  'quota.otpExpired': {
    status: 409,
    it: 'Il servizio OTP non è più attivo: per avviare altre firme va rinnovato.',
    en: 'The OTP service is no longer active: renew it to start more signatures.',
  },
  'quota.spaceSpent': {
    status: 409,
    it: 'Lo spazio disponibile è esaurito: elimina documenti che non servono o amplia il servizio di spazio.',
    en: 'There is no space left: delete documents you do not need or extend the space service.',
  },
  'quota.spaceExpired': {
    status: 409,
    it: 'Il servizio di spazio è scaduto: per caricare altri documenti va rinnovato.',
    en: 'The space service has expired: renew it to upload more documents.',
  },
  'quota.archiveSpent': {
    status: 409,
    it: 'Lo spazio di archiviazione è esaurito: amplia il servizio oppure togli “Archiviabile” dal documento.',
    en: 'There is no archive space left: extend the service or make the document not archivable.',
  },
  'quota.archiveExpired': {
    status: 409,
    it: 'Il servizio di archiviazione è scaduto: va rinnovato, oppure togli “Archiviabile” dal documento.',
    en: 'The archive service has expired: renew it, or make the document not archivable.',
  },
  'legalEntity.notFound': { status: 404, it: 'Entità legale non trovata.', en: 'Legal entity not found.' },
  'service.invalid': { status: 400, it: 'Controlla i dati del servizio.', en: 'Check the service’s data.' },
  'service.notFound': { status: 404, it: 'Servizio non trovato.', en: 'Service not found.' },
  'license.invalid': { status: 400, it: 'Controlla i dati della licenza.', en: 'Check the licence’s data.' },
  'license.notFound': { status: 404, it: 'Licenza non trovata.', en: 'Licence not found.' },
  'license.noFile': { status: 404, it: 'La licenza non ha un file.', en: 'The licence has no file.' },
  'license.fileTooLarge': {
    status: 413,
    it: 'Il file della licenza supera 1 MB.',
    en: 'The licence file is larger than 1 MB.',
  },
  'license.fileInvalid': {
    status: 422,
    it: 'Il file della licenza non è leggibile: serve un file .afgclic non vuoto.',
    en: 'The licence file cannot be read: a non-empty .afgclic file is needed.',
  },
  'license.noSeat': {
    status: 409,
    it: 'La licenza non ha altre attivazioni disponibili.',
    en: 'The licence has no activations left.',
  },
  'license.expired': { status: 409, it: 'La licenza è scaduta.', en: 'The licence has expired.' },
  'license.seatsTaken': {
    status: 409,
    it: 'Le attivazioni in uso sono più di quelle indicate: eliminane prima qualcuna.',
    en: 'More activations are in use than that: delete some first.',
  },
  'license.hasActivations': {
    status: 409,
    it: 'La licenza ha delle attivazioni: eliminale prima.',
    en: 'The licence has activations: delete them first.',
  },
  'activation.invalid': {
    status: 400,
    it: 'Controlla i dati dell’attivazione.',
    en: 'Check the activation’s data.',
  },
  'activation.notFound': { status: 404, it: 'Attivazione non trovata.', en: 'Activation not found.' },
  'activation.deleted': {
    status: 409,
    it: 'L’attivazione è stata cancellata: non si può più modificare.',
    en: 'The activation was deleted and can no longer be changed.',
  },
  'idempotency.otherRequest': {
    status: 422,
    it: 'Questa Idempotency-Key è già stata usata per un’altra richiesta.',
    en: 'This Idempotency-Key was already used for another request.',
  },
  'idempotency.rightsChanged': {
    status: 409,
    it: 'Dopo la prima richiesta con questa Idempotency-Key i tuoi permessi sono cambiati: verifica se l’elemento esiste già.',
    en: 'Your permissions have changed since the first request with this Idempotency-Key: check whether the item already exists.',
  },
  'system.full': {
    status: 507,
    it: 'Lo spazio sul server è esaurito: nulla è stato salvato. La consultazione continua a funzionare; avvisa chi gestisce il portale.',
    en: 'The server has run out of space: nothing was saved. Reading still works; tell whoever runs the portal.',
  },
  'system.unavailable': {
    status: 503,
    it: 'Servizio momentaneamente non disponibile: riprova tra poco.',
    en: 'Service temporarily unavailable: try again shortly.',
  },
  'system.defect': {
    status: 500,
    it: 'Qualcosa non ha funzionato. Riprova; se continua, comunica il codice indicato.',
    en: 'Something went wrong. Try again; if it persists, quote the code shown.',
  },
} as const satisfies Record<string, RefusalText>;
export type RefusalCode = keyof typeof REFUSALS;

/** One field that was refused (specification §8: objectName, field, message). */
export interface FieldError {
  objectName: string;
  field: string;
  code: string;
  message: string;
}

/** An expected refusal; anything else that is thrown is a defect and answers 500. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly fieldErrors: readonly FieldIssue[];
  readonly parameters: Readonly<Record<string, string | number>>;
  /** Members added to the answer's body (`attemptsLeft`, `retryAfter` in seconds). */
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(
    code: RefusalCode,
    options: {
      fieldErrors?: readonly FieldIssue[];
      parameters?: Record<string, string | number>;
      extra?: Record<string, unknown>;
    } = {},
  ) {
    super(code);
    this.code = code;
    this.fieldErrors = options.fieldErrors ?? [];
    this.parameters = options.parameters ?? {};
    this.extra = options.extra ?? {};
  }

  get status(): number {
    return REFUSALS[this.code].status;
  }
}

/** A field refusal before it gets its words. */
export interface FieldIssue {
  objectName: string;
  field: string;
  /** A message of its own, or the refusal whose words say why this field is refused (a file). */
  code: FieldMessageCode | RefusalCode;
  parameters?: Readonly<Record<string, string | number>>;
}

export function fill(text: string, parameters: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(parameters[name] ?? whole));
}

/** A missing field with its label, where one is known (specification §5). */
const REQUIRED_BY_NAME = { it: '{path} è un campo obbligatorio', en: '{path} is a required field' } as const;

/** @param label the field's word in that language; forms that show it beside the message leave it out. */
export function fieldMessage(issue: FieldIssue, language: Language, label?: string): string {
  if (issue.code === 'required' && label !== undefined) return fill(REQUIRED_BY_NAME[language], { path: label });
  const words: { it: string; en: string } =
    issue.code in FIELD_MESSAGES ? FIELD_MESSAGES[issue.code as FieldMessageCode] : REFUSALS[issue.code as RefusalCode];
  return fill(words[language], { field: issue.field, ...issue.parameters });
}

export function refusalText(refusal: Refusal, language: Language): string {
  return fill(REFUSALS[refusal.code][language], refusal.parameters);
}
