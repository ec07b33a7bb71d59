/** Doubts about codes that a person may confirm: they never refuse a call (P-15), the answer lists them. */
import type { Warning } from '../dossiers/dossier.ts';
import type { Language } from '../errors.ts';
import { fiscalCodeMismatch, isFiscalCodeSound } from './fiscal-code.ts';
import { isVatNumberSound } from './vat-number.ts';
import { isUsualPlate, isUsualPostalCode, isUsualVin } from './vehicle.ts';

const WORDS = {
  'fiscalCode.check': {
    it: 'Il carattere di controllo del codice fiscale non torna: verifica.',
    en: 'The check character of the tax code does not match: please verify.',
  },
  'fiscalCode.mismatch': {
    it: 'Il codice fiscale non corrisponde a nome, cognome o data di nascita: verifica.',
    en: 'The tax code does not match the names or the birth date: please verify.',
  },
  'vatNumber.check': {
    it: 'La cifra di controllo della partita IVA non torna: verifica.',
    en: 'The check digit of the VAT number does not match: please verify.',
  },
  'postalCode.format': {
    it: 'CAP in formato non italiano: verifica.',
    en: 'Not an Italian postal code: please verify.',
  },
  'plate.format': { it: 'Targa in formato non standard: verifica.', en: 'Unusual plate format: please verify.' },
  'vin.letters': {
    it: 'Un telaio non contiene le lettere I, O e Q: forse sono 1 o 0.',
    en: 'A VIN has no letters I, O or Q: perhaps they are 1 or 0.',
  },
} as const;
type WarningCode = keyof typeof WORDS;

const warn = (field: string, code: WarningCode, language: Language): Warning => ({
  field,
  code,
  message: WORDS[code][language],
});

interface Codes {
  firstName: string;
  lastName: string;
  organizationName: string | null;
  birthDate: string | null;
  fiscalCode: string | null;
  representativeFiscalCode: string | null;
  postalCode: string;
}

function fiscalDoubts(field: string, code: string, dossier: Codes, language: Language): Warning[] {
  if (/^\d/.test(code)) return isVatNumberSound(code) ? [] : [warn(field, 'vatNumber.check', language)];
  if (!isFiscalCodeSound(code)) return [warn(field, 'fiscalCode.check', language)];
  const mismatch = fiscalCodeMismatch(code, {
    firstName: dossier.firstName,
    lastName: dossier.lastName,
    ...(dossier.birthDate === null ? {} : { birthDate: dossier.birthDate }),
  });
  return mismatch ? [warn(field, 'fiscalCode.mismatch', language)] : [];
}

/** Doubts about a customer's codes. */
export function dossierWarnings(dossier: Codes, language: Language): Warning[] {
  const { fiscalCode, representativeFiscalCode, postalCode } = dossier;
  return [
    ...(fiscalCode === null ? [] : fiscalDoubts('fiscalCode', fiscalCode, dossier, language)),
    ...(representativeFiscalCode === null
      ? []
      : fiscalDoubts('representativeFiscalCode', representativeFiscalCode, dossier, language)),
    ...(isUsualPostalCode(postalCode) ? [] : [warn('postalCode', 'postalCode.format', language)]),
  ];
}

/** Doubts about a folder's vehicle. */
export function folderWarnings(folder: { plate: string | null; vin: string | null }, language: Language): Warning[] {
  return [
    ...(folder.plate === null || isUsualPlate(folder.plate) ? [] : [warn('plate', 'plate.format', language)]),
    ...(folder.vin === null || isUsualVin(folder.vin) ? [] : [warn('vin', 'vin.letters', language)]),
  ];
}
