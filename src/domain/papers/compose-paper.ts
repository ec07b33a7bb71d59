/** Composes a generated paper of a type from the available data, and reports missing values. */
import { type ConsentQuestion, consentQuestions, type PrivacyType } from '../consents/notices.ts';
import type { PaperField } from './fields.ts';
import type { PaperLanguage } from './paper.ts';
import type { Composed, PaperData } from './paper-data.ts';
import { AUDIT_CLAUSES, composeAudit } from './templates/audit.ts';
import { composeDeclaration, DECLARATION_CLAUSES, DECLARATION_FIELDS } from './templates/declaration.ts';
import { composeFeaModule, FEA_CLAUSES, FEA_FIELDS } from './templates/fea-module.ts';
import { composeHandover, HANDOVER_CLAUSES, HANDOVER_FIELDS } from './templates/handover.ts';
import { LOAN_TEMPLATES, type LoanTemplate, loanFields } from './templates/loan.ts';
import { composeLoan, LOAN_TEXTS, languageOf } from './templates/loan-paper.ts';
import { composePrivacy, PRIVACY_TEMPLATES, privacyClauses, privacyTexts } from './templates/privacy.ts';
import { SALE_TEMPLATES, saleClauses, saleFields } from './templates/sale.ts';
import { composeSale } from './templates/sale-paper.ts';
import { composeService, SERVICE_TEMPLATES } from './templates/workshop.ts';
import { AUDIT_TEXTS_IT } from './texts/audit-it.ts';
import type { ClauseTexts } from './texts/clause-texts.ts';
import { FEA_TEXTS_IT } from './texts/fea-it.ts';
import { LOAN_TEXTS_IT } from './texts/loan-it.ts';
import { SALE_TEXTS_IT } from './texts/sale-it.ts';
import { SERVICE_TEXTS_IT } from './texts/service-it.ts';
import { FEA_PAGE_CLAUSES } from './versions/fea-page.ts';
import { COMPANY_PLACEHOLDERS, issuedByNational, placeholdersIn, withCompanyData } from './versions/placeholders.ts';
import { FEA_PAGE } from './versions/versions.ts';

/** Clauses that a type prints in a language, and their source texts. */
interface TemplateClauses {
  texts: ClauseTexts;
  ids: readonly string[];
}

interface Template {
  fields: readonly PaperField[];
  /** By available language; absent for a paper without clauses. */
  clauses?: Partial<Record<PaperLanguage, TemplateClauses>>;
  /** The company whose data fills the clauses; default: the dealer's. */
  issuer?(data: IssuerData): Pick<PaperData, 'letterhead' | 'dpo'>;
  /** Default: Italian. */
  language?(data: PaperData): PaperLanguage;
  compose(data: PaperData, texts?: ClauseTexts): Composed;
}

/** Possible issuers of a paper. */
export type IssuerData = Pick<PaperData, 'letterhead' | 'dpo' | 'national'>;

/** Clauses of a legal entity, or common to all, by language. */
export type PublishedTexts = Partial<Record<PaperLanguage, ClauseTexts>>;

function loanClauses({ isForeign: foreign, clauses }: LoanTemplate): Template['clauses'] {
  const languages: readonly PaperLanguage[] = foreign ? ['en', 'de'] : ['it'];
  return Object.fromEntries(languages.map((language) => [language, { texts: LOAN_TEXTS[language], ids: clauses }]));
}

/** Creates each type of a family from its definition. */
const templatesOf = <T>(types: Readonly<Record<string, T>>, templateFor: (entry: T, type: string) => Template) =>
  Object.fromEntries(Object.entries(types).map(([type, one]): [string, Template] => [type, templateFor(one, type)]));

