/** The closed list of placeholders in clauses, and the values for a legal entity's own clauses. */
import { fill } from '../../field-message.ts';
import type { Letterhead, PaperLanguage } from '../paper.ts';
import type { PaperData } from '../paper-data.ts';
import type { ClauseTexts } from '../texts/clause-texts.ts';
import type { FeaIssuer } from './version-schemas.ts';

/** Data of the paper's issuer: available in every type. */
export const COMPANY_PLACEHOLDERS = ['company', 'address', 'vatNumber', 'rea', 'pec', 'phone', 'dpo'] as const;
type CompanyPlaceholder = (typeof COMPANY_PLACEHOLDERS)[number];

/** Printed for missing data: never a plausible value. */
const MISSING_COMPANY_TEXTS: Record<PaperLanguage, Record<CompanyPlaceholder, string>> = {
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

/** Names in braces, in the order of the text. */
export const placeholdersIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** The first name in braces that is not allowed, or any unpaired brace. */
export function unknownPlaceholder(text: string, allowed: readonly string[]): string | null {
  const rest = text.replace(/\{(\w+)\}/g, (placeholder, name: string) => (allowed.includes(name) ? '' : placeholder));
  return /\{[^{}]*\}|[{}]/.exec(rest)?.[0] ?? null;
}

/** The company's registered office, else the dealer's address. */
export const registeredOfficeOf = ({ registeredOffice, address }: Letterhead): string => registeredOffice ?? address;

/** The national company as issuer: missing data stays empty, and is printed in brackets. */
export function issuedByNational({
  letterhead,
  national,
}: Pick<PaperData, 'letterhead' | 'national'>): Pick<PaperData, 'letterhead' | 'dpo'> {
  const { legalName, registeredOffice, vatNumber, rea, pec, phone, dpo } = national;
  const { dealerName, brand } = letterhead;
  const company = legalName ?? MISSING_NATIONAL_TEXTS.legalName;
  const address = registeredOffice ?? MISSING_NATIONAL_TEXTS.registeredOffice;
  return { letterhead: { dealerName, brand, company, address, vatNumber: vatNumber ?? '', rea, pec, phone }, dpo };
}

/** Printed for missing data of the national company. */
export const MISSING_NATIONAL_TEXTS = {
  legalName: '[società nazionale]',
  registeredOffice: '[sede della società nazionale]',
} as const;

/** The issuer's data by placeholder; missing data in brackets. */
export function companyValues(
  { letterhead, dpo }: Pick<PaperData, 'letterhead' | 'dpo'>,
  language: PaperLanguage,
): Record<CompanyPlaceholder, string> {
  const { company, vatNumber, rea, pec, phone } = letterhead;
  const companyData = { company, address: registeredOfficeOf(letterhead), vatNumber, rea, pec, phone, dpo };
  const values = COMPANY_PLACEHOLDERS.map((name) => [name, companyData[name] || MISSING_COMPANY_TEXTS[language][name]]);
  return Object.fromEntries(values);
}

/** For missing data on the advanced electronic signature: in Italian on the module, in both languages on its public page. */
const MISSING_FEA_TEXTS: Record<'it' | 'en', Record<keyof FeaIssuer, string>> = {
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

/** A legal entity's data on its advanced electronic signature by placeholder; missing data in brackets. */
export function feaValues(fea: FeaIssuer, language: 'it' | 'en'): Record<keyof FeaIssuer, string> {
  const names = Object.keys(MISSING_FEA_TEXTS[language]) as (keyof FeaIssuer)[];
  const values = names.map((name) => [name, fea[name] ?? MISSING_FEA_TEXTS[language][name]]);
  return Object.fromEntries(values);
}

/** Own clauses with the company's data filled in; placeholders that the template fills remain. */
export function withCompanyData(
  texts: ClauseTexts,
  data: Pick<PaperData, 'letterhead' | 'dpo'>,
  language: PaperLanguage,
): ClauseTexts {
  const values = companyValues(data, language);
  const filled = Object.entries(texts.clauses).map(([id, clause]) => [
    id,
    { ...clause, text: fill(clause.text, values) },
  ]);
  return { ...texts, clauses: Object.fromEntries(filled) };
}
