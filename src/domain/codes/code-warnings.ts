/** Doubts about codes that a user may confirm: they never refuse a call, the response lists them. */
import type { Warning } from '../dossiers/dossier.ts';
import type { Language } from '../errors.ts';
import type { Gazetteer, Locality } from '../places/gazetteer.ts';
import { fiscalCodeMismatches, readFiscalCode } from './fiscal-code.ts';
import { isValidVatNumber } from './vat-number.ts';
import { isUsualPlate, isUsualPostalCode, isUsualVin } from './vehicle.ts';

const WARNING_TEXTS = {
  'fiscalCode.check': {
    it: 'Il carattere di controllo del codice fiscale non torna: verifica.',
    en: 'The check character of the tax code does not match: please verify.',
  },
  'fiscalCode.mismatch': {
    it: 'Il codice fiscale sembra di un’altra persona: nome e cognome non corrispondono.',
    en: 'The tax code seems to be somebody else’s: neither name matches.',
  },
  'fiscalCode.firstName': {
    it: 'Il nome non corrisponde al codice fiscale: verifica.',
    en: 'The first name does not match the tax code: please verify.',
  },
  'fiscalCode.lastName': {
    it: 'Il cognome non corrisponde al codice fiscale: verifica (può essere quello da coniugata).',
    en: 'The last name does not match the tax code: please verify (it may be a married name).',
  },
  'fiscalCode.birthDate': {
    it: 'Secondo il codice fiscale la data di nascita è {told}: verifica.',
    en: 'According to the tax code the date of birth is {told}: please verify.',
  },
  'fiscalCode.birthPlace': {
    it: 'Secondo il codice fiscale il luogo di nascita è {told}: verifica.',
    en: 'According to the tax code the place of birth is {told}: please verify.',
  },
  'birthDate.minor': {
    it: 'Ha meno di 18 anni: non può firmare contratti.',
    en: 'Under 18: cannot sign contracts.',
  },
  'birthPlace.unknown': {
    it: 'Luogo di nascita non trovato tra i comuni e gli stati: verifica.',
    en: 'Place of birth not found among comuni and states: please verify.',
  },
  'vatNumber.check': {
    it: 'La cifra di controllo della partita IVA non torna: verifica.',
    en: 'The check digit of the VAT number does not match: please verify.',
  },
  'postalCode.format': {
    it: 'CAP in formato non italiano: verifica.',
    en: 'Not an Italian postal code: please verify.',
  },
  'postalCode.city': {
    it: 'Il CAP non corrisponde a {told}: verifica.',
    en: 'The postal code does not match {told}: please verify.',
  },
  'plate.format': { it: 'Targa in formato non standard: verifica.', en: 'Unusual plate format: please verify.' },
  'vin.letters': {
    it: 'Un telaio non contiene le lettere I, O e Q: forse sono 1 o 0.',
    en: 'A VIN has no letters I, O or Q: perhaps they are 1 or 0.',
  },
} as const;
type WarningCode = keyof typeof WARNING_TEXTS;

const warn = (field: string, code: WarningCode, language: Language, detail = ''): Warning => ({
  field,
  code,
  message: WARNING_TEXTS[code][language].replace('{told}', detail),
});

/** A customer's codes; an empty text is not compared. */
export interface Codes {
  firstName: string;
  lastName: string;
  birthDate: string | null;
  birthPlace: string | null;
  fiscalCode: string | null;
  representativeFiscalCode: string | null;
  city: string;
  postalCode: string;
}

/** Facts for the doubts besides the customer: the day, and the places as far as known. */
export interface WarningContext {
  /** ISO date. */
  today: string;
  placeOf: Gazetteer['placeOf'];
  /** Absent if the place data is unavailable; so is the next. */
  isPlace?: (text: string) => boolean;
  /** Present-day comuni of this name. */
  comuniNamed?: (city: string) => readonly Comune[];
}

export interface Comune extends Pick<Locality, 'kind' | 'name' | 'province' | 'postalCode'> {
  /** First digits of its province's postal codes; empty if unknown. */
  postalCodes: readonly string[];
}

/** A comune with its province, a state without. */
export const placeLabel = (place: Pick<Locality, 'kind' | 'name' | 'province'>): string =>
  place.kind === 'state' ? place.name : `${place.name} (${place.province})`;

