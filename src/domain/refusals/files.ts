/** Refusals of uploaded files. */
import type { RefusalText } from './text.ts';

export const FILE_REFUSALS = {
  'file.tooLarge': {
    status: 413,
    it: 'Il file supera i 25 MB: scegli un file più piccolo.',
    en: 'The file is larger than 25 MB: choose a smaller one.',
  },
  'file.empty': {
    status: 422,
    it: 'Il file è vuoto: scegline un altro.',
    en: 'The file is empty: choose another one.',
  },
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
    it: 'Il contenuto del file non corrisponde al nome o al tipo dichiarato: controllalo e caricalo di nuovo.',
    en: 'The file’s content does not match its name or declared type: check it and upload it again.',
  },
  'file.sizeMismatch': {
    status: 422,
    it: 'La dimensione dichiarata non corrisponde al file: caricalo di nuovo.',
    en: 'The declared size does not match the file: upload it again.',
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
  'file.unreadable': {
    status: 422,
    it: 'L’immagine è danneggiata o in un formato non previsto e non si può leggere: salvala di nuovo come JPEG o PNG e riprova.',
    en: 'The image is damaged or in an unexpected format and cannot be read: save it again as JPEG or PNG and try again.',
  },
  'photo.tooLarge': {
    status: 413,
    it: 'La foto supera i 4 MB: riducila e riprova.',
    en: 'The photo is larger than 4 MB: make it smaller and try again.',
  },
  'photo.unreadable': {
    status: 422,
    it: 'La foto è danneggiata o in un formato non previsto: salvala come JPEG e riprova.',
    en: 'The photo is damaged or in an unexpected format: save it as JPEG and try again.',
  },
  'photoLink.unknown': {
    status: 404,
    it: 'Questo codice non è valido o non vale più: chiedine uno nuovo.',
    en: 'This code is not valid or no longer valid: ask for a new one.',
  },
  'photoLink.full': {
    status: 409,
    it: 'Il documento ha già tutte le foto che può contenere.',
    en: 'The document already has as many photos as it can contain.',
  },
  'pdf.notPdf': {
    status: 422,
    it: 'Il file non è un PDF: salvalo in PDF e riprova.',
    en: 'The file is not a PDF: save it as PDF and try again.',
  },
  'pdf.broken': {
    status: 422,
    it: 'Il PDF è danneggiato e non si può aprire: esportalo di nuovo.',
    en: 'The PDF is damaged and cannot be opened: export it again.',
  },
  'pdf.ambiguous': {
    status: 422,
    it: 'Il PDF non si legge in un solo modo: programmi diversi ne mostrerebbero contenuti diversi. Stampalo in PDF, controllalo e carica la copia.',
    en: 'The PDF can be read in more than one way: different programs would show different contents. Print it to PDF, check it and upload the copy.',
  },
  'pdf.encrypted': {
    status: 422,
    it: 'Il PDF è protetto da password: carica una copia senza protezione. Vale anche se si apre senza password, ma ne è vietata la stampa.',
    en: 'The PDF is password protected: upload an unprotected copy. This also applies if it opens without a password but must not be printed.',
  },
  'pdf.active': {
    status: 422,
    it: 'Il PDF contiene elementi attivi (script, moduli dinamici, contenuti che cambiano) e non si può firmare: stampalo in PDF e riprova.',
    en: 'The PDF has active content (scripts, dynamic forms, changing content) and cannot be signed: print it to PDF and try again.',
  },
  'pdf.extras': {
    status: 422,
    it: 'Il PDF contiene allegati, note o segni che non fanno parte delle pagine e non si può firmare: stampalo in PDF e riprova.',
    en: 'The PDF has attachments, notes or marks that are not part of its pages and cannot be signed: print it to PDF and try again.',
  },
  'pdf.field': {
    status: 422,
    it: 'Il campo «{field}» del modulo PDF non si può riportare com’è (lettere non disponibili, testo troppo lungo per lo spazio o scelta non chiara) e il file non si può firmare: stampalo in PDF e riprova.',
    en: 'The field “{field}” of the PDF form cannot be carried over as it is (letters not available, text too long for its space, or an unclear choice) and the file cannot be signed: print it to PDF and try again.',
  },
  'pdf.content': {
    status: 422,
    it: 'La pagina {page} del PDF è disegnata in un modo che i programmi mostrano diversamente e non si può firmare: stampa il documento in PDF e riprova.',
    en: 'Page {page} of the PDF is drawn in a way that programs show differently and cannot be signed: print the document to PDF and try again.',
  },
  'pdf.tooLarge': {
    status: 422,
    it: 'Il PDF è troppo complesso per essere firmato: stampalo in PDF o dividilo, poi riprova.',
    en: 'The PDF is too complex to be signed: print it to PDF or split it, then try again.',
  },
  'pdf.timeout': {
    status: 422,
    it: 'Il controllo del PDF ha richiesto troppo tempo: esportalo di nuovo e riprova.',
    en: 'Checking the PDF took too long: export it again and retry.',
  },
  'pdf.tooManyPages': {
    status: 422,
    it: 'Il PDF supera le 2.000 pagine: dividilo in più file.',
    en: 'The PDF has more than 2,000 pages: split it into several files.',
  },
  'pdf.drawnDifferently': {
    status: 422,
    it: 'La pagina {page} non ha lo stesso aspetto in tutti i programmi, e chi firma deve vedere quello che vedranno gli altri: esporta di nuovo il PDF con i caratteri incorporati, oppure stampalo in PDF, controllalo e carica la copia.',
    en: 'Page {page} does not look the same in all programs, and signers must see what others will see: export the PDF again with its fonts embedded, or print it to PDF, check it and upload the copy.',
  },
  'pdf.looksChanged': {
    status: 422,
    it: 'La pagina {page} cambierebbe aspetto una volta preparata per la firma: stampa il documento in PDF, controllalo e carica la copia.',
    en: 'Page {page} would look different once it is prepared for signing: print the document to PDF, check it and upload the copy.',
  },
  'pdf.imageUnreadable': {
    status: 422,
    it: 'Un’immagine della pagina {page} non si può leggere e al suo posto resterebbe un vuoto: esporta di nuovo il PDF e caricalo un’altra volta.',
    en: 'An image on page {page} cannot be read and would be missing: export the PDF again and upload it once more.',
  },
  'pdf.pagesInCheck': {
    status: 409,
    it: 'Stiamo ancora controllando le pagine del PDF ({drawn} di {pages}): riprova tra poco.',
    en: 'The pages of the PDF are still being checked ({drawn} of {pages}): try again in a moment.',
  },
  'pdf.alreadySigned': {
    status: 422,
    it: 'Il PDF contiene già una firma: carica il file prima della firma.',
    en: 'The PDF is already signed: upload the file from before it was signed.',
  },
  'license.fileInvalid': {
    status: 422,
    it: 'Il file della licenza non è leggibile: serve un file .afgclic non vuoto.',
    en: 'The licence file cannot be read: a non-empty .afgclic file is needed.',
  },
  'license.fileTooLarge': {
    status: 413,
    it: 'Il file della licenza supera 1 MB.',
    en: 'The licence file is larger than 1 MB.',
  },
} as const satisfies Record<string, RefusalText>;
