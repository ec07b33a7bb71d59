/** Editions of a legal entity's public page: each begins with a publication that the page shows. Pure. */
import type { Language } from '../../errors.ts';
import type { PaperLanguage } from '../paper.ts';
import { copiesModule } from './fea-page.ts';
import { FEA_PAGE, type VersionKind } from './versions.ts';

/** A version that is or was in force; clauses of a type belong to one legal entity or (null) to all. */
export interface Publication {
  id: number;
  kind: VersionKind;
  type: string | null;
  language: PaperLanguage | null;
  legalEntity: string | null;
  version: string | null;
  from: Date;
  /** Null while in force. */
  until: Date | null;
}

/** Publications in force at one time, for each part of the page; absent: the product’s draft, no data. */
export interface FeaEdition {
  page: Publication | undefined;
  module: Publication | undefined;
  company: Publication | undefined;
  /** Null before the first publication. */
  from: Date | null;
  /** Null for today's edition. */
  until: Date | null;
}

const isInForce = ({ from, until }: Publication, at: Date): boolean => from <= at && (until === null || at < until);

/** @param publications of this legal entity and of all legal entities: its own take precedence. */
function partsAt(publications: readonly Publication[], language: Language, at: Date) {
  const inForce = publications.filter((publication) => isInForce(publication, at));
  const clauses = (type: string, written: PaperLanguage) => {
    const matches = inForce.filter((one) => one.kind === 'CLAUSES' && one.type === type && one.language === written);
    return matches.find(({ legalEntity }) => legalEntity !== null) ?? matches[0];
  };
  return {
    page: clauses(FEA_PAGE, language),
    module: copiesModule(language) ? clauses('FEA_MODULE', 'it') : undefined,
    company: inForce.find(({ kind }) => kind === 'COMPANY'),
  };
}

/** Newest first; the last edition is the page before the first publication, or without any. */
export function feaEditions(publications: readonly Publication[], language: Language): FeaEdition[] {
  const moments = [...new Set(publications.map(({ from }) => from.getTime()))].sort((a, b) => a - b);
  const editions: FeaEdition[] = [];
  for (const moment of moments) {
    const from = new Date(moment);
    const parts = partsAt(publications, language, from);
    const newest = editions[0];
    const isSame = (['page', 'module', 'company'] as const).every((part) => newest?.[part]?.id === parts[part]?.id);
    if (isSame) continue;
    if (newest !== undefined) newest.until = from;
    editions.unshift({ ...parts, from, until: null });
  }
  const emptyEdition = { page: undefined, module: undefined, company: undefined, from: null, until: null };
  return editions.length === 0 ? [emptyEdition] : editions;
}

/** The edition in force at an instant; undefined before the first. @param at null for today’s. */
export const editionAt = (editions: readonly FeaEdition[], at: Date | null): FeaEdition | undefined =>
  at === null ? editions[0] : editions.find(({ from }) => from !== null && from <= at);
