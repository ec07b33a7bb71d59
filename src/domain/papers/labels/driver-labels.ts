/** Labels of the fields of drivers and borrowers. */
import type { PaperLabel } from './paper-label.ts';

/** Fields of each driver; the second's is DRIVER_2_NAME, and so on. */
export const DRIVER_LABELS = {
  NAME: {
    it: 'Nome e cognome del conducente',
    en: 'Driver’s name',
    printed: { it: 'Nome e cognome', en: 'Name', de: 'Vor- und Nachname' },
  },
  BIRTH_DATE: {
    it: 'Data di nascita del conducente',
    en: 'Driver’s date of birth',
    printed: { it: 'Data di nascita', en: 'Date of birth', de: 'Geburtsdatum' },
  },
  BIRTH_PLACE: {
    it: 'Luogo di nascita del conducente',
    en: 'Driver’s place of birth',
    printed: { it: 'Luogo di nascita', en: 'Place of birth', de: 'Geburtsort' },
  },
  FISCAL_CODE: {
    it: 'Codice fiscale del conducente',
    en: 'Driver’s tax code',
    printed: { it: 'Codice fiscale', en: 'Italian tax code', de: 'Italienische Steuernummer' },
  },
  ADDRESS: {
    it: 'Residenza del conducente',
    en: 'Driver’s address',
    printed: { it: 'Residenza', en: 'Address', de: 'Wohnanschrift' },
  },
  LICENCE_NUMBER: {
    it: 'Numero della patente',
    en: 'Licence number',
    printed: { it: 'Patente n.', en: 'Driving licence no.', de: 'Führerschein-Nr.' },
  },
  LICENCE_CATEGORY: {
    it: 'Categoria della patente',
    en: 'Licence category',
    printed: { it: 'Categoria', en: 'Category', de: 'Klasse' },
  },
  LICENCE_ISSUER: {
    it: 'Autorità di rilascio della patente',
    en: 'Licence issuing authority',
    printed: { it: 'Rilasciata da', en: 'Issued by', de: 'Ausstellende Behörde' },
  },
  LICENCE_ISSUED: {
    it: 'Data di rilascio della patente',
    en: 'Licence issue date',
    printed: { it: 'Data di rilascio', en: 'Date of issue', de: 'Ausstellungsdatum' },
  },
  LICENCE_EXPIRY: {
    it: 'Scadenza della patente',
    en: 'Licence expiry date',
    printed: { it: 'Valida fino al', en: 'Valid until', de: 'Gültig bis' },
  },
  PHONE: {
    it: 'Cellulare del conducente',
    en: 'Driver’s mobile phone',
    printed: { it: 'Cellulare', en: 'Mobile phone', de: 'Mobiltelefon' },
  },
  EMAIL: {
    it: 'E-mail del conducente',
    en: 'Driver’s e-mail',
    printed: { it: 'E-mail', en: 'E-mail', de: 'E-Mail' },
  },
} as const satisfies Record<string, PaperLabel>;
export type DriverField = keyof typeof DRIVER_LABELS;
