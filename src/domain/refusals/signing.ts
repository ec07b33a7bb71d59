/** Refusals of a document’s life cycle and of signing. */
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
    en: 'The document is not awaiting a signature.',
  },
  'signing.changedMeanwhile': {
    status: 409,
    it: 'Il documento o il cliente è cambiato nel frattempo: aggiorna la pagina e riprova.',
    en: 'The document or the customer has changed in the meantime: refresh the page and try again.',
  },
  'signing.signersMissing': {
    status: 409,
    it: 'Indica prima chi firma per la concessionaria.',
    en: 'First choose who signs for the dealer.',
  },
  'signing.signerUnfit': {
    status: 409,
    it: 'La persona scelta per firmare non è attiva, non ha il ruolo o non lavora per questa concessionaria.',
    en: 'The person chosen to sign is not active, does not have the role or does not work for this dealer.',
  },
  'signing.signerSigned': {
    status: 409,
    it: 'Questa persona ha già firmato: non si può più sostituire.',
    en: 'This person has already signed and can no longer be replaced.',
  },
  'signing.customerFirst': {
    status: 409,
    it: 'Prima firma il cliente: ti avvisiamo quando tocca a te.',
    en: 'The customer signs first: we will notify you when it is your turn.',
  },
  'signing.notEntitled': {
    status: 409,
    it: 'Non puoi più firmare questo documento: il tuo ruolo o la tua concessionaria sono cambiati.',
    en: 'You can no longer sign this document: your role or your dealer has changed.',
  },
  'signing.identityNeeded': {
    status: 409,
    it: 'Conferma di nuovo la tua identità, poi firma.',
    en: 'Confirm your identity again, then sign.',
  },
  'signing.identityWrong': { status: 422, it: 'Password errata.', en: 'Wrong password.' },
  'signing.identityUnavailable': {
    status: 503,
    it: 'Il servizio di accesso non risponde: riprova tra poco.',
    en: 'The sign-in service is not responding: try again shortly.',
  },
  'signing.someoneSigned': {
    status: 409,
    it: 'Qualcuno ha già firmato: i recapiti non si correggono più. Annulla la firma e avviala di nuovo.',
    en: 'One of the signers has already signed: contacts can no longer be corrected. Cancel the signature and start it again.',
  },
  'signing.phonePrinted': {
    status: 409,
    it: 'Il Modulo FEA riporta il numero di cellulare: annulla la firma, correggi il cliente e avviala di nuovo.',
    en: 'The FEA module contains the mobile number: cancel the signature, correct the customer’s data and start it again.',
  },
  'signing.contactStaff': {
    status: 409,
    it: 'Il recapito {contact} di {name} è di una persona o di una società della rete: codice e link vanno al cliente. Correggi il recapito.',
    en: '{name}’s contact {contact} belongs to a staff member or a company of the network, but the code and link must go to the customer. Correct the contact.',
  },
  'signing.contactShared': {
    status: 409,
    it: 'Il numero {contact} di {name} è già stato usato a nome di altre persone: serve un numero del cliente.',
    en: '{name}’s number {contact} has already been used for other people: enter the customer’s own number.',
  },
  'signing.contactWord': {
    status: 409,
    it: 'Il recapito {contact} di {name} va confermato da un collega, con il proprio accesso, nella pagina del documento. Chi lo conferma non avvia la firma.',
    en: '{name}’s contact {contact} must be confirmed by a colleague, under their own account, on the document’s page. The colleague who confirms it cannot start the signature.',
  },
  'signing.contactWordFirst': {
    status: 409,
    it: 'Il recapito {contact} di {name} va confermato da un collega prima dell’avvio: annulla la firma, correggi il recapito e fallo confermare.',
    en: '{name}’s contact {contact} must be confirmed by a colleague before the signature starts: cancel the signature, correct the contact and have it confirmed.',
  },
  'signing.wordOwn': {
    status: 409,
    it: 'Questo recapito lo hai scritto tu: lo conferma un’altra persona.',
    en: 'You entered this contact yourself: another person must confirm it.',
  },
  'signing.wordOwnAccount': {
    status: 409,
    it: 'Chi ha scritto questo recapito ha creato o modificato da poco il tuo account: lo conferma un’altra persona.',
    en: 'The person who entered this contact recently created or changed your account: another person must confirm it.',
  },
  'signing.wordNotNeeded': {
    status: 409,
    it: 'Questo recapito non è, o non è più, da confermare: aggiorna la pagina.',
    en: 'This contact does not need confirmation, or no longer does: refresh the page.',
  },
  'together.otherFolder': {
    status: 409,
    it: 'Si firmano insieme solo documenti della stessa cartella: il n. {documentId} è di un’altra.',
    en: 'Only documents in the same folder can be signed together: no. {documentId} is in another folder.',
  },
  'together.otherKind': {
    status: 409,
    it: 'Il documento n. {documentId} ha un altro tipo di firma: avvia la sua firma a parte.',
    en: 'Document no. {documentId} has a different signature type: start its signature separately.',
  },
  'together.otherSigners': {
    status: 409,
    it: 'Il documento n. {documentId} va firmato anche da altre persone, o da meno: avvia la sua firma a parte.',
    en: 'Document no. {documentId} needs more or fewer signers: start its signature separately.',
  },
  'together.module': {
    status: 409,
    it: 'Il Modulo FEA si firma a parte, prima dei documenti che lo richiedono.',
    en: 'The FEA module is signed separately, before the documents that require it.',
  },
  'together.byHand': {
    status: 409,
    it: 'Con la firma grafometrica si firma un documento alla volta.',
    en: 'With graphometric signatures, documents are signed one at a time.',
  },
  'together.sameForm': {
    status: 409,
    it: 'Il documento n. {documentId} chiede gli stessi consensi di un altro: avvia la sua firma a parte.',
    en: 'Document no. {documentId} asks for the same consents as another: start its signature separately.',
  },
  'together.sameFile': {
    status: 409,
    it: 'Il documento n. {documentId} ha lo stesso contenuto di un altro: il cliente firmerebbe due volte la stessa cosa.',
    en: 'Document no. {documentId} has the same content as another: the customer would sign the same thing twice.',
  },
  'together.started': {
    status: 409,
    it: 'La firma del documento n. {documentId} è già stata avviata in altro modo: annullala prima di avviarle insieme.',
    en: 'The signature of document no. {documentId} was already started in another way: cancel it before starting them together.',
  },
  'life.notExpired': { status: 409, it: 'Il documento non è scaduto.', en: 'The document has not expired.' },
  'life.alreadySigned': {
    status: 409,
    it: 'Sul documento c’è già una firma: non si può riportare in bozza.',
    en: 'The document already has a signature and cannot be returned to draft.',
  },
  'life.notSignedYet': { status: 409, it: 'Il documento non è ancora firmato.', en: 'The document is not signed yet.' },
  'life.feaModuleMissing': {
    status: 409,
    it: 'Serve una firma elettronica avanzata (FEA): prima va generato e firmato il Modulo FEA del cliente.',
    en: 'An advanced electronic signature (FEA) is needed: the customer’s FEA module must be generated and signed first.',
  },
  'life.feaModuleUnsigned': {
    status: 409,
    it: 'Prima va firmato il Modulo FEA n. {feaModuleId}.',
    en: 'FEA module no. {feaModuleId} must be signed first.',
  },
  'life.feaModuleSigning': {
    status: 409,
    it: 'Il Modulo FEA n. {feaModuleId} è in firma: appena il cliente lo firma puoi avviare la firma di questo documento.',
    en: 'FEA module no. {feaModuleId} is being signed: you can start this document’s signature as soon as the customer has signed it.',
  },
  'life.feaCoSigner': {
    status: 409,
    it: 'Anche chi firma con il cliente deve aver aderito alla FEA: manca l’adesione di {name}.',
    en: 'People who sign together with the customer must also have adhered to FEA: the adherence of {name} is missing.',
  },
  'life.noDevice': {
    status: 409,
    it: 'Nessun dispositivo attivato per la firma grafometrica: attivane uno oppure scegli la firma con OTP.',
    en: 'No activated device for graphometric signing: activate one, or choose to sign by OTP.',
  },
  'life.customersSigned': {
    status: 409,
    it: 'I clienti hanno già firmato: il personale firma nel portale, non con il QR.',
    en: 'The customers have already signed: staff sign in the portal, not by QR code.',
  },
  'life.noCustodian': {
    status: 409,
    it: 'La firma grafometrica non è attiva: scegli la firma con OTP.',
    en: 'Graphometric signatures are not active: choose signature by OTP.',
  },
  'life.tabletOnly': {
    status: 409,
    it: 'La firma grafometrica si appone sul tablet della concessionaria, non con il QR.',
    en: 'A graphometric signature is made on the dealer’s tablet, not by QR code.',
  },
  'evidence.noHead': {
    status: 503,
    it: 'Il pacchetto prove non è ancora completo: manca la marca temporale della catena degli eventi. Riprova tra qualche minuto.',
    en: 'The evidence bundle is not complete yet: the timestamp of the chain of events is missing. Try again in a few minutes.',
  },
  'evidence.headRefused': {
    status: 503,
    it: 'La catena degli eventi non corrisponde alle copie conservate fuori dal database: avvisa chi gestisce il sistema.',
    en: 'The chain of events does not match the copies kept outside the database: inform the system’s administrators.',
  },
  'evidence.headNotFound': {
    status: 404,
    it: 'La catena degli eventi non ha una testa con questo numero di eventi.',
    en: 'The chain of events has no head with this number of events.',
  },
  'evidence.noSeal': {
    status: 503,
    it: 'Il tracciato provvisorio non si può sigillare adesso: il servizio di marcatura temporale non risponde. Riprova tra qualche minuto.',
    en: 'The interim trail cannot be sealed now: the timestamp authority is not responding. Try again in a few minutes.',
  },
  'tablet.notFound': {
    status: 404,
    it: 'Questo tablet non è attivo nella sede del documento.',
    en: 'This tablet is not active at the document’s dealer.',
  },
  'tablet.taken': {
    status: 409,
    it: 'Il cliente sta già firmando sul tablet: per toglierlo annulla la firma.',
    en: 'The customer is already signing on the tablet: to remove the document, cancel the signature.',
  },
  'tablet.notStarted': {
    status: 409,
    it: 'Il documento non si può aprire ora: rivolgiti al personale.',
    en: 'The document cannot be opened now: please ask the staff.',
  },
  'fea.notRequired': {
    status: 409,
    it: 'Per questo documento il Modulo FEA non serve.',
    en: 'This document needs no FEA module.',
  },
  'fea.notActive': {
    status: 409,
    it: 'Non c’è un’adesione FEA attiva da revocare.',
    en: 'There is no active FEA adherence to revoke.',
  },
  'fea.moduleExists': {
    status: 409,
    it: 'Il Modulo FEA di questo documento c’è già: la copia del documento d’identità non è stata conservata. Per aggiungerla elimina il modulo, se non è ancora in firma, e generalo di nuovo.',
    en: 'This document already has a FEA module: the copy of the identity document was not kept. To add it, delete the module, unless it is being signed, and generate it again.',
  },
  'fea.noRequest': {
    status: 409,
    it: 'A questa revoca non è allegata una richiesta.',
    en: 'There is no request attached to this revocation.',
  },
  'fea.nothingToCopy': {
    status: 409,
    it: 'Con questo codice fiscale il cliente non ha mai aderito alla FEA: non c’è documentazione da consegnare.',
    en: 'With this codice fiscale the customer has never adhered to FEA: there are no records to hand over.',
  },
  'fea.copyTooLarge': {
    status: 409,
    it: 'La documentazione supera i 4 GB di uno ZIP: scarica i documenti uno per uno.',
    en: 'The records exceed the 4 GB limit of a ZIP file: download the documents one by one.',
  },
  'adherence.invalid': { status: 400, it: 'Controlla i dati della revoca.', en: 'Check the revocation’s data.' },
  'signing.feaRevoked': {
    status: 409,
    it: 'La firma è stata annullata: il cliente ha revocato l’adesione alla FEA.',
    en: 'The signature was cancelled: the customer has revoked the adherence to FEA.',
  },
  'fea.dataMissing': {
    status: 422,
    it: 'Nell’anagrafica del cliente mancano dati necessari per il Modulo FEA: completali e riprova.',
    en: 'The customer’s record lacks data that the FEA module requires: complete it and try again.',
  },
  'fea.identityMissing': {
    status: 422,
    it: 'Per il Modulo FEA serve il documento d’identità di chi firma: indica tipo, numero, chi l’ha rilasciato, quando e la scadenza.',
    en: 'The FEA module requires the signer’s identity document: enter its type, number, issuer, issue date and expiry date.',
  },
  'paper.incomplete': {
    status: 409,
    it: 'Al documento mancano dei dati o alcuni non vanno più bene: riportalo in bozza e completali.',
    en: 'Some of the document’s data is missing or no longer valid: return it to draft and complete it.',
  },
  'fea.identityExpired': {
    status: 422,
    it: 'Il documento d’identità è scaduto: per il Modulo FEA ne serve uno valido.',
    en: 'The identity document has expired: the FEA module requires a valid one.',
  },
  'paper.identityExpired': {
    status: 409,
    it: 'Il documento d’identità è scaduto: riporta il modulo in bozza e indicane uno valido.',
    en: 'The identity document has expired: return the module to draft and enter a valid one.',
  },
  'places.generated': {
    status: 409,
    it: 'Il portale prepara questo documento con le firme già al loro posto.',
    en: 'The portal generates this document with its signatures already in place.',
  },
  'places.inFile': {
    status: 409,
    it: 'Il file ha già un campo per la firma: il cliente firma lì.',
    en: 'The file already has a signature field: the customer signs there.',
  },
  'places.unread': {
    status: 503,
    it: 'Il file non si legge in questo momento e non si sa dove va firmato: riprova tra qualche minuto.',
    en: 'The file cannot be read at the moment to find where it is to be signed: try again in a few minutes.',
  },
  'signing.phoneMissing': {
    status: 409,
    it: 'Manca il cellulare del cliente: completalo prima di avviare la firma.',
    en: 'The customer’s mobile number is missing: add it before starting the signature.',
  },
  'signing.phoneCountry': {
    status: 409,
    it: 'Al numero di {name} non si inviano codici: serve un cellulare di un Paese ammesso. Correggilo, poi avvia la firma.',
    en: 'Codes cannot be sent to {name}’s number: it must be a mobile number from a supported country. Correct it, then start the signature.',
  },
  'consents.pushFailed': {
    status: 409,
    it: 'I consensi non sono arrivati al sistema del titolare: l’invio si ripete da solo ogni ora, oppure subito dalla pagina del cliente.',
    en: 'The consents did not reach the controller’s system: sending is repeated every hour, or immediately from the customer’s page.',
  },
  'consents.nothingToPush': {
    status: 409,
    it: 'Non ci sono consensi da inviare di nuovo.',
    en: 'There are no consents to send again.',
  },
  'consents.notGranted': {
    status: 409,
    it: 'Il consenso risulta già negato o revocato.',
    en: 'The consent has already been denied or withdrawn.',
  },
  'signing.preparationFailed': {
    status: 409,
    it: 'Il documento non si è potuto preparare per la firma: avviala di nuovo; se succede ancora, scrivi all’assistenza.',
    en: 'The document could not be prepared for signing: start it again; if this happens again, contact support.',
  },
  'signing.fileUnprepared': {
    status: 409,
    it: 'Il PDF non si può preparare per la firma, e riprovare non serve: esportalo o stampalo di nuovo in PDF e carica il nuovo file come nuovo documento.',
    en: 'The PDF cannot be prepared for signing, and trying again will not help: export or print it to PDF again and upload the new file as a new document.',
  },
  'signing.otherFileUnprepared': {
    status: 409,
    it: 'Un altro documento della stessa firma non si può preparare: avvia la firma senza quello.',
    en: 'Another document of the same signature cannot be prepared: start the signature without it.',
  },
  'signing.sealingDelayed': {
    status: 409,
    it: 'La firma è stata data; il sigillo è in ritardo: il portale riprova da solo.',
    en: 'The document has been signed, but sealing is delayed: the portal will retry automatically.',
  },
  'signing.declined': { status: 409, it: 'Chi doveva firmare ha rifiutato.', en: 'The signer declined.' },
  'signing.notMe': {
    status: 409,
    it: 'Chi ha aperto il link segnala di non essere la persona indicata.',
    en: 'The person who opened the link reports that they are not the person named.',
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
  'qr.unknown': {
    status: 404,
    it: 'Questo codice non è valido o non vale più: chiedine uno nuovo.',
    en: 'This code is not valid or no longer valid: ask for a new one.',
  },
  'qr.noRequest': {
    status: 409,
    it: 'Nessun telefono attende conferma: il tempo è finito o la richiesta è già chiusa.',
    en: 'No phone is waiting for confirmation: the time has run out or the request is already closed.',
  },
  'qr.otherNumber': {
    status: 409,
    it: 'Il numero non è quello mostrato dal telefono: se i due schermi sono diversi, rifiuta la richiesta.',
    en: 'That is not the number shown on the phone: if the two screens differ, refuse the request.',
  },
  'qr.signerUnfit': {
    status: 409,
    it: 'La persona scelta non è un cliente che deve ancora firmare questo documento.',
    en: 'The person chosen is not a customer who still has to sign this document.',
  },
  'qr.askerUnfit': {
    status: 409,
    it: 'Chi ha chiesto questo codice non può più avviare la firma: genera un nuovo codice.',
    en: 'The person who requested this code can no longer start the signature: generate a new code.',
  },
  'signing.unknownLink': {
    status: 404,
    it: 'Questo link non è valido o non è più attivo.',
    en: 'This link is not valid, or is no longer active.',
  },
  'signing.notYours': {
    status: 409,
    it: 'La firma è già in corso su un altro dispositivo.',
    en: 'Signing is already in progress on another device.',
  },
  'signing.notOpened': {
    status: 409,
    it: 'La lettura non è ancora cominciata: apri il link e premi il pulsante per leggere.',
    en: 'Reading has not begun yet: open the link and press the button to read.',
  },
  'signing.notRead': {
    status: 409,
    it: 'Apri e leggi il documento prima di firmare.',
    en: 'Open and read the document before signing.',
  },
  'signing.otherBytes': {
    status: 409,
    it: 'Ciò che questa pagina ha mostrato non è il documento da firmare: ricarica la pagina e leggilo di nuovo.',
    en: 'This page did not show the document to be signed: reload the page and read it again.',
  },
  'signing.pointMissing': {
    status: 400,
    it: 'Conferma tutti i punti prima di firmare.',
    en: 'Confirm all the signatures before signing.',
  },
  'signing.alreadySigned': { status: 409, it: 'Hai già firmato.', en: 'You have already signed.' },
  'signing.closed': { status: 409, it: 'Questa firma non è più aperta.', en: 'This signature is no longer open.' },
  'signing.byCodeOnly': {
    status: 409,
    it: 'Questo documento si firma con il codice, non a mano.',
    en: 'This document is signed with a code, not by hand.',
  },
  'signing.otherTablet': {
    status: 403,
    it: 'Questo tablet non è della concessionaria che chiede la firma: usa il suo, oppure firma con il codice.',
    en: 'This tablet does not belong to the dealer requesting the signature: use the dealer’s tablet, or sign with a code.',
  },
  'signing.bioConsent': {
    status: 409,
    it: 'Il testo sui dati biometrici è cambiato: rileggilo e, se sei d’accordo, firma di nuovo.',
    en: 'The text on biometric data has changed: read it again and, if you agree, sign again.',
  },
  'signing.handRefused': {
    status: 422,
    it: 'La firma a mano non è arrivata come deve: cancellala e ripetila.',
    en: 'The handwritten signature was not received correctly: clear it and sign again.',
  },
  'signing.remindedRecently': {
    status: 429,
    it: 'Il link è appena stato inviato: puoi sollecitare di nuovo dalle {time} del {day}.',
    en: 'The link was just sent: you can send it again from {time} on {day}.',
  },
  'signing.remindedEnough': {
    status: 429,
    it: 'Per questa firma sono già partiti {count} solleciti in 24 ore: il prossimo può partire dalle {time} del {day}.',
    en: '{count} reminders have already been sent for this signature in 24 hours: the next one can be sent from {time} on {day}.',
  },
  'signing.phoneLinksEnough': {
    status: 429,
    it: 'A questo numero sono già partiti {count} link per SMS in 24 ore: il prossimo può partire dalle {time} del {day}. Il link si può sempre copiare o mandare per e-mail.',
    en: '{count} links have already been sent to this number by SMS in 24 hours: the next one can be sent from {time} on {day}. You can always copy the link or send it by e-mail.',
  },
  'otp.wrong': { status: 422, it: 'Codice non corretto.', en: 'Wrong code.' },
  'otp.expired': {
    status: 422,
    it: 'Il codice è scaduto: richiedine un altro.',
    en: 'The code has expired: ask for another.',
  },
  'otp.none': { status: 409, it: 'Richiedi prima il codice.', en: 'Ask for a code first.' },
  'otp.phoneCountry': {
    status: 409,
    it: 'A questo numero non si inviano codici: firma a mano sul tablet della concessionaria, oppure su carta.',
    en: 'No codes are sent to this number: sign by hand on the dealer’s tablet, or on paper.',
  },
  'otp.tooSoon': {
    status: 429,
    it: 'Hai appena ricevuto un codice: aspetta prima di chiederne un altro.',
    en: 'A code has just been sent to you: wait before requesting another one.',
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
