/** Defines a code and a text for every problem that the verifier can find. */

const texts = {
  'file.unreadable': [
    'Il file non rispetta il formato PDF: è troncato, danneggiato o costruito in modo da poter essere letto in più modi.',
    'The file does not follow the PDF format: it is truncated, damaged or built so that it can be read in several ways.',
  ],
  'file.notPdf': ['Il file non è un PDF.', 'The file is not a PDF.'],
  'file.envelope': [
    'È una busta firmata .p7m (CAdES) con un documento dentro: qui si controllano solo le firme dei PDF.',
    'It is a signed .p7m envelope (CAdES) with a document inside: only the signatures of PDFs are checked here.',
  ],
  'file.encrypted': [
    'Il PDF è protetto da password: le firme di un file cifrato non si possono controllare.',
    'The PDF is protected by a password: the signatures of an encrypted file cannot be checked.',
  ],
  'file.trailingBytes': [
    'Dopo la fine del documento ci sono altri dati.',
    'There is more data after the end of the document.',
  ],
  'file.endOfLine': [
    'Dopo la fine del documento ci sono spazi o fine riga che nessuna firma copre: non si vedono, ma il file non è identico a quello firmato.',
    'After the end of the document there are spaces or line ends that no signature covers: nothing is seen of them, but the file is not the very one that was signed.',
  ],
  'file.notSigned': ['Il documento non contiene firme.', 'The document holds no signatures.'],
  'file.differs': [
    'Non è il file che è stato archiviato: l’impronta SHA-256 è diversa.',
    'It is not the stored file: its SHA-256 differs.',
  ],
  'file.rolledBack': [
    'Mancano firme che il documento archiviato ha: il file è stato riportato a una versione precedente.',
    'Signatures of the stored document are missing: the file was rolled back to an earlier version.',
  ],
  'coverage.unreadable': ['La firma non indica quali dati copre.', 'The signature does not say which data it covers.'],
  'coverage.start': ['La firma non copre l’inizio del file.', 'The signature does not cover the start of the file.'],
  'coverage.gap': [
    'La firma lascia fuori dati diversi dal proprio valore.',
    'The signature leaves out data other than its own value.',
  ],
  'coverage.contents': [
    'Lo spazio riservato al valore della firma contiene dati estranei.',
    "The place of the signature's value holds foreign data.",
  ],
  'coverage.spelling': [
    'Il valore della firma è scritto in un modo che lascia libero qualche byte: il contenuto firmato resta lo stesso.',
    'The signature’s value is written in a way that leaves some bytes free: what was signed stays the same.',
  ],
  'coverage.end': [
    'La firma non copre il documento fino alla fine della propria versione.',
    'The signature does not cover the document to the end of its own version.',
  ],
  'change.stray': [
    'Dopo la firma sono stati aggiunti dati che non appartengono ad alcun oggetto del documento.',
    'Data that belongs to no object was added after the signature.',
  ],
  'change.trailer': [
    'Dopo la firma è stata cambiata la radice del documento.',
    "The document's root was changed after the signature.",
  ],
  'change.catalog': [
    'Dopo la firma sono state cambiate le proprietà del documento (per esempio un comando all’apertura).',
    "The document's properties were changed after the signature (for example a command at opening).",
  ],
  'change.pages': [
    'Dopo la firma sono state aggiunte, tolte o spostate pagine.',
    'Pages were added, removed or moved after the signature.',
  ],
  'change.page': ['Dopo la firma è stata cambiata una pagina.', 'A page was changed after the signature.'],
  'change.annotation': [
    'Dopo la firma sono state aggiunte o tolte annotazioni su una pagina.',
    'Annotations were added to or removed from a page after the signature.',
  ],
  'change.form': [
    'Dopo la firma è stato cambiato il modulo del documento.',
    "The document's form was changed after the signature.",
  ],
  'change.field': [
    'Dopo la firma è stato cambiato un campo firma o il suo riquadro.',
    'A signature field or its box was changed after the signature.',
  ],
  'change.signature': [
    'Dopo la firma sono stati cambiati i dati di una firma.',
    'The data of a signature was changed after the signature.',
  ],
  'change.validationData': [
    'Dopo la firma i dati di convalida sono stati cambiati in modo non ammesso.',
    'Validation data was changed in a way that is not allowed after the signature.',
  ],
  'change.object': [
    'Dopo la firma è stato cambiato o tolto un elemento del contenuto.',
    'An element of the content was changed or removed after the signature.',
  ],
  'change.filledIn': [
    'Dopo la firma è stato riempito un elemento che il contenuto firmato richiamava senza averlo.',
    'An element that the signed content referred to without having it was supplied after the signature.',
  ],
  'change.reading': [
    'L’aggiornamento dopo la firma è scritto in modo che programmi diversi possono leggere documenti diversi.',
    'The update after the signature is written so that different programs can read different documents.',
  ],
  'change.unneeded': [
    'Dopo la firma è stato aggiunto un elemento che nel documento non serve a nulla.',
    'An element that the document has no use for was added after the signature.',
  ],
  'change.afterLock': [
    'Dopo la firma che chiude il documento è stata aggiunta un’altra firma.',
    'Another signature was added after the one that closes the document.',
  ],
  'later.filledIn': [
    'Dopo la firma sono stati compilati campi del modulo. Chi ha firmato non lo vieta, ma quei dati non li ha firmati.',
    'Fields of the form were filled in after the signature. The signer does not forbid it, but did not sign that data.',
  ],
  'later.annotated': [
    'Dopo la firma sono state aggiunte annotazioni. Chi ha firmato le permette, ma non le ha firmate.',
    'Annotations were added after the signature. The signer allows them, but did not sign them.',
  ],
  'later.signature': [
    'Dopo la firma che certifica il documento ne è stata aggiunta un’altra, che si vede sulla pagina: è permesso, ma chi ha certificato non l’ha vista.',
    'After the signature that certifies the document another one was added, which is seen on the page: it is allowed, but whoever certified has not seen it.',
  ],
  'later.emptyField': [
    'Dopo la firma è stato aggiunto un campo firma vuoto, che non si vede.',
    'An empty signature field, which is not seen, was added after the signature.',
  ],
  'later.fieldLook': [
    'Dopo la firma è stato aggiunto un campo firma che porta con sé un disegno, in un riquadro senza area: sulla pagina non si vede.',
    'A signature field was added after the signature that brings a drawing, in a box without area: it is not seen on the page.',
  ],
  'later.reading': [
    'L’aggiornamento dopo la firma è scritto in due forme (file ibrido): programmi vecchi non ne vedono una parte.',
    'The update after the signature is written in two forms (hybrid file): old programs do not see a part of it.',
  ],
  'later.unneeded': [
    'Dopo la firma è stato aggiunto un elemento che il documento non usa: sulle pagine non si vede.',
    'An element that the document does not use was added after the signature: it is not seen on the pages.',
  ],
  'later.unlistedField': [
    'Dopo la firma è stato aggiunto un campo firma che il modulo non elenca: sulla pagina non si vede, e la sua firma qui non viene controllata.',
    'A signature field that the form does not list was added after the signature: it is not seen on the page, and its signature is not checked here.',
  ],
  'later.structure': [
    'Dopo la firma la struttura per la lettura assistita è stata estesa ai nuovi campi.',
    'The structure for assistive reading was extended to the new fields after the signature.',
  ],
  'later.metadata': [
    'Dopo la firma sono stati riscritti i metadati (titolo, autore, date): le pagine restano le stesse.',
    'The metadata (title, author, dates) was rewritten after the signature: the pages stay the same.',
  ],
  'later.validationData': [
    'Dopo la firma i dati di convalida sono stati sostituiti o tolti: le pagine restano le stesse.',
    'Validation data was replaced or removed after the signature: the pages stay the same.',
  ],
  'handwriting.misplaced': [
    'La grafia cifrata di una firma non è scritta insieme alla firma: è stata aggiunta, spostata o sostituita.',
    'The encrypted handwriting of a signature was not written together with it: it was added, moved or replaced.',
  ],
  'permission.misplaced': [
    'Una firma che certifica il documento non è la prima.',
    'A signature that certifies the document is not the first.',
  ],
  'cms.unreadable': ['Il valore della firma non è leggibile.', "The signature's value cannot be read."],
  'cms.form': [
    'Il valore della firma contiene dati non previsti o alterati.',
    "The signature's value holds unexpected or altered data.",
  ],
  'cms.encoding': [
    'Il valore della firma è scritto in una codifica (BER) che la norma per i PDF non prevede.',
    "The signature's value is written in an encoding (BER) that the standard for PDF does not provide for.",
  ],
  'cms.format': [
    'La firma ha un formato che qui non si sa controllare: un altro programma può riuscirci.',
    'The signature has a format that cannot be checked here: another program may be able to.',
  ],
  'cms.enclosed': [
    'Il valore della firma racchiude un contenuto proprio: non dice nulla di questo documento.',
    "The signature's value encloses a content of its own: it says nothing of this document.",
  ],
  'cms.algorithm': [
    'La firma usa un algoritmo o una chiave che qui non si accettano, perché troppo deboli o fuori elenco.',
    'The signature uses an algorithm or a key that is not accepted here, too weak or not on the list.',
  ],
  'cms.unsupported': [
    'La firma usa un algoritmo o una chiave che qui non si sanno controllare: un altro programma può riuscirci.',
    'The signature uses an algorithm or a key that cannot be checked here: another program may be able to.',
  ],
  'cms.digest': ['Il contenuto non è quello firmato.', 'The content is not what was signed.'],
  'cms.value': [
    'Il valore della firma non corrisponde al certificato.',
    "The signature's value does not fit the certificate.",
  ],
  'cms.attributes': ['Mancano attributi firmati obbligatori.', 'Mandatory signed attributes are missing.'],
  'cms.signingTime': [
    'La firma contiene un orario dichiarato, che il profilo PAdES vieta.',
    'The signature carries a claimed time, which the PAdES profile forbids.',
  ],
  'certificate.missing': [
    'Nella firma manca il certificato del firmatario.',
    "The signer's certificate is not in the signature.",
  ],
  'certificate.reference': [
    'La firma è legata a un certificato diverso da quello allegato.',
    'The signature is bound to another certificate than the one enclosed.',
  ],
  'certificate.noChain': [
    'Il certificato non porta a un’autorità fra quelle considerate attendibili.',
    'The certificate does not lead to any of the trusted authorities.',
  ],
  'certificate.chain': ['La catena dei certificati non è valida.', 'The chain of certificates is not valid.'],
  'certificate.expired': [
    'Il certificato era scaduto al momento della firma.',
    'The certificate had expired when the signature was made.',
  ],
  'certificate.notYetValid': [
    'Il certificato non era ancora valido al momento della firma.',
    'The certificate was not yet valid when the signature was made.',
  ],
  'certificate.noProof': [
    'Il certificato è scaduto e nessuna marca temporale prova che la firma sia precedente.',
    'The certificate has expired and no timestamp proves that the signature is older.',
  ],
  'certificate.revocation': [
    'Lo stato di revoca del certificato non è stato verificato.',
    'The revocation status of the certificate was not checked.',
  ],
  'certificate.revoked': [
    'Il certificato era già stato revocato al momento della firma.',
    'The certificate had already been revoked when the signature was made.',
  ],
  'certificate.revokedUnproven': [
    'Il certificato è stato revocato e nessuna marca temporale prova che la firma sia precedente.',
    'The certificate was revoked and no timestamp proves that the signature is older.',
  ],
  'certificate.authorityRevoked': [
    'L’autorità che ha emesso il certificato è stata revocata.',
    'The authority that issued the certificate was revoked.',
  ],
  'timestamp.revoked': [
    'Il certificato di chi ha apposto la marca temporale è stato revocato: la marca non prova più la data.',
    'The certificate of whoever made the timestamp was revoked: it no longer proves the time.',
  ],
  'timestamp.broken': [
    'La marca temporale non è valida o riguarda altri dati.',
    'The timestamp is not valid or is of other data.',
  ],
  'timestamp.untrusted': [
    'La marca temporale non viene da un’autorità fra quelle considerate attendibili.',
    'The timestamp does not come from a trusted authority.',
  ],
} as const satisfies Record<string, readonly [string, string]>;

export type ProblemCode = keyof typeof texts;
/** A code, optionally with a technical detail: `change.object: 12`. */
export type Problem = ProblemCode | `${ProblemCode}: ${string}`;

/** The text of a problem, without its technical detail. */
export function problemText(problem: string, language: 'it' | 'en'): string {
  const pair = texts[problem.split(':')[0] as ProblemCode];
  return pair ? pair[language === 'it' ? 0 : 1] : problem;
}