const TEMPLATES: Readonly<Record<string, Template>> = {
  ...templatesOf(PRIVACY_TEMPLATES, (_form, type) => ({
    fields: [],
    clauses: { it: { texts: privacyTexts(type as PrivacyType), ids: privacyClauses(type as PrivacyType) } },
    ...(type === 'PRIVACY_NSC' ? { issuer: issuedByNational } : {}),
    compose: (data, texts) => composePrivacy(type as PrivacyType, data, texts),
  })),
  ...templatesOf(SALE_TEMPLATES, (template) => ({
    fields: saleFields(template),
    clauses: { it: { texts: SALE_TEXTS_IT, ids: saleClauses(template) } },
    compose: (data, texts) => composeSale(template, data, texts),
  })),
  ...templatesOf(SERVICE_TEMPLATES, (template) => ({
    fields: template.fields,
    clauses: { it: { texts: SERVICE_TEXTS_IT, ids: template.clauses } },
    compose: (data, texts) => composeService(template, data, texts),
  })),
  ...templatesOf(LOAN_TEMPLATES, (template) => ({
    fields: loanFields(template),
    clauses: loanClauses(template),
    language: (data) => languageOf(template, data),
    compose: (data, texts) => composeLoan(template, data, texts),
  })),
  LOAN_HANDOVER_FORM: {
    fields: HANDOVER_FIELDS,
    clauses: { it: { texts: LOAN_TEXTS_IT, ids: HANDOVER_CLAUSES } },
    compose: composeHandover,
  },
  FEA_MODULE: {
    fields: FEA_FIELDS,
    clauses: { it: { texts: FEA_TEXTS_IT, ids: FEA_CLAUSES } },
    compose: composeFeaModule,
  },
  AUDIT: {
    fields: [],
    clauses: { it: { texts: AUDIT_TEXTS_IT, ids: AUDIT_CLAUSES } },
    compose: composeAudit,
  },
  T_B_D: {
    fields: DECLARATION_FIELDS,
    clauses: { it: { texts: SALE_TEXTS_IT, ids: DECLARATION_CLAUSES } },
    compose: composeDeclaration,
  },
};

/** Clauses published on a separate page and not printed on any document. */
const PAGES: Readonly<Record<string, Required<Pick<Template, 'clauses'>>>> = {
  [FEA_PAGE]: { clauses: FEA_PAGE_CLAUSES },
};

/** Types that have a template. */
export const paperTypes: readonly string[] = Object.keys(TEMPLATES);

/** All types with clauses that administrators publish: papers, then pages. */
export const clauseTypes: readonly string[] = [...paperTypes, ...Object.keys(PAGES)];

export const hasTemplate = (type: string): boolean => Object.hasOwn(TEMPLATES, type);

function templateOf(type: string): Template {
  const template = hasTemplate(type) ? TEMPLATES[type] : undefined;
  if (template === undefined) throw new Error(`There is no template for ${type}`);
  return template;
}

/** The variable fields of a type, in the order of the form. @throws for a type without template */
export const paperFields = (type: string): readonly PaperField[] => templateOf(type).fields;

/** A clause of a type in the product's draft. */
export interface DraftClause {
  id: string;
  heading: string;
  text: string;
}

export interface DraftTexts {
  version: string;
  clauses: DraftClause[];
  /** Placeholder names allowed in braces in a clause of this type. */
  placeholders: string[];
}

const clausesOf = (type: string): Template['clauses'] =>
  [TEMPLATES, PAGES].find((templates) => Object.hasOwn(templates, type))?.[type]?.clauses;

/** Languages in which a type has clauses; empty without template, page or clauses. */
export const clauseLanguages = (type: string): PaperLanguage[] => Object.keys(clausesOf(type) ?? {}) as PaperLanguage[];

/** The product's draft clauses of a type, in the order of the paper. */
export function draftTexts(type: string, language: PaperLanguage): DraftTexts | undefined {
  const draft = clausesOf(type)?.[language];
  if (draft === undefined) return undefined;
  const clauses = draft.ids.map((id) => {
    const { heading = '', text = '' } = draft.texts.clauses[id] ?? {};
    return { id, heading, text };
  });
  const filledByTemplate = clauses.flatMap(({ text }) => placeholdersIn(text));
  return {
    version: draft.texts.version,
    clauses,
    placeholders: [...new Set([...filledByTemplate, ...COMPANY_PLACEHOLDERS])],
  };
}

/** Consent questions of a file of this type, generated or uploaded: the published texts, else the product's drafts. */
export function consentQuestionsFor(type: string, data: IssuerData, texts: PublishedTexts): ConsentQuestion[] {
  const issuer = TEMPLATES[type]?.issuer?.(data) ?? data;
  return consentQuestions(type, 'it', texts.it && withCompanyData(texts.it, issuer, 'it'));
}

/**
 * The paper as it would be printed now: missing values stay empty and are listed.
 * @param texts the legal entity's clauses, which replace the product's drafts. @throws for a type without a
 * template
 */
export function composePaper(type: string, data: PaperData, texts: PublishedTexts = {}): Composed {
  const template = templateOf(type);
  const language = template.language?.(data) ?? 'it';
  const published = texts[language];
  return template.compose(data, published && withCompanyData(published, template.issuer?.(data) ?? data, language));
}
