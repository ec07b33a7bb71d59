/** What may be typed of a version of what papers say: clauses, and what a legal entity says of itself (P-9, D-5). */
import { z } from 'zod';
import { isVatNumberSound } from '../../codes/vat-number.ts';
import { emailSchema, type Warning } from '../../dossiers/dossier.ts';
import type { FieldIssue, Language } from '../../errors.ts';
import { optionalLines, optionalText, requiredText, severalLines } from '../../text.ts';
import { PAPER_LANGUAGES } from '../paper.ts';
import { DEFAULT_LOAN_RULES, type LoanRules } from '../rules.ts';
import { MOST_CLAUSE, MOST_HEADING, MOST_LABEL, MOST_NOTE } from './versions.ts';

const clauseSchema = z.strictObject({
  id: requiredText(60),
  heading: requiredText(MOST_HEADING),
  text: severalLines(MOST_CLAUSE).min(1, { abort: true }),
});
export type WrittenClause = z.output<typeof clauseSchema>;

/** A page that everybody can open: D-5 wants the technology to be published. */
const PAGE = /^https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{1,5})?(?:[/?#]\S*)?$/i;
const httpsPage = optionalText().refine((text) => text === null || PAGE.test(text), { message: 'httpsPage' });

const optionalPec = optionalText(120).refine((text) => text === null || emailSchema.safeParse(text).success, {
  message: 'pec',
});
const optionalPhone = optionalText(30).refine((text) => text === null || /^\+?[\d\s./()-]{5,}$/.test(text), {
  message: 'phone',
});
/** With or without IT and blanks, as people copy it; the check digit is a doubt, not an error (P-15). */
const optionalVatNumber = optionalText(30)
  .transform((text) => text?.replace(/[\s.]/g, '').replace(/^IT/i, '') ?? null)
  .refine((text) => text === null || /^\d{11}$/.test(text), { message: 'vatNumber' });

/** As the product prints it, or as openssl does: with colons, in capitals. */
const optionalFingerprint = optionalText(120)
  .transform((text) => text?.replace(/[\s:]/g, '').toLowerCase() ?? null)
  .refine((text) => text === null || /^[0-9a-f]{64}$/.test(text), { message: 'fingerprint' });

/** Whole years within what can be meant. */
const years = (least: number, most: number) =>
  optionalText(2).refine(
    (text) => text === null || (/^\d{1,2}$/.test(text) && Number(text) >= least && Number(text) <= most),
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
  /** SHA-256 of the certificate that handwriting is sealed for: it holds once two administrators have agreed on it (P-8). */
  custodian: optionalFingerprint,
} as const;
const companySchema = z.strictObject(COMPANY_FIELDS);
export type CompanyFacts = z.output<typeof companySchema>;
export type CompanyField = keyof CompanyFacts;

/** Told of the national company alone: the directory of dealers knows the name of every other one; the custodian is one for all. */
const NATIONAL_ALONE: readonly CompanyField[] = ['legalName', 'custodian'];

/** What the national company says of itself, who controls its own privacy form and issues its own module (D-6). */
const NATIONAL_FIELDS: readonly CompanyField[] = [
  ...(['registeredOffice', 'vatNumber', 'rea', 'pec', 'phone', 'dpo'] as const),
  ...NATIONAL_ALONE,
];

/** Of the national company nothing but these. */
export const isAsked = (field: CompanyField, legalEntity: string | null): boolean =>
  legalEntity === null ? NATIONAL_FIELDS.includes(field) : !NATIONAL_ALONE.includes(field);

/** What is told and serves nothing. @param legalEntity null for the national company. */
export const strangeFacts = (facts: CompanyFacts, legalEntity: string | null): FieldIssue[] =>
  (Object.keys(COMPANY_FIELDS) as CompanyField[])
    .filter((field) => facts[field] !== null && !isAsked(field, legalEntity))
    .map((field) => ({ objectName: 'paperVersion', field: `company.${field}`, code: 'unknown' }));

/** Whoever has told nothing yet. */
export const NO_FACTS: CompanyFacts = {
  ...{ legalName: null, registeredOffice: null },
  ...{ vatNumber: null, rea: null, pec: null, phone: null, dpo: null, insurer: null, policy: null, coverage: null },
  ...{ provider: null, publicPage: null, assistance: null, vehicleInsurer: null, vehiclePolicy: null },
  ...{ driverAge: null, driverYears: null, custodian: null },
};

/** What a legal entity says about its advanced signature (D-5); null until it has said so. */
export type FeaIssuer = Pick<
  CompanyFacts,
  'provider' | 'insurer' | 'policy' | 'coverage' | 'assistance' | 'publicPage'
>;

export const feaOf = ({ provider, insurer, policy, coverage, assistance, publicPage }: CompanyFacts): FeaIssuer => ({
  ...{ provider, insurer, policy, coverage, assistance, publicPage },
});

/** Who insures the vehicles that a legal entity lends; null until it has said so. */
export interface VehicleInsurance {
  insurer: string | null;
  policy: string | null;
}

export const insuranceOf = ({ vehicleInsurer, vehiclePolicy }: CompanyFacts): VehicleInsurance => ({
  insurer: vehicleInsurer,
  policy: vehiclePolicy,
});

/** What the legal entity asks of whoever drives the vehicles that it lends; the law's own limits where it asks nothing (D-111). */
export const loanRulesOf = ({ driverAge, driverYears }: CompanyFacts): LoanRules => ({
  minimumAge: driverAge === null ? DEFAULT_LOAN_RULES.minimumAge : Number(driverAge),
  minimumHolding: driverYears === null ? DEFAULT_LOAN_RULES.minimumHolding : Number(driverYears),
});

export const CLAUSES_SHAPE = {
  kind: z.literal('CLAUSES'),
  version: requiredText(MOST_LABEL),
  note: optionalLines(MOST_NOTE),
  clauses: z.array(clauseSchema).max(60),
};
export const COMPANY_SHAPE = { kind: z.literal('COMPANY'), note: optionalLines(MOST_NOTE), company: companySchema };

/** Whose and of which type a version is; it stays so. */
export const CLAUSES_SCOPE = {
  type: requiredText(60),
  language: z.enum(PAPER_LANGUAGES).default('it'),
  /** Null: for every legal entity that has none of its own. */
  legalEntity: optionalText(60),
};
export const COMPANY_SCOPE = {
  /** Null: of the national company. */
  legalEntity: optionalText(60),
};

/** Words for a version whose kind is missing or is none of the two. */
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

/** Doubts that a person may confirm; they refuse nothing (P-15). */
export function companyWarnings({ vatNumber }: Pick<CompanyFacts, 'vatNumber'>, language: Language): Warning[] {
  if (vatNumber === null || isVatNumberSound(vatNumber)) return [];
  return [{ field: 'company.vatNumber', code: 'vatNumber.check', message: VAT_DOUBT[language] }];
}
