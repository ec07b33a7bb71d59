/** The editions of a legal entity's public page: each begins when something that it shows was published (D-10). Pure. */
import type { Language } from '../../errors.ts';
import type { PaperLanguage } from '../paper.ts';
import { takesFromModule } from './fea-page.ts';
import { FEA_PAGE, type VersionKind } from './versions.ts';

/** A version that holds or has held; clauses of a type are of one legal entity or (null) of all. */
export interface Publication {
  id: number;
  kind: VersionKind;
  type: string | null;
  language: PaperLanguage | null;
  legalEntity: string | null;
  version: string | null;
  from: Date;
  /** Null while it holds. */
  until: Date | null;
}

/** What was published and held at one time, of each thing that the page shows; absent: the product’s draft, nothing told. */
export interface FeaEdition {
  page: Publication | undefined;
  module: Publication | undefined;
  company: Publication | undefined;
  /** Null before anything was published. */
  from: Date | null;
  /** Null for the edition of today. */
  until: Date | null;
}

const holdsAt = ({ from, until }: Publication, at: Date): boolean => from <= at && (until === null || at < until);

/** @param publications of this legal entity and of all of them: its own go before those for everybody. */
function partsAt(publications: readonly Publication[], language: Language, at: Date) {
  const holding = publications.filter((one) => holdsAt(one, at));
  const clauses = (type: string, written: PaperLanguage) => {
    const found = holding.filter((one) => one.kind === 'CLAUSES' && one.type === type && one.language === written);
    return found.find(({ legalEntity }) => legalEntity !== null) ?? found[0];
  };
  return {
    page: clauses(FEA_PAGE, language),
    module: takesFromModule(language) ? clauses('FEA_MODULE', 'it') : undefined,
    company: holding.find(({ kind }) => kind === 'COMPANY'),
  };
}

/** The newest first; the last one is the page from before anything was published, where nothing ever was. */
export function feaEditions(publications: readonly Publication[], language: Language): FeaEdition[] {
  const moments = [...new Set(publications.map(({ from }) => from.getTime()))].sort((a, b) => a - b);
  const editions: FeaEdition[] = [];
  for (const moment of moments) {
    const from = new Date(moment);
    const parts = partsAt(publications, language, from);
    const before = editions[0];
    const same = (['page', 'module', 'company'] as const).every((part) => before?.[part]?.id === parts[part]?.id);
    if (same) continue;
    if (before !== undefined) before.until = from;
    editions.unshift({ ...parts, from, until: null });
  }
  const nothing = { page: undefined, module: undefined, company: undefined, from: null, until: null };
  return editions.length === 0 ? [nothing] : editions;
}

/** The one that held then; undefined before the first. @param at null for today’s. */
export const editionAt = (editions: readonly FeaEdition[], at: Date | null): FeaEdition | undefined =>
  at === null ? editions[0] : editions.find(({ from }) => from !== null && from <= at);
