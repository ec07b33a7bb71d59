/** What a clause may leave to be filled: the closed list of placeholders, and what a legal entity's own clauses are filled with (P-9, D-110). */
import { fill } from '../../field-message.ts';
import type { PaperData } from '../data.ts';
import type { Letterhead, PaperLanguage } from '../paper.ts';
import type { ClauseTexts } from '../texts/texts.ts';
import type { FeaIssuer } from './version-schemas.ts';

/** Of whoever issues the paper: every type fills them. */
export const COMPANY_PLACEHOLDERS = ['company', 'address', 'vatNumber', 'rea', 'pec', 'phone', 'dpo'] as const;
type CompanyPlaceholder = (typeof COMPANY_PLACEHOLDERS)[number];

/** Printed where nobody has told it: never a plausible fact (P-9). */
const UNTOLD: Record<PaperLanguage, Record<CompanyPlaceholder, string>> = {
  it: {
    company: '[ragione sociale]',
    address: '[sede]',
    vatNumber: '[partita IVA]',
    rea: '[REA]',
    pec: '[PEC]',
    phone: '[telefono]',
    dpo: '[responsabile della protezione dei dati]',
  },
  en: {
    company: '[company]',
    address: '[registered office]',
    vatNumber: '[VAT number]',
    rea: '[REA]',
    pec: '[PEC]',
    phone: '[phone]',
    dpo: '[data protection officer]',
  },
  de: {
    company: '[Firma]',
    address: '[Sitz]',
    vatNumber: '[Umsatzsteuernummer]',
    rea: '[REA]',
    pec: '[PEC]',
    phone: '[Telefon]',
    dpo: '[Datenschutzbeauftragter]',
  },
};

/** Names between braces, in the order of the text. */
export const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** The first thing in braces that is none of the allowed names, and any brace that stands alone. */
export function strangeName(text: string, allowed: readonly string[]): string | null {
  const rest = text.replace(/\{(\w+)\}/g, (whole, name: string) => (allowed.includes(name) ? '' : whole));
  return /\{[^{}]*\}|[{}]/.exec(rest)?.[0] ?? null;
}

/** The company's seat, else where the dealer is. */
export const seatOf = ({ registeredOffice, address }: Letterhead): string => registeredOffice ?? address;

/** The national company as whoever issues: what it has not told stays empty, and is printed in brackets. */
export function issuedByNational({
  letterhead,
  national,
}: Pick<PaperData, 'letterhead' | 'national'>): Pick<PaperData, 'letterhead' | 'dpo'> {
  const { legalName, registeredOffice, vatNumber, rea, pec, phone, dpo } = national;
  const { dealerName, brand } = letterhead;
  const company = legalName ?? NATIONAL_UNTOLD.legalName;
  const address = registeredOffice ?? NATIONAL_UNTOLD.registeredOffice;
  return { letterhead: { dealerName, brand, company, address, vatNumber: vatNumber ?? '', rea, pec, phone }, dpo };
}

/** Printed where the national company has not told it (P-9). */
export const NATIONAL_UNTOLD = {
  legalName: '[società nazionale]',
  registeredOffice: '[sede della società nazionale]',
} as const;

/** What is known of whoever issues, by placeholder; what is not, in brackets. */
export function companyValues(
  { letterhead, dpo }: Pick<PaperData, 'letterhead' | 'dpo'>,
  language: PaperLanguage,
): Record<CompanyPlaceholder, string> {
  const { company, vatNumber, rea, pec, phone } = letterhead;
  const told = { company, address: seatOf(letterhead), vatNumber, rea, pec, phone, dpo };
  const values = COMPANY_PLACEHOLDERS.map((name) => [name, told[name] || UNTOLD[language][name]]);
  return Object.fromEntries(values);
}

/** Of the advanced signature: in Italian on the module, in both languages on its public page (D-5, D-10). */
const FEA_UNTOLD: Record<'it' | 'en', Record<keyof FeaIssuer, string>> = {
  it: {
    insurer: '[compagnia]',
    policy: '[numero di polizza]',
    coverage: '[massimale]',
    provider: '[realizzatore]',
    publicPage: '[pagina pubblica]',
    assistance: '[recapiti di assistenza]',
  },
  en: {
    insurer: '[insurer]',
    policy: '[policy number]',
    coverage: '[ceiling]',
    provider: '[maker of the solution]',
    publicPage: '[public page]',
    assistance: '[assistance contacts]',
  },
};

/** What a legal entity says of its advanced signature, by placeholder; what it does not, in brackets. */
export function feaValues(fea: FeaIssuer, language: 'it' | 'en'): Record<keyof FeaIssuer, string> {
  const names = Object.keys(FEA_UNTOLD[language]) as (keyof FeaIssuer)[];
  const values = names.map((name) => [name, fea[name] ?? FEA_UNTOLD[language][name]]);
  return Object.fromEntries(values);
}

/** Own clauses with what is known of the company in them; what a template fills itself stays as it is. */
export function filledByCompany(
  own: ClauseTexts,
  data: Pick<PaperData, 'letterhead' | 'dpo'>,
  language: PaperLanguage,
): ClauseTexts {
  const values = companyValues(data, language);
  const filled = Object.entries(own.clauses).map(([id, clause]) => [
    id,
    { ...clause, text: fill(clause.text, values) },
  ]);
  return { ...own, clauses: Object.fromEntries(filled) };
}
