/** Refusals of a document’s life and of signing (P-5, P-7, P-9). */
import type { RefusalText } from './text.ts';

export const SIGNING_REFUSALS = {
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
  'tablet.notFound': {
    status: 404,
    it: 'Questo tablet non è attivo nella sede del documento.',
    en: 'This tablet is not active at the document’s dealer.',
  },
  'tablet.taken': {
    status: 409,
    it: 'Il cliente sta già firmando sul tablet: per toglierlo annulla la firma.',
    en: 'The customer is signing on the tablet already: cancel the signature to take it away.',
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
  'fea.identityMissing': {
    status: 422,
    it: 'Per il modulo FEA serve il documento d’identità di chi firma: indica tipo, numero, chi l’ha rilasciato, quando e la scadenza.',
    en: 'The FEA module needs the signer’s identity document: give its type, number, issuer, issue date and expiry date.',
  },
  'paper.incomplete': {
    status: 409,
    it: 'Al documento mancano dei dati o alcuni non vanno più bene: riportalo in bozza e completali.',
    en: 'The document lacks data, or some of it no longer fits: take it back to draft and complete it.',
  },
  'signing.severalCustomers': {
    status: 409,
    it: 'Questo documento va firmato da più clienti, e qui può firmarne uno solo: carica il file firmato, oppure prepara un documento per ciascuno.',
    en: 'Several customers sign this document, and only one can sign here: upload the signed file, or make one document for each.',
  },
  'signing.phoneMissing': {
    status: 409,
    it: 'Manca il cellulare del cliente: completalo prima di avviare la firma.',
    en: 'The customer’s mobile number is missing: add it before starting.',
  },
  'consents.pushFailed': {
    status: 409,
    it: 'I consensi non sono arrivati al sistema del titolare: si riprova da soli ogni ora, oppure subito dalla pagina del cliente.',
    en: 'The consents did not reach the controller’s system: it is tried again every hour, or at once from the customer’s page.',
  },
  'consents.nothingToPush': {
    status: 409,
    it: 'Non ci sono consensi da inviare di nuovo.',
    en: 'There are no consents to send again.',
  },
  'consents.notGranted': {
    status: 409,
    it: 'Il consenso risulta già negato o revocato.',
    en: 'The consent is denied or withdrawn already.',
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
    it: 'Troppi codici sbagliati: la firma è bloccata. La concessionaria può avviarne un’altra.',
    en: 'Too many wrong codes: signing is locked. The dealer can start another signature.',
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
  'signing.remindedRecently': {
    status: 429,
    it: 'Il link è appena stato inviato: puoi sollecitare di nuovo dalle {time} del {day}.',
    en: 'The link was just sent: you can send it again from {time} on {day}.',
  },
  'signing.remindedEnough': {
    status: 429,
    it: 'Per questa firma sono già partiti {count} solleciti in 24 ore: il prossimo può partire dalle {time} del {day}.',
    en: '{count} reminders were already sent for this signature within 24 hours: the next one may go from {time} on {day}.',
  },
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
} as const satisfies Record<string, RefusalText>;
