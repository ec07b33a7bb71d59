/** Queries of templates and the versions of their content. */
import type { updatePaperVersion } from '#contract/calls/papers.ts';
import { getPaper, getPaperVersion, listPapers, listPaperVersions } from '#contract/calls/papers.ts';
import type { AnswerOf, BodyOf, RowOf } from '#contract/definition/call-types.ts';
import type { PaperLanguage } from '#domain/papers/paper.ts';
import type { CompanyFacts } from '#domain/papers/versions/version-schemas.ts';
import { queryOf } from '../query-options.ts';

export type VersionHead = RowOf<typeof listPaperVersions>;
export type Version = AnswerOf<typeof getPaperVersion>;
/** A type in one language, with the published and open versions of every legal entity. */
export type PaperRow = RowOf<typeof listPapers>;
/** The product's draft clauses of a type. */
export type PaperDraft = AnswerOf<typeof getPaper>;
type VersionBody = BodyOf<typeof updatePaperVersion>;
type Written<Kind> = Omit<Extract<VersionBody, { kind: Kind }>, 'id' | 'lastModifiedDate'>;
export type ClausesBody = Written<'CLAUSES'>;
export type CompanyBody = Written<'COMPANY'> & { company: CompanyFacts };

export const papersQuery = queryOf(listPapers);

export const paperQuery = (type: string, language: PaperLanguage) =>
  queryOf(getPaper, { path: { type }, query: { language } }, { staleTime: Number.POSITIVE_INFINITY });

/** Of every legal entity: general clauses may apply to each. */
export const clauseVersionsQuery = (type: string, language: PaperLanguage) =>
  queryOf(listPaperVersions, { query: { type, language } });

export const companyVersionsQuery = queryOf(listPaperVersions, { query: { kind: 'COMPANY' } });

/** Keyed apart from the lists, so that refreshing them does not refetch a deleted version. */
export const versionQuery = (id: number) => queryOf(getPaperVersion, { path: { id } });
