/** Calls on templates and the versions of what they say (P-9, D-110). */
import { queryOptions } from '@tanstack/react-query';
import type { Warning } from '#domain/dossiers/dossier.ts';
import type { PaperLanguage } from '#domain/papers/paper.ts';
import type { CompanyFacts, WrittenClause } from '#domain/papers/version-schemas.ts';
import type { VersionKind, VersionState } from '#domain/papers/versions.ts';
import { call, callDone } from './client.ts';

export interface VersionHead {
  id: number;
  kind: VersionKind;
  type: string | null;
  language: PaperLanguage | null;
  legalEntity: string | null;
  version: string | null;
  state: VersionState;
  digest: string | null;
  note: string | null;
  authors: string[];
  submittedBy: string | null;
  submittedDate: string | null;
  publishedBy: string | null;
  publishedDate: string | null;
  supersededDate: string | null;
  returnedBy: string | null;
  returnedDate: string | null;
  returnReason: string | null;
  lastModifiedBy: string;
  lastModifiedDate: string;
}

export interface Version extends VersionHead {
  clauses: WrittenClause[] | null;
  company: CompanyFacts | null;
  warnings?: Warning[];
}

/** A type in one language, with what holds and what is worked on of every legal entity. */
export interface PaperRow {
  type: string;
  language: PaperLanguage;
  productVersion: string;
  clauses: number;
  versions: VersionHead[];
}

/** The clauses of a type as the product drafts them. */
export interface PaperDraft {
  type: string;
  language: PaperLanguage;
  productVersion: string;
  clauses: WrittenClause[];
  placeholders: string[];
}

const VERSIONS = '/api/paper-versions';

export const papersQuery = queryOptions({
  queryKey: ['papers', 'all'],
  queryFn: ({ signal }) => call<PaperRow[]>('/api/papers', { signal }),
});

export const paperQuery = (type: string, language: PaperLanguage) =>
  queryOptions({
    queryKey: ['papers', 'draft', type, language],
    queryFn: ({ signal }) => call<PaperDraft>(`/api/papers/${type}`, { query: { language }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Of every legal entity: what holds for one may be what is for everybody. */
export const clauseVersionsQuery = (type: string, language: PaperLanguage) =>
  queryOptions({
    queryKey: ['papers', 'versions', type, language],
    queryFn: ({ signal }) => call<VersionHead[]>(VERSIONS, { query: { type, language }, signal }),
  });

export const companyVersionsQuery = queryOptions({
  queryKey: ['papers', 'versions', 'company'],
  queryFn: ({ signal }) => call<VersionHead[]>(VERSIONS, { query: { kind: 'COMPANY' }, signal }),
});

export const versionQuery = (id: number) =>
  queryOptions({
    // Apart from the lists: one that was deleted is not asked for again when they are.
    queryKey: ['paper-version', id],
    queryFn: ({ signal }) => call<Version>(`${VERSIONS}/${id}`, { signal }),
  });

export interface ClausesBody {
  kind: 'CLAUSES';
  version: string;
  note: string | null;
  clauses: readonly WrittenClause[];
}
export interface CompanyBody {
  kind: 'COMPANY';
  note: string | null;
  company: CompanyFacts;
}
export interface Scope {
  type?: string;
  language?: PaperLanguage;
  legalEntity: string | null;
}

export const createVersion = (body: (ClausesBody | CompanyBody) & Scope, key: string): Promise<Version> =>
  call(VERSIONS, { method: 'POST', body, idempotencyKey: key });

/** @param read when the version was last changed as it was read: an older one is refused. */
export const changeVersion = (id: number, body: ClausesBody | CompanyBody, read: string): Promise<Version> =>
  call(VERSIONS, { method: 'PUT', body: { ...body, id, lastModifiedDate: read } });

export const deleteVersion = (id: number): Promise<void> => callDone(`${VERSIONS}/${id}`, { method: 'DELETE' });

export const submitVersion = (id: number): Promise<Version> =>
  call(`${VERSIONS}/${id}/submit`, { method: 'POST', body: {} });

/** @param digest of what was read: something else is not published. */
export const publishVersion = (id: number, digest: string): Promise<Version> =>
  call(`${VERSIONS}/${id}/publish`, { method: 'POST', body: { digest } });

/** @param reason null: whoever has written it takes it back. */
export const returnVersion = (id: number, reason: string | null): Promise<Version> =>
  call(`${VERSIONS}/${id}/return`, { method: 'POST', body: { reason } });
