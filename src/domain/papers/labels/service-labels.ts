/** Labels of fields in the workshop’s papers and the plain declaration. */
import type { PaperLabel } from './paper-label.ts';

export const SERVICE_LABELS = {
  CHECK_IN_TIME: {
    it: 'Accettazione: data e ora',
    en: 'Check-in: date and time',
    printed: { it: 'Accettazione', en: 'Check-in' },
  },
  FUEL_LEVEL: {
    it: 'Carburante o carica, in %',
    en: 'Fuel or charge, in %',
    printed: { it: 'Carburante o carica', en: 'Fuel or charge' },
  },
  COMPLAINT: {
    it: 'Richieste e anomalie riferite dal cliente',
    en: 'Requests and faults told by the customer',
    printed: { it: 'Con le parole del cliente', en: 'In the customer’s words' },
  },
  WARNING_LIGHTS: { it: 'Spie accese', en: 'Warning lights on' },
  OBJECTS_ON_BOARD: { it: 'Oggetti lasciati a bordo', en: 'Objects left on board' },
  COURTESY_WANTED: { it: 'Veicolo di cortesia richiesto', en: 'Courtesy vehicle wanted' },
  AUTHORISATION_CONTACT: { it: 'Recapito per le autorizzazioni', en: 'Contact for authorisations' },
  PROMISED_TIME: {
    it: 'Consegna prevista: data e ora',
    en: 'Promised: date and time',
    printed: { it: 'Consegna prevista', en: 'Promised for' },
  },
  SERVICE_NOTES: { it: 'Annotazioni dell’officina', en: 'Notes of the workshop' },
  LABOUR_RATE: { it: 'Tariffa oraria, IVA esclusa', en: 'Hourly rate, VAT excluded' },
  CONSUMABLES: {
    it: 'Materiali di consumo, IVA esclusa',
    en: 'Consumables, VAT excluded',
    printed: { it: 'Materiali di consumo', en: 'Consumables' },
  },
  MAX_AUTHORISED: { it: 'Importo massimo autorizzato, IVA inclusa', en: 'Maximum authorised amount, VAT included' },
  DIAGNOSIS_ONLY: {
    it: 'Sola diagnosi: nessuna riparazione senza nuova autorizzazione',
    en: 'Diagnosis only: no repair without a new authorisation',
  },
  ROAD_TEST: { it: 'Autorizzata la prova su strada', en: 'Road test authorised' },
  OLD_PARTS_RETURNED: { it: 'Restituzione dei ricambi sostituiti', en: 'Replaced parts are returned' },
  STORAGE_RATE: {
    it: 'Sosta per mancato ritiro, al giorno, IVA inclusa',
    en: 'Storage if not collected, a day, VAT included',
    printed: { it: 'Sosta per mancato ritiro, al giorno', en: 'Storage if not collected, a day' },
  },
  RELEASE_TIME: {
    it: 'Riconsegna: data e ora',
    en: 'Return: date and time',
    printed: { it: 'Riconsegna', en: 'Return' },
  },
  INVOICE_REFERENCE: { it: 'Fattura o documento fiscale', en: 'Invoice reference' },
  RECOMMENDATIONS: { it: 'Interventi consigliati', en: 'Recommended work' },
  CHECK_LEVELS: { it: 'Livelli e tenute verificati', en: 'Levels and leaks checked' },
  CHECK_TYRES: { it: 'Pneumatici e serraggio ruote verificati', en: 'Tyres and wheel bolts checked' },
  CHECK_LIGHTS: { it: 'Luci e spie verificate', en: 'Lights and warning lights checked' },
  CHECK_ROAD_TEST: { it: 'Prova su strada finale eseguita', en: 'Final road test done' },
  CHECK_WASHED: { it: 'Veicolo lavato e pulito', en: 'Vehicle washed and cleaned' },
  INVOICE_CODE: {
    it: 'Codice destinatario SDI',
    en: 'SDI recipient code',
  },
  INVOICE_PEC: { it: 'PEC per la fattura', en: 'Certified e-mail for the invoice' },
  DECLARATION_SUBJECT: {
    it: 'Oggetto della dichiarazione',
    en: 'Subject of the declaration',
    printed: { it: 'Oggetto', en: 'Subject' },
  },
  DECLARATION: { it: 'Testo della dichiarazione', en: 'Text of the declaration' },
} as const satisfies Record<string, PaperLabel>;
