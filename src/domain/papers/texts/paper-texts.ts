/** Texts common to all generated papers, in the available print languages. */
import type { PaperLanguage } from '../paper.ts';

interface PaperTexts {
  placeholderMark: string;
  demoMark: string;
  insurer: string;
  policy: string;
  deductible: string;
  customer: string;
  company: string;
  representative: string;
  name: string;
  fiscalCode: string;
  vatNumber: string;
  born: string;
  address: string;
  seat: string;
  phone: string;
  email: string;
  vehicle: string;
  loan: string;
  condition: string;
  back: string;
  driver: (number: number, several: boolean) => string;
  conditions: string;
  signatures: string;
  approval: (clauses: string) => string;
  and: string;
}

export const PAPER_TEXTS: Record<PaperLanguage, PaperTexts> = {
  it: {
    placeholderMark: '[testo da approvare]',
    demoMark: 'DEMO senza valore',
    insurer: '[compagnia]',
    policy: '[numero di polizza]',
    deductible: '[importo]',
    customer: 'Cliente',
    company: 'Ragione sociale',
    representative: 'Rappresentata da',
    name: 'Nome e cognome',
    fiscalCode: 'Codice fiscale',
    vatNumber: 'Partita IVA',
    born: 'Data e luogo di nascita',
    address: 'Residenza',
    seat: 'Sede',
    phone: 'Cellulare',
    email: 'E-mail',
    vehicle: 'Veicolo affidato',
    loan: 'Affidamento',
    condition: 'Stato alla consegna',
    back: 'Rientro',
    driver: (number, several) => (several ? `Conducente ${number}` : 'Conducente'),
    conditions: 'Condizioni',
    signatures: 'Firme',
    approval: (clauses) =>
      `Ai sensi degli artt. 1341 e 1342 c.c. approvo specificamente i punti ${clauses} delle condizioni.`,
    and: 'e',
  },
  en: {
    placeholderMark: '[text to be approved]',
    demoMark: 'DEMO without value',
    insurer: '[insurer]',
    policy: '[policy number]',
    deductible: '[amount]',
    customer: 'Customer',
    company: 'Company',
    representative: 'Represented by',
    name: 'Name',
    fiscalCode: 'Italian tax code',
    vatNumber: 'VAT number',
    born: 'Date and place of birth',
    address: 'Address',
    seat: 'Registered office',
    phone: 'Mobile phone',
    email: 'E-mail',
    vehicle: 'Vehicle',
    loan: 'Test drive',
    condition: 'Condition at handover',
    back: 'Return',
    driver: (number, several) => (several ? `Driver ${number}` : 'Driver'),
    conditions: 'Conditions',
    signatures: 'Signatures',
    approval: (clauses) =>
      `Pursuant to articles 1341 and 1342 of the Italian Civil Code I specifically approve points ${clauses} of the conditions.`,
    and: 'and',
  },
  de: {
    placeholderMark: '[Text noch nicht freigegeben]',
    demoMark: 'DEMO ohne Gültigkeit',
    insurer: '[Versicherer]',
    policy: '[Policennummer]',
    deductible: '[Betrag]',
    customer: 'Kunde',
    company: 'Firma',
    representative: 'Vertreten durch',
    name: 'Vor- und Nachname',
    fiscalCode: 'Italienische Steuernummer',
    vatNumber: 'Umsatzsteuernummer',
    born: 'Geburtsdatum und -ort',
    address: 'Anschrift',
    seat: 'Sitz',
    phone: 'Mobiltelefon',
    email: 'E-Mail',
    vehicle: 'Fahrzeug',
    loan: 'Probefahrt',
    condition: 'Zustand bei Übergabe',
    back: 'Rückgabe',
    driver: (number, several) => (several ? `Fahrer ${number}` : 'Fahrer'),
    conditions: 'Bedingungen',
    signatures: 'Unterschriften',
    approval: (clauses) =>
      `Gemäß Art. 1341 und 1342 des italienischen Zivilgesetzbuchs stimme ich den Punkten ${clauses} der Bedingungen ausdrücklich zu.`,
    and: 'und',
  },
};

/** `2, 5 e 7`. */
export function enumeration(numbers: readonly number[], language: PaperLanguage): string {
  const last = numbers.at(-1);
  const others = numbers.slice(0, -1);
  if (last === undefined || others.length === 0) return String(last ?? '');
  return `${others.join(', ')} ${PAPER_TEXTS[language].and} ${last}`;
}
