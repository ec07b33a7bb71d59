/** Versions of what papers say: what they hold, what may be typed, and who may do what with one: two administrators agree on each (P-9, D-5). */
import { z } from 'zod';
import { isVatNumberSound } from '../codes/vat-number.ts';
import { emailSchema, type Warning } from '../dossiers/dossier.ts';
import type { FieldIssue, Language, RefusalCode } from '../errors.ts';
import { optionalLines, optionalText, requiredText, severalLines } from '../text.ts';
import type { FeaIssuer, VehicleInsurance } from './data.ts';
import { PAPER_LANGUAGES } from './paper.ts';
import { DEFAULT_LOAN_RULES, type LoanRules } from './rules.ts';

/** Clauses of one type; data of one legal entity or of the national company. */
export const VERSION_KINDS = ['CLAUSES', 'COMPANY'] as const;
export type VersionKind = (typeof VERSION_KINDS)[number];

/** Clauses of the public page on the advanced signature, among those of papers: no document is of this type (D-10). */
export const FEA_PAGE = 'FEA_PAGE';

export const VERSION_STATES = ['DRAFT', 'SUBMITTED', 'PUBLISHED', 'SUPERSEDED'] as const;
export type VersionState = (typeof VERSION_STATES)[number];

/** Longer ones would not be read, and a paper of clauses alone would be no paper. */
export const MOST_HEADING = 120;
export const MOST_CLAUSE = 3000;
/** Stands in the foot of every page beside number and company. */
export const MOST_LABEL = 40;
export const MOST_NOTE = 500;

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
} as const;
const companySchema = z.strictObject(COMPANY_FIELDS);
export type CompanyFacts = z.output<typeof companySchema>;
export type CompanyField = keyof CompanyFacts;

/** What the national company says of itself: it controls its own privacy form and issues its own module (D-6). */
export const NATIONAL_FIELDS = ['legalName', 'registeredOffice', 'vatNumber', 'rea', 'pec', 'phone', 'dpo'] as const;

/** Of the national company nothing but these; the directory of dealers knows the name of every other one. */
export const isAsked = (field: CompanyField, legalEntity: string | null): boolean =>
  legalEntity === null ? (NATIONAL_FIELDS as readonly string[]).includes(field) : field !== 'legalName';

/** What is told and nowhere printed. @param legalEntity null for the national company. */
export const strangeFacts = (facts: CompanyFacts, legalEntity: string | null): FieldIssue[] =>
  (Object.keys(COMPANY_FIELDS) as CompanyField[])
    .filter((field) => facts[field] !== null && !isAsked(field, legalEntity))
    .map((field) => ({ objectName: 'paperVersion', field: `company.${field}`, code: 'unknown' }));

/** Whoever has told nothing yet. */
export const NO_FACTS: CompanyFacts = {
  ...{ legalName: null, registeredOffice: null },
  ...{ vatNumber: null, rea: null, pec: null, phone: null, dpo: null, insurer: null, policy: null, coverage: null },
  ...{ provider: null, publicPage: null, assistance: null, vehicleInsurer: null, vehiclePolicy: null },
  ...{ driverAge: null, driverYears: null },
};

export const feaOf = ({ provider, insurer, policy, coverage, assistance, publicPage }: CompanyFacts): FeaIssuer => ({
  ...{ provider, insurer, policy, coverage, assistance, publicPage },
});

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

export const VERSION_ACTS = ['edit', 'remove', 'submit', 'takeBack', 'reject', 'publish'] as const;
export type VersionAct = (typeof VERSION_ACTS)[number];

/** What keeps somebody from doing this with a version; null when nothing does. Whether the role may at all is asked before. */
export function versionRefusal(
  act: VersionAct,
  version: { state: VersionState; authors: readonly string[]; submittedBy: string | null },
  login: string,
): RefusalCode | null {
  const wrote = version.authors.includes(login) || version.submittedBy === login;
  switch (act) {
    case 'edit':
    case 'remove':
    case 'submit':
      return version.state === 'DRAFT' ? null : 'paperVersion.notDraft';
    case 'takeBack':
      if (version.state !== 'SUBMITTED') return 'paperVersion.notSubmitted';
      return wrote ? null : 'paperVersion.reasonMissing';
    case 'reject':
      return version.state === 'SUBMITTED' ? null : 'paperVersion.notSubmitted';
    case 'publish':
      if (version.state !== 'SUBMITTED') return 'paperVersion.notSubmitted';
      return wrote ? 'paperVersion.ownWork' : null;
  }
}
