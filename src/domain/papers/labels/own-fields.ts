/** Labels of the papers' own fields: in forms and messages (Italian, English) and, shorter, on the paper (German too). */
import { driverFieldName, MAX_DRIVERS } from './driver-fields.ts';
import { DRIVER_LABELS, type DriverField } from './driver-labels.ts';
import { LIST_LABELS } from './list-labels.ts';
import type { PaperLabel } from './paper-label.ts';
import { SALE_LABELS } from './sale-labels.ts';
import { SERVICE_LABELS } from './service-labels.ts';

const LOAN_LABELS = {
  PAPER_LANGUAGE: { it: 'Lingua del documento', en: 'Language of the paper' },
  VEHICLE_MODEL: {
    it: 'Marca e modello del veicolo affidato',
    en: 'Make and model of the lent vehicle',
    printed: { it: 'Marca e modello', en: 'Make and model', de: 'Marke und Modell' },
  },
  VEHICLE_PLATE: {
    it: 'Targa del veicolo affidato',
    en: 'Plate of the lent vehicle',
    printed: { it: 'Targa', en: 'Number plate', de: 'Kennzeichen' },
  },
  VEHICLE_VIN: {
    it: 'Telaio del veicolo affidato',
    en: 'VIN of the lent vehicle',
    printed: { it: 'Telaio', en: 'VIN', de: 'Fahrgestellnummer' },
  },
  VEHICLE_COLOUR: {
    it: 'Colore del veicolo affidato',
    en: 'Colour of the lent vehicle',
    printed: { it: 'Colore', en: 'Colour', de: 'Farbe' },
  },
  VEHICLE_LICENCE: {
    it: 'Patente richiesta per il veicolo',
    en: 'Licence needed for the vehicle',
    printed: { it: 'Patente richiesta', en: 'Licence needed', de: 'Erforderliche Klasse' },
  },
  VEHICLE_VALUE: { it: 'Valore del veicolo', en: 'Vehicle value' },
  TRIAL_PLATE: {
    it: 'Targa prova',
    en: 'Trade plate',
    printed: { it: 'Targa prova', en: 'Trade plate (targa prova)', de: 'Probekennzeichen (targa prova)' },
  },
  ROUTE: {
    it: 'Percorso concordato',
    en: 'Agreed route',
    printed: { it: 'Percorso concordato', en: 'Agreed route', de: 'Vereinbarte Strecke' },
  },
  ESCORT: {
    it: 'Accompagnatore a bordo',
    en: 'Dealer staff on board',
    printed: { it: 'Accompagnatore a bordo', en: 'Dealer staff on board', de: 'Begleitperson an Bord' },
  },
  LOAN_PURPOSE: {
    it: 'Motivo dell’affidamento',
    en: 'Reason of the loan',
    printed: { it: 'Motivo', en: 'Reason', de: 'Anlass' },
  },
  LOAN_START: {
    it: 'Consegna: data e ora',
    en: 'Handover: date and time',
    printed: { it: 'Consegna', en: 'Handover', de: 'Übergabe' },
  },
  LOAN_END: {
    it: 'Rientro previsto: data e ora',
    en: 'Expected return: date and time',
    printed: { it: 'Rientro previsto', en: 'Expected return', de: 'Vereinbarte Rückgabe' },
  },
  LOAN_RETURNED: {
    it: 'Rientro effettivo: data e ora',
    en: 'Actual return: date and time',
    printed: { it: 'Rientro effettivo', en: 'Actual return', de: 'Tatsächliche Rückgabe' },
  },
  KM_OUT: {
    it: 'Chilometri alla consegna',
    en: 'Kilometres at handover',
    printed: { it: 'Km alla consegna', en: 'Mileage at handover', de: 'Kilometerstand bei Übergabe' },
  },
  KM_IN: {
    it: 'Chilometri al rientro',
    en: 'Kilometres at return',
    printed: { it: 'Km al rientro', en: 'Mileage at return', de: 'Kilometerstand bei Rückgabe' },
  },
  FUEL_OUT: {
    it: 'Carburante o carica alla consegna, in %',
    en: 'Fuel or charge at handover, in %',
    printed: {
      it: 'Carburante o carica alla consegna',
      en: 'Fuel or charge at handover',
      de: 'Tank- oder Ladestand bei Übergabe',
    },
  },
  FUEL_IN: {
    it: 'Carburante o carica al rientro, in %',
    en: 'Fuel or charge at return, in %',
    printed: {
      it: 'Carburante o carica al rientro',
      en: 'Fuel or charge at return',
      de: 'Tank- oder Ladestand bei Rückgabe',
    },
  },
  DAMAGES_OUT: {
    it: 'Danni presenti alla consegna',
    en: 'Damage at handover',
    printed: { it: 'Danni alla consegna', en: 'Damage at handover', de: 'Schäden bei Übergabe' },
  },
  DAMAGES_IN: {
    it: 'Danni rilevati al rientro',
    en: 'Damage at return',
    printed: { it: 'Danni al rientro', en: 'Damage at return', de: 'Schäden bei Rückgabe' },
  },
  EQUIPMENT: {
    it: 'Dotazioni consegnate',
    en: 'Equipment handed over',
    printed: { it: 'Dotazioni consegnate', en: 'Equipment handed over', de: 'Übergebenes Zubehör' },
  },
  LOAN_NOTES: {
    it: 'Annotazioni',
    en: 'Remarks',
    printed: { it: 'Annotazioni', en: 'Remarks', de: 'Anmerkungen' },
  },
  WORK_ORDER: { it: 'Ordine di lavoro collegato', en: 'Linked work order' },
  REPLACED_MODEL: {
    it: 'Marca e modello del veicolo del cliente',
    en: 'Make and model of the customer’s vehicle',
    printed: { it: 'Marca e modello', en: 'Make and model', de: 'Marke und Modell' },
  },
  UNAVAILABLE_SINCE: { it: 'Fermo dal', en: 'Out of use since' },
  PROGRAMME_REFERENCE: { it: 'Pratica del programma', en: 'Programme reference' },
  WEDDING_PLACE: { it: 'Luogo della cerimonia', en: 'Place of the ceremony' },
  WEDDING_DATE: { it: 'Data della cerimonia', en: 'Date of the ceremony' },
  EMPLOYER: { it: 'Datore di lavoro o committente', en: 'Employer or principal' },
  LEASE_CONTRACT: { it: 'Contratto di leasing o noleggio', en: 'Lease contract' },
  DEDUCTIBLE: {
    it: 'Franchigia per sinistro',
    en: 'Deductible per claim',
    printed: { it: 'Franchigia per sinistro', en: 'Deductible per claim', de: 'Selbstbeteiligung je Schadensfall' },
  },
  DAILY_RATE: { it: 'Tariffa giornaliera, IVA inclusa', en: 'Daily rate, VAT included' },
  DEPOSIT: { it: 'Deposito cauzionale', en: 'Deposit' },
  PAYMENT_MEANS: { it: 'Mezzo di pagamento', en: 'Means of payment' },
  KM_INCLUDED: { it: 'Chilometri inclusi', en: 'Kilometres included' },
  KM_EXTRA_PRICE: { it: 'Prezzo per chilometro ulteriore', en: 'Price per further kilometre' },
  CARGOS_SENT: { it: 'Comunicazione Ca.R.G.O.S. inviata', en: 'Ca.R.G.O.S. notice sent' },
  CARGOS_RECEIPT: { it: 'Ricevuta Ca.R.G.O.S.', en: 'Ca.R.G.O.S. receipt' },
  KEYS: { it: 'Chiavi consegnate', en: 'Keys handed over' },
  REGISTRATION_DOCUMENT: { it: 'Documento unico di circolazione', en: 'Registration document' },
  OWNER_MANUAL: { it: 'Libretto di uso e manutenzione', en: 'Owner’s manual' },
  CONFORMITY_CERTIFICATE: { it: 'Certificato di conformità', en: 'Certificate of conformity' },
  EMERGENCY_KIT: { it: 'Triangolo, giubbotto e kit di emergenza', en: 'Emergency kit' },
  CHARGING_CABLE: { it: 'Cavo di ricarica', en: 'Charging cable' },
  EXPLAINED_CONTROLS: { it: 'Comandi e sistemi di assistenza illustrati', en: 'Controls explained' },
  EXPLAINED_SERVICE: { it: 'Manutenzione e garanzia illustrate', en: 'Service and warranty explained' },
  EXPLAINED_APP: { it: 'Servizi digitali illustrati e attivati', en: 'Digital services explained' },
  ACCESSORIES: { it: 'Accessori consegnati', en: 'Accessories handed over' },
  ID_TYPE: {
    it: 'Tipo di documento d’identità',
    en: 'Type of identity document',
    printed: { it: 'Tipo', en: 'Type', de: 'Art' },
  },
  ID_NUMBER: {
    it: 'Numero del documento d’identità',
    en: 'Identity document number',
    printed: { it: 'Numero', en: 'Number', de: 'Nummer' },
  },
  ID_ISSUER: {
    it: 'Autorità di rilascio del documento',
    en: 'Issuing authority of the document',
    printed: { it: 'Rilasciato da', en: 'Issued by', de: 'Ausstellende Behörde' },
  },
  ID_ISSUED: {
    it: 'Data di rilascio del documento',
    en: 'Issue date of the document',
    printed: { it: 'Data di rilascio', en: 'Date of issue', de: 'Ausstellungsdatum' },
  },
  ID_EXPIRY: {
    it: 'Scadenza del documento',
    en: 'Expiry date of the document',
    printed: { it: 'Valido fino al', en: 'Valid until', de: 'Gültig bis' },
  },
} as const satisfies Record<string, PaperLabel>;

const OWN_LABELS = { ...LOAN_LABELS, ...SALE_LABELS, ...SERVICE_LABELS };
export type OwnField = keyof typeof OWN_LABELS;

const furtherDrivers = Array.from({ length: MAX_DRIVERS - 1 }, (_, index) => index + 2);
const driverLabels = [1, ...furtherDrivers].flatMap((driver) =>
  Object.entries(DRIVER_LABELS).map(([field, label]): [string, PaperLabel] => [
    driverFieldName(driver, field as DriverField),
    driver === 1 ? label : { ...label, it: `${label.it} (${driver})`, en: `${label.en} (${driver})` },
  ]),
);

/** All fields that a template may use. */
export const PAPER_LABELS: Readonly<Record<string, PaperLabel>> = {
  ...OWN_LABELS,
  ...LIST_LABELS,
  ...Object.fromEntries(driverLabels),
};

/** The printed label; templates use only existing fields. */
export function printedLabel(name: string, language: 'it' | 'en' | 'de'): string {
  const label = PAPER_LABELS[name];
  if (label === undefined) throw new Error(`There is no paper field ${name}`);
  return label.printed?.[language] ?? (language === 'it' ? label.it : label.en);
}
