/** Words of single fields that were refused (specification §5, §8), in both languages. */

/** Messages of single fields (specification §5), shared by forms and server. */
export const FIELD_MESSAGES = {
  required: { it: 'Campo obbligatorio', en: 'Required field' },
  unknown: { it: 'Campo non previsto', en: 'Unexpected field' },
  readOnly: { it: 'Campo non modificabile', en: 'Read-only field' },
  type: { it: 'Valore non valido', en: 'Invalid value' },
  characters: {
    it: 'Contiene caratteri non ammessi: tabulazioni, a capo o caratteri invisibili',
    en: 'Contains characters that are not allowed: tabs, line breaks or invisible ones',
  },
  max: { it: 'Al massimo {max} caratteri', en: 'At most {max} characters' },
  min: { it: 'Almeno {min} caratteri', en: 'At least {min} characters' },
  length: { it: 'Esattamente {length} caratteri', en: 'Exactly {length} characters' },
  vin: { it: 'Il telaio ha esattamente 17 caratteri', en: 'A VIN has exactly 17 characters' },
  pec: { it: 'Indirizzo PEC non valido', en: 'Invalid PEC address' },
  email: { it: 'Indirizzo e-mail non valido', en: 'Invalid e-mail address' },
  mobilePhone: {
    it: 'Numero non valido: usa il prefisso, per esempio +39\u00a03331234567',
    en: 'Invalid number: use the prefix, for example +39\u00a03331234567',
  },
  fiscalCode: {
    it: 'Codice fiscale non valido: 16 caratteri oppure 11 cifre',
    en: 'Invalid tax code: 16 characters or 11 digits',
  },
  date: { it: 'Data non valida', en: 'Invalid date' },
  oneOf: { it: 'Valore non ammesso', en: 'Value not allowed' },
  mustBeTrue: { it: 'Obbligatorio per questo tipo di documento', en: 'Mandatory for this type of document' },
  fileRequired: { it: 'Carica un file', en: 'Upload a file' },
  fileNotExpected: { it: 'Questo tipo di documento non prevede un file', en: 'This type of document takes no file' },
  notHandled: { it: '{field} non gestito', en: '{field} not handled' },
  twoFilters: {
    it: 'Compila almeno due filtri, di almeno 3 caratteri ciascuno',
    en: 'Fill in at least two filters of at least 3 characters each',
  },
  signedPerson: {
    it: 'A nome di questo cliente ci sono documenti firmati o in firma: non può diventare un’altra persona. Se è un’altra persona, crea un nuovo cliente',
    en: 'Documents are signed or being signed in this customer’s name: it cannot become somebody else. For somebody else, create a new customer',
  },
  otherPerson: {
    it: 'Con questo codice fiscale ha già aderito alla FEA una persona con altro nome o altra data di nascita: correggi i dati, oppure va prima revocata quell’adesione',
    en: 'Somebody with another name or date of birth has already adhered to FEA by this tax code: correct the data, or that adherence must be revoked first',
  },
  otherDealer: { it: 'Concessionaria non tra le tue', en: 'Not one of your dealers' },
  login: {
    it: 'Solo lettere senza accenti, cifre e i segni . _ - @ + \\, senza spazi',
    en: 'Only unaccented letters, digits and the signs . _ - @ + \\, no spaces',
  },
  loginTaken: { it: 'Nome utente già in uso', en: 'User name already taken' },
  emailTaken: { it: 'Indirizzo e-mail già di un altro utente', en: 'E-mail address of another user already' },
  singleRole: { it: 'Questo ruolo esclude tutti gli altri', en: 'This role excludes any other' },
  readonlyAlone: {
    it: 'La sola lettura esclude ogni altro permesso sul marchio',
    en: 'Read-only excludes any other permission in the brand',
  },
  privilegedOnly: {
    it: 'Uscita veicolo è riservata ad amministratori e sede nazionale',
    en: 'Vehicle exit is for administrators and the national organisation only',
  },
  notGivable: {
    it: 'Puoi assegnare solo i permessi che hai tu stesso',
    en: 'You can only give permissions that you have yourself',
  },
  duplicate: { it: 'Valore ripetuto', en: 'Repeated value' },
  goneDealer: {
    it: 'Concessionaria non più in elenco: i suoi clienti restano, nuovi non se ne aggiungono',
    en: 'The dealer is no longer listed: its customers stay, no new ones are added',
  },
  unknownDealer: { it: 'Concessionaria sconosciuta', en: 'Unknown dealer' },
  coworker: {
    it: 'Scegli una persona attiva con questo ruolo, della concessionaria e abilitata a marchio e tipo di cartella',
    en: 'Choose an active person with this role, of the dealer, with permission on brand and folder type',
  },
  legalEntity: {
    it: 'Tipo di documento non previsto per questa entità legale',
    en: 'Document type not available for this legal entity',
  },
  positive: { it: 'Deve essere maggiore di zero', en: 'Must be greater than zero' },
  tooHigh: { it: 'Valore troppo alto', en: 'Value too high' },
  alreadyUsed: { it: 'Valore già in uso', en: 'Already in use' },
  unknownLegalEntity: { it: 'Entità legale sconosciuta', en: 'Unknown legal entity' },
  dealerOfOtherEntity: {
    it: 'Concessionaria di un’altra entità legale',
    en: 'Dealer of another legal entity',
  },
  dealerNotLicensed: { it: 'Concessionaria non prevista dalla licenza', en: 'Dealer not covered by the licence' },
  unknownLicense: { it: 'Licenza sconosciuta', en: 'Unknown licence' },
  afterLicense: { it: 'Oltre la scadenza della licenza', en: 'After the licence expires' },
  duration: { it: 'Scrivi minuti e secondi, per esempio 3:05', en: 'Type minutes and seconds, for example 3:05' },
  integer: { it: 'Numero intero non valido', en: 'Invalid whole number' },
  beforeStart: { it: 'La fine precede l’inizio', en: 'The end is before the start' },
  kmBack: { it: 'Meno chilometri che alla consegna', en: 'Fewer kilometres than at handover' },
  phoneCountry: {
    it: 'A questo numero non si inviano codici: serve un cellulare di un Paese ammesso',
    en: 'No codes are sent to this number: a mobile of an admitted country is needed',
  },
  phoneTwice: {
    it: 'Numero già usato da un altro firmatario: a ciascuno serve il proprio',
    en: 'Another signer already uses this number: each needs their own',
  },
  licenceExpires: {
    it: 'La patente scade prima del rientro previsto, {date}',
    en: 'The licence expires before the expected return, {date}',
  },
  licenceCategory: {
    it: 'Categoria non sufficiente: per questo veicolo serve la {needed}',
    en: 'Category not sufficient: this vehicle needs {needed}',
  },
  discountTooHigh: {
    it: 'Lo sconto supera il prezzo, {amount}',
    en: 'The discount is higher than the price, {amount}',
  },
  totalDiffers: { it: 'La somma delle voci è {amount}', en: 'The items add up to {amount}' },
  paymentsExceed: {
    it: 'I pagamenti superano il totale, {amount}',
    en: 'The payments are more than the total, {amount}',
  },
  instalmentsTooLow: {
    it: 'Rate e maxirata sommano {amount}: meno dell’importo finanziato',
    en: 'The instalments add up to {amount}: less than the amount financed',
  },
  rateBelowNominal: { it: 'Il TAEG non può essere inferiore al TAN', en: 'The TAEG cannot be lower than the TAN' },
  belowEstimate: {
    it: 'Inferiore al preventivo, {amount} IVA inclusa',
    en: 'Less than the estimate, {amount} VAT included',
  },
  beforePaper: { it: 'Precede la data del documento', en: 'Earlier than the date of the paper' },
  warrantyTooShort: {
    it: 'Per il consumatore non meno di 12 mesi (art. 133 Codice del consumo)',
    en: 'For consumers not less than 12 months (art. 133 Codice del consumo)',
  },
  fingerprint: {
    it: 'Impronta SHA-256 non valida: 64 cifre esadecimali',
    en: 'Invalid SHA-256: 64 hexadecimal digits',
  },
  vatNumber: { it: 'La partita IVA ha 11 cifre', en: 'A VAT number has 11 digits' },
  ownPhone: {
    it: 'Il proprio numero lo cambia un altro amministratore o supervisore',
    en: 'Another administrator or supervisor changes your own number',
  },
  phone: { it: 'Numero di telefono non valido', en: 'Invalid phone number' },
  httpsPage: {
    it: 'Scrivi l’indirizzo completo, che inizia con https://',
    en: 'Type the whole address, beginning with https://',
  },
  placeholder: {
    it: 'Segnaposto non previsto: {name}. Toglilo o scegline uno da «Inserisci nel testo»',
    en: 'Placeholder not allowed: {name}. Remove it or choose one from “Put into the text”',
  },
  clauseMissing: { it: 'Manca la clausola {name}', en: 'The clause {name} is missing' },
  expiredPaper: { it: 'Documento scaduto', en: 'The document has expired' },
  consentChoice: { it: 'Scegli Sì o No', en: 'Choose Yes or No' },
  placeOutside: { it: 'La firma non sta dentro la pagina', en: 'The signature does not lie inside the page' },
  placeSmall: { it: 'Spazio troppo piccolo per la firma', en: 'Too little room for the signature' },
  placeOverlap: { it: 'Due firme si sovrappongono', en: 'Two signatures overlap' },
  placeOnField: {
    it: 'Qui il file ha già un campo firma',
    en: 'The file has a signature field of its own here',
  },
  signaturePoint: { it: 'Punto da confermare', en: 'Point to confirm' },
} as const satisfies Record<string, { it: string; en: string }>;
export type FieldMessageCode = keyof typeof FIELD_MESSAGES;
