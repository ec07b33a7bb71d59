/** Refusals about customers, folders, documents, users, services, licences, videos and other systems. */
import type { RefusalText } from './text.ts';

export const RECORD_REFUSALS = {
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
  'document.noTemplate': {
    status: 409,
    it: 'Per questo tipo di documento non c’è un modello da compilare: nella configurazione va previsto il caricamento del file.',
    en: 'There is no template for this type of document: the configuration has to provide for uploading its file.',
  },
  'document.notGenerated': {
    status: 409,
    it: 'Questo tipo di documento non si compila nel portale: il suo file va caricato.',
    en: 'This type of document is not filled in here: its file has to be uploaded.',
  },
  'document.notSigned': { status: 404, it: 'La copia firmata non c’è ancora.', en: 'There is no signed copy yet.' },
  'dossier.invalid': { status: 400, it: 'Controlla i dati del cliente.', en: 'Check the customer’s data.' },
  'withdrawal.invalid': { status: 400, it: 'Controlla i dati della revoca.', en: 'Check the withdrawal’s data.' },
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
  'folder.noFiles': {
    status: 409,
    it: 'La cartella non contiene file da scaricare.',
    en: 'The folder has no files to download.',
  },
  'folder.tooLarge': {
    status: 409,
    it: 'I file della cartella superano i 4 GB di uno ZIP: scarica i documenti uno per uno.',
    en: 'The folder’s files exceed the 4 GB of a ZIP: download the documents one by one.',
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
} as const satisfies Record<string, RefusalText>;
