/** Italian: the fields of a document, in the wizard and in its form (specification §5 "Document" and "File drop"). */
import { paperLabels } from '#domain/papers/field-label.ts';

export const documentFields = {
  /** Of the papers that the portal makes. */
  field: paperLabels('it'),
  file: 'File',
  acceptedPdf: 'File accettati: PDF',
  acceptedAny: 'File accettati: immagini, Pdf, documenti di testo',
  limits: 'uno solo, fino a {{max}}',
  sigTypeNone: 'Nessuna firma',
  mandatory: 'Obbligatorio per questo tipo',
  archiveHint: 'Dopo la firma va in archivio',
  archiveUnsignedHint: 'Va in archivio appena è salvato',
  signHint: 'Chi firma riceve il link e il codice',
  handHint: 'Si firma a mano sul tablet della concessionaria',
  noTablet: 'Grafometrica: nessun tablet attivo in questa sede',
  neverSigned: 'Questo tipo di documento non prevede firme',
  signableNotPdf: 'Il file non è un PDF: si firmano solo i PDF',
  keptFea: 'Scelta fuori da questo modulo: resta così finché non la cambi',
  unhandled: '{{field}} non gestito',
  nobody: 'Nessuno (facoltativo)',
  chosenAtStart: 'Lo scegli all’avvio della firma',
  nobodyFound: 'Nessun collega con questo ruolo',
  formerColleague: 'Collega n. {{id}}, non più disponibile',
  colleague: 'Utente n. {{id}}',
  uploading: 'Caricamento del file',
  uploaded: '{{done}} di {{total}}',
  checking: 'File ricevuto: controllo in corso…',
  error: {
    type: 'Tipo di file non ammesso. {{accepted}}',
    large: 'Il file supera {{bytes}} byte ({{max}}): scegli un file più piccolo',
    small: 'Il file è vuoto',
    many: 'Si carica un solo file',
    required: 'Carica un file',
    read: 'Il file non si legge: sceglilo di nuovo',
  },
};
