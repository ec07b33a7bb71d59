/**
 * The public page on a legal entity's advanced electronic signature, composed like a module: the same facts, the same
 * published clauses (art. 56 and 57).
 */
import type { Language } from '../../errors.ts';
import { nonEmptyBlocks, paperBase } from '../blocks.ts';
import type { Paper } from '../paper.ts';
import type { Composed, PaperData } from '../paper-data.ts';
import { type ClauseTexts, numberedClauses, withOverride } from '../texts/clause-texts.ts';
import { FEA_TEXTS_IT } from '../texts/fea-it.ts';
import { FEA_PAGE_TEXTS_EN } from '../texts/fea-page-en.ts';
import { FEA_PAGE_TEXTS_IT } from '../texts/fea-page-it.ts';
import { companyValues, feaValues } from './placeholders.ts';

/** Letters of art. 56 c. 1 in order, by the clause that explains how each is met. */
export const ART_56 = {
  identified: 'a',
  unique: 'b',
  control: 'c',
  unchanged: 'd',
  copy: 'e',
  issuer: 'f',
  static: 'g',
  bound: 'h',
} as const;
export type Letter = (typeof ART_56)[keyof typeof ART_56];

const letterOf = (id: string): Letter | null => (Object.hasOwn(ART_56, id) ? ART_56[id as keyof typeof ART_56] : null);

/** Sections of the page, in order. */
export const FEA_PAGE_GROUPS = {
  system: ['service', 'process', 'technologies', 'handwriting', 'evidence'],
  requirements: Object.keys(ART_56),
  limits: ['limits', 'effects'],
  rights: ['copies', 'copySteps', 'revocation', 'revocationSteps'],
  insurance: ['insurance'],
  assistance: ['assistance'],
} as const satisfies Record<string, readonly string[]>;
export type FeaPageGroup = keyof typeof FEA_PAGE_GROUPS;

const ALL_CLAUSES: readonly string[] = Object.values(FEA_PAGE_GROUPS).flat();

/** The page's own clauses; it copies the others verbatim from the module. */
const ownClauses = (texts: ClauseTexts): string[] => ALL_CLAUSES.filter((id) => Object.hasOwn(texts.clauses, id));

const TEXTS: Record<Language, ClauseTexts> = { it: FEA_PAGE_TEXTS_IT, en: FEA_PAGE_TEXTS_EN };

/** The page's own clauses by language, in the structure of the papers' templates. */
export const FEA_PAGE_CLAUSES = {
  it: { texts: FEA_PAGE_TEXTS_IT, ids: ownClauses(FEA_PAGE_TEXTS_IT) },
  en: { texts: FEA_PAGE_TEXTS_EN, ids: ownClauses(FEA_PAGE_TEXTS_EN) },
};

/** Whether the page in this language uses the module's text; the English page has translations. */
export const copiesModule = (language: Language): boolean => ownClauses(TEXTS[language]).length < ALL_CLAUSES.length;

export interface FeaPageSection {
  id: string;
  group: FeaPageGroup;
  /** Letter of art. 56 c. 1. */
  letter: Letter | null;
  heading: string;
  text: string;
  /** False: a draft of the product, marked as such. */
  approved: boolean;
}

/** Published texts; the product’s drafts otherwise. */
export interface FeaPageTexts {
  page?: ClauseTexts | undefined;
  module?: ClauseTexts | undefined;
}

export type FeaPageData = Pick<PaperData, 'letterhead' | 'fea' | 'dpo'>;

export interface FeaPageContent {
  sections: FeaPageSection[];
  /** Version label of the page's own texts. */
  version: string;
}

/** Every section with the available data; missing data is shown in brackets, never invented. */
export function composeFeaPage(data: FeaPageData, language: Language, texts: FeaPageTexts = {}): FeaPageContent {
  const pageTexts = withOverride(TEXTS[language], texts.page);
  const values = { ...companyValues(data, language), ...feaValues(data.fea, language) };
  const clauses = (from: ClauseTexts, ids: readonly string[]) =>
    numberedClauses(from, ids, values).map((clause, index) => [ids[index] ?? '', clause] as const);
  const moduleClauses = ALL_CLAUSES.filter((id) => !Object.hasOwn(TEXTS[language].clauses, id));
  const clauseById = new Map([
    ...clauses(pageTexts, ownClauses(TEXTS[language])),
    ...clauses(withOverride(FEA_TEXTS_IT, texts.module), moduleClauses),
  ]);
  const sections = Object.entries(FEA_PAGE_GROUPS).flatMap(([group, ids]) =>
    ids.flatMap((id): FeaPageSection[] => {
      const clause = clauseById.get(id);
      if (clause === undefined) return [];
      const { heading, text, placeholder } = clause;
      return [{ id, group: group as FeaPageGroup, letter: letterOf(id), heading, text, approved: !placeholder }];
    }),
  );
  return { sections, version: pageTexts.version };
}

interface PageWords {
  title: string;
  groups: Record<FeaPageGroup, string>;
}

export const FEA_PAGE_WORDS: Record<Language, PageWords> = {
  it: {
    title: 'Firma elettronica avanzata',
    groups: {
      system: 'Il sistema e le sue tecnologie',
      requirements: 'I requisiti di legge, uno per uno',
      limits: 'Limiti ed effetti',
      rights: 'Copie e revoca',
      insurance: 'Assicurazione',
      assistance: 'Assistenza',
    },
  },
  en: {
    title: 'Advanced electronic signature',
    groups: {
      system: 'The system and its technologies',
      requirements: 'The requirements of the law, one by one',
      limits: 'Limits and effects',
      rights: 'Copies and revocation',
      insurance: 'Insurance',
      assistance: 'Assistance',
    },
  },
};

/** The page as a PDF, for review before its texts are published. */
export function feaPagePaper(data: PaperData, language: Language, texts: FeaPageTexts): Composed {
  const { sections, version } = composeFeaPage(data, language, texts);
  const pageWords = FEA_PAGE_WORDS[language];
  const clauses = sections.map(({ group, letter, heading, text, approved }, index) => ({
    group,
    number: index + 1,
    heading: letter === null ? heading : `${letter}) ${heading}`,
    text,
    placeholder: !approved,
  }));
  const blocks: Paper['blocks'] = nonEmptyBlocks(
    Object.entries(pageWords.groups).map(([group, heading]) => ({
      kind: 'clauses' as const,
      heading,
      clauses: clauses.filter((clause) => clause.group === group),
    })),
  );
  const sheet = paperBase(data, language, version, clauses);
  return { paper: { ...sheet, title: pageWords.title, subject: pageWords.title, blocks }, missing: [], warnings: [] };
}
