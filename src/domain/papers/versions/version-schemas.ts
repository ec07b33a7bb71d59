/** Input for versions of the papers' content: clauses, and a legal entity's data. */
import { z } from 'zod';
import { isValidVatNumber } from '../../codes/vat-number.ts';
import { emailSchema, type Warning } from '../../dossiers/dossier.ts';
import type { FieldIssue, Language } from '../../errors.ts';
import { optionalLines, optionalText, requiredText, severalLines } from '../../text-schemas.ts';
import { DEFAULT_LOAN_RULES, type LoanRules } from '../loan-rules.ts';
import { PAPER_LANGUAGES } from '../paper.ts';
import { MAX_CLAUSE, MAX_HEADING, MAX_LABEL, MAX_NOTE } from './versions.ts';

const clauseSchema = z.strictObject({
  id: requiredText(60),
  heading: requiredText(MAX_HEADING),
  text: severalLines(MAX_CLAUSE).min(1, { abort: true }),
});
export type ClauseInput = z.output<typeof clauseSchema>;

/** A public page: the description of the technology must be published. */
const PAGE = /^https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{1,5})?(?:[/?#]\S*)?$/i;
const httpsPage = optionalText().refine((text) => text === null || PAGE.test(text), { message: 'httpsPage' });

const optionalPec = optionalText(120).refine((text) => text === null || emailSchema.safeParse(text).success, {
  message: 'pec',
});
const optionalPhone = optionalText(30).refine((text) => text === null || /^\+?[\d\s./()-]{5,}$/.test(text), {
  message: 'phone',
});
/** With or without IT and spaces, since users paste it in both forms; a wrong check digit is a warning, not an error. */
const optionalVatNumber = optionalText(30)
  .transform((text) => text?.replace(/[\s.]/g, '').replace(/^IT/i, '') ?? null)
  .refine((text) => text === null || /^\d{11}$/.test(text), { message: 'vatNumber' });

/** In the product's format, or openssl's: with colons, in capitals. */
const optionalFingerprint = optionalText(120)
  .transform((text) => text?.replace(/[\s:]/g, '').toLowerCase() ?? null)
  .refine((text) => text === null || /^[0-9a-f]{64}$/.test(text), { message: 'fingerprint' });

/** Whole years within plausible bounds. */
const years = (min: number, max: number) =>
  optionalText(2).refine(
    (text) => text === null || (/^\d{1,2}$/.test(text) && Number(text) >= min && Number(text) <= max),
    { message: 'type' },
  );

export const COMPANY_FIELDS = {
  legalName: optionalText(160),
  registeredOffice: optionalText(160),
  vatNumber: optionalVatNumber,
  rea: optionalText(30),
  pec: optionalPec,
  phone: optionalPhone,
  dpo: optionalText(160),
  insurer: optionalText(120),
  policy: optionalText(60),
  coverage: optionalText(120),
  provider: optionalText(160),
  publicPage: httpsPage,
  assistance: optionalText(255),
  vehicleInsurer: optionalText(120),
  vehiclePolicy: optionalText(60),
  driverAge: years(18, 80),
  driverYears: years(0, 50),
  /** SHA-256 of the certificate to which handwriting is encrypted: in force once two administrators have agreed on it. */
  custodian: optionalFingerprint,
} as const;
const companySchema = z.strictObject(COMPANY_FIELDS);
export type CompanyFacts = z.output<typeof companySchema>;
export type CompanyField = keyof CompanyFacts;

/** Only for the national company: the dealer directory contains all other names, and the custodian is common to all. */
const NATIONAL_ONLY: readonly CompanyField[] = ['legalName', 'custodian'];

/** Data of the national company, controller of its own privacy form and issuer of its own module. */
const NATIONAL_FIELDS: readonly CompanyField[] = [
  ...(['registeredOffice', 'vatNumber', 'rea', 'pec', 'phone', 'dpo'] as const),
  ...NATIONAL_ONLY,
];

/** The national company has only these fields. */
export const hasCompanyField = (field: CompanyField, legalEntity: string | null): boolean =>
  legalEntity === null ? NATIONAL_FIELDS.includes(field) : !NATIONAL_ONLY.includes(field);

/** Company facts that are filled in but unused. @param legalEntity null for the national company. */
export const unusedFactIssues = (facts: CompanyFacts, legalEntity: string | null): FieldIssue[] =>
  (Object.keys(COMPANY_FIELDS) as CompanyField[])
    .filter((field) => facts[field] !== null && !hasCompanyField(field, legalEntity))
    .map((field) => ({ objectName: 'paperVersion', field: `company.${field}`, code: 'unknown' }));

/** A company without any data yet. */
export const EMPTY_COMPANY: CompanyFacts = {
  ...{ legalName: null, registeredOffice: null },
  ...{ vatNumber: null, rea: null, pec: null, phone: null, dpo: null, insurer: null, policy: null, coverage: null },
  ...{ provider: null, publicPage: null, assistance: null, vehicleInsurer: null, vehiclePolicy: null },
  ...{ driverAge: null, driverYears: null, custodian: null },
};

/** A legal entity's data on its advanced electronic signature; null until provided. */
export type FeaIssuer = Pick<
  CompanyFacts,
  'provider' | 'insurer' | 'policy' | 'coverage' | 'assistance' | 'publicPage'
>;

export const feaOf = ({ provider, insurer, policy, coverage, assistance, publicPage }: CompanyFacts): FeaIssuer => ({
  ...{ provider, insurer, policy, coverage, assistance, publicPage },
});

/** Insurer of the vehicles that a legal entity lends; null until provided. */
export interface VehicleInsurance {
  insurer: string | null;
  policy: string | null;
}

export const insuranceOf = ({ vehicleInsurer, vehiclePolicy }: CompanyFacts): VehicleInsurance => ({
  insurer: vehicleInsurer,
  policy: vehiclePolicy,
});

/** The legal entity's requirements for drivers of lent vehicles; default: the legal limits. */
export const loanRulesOf = ({ driverAge, driverYears }: CompanyFacts): LoanRules => ({
  minimumAge: driverAge === null ? DEFAULT_LOAN_RULES.minimumAge : Number(driverAge),
  minimumHolding: driverYears === null ? DEFAULT_LOAN_RULES.minimumHolding : Number(driverYears),
});

export const CLAUSES_SHAPE = {
  kind: z.literal('CLAUSES'),
  version: requiredText(MAX_LABEL),
  note: optionalLines(MAX_NOTE),
  clauses: z.array(clauseSchema).max(60),
};
export const COMPANY_SHAPE = {
  kind: z.literal('COMPANY'),
  note: optionalLines(MAX_NOTE),
  company: companySchema,
};

/** Type and legal entity of a version; they cannot be changed. */
export const CLAUSES_SCOPE = {
  type: requiredText(60),
  language: z.enum(PAPER_LANGUAGES).default('it'),
  /** Null: for every legal entity without its own. */
  legalEntity: optionalText(60),
};
export const COMPANY_SCOPE = {
  /** Null: the national company's. */
  legalEntity: optionalText(60),
};

/** Message for a missing or unknown kind of version. */
export const versionKindIssue = {
  error: (issue: { input?: unknown }) => {
    const { kind } = (issue.input ?? {}) as { kind?: unknown };
    return kind === undefined || kind === null ? 'required' : 'oneOf';
  },
};

const VAT_DOUBT = {
  it: 'La cifra di controllo della partita IVA non torna: verifica.',
  en: 'The check digit of the VAT number does not match: please verify.',
} as const;

/** Doubts that a user may confirm; they refuse nothing. */
export function companyWarnings({ vatNumber }: Pick<CompanyFacts, 'vatNumber'>, language: Language): Warning[] {
  if (vatNumber === null || isValidVatNumber(vatNumber)) return [];
  return [{ field: 'company.vatNumber', code: 'vatNumber.check', message: VAT_DOUBT[language] }];
}
