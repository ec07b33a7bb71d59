/** Field labels in both languages, for responses and screens; those of generated papers are in `papers/labels/field-label.ts`. */
import type { Language } from './errors.ts';

export const FIELD_LABELS = {
  hst: { it: 'Concessionaria', en: 'Dealer' },
  firstName: { it: 'Nome', en: 'First name' },
  lastName: { it: 'Cognome', en: 'Last name' },
  organizationId: { it: 'Codice azienda', en: 'Company code' },
  organizationName: { it: 'Ragione sociale', en: 'Company name' },
  mobilePhone: { it: 'Cellulare', en: 'Mobile phone' },
  email: { it: 'E-mail', en: 'E-mail' },
  birthDate: { it: 'Data di nascita', en: 'Date of birth' },
  birthPlace: { it: 'Luogo di nascita', en: 'Place of birth' },
  fiscalCode: { it: 'Codice fiscale', en: 'Tax code' },
  representativeFiscalCode: { it: 'Codice fiscale di chi firma', en: 'Tax code of the signer' },
  postalCode: { it: 'CAP', en: 'Postal code' },
  street: { it: 'Indirizzo', en: 'Street' },
  address: { it: 'Indirizzo', en: 'Address' },
  city: { it: 'Città', en: 'City' },
  brand: { it: 'Marchio', en: 'Brand' },
  brands: { it: 'Marchi', en: 'Brands' },
  type: { it: 'Tipo', en: 'Type' },
  processDate: { it: 'Data pratica', en: 'Process date' },
  businessId: { it: 'Numero', en: 'Number' },
  plate: { it: 'Targa', en: 'Plate' },
  vin: { it: 'Telaio', en: 'VIN' },
  jobId: { it: 'Codice lavorazione', en: 'Job code' },
  notes: { it: 'Note', en: 'Notes' },
  sigType: { it: 'Tipo di firma', en: 'Signature type' },
  signable: { it: 'Firmabile', en: 'Signable' },
  archivable: { it: 'Archiviabile', en: 'Archivable' },
  file: { it: 'File', en: 'File' },
  content: { it: 'File', en: 'File' },
  fileName: { it: 'Nome file', en: 'File name' },
  fileSize: { it: 'Dimensione', en: 'Size' },
  mimeType: { it: 'Formato del file', en: 'File format' },
  box: { it: 'Posizione della firma', en: 'Signature place' },
  point: { it: 'Firma', en: 'Signature' },
  folderId: { it: 'Cartella', en: 'Folder' },
  dossierId: { it: 'Cliente', en: 'Customer' },
  variableFields: { it: 'Campi del documento', en: 'Document fields' },
  dealer: { it: 'Concessionaria', en: 'Dealer' },
  operatorDealer: { it: 'Caposervizio', en: 'Service manager' },
  salesManager: { it: 'Responsabile vendite', en: 'Sales manager' },
  userId: { it: 'Persona', en: 'Person' },
  SALES_MANAGER: { it: 'Responsabile vendite', en: 'Sales manager' },
  OPERATOR_DEALER: { it: 'Caposervizio', en: 'Service manager' },
  dossier: { it: 'Cliente', en: 'Customer' },
  folder: { it: 'Cartella', en: 'Folder' },
  document: { it: 'Documento', en: 'Document' },
  username: { it: 'Nome utente', en: 'User name' },
  password: { it: 'Password', en: 'Password' },
  login: { it: 'Nome utente', en: 'User name' },
  authorities: { it: 'Ruoli', en: 'Roles' },
  hstList: { it: 'Concessionarie', en: 'Dealers' },
  activated: { it: 'Attivo', en: 'Active' },
  permissions: { it: 'Permessi', en: 'Permissions' },
  legalEntity: { it: 'Entità legale', en: 'Legal entity' },
  expiresAt: { it: 'Scadenza', en: 'Expiry date' },
  licenseCode: { it: 'Codice licenza', en: 'Licence code' },
  licenseAmount: { it: 'Numero di attivazioni', en: 'Number of activations' },
  licenseId: { it: 'Licenza', en: 'Licence' },
  licenseCodeNamirial: { it: 'Licenza Namirial', en: 'Namirial licence' },
  activationCode: { it: 'Codice di attivazione', en: 'Activation code' },
  afgclic: { it: 'File della licenza', en: 'Licence file' },
  tabletId: { it: 'Tablet', en: 'Tablet' },
  deviceLabel: { it: 'Etichetta', en: 'Label' },
  deviceName: { it: 'Dispositivo', en: 'Device' },
  serviceType: { it: 'Tipo di servizio', en: 'Service type' },
  totalSpace: { it: 'Spazio in MB', en: 'Space in MB' },
  totalOtp: { it: 'Numero di OTP', en: 'Number of OTPs' },
  signatureType: { it: 'Tipo di firma', en: 'Signature type' },
  folderTypeSet: { it: 'Tipi di cartella', en: 'Folder types' },
  title: { it: 'Titolo', en: 'Title' },
  externalId: { it: 'Identificativo del video', en: 'Video identifier' },
  description: { it: 'Descrizione', en: 'Description' },
  duration: { it: 'Durata', en: 'Duration' },
  order: { it: 'Ordine', en: 'Order' },
  code: { it: 'Codice', en: 'Code' },
  points: { it: 'Punti di firma', en: 'Signature points' },
  reason: { it: 'Motivo', en: 'Reason' },
} as const satisfies Record<string, Record<Language, string>>;
export type LabelledField = keyof typeof FIELD_LABELS;

const NUMBER = /^\d+$/;

/** The last name in a path: `brand` for `brands.0.brand`, `hstList` for `hstList.0`. */
export const lastSegment = (field: string): string =>
  field
    .split('.')
    .filter((part) => !NUMBER.test(part))
    .at(-1) ?? field;

/** All labels of one language, for a text catalogue. */
export function fieldLabels(language: Language): Record<LabelledField, string> {
  const entries = Object.entries(FIELD_LABELS).map(([name, texts]) => [name, texts[language]]);
  return Object.fromEntries(entries) as Record<LabelledField, string>;
}