const personOf = (dossier: Codes) => ({
  ...(dossier.firstName === '' ? {} : { firstName: dossier.firstName }),
  ...(dossier.lastName === '' ? {} : { lastName: dossier.lastName }),
  ...(dossier.birthDate === null ? {} : { birthDate: dossier.birthDate }),
  ...(dossier.birthPlace === null ? {} : { birthPlace: dossier.birthPlace }),
});

function fiscalDoubts(
  field: string,
  code: string,
  dossier: Codes,
  language: Language,
  known: WarningContext,
): Warning[] {
  if (/^\d/.test(code)) return isValidVatNumber(code) ? [] : [warn(field, 'vatNumber.check', language)];
  const reading = readFiscalCode(code, known.today, known);
  if (reading === null) return [warn(field, 'fiscalCode.check', language)];
  const { birthDate, place } = reading;
  const mismatches = fiscalCodeMismatches(code, personOf(dossier), known);
  const isOtherPerson = mismatches.includes('firstName') && mismatches.includes('lastName');
  const fieldWarnings = mismatches.flatMap((name): Warning[] => {
    switch (name) {
      case 'birthDate':
        return [warn(name, 'fiscalCode.birthDate', language, birthDate.split('-').reverse().join('/'))];
      case 'birthPlace':
        // A comune that did not exist on that day would not help the user.
        return place === null ? [] : [warn(name, 'fiscalCode.birthPlace', language, placeLabel(place))];
      default:
        return isOtherPerson ? [] : [warn(name, `fiscalCode.${name}`, language)];
    }
  });
  return [...(isOtherPerson ? [warn(field, 'fiscalCode.mismatch', language)] : []), ...fieldWarnings];
}

const ADULT_AGE = 18;

/** Under 18 on that day. @param birthDate ISO date, as `today`. */
function isMinor(birthDate: string, today: string): boolean {
  return `${Number(today.slice(0, 4)) - ADULT_AGE}${today.slice(4)}` < birthDate;
}

function birthWarnings({ birthDate, birthPlace }: Codes, language: Language, known: WarningContext): Warning[] {
  const isUnknownPlace = birthPlace !== null && known.isPlace?.(birthPlace) === false;
  return [
    ...(birthDate !== null && isMinor(birthDate, known.today) ? [warn('birthDate', 'birthDate.minor', language)] : []),
    ...(isUnknownPlace ? [warn('birthPlace', 'birthPlace.unknown', language)] : []),
  ];
}

/** A postal code of a different province than the comune's; unknown for villages and places abroad. */
function postalWarnings({ city, postalCode }: Codes, language: Language, context: WarningContext): Warning[] {
  if (postalCode === '') return [];
  if (!isUsualPostalCode(postalCode)) return [warn('postalCode', 'postalCode.format', language)];
  const comuni = context.comuniNamed?.(city) ?? [];
  const [first] = comuni;
  if (!first || comuni.some(({ postalCodes }) => postalCodes.length === 0)) return [];
  const matches = comuni.some(({ postalCodes }) => postalCodes.some((prefix) => postalCode.startsWith(prefix)));
  return matches ? [] : [warn('postalCode', 'postalCode.city', language, placeLabel(first))];
}

/** Doubts about a customer's codes, birth and address. */
export function dossierWarnings(dossier: Codes, language: Language, context: WarningContext): Warning[] {
  const { fiscalCode, representativeFiscalCode } = dossier;
  const warnings = [
    ...(fiscalCode === null ? [] : fiscalDoubts('fiscalCode', fiscalCode, dossier, language, context)),
    ...(representativeFiscalCode === null
      ? []
      : fiscalDoubts('representativeFiscalCode', representativeFiscalCode, dossier, language, context)),
    ...birthWarnings(dossier, language, context),
    ...postalWarnings(dossier, language, context),
  ];
  // The place derived from the codice fiscale is more useful than a warning that the place is unknown.
  const hasPlaceHint = warnings.some(({ code }) => code === 'fiscalCode.birthPlace');
  return hasPlaceHint ? warnings.filter(({ code }) => code !== 'birthPlace.unknown') : warnings;
}

/** Doubts about a folder's vehicle. */
export function folderWarnings(folder: { plate: string | null; vin: string | null }, language: Language): Warning[] {
  return [
    ...(folder.plate === null || isUsualPlate(folder.plate) ? [] : [warn('plate', 'plate.format', language)]),
    ...(folder.vin === null || isUsualVin(folder.vin) ? [] : [warn('vin', 'vin.letters', language)]),
  ];
}
