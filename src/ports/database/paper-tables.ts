/** Row types of the versioned content of generated papers, and of their photos (db/tables/17-papers.sql, 32-document-photos.sql). */
import type { ColumnType, GeneratedAlways } from 'kysely';
import type { PaperLanguage } from '#domain/papers/paper.ts';
import type { CompanyFacts, WrittenClause } from '#domain/papers/versions/version-schemas.ts';
import type { VersionKind, VersionState } from '#domain/papers/versions/versions.ts';

/** A type's clauses in order, or the data of a legal entity. */
export type VersionContent = { clauses: WrittenClause[] } | { company: CompanyFacts };

export interface PaperVersionTable {
  id: GeneratedAlways<number>;
  kind: VersionKind;
  legal_entity: string | null;
  document_type: string | null;
  language: PaperLanguage | null;
  version: string | null;
  state: VersionState;
  content: ColumnType<VersionContent, string, string>;
  digest: string | null;
  note: string | null;
  authors: string[];
  submitted_by: string | null;
  submitted_date: Date | null;
  published_by: string | null;
  published_date: Date | null;
  superseded_date: Date | null;
  returned_by: string | null;
  returned_date: Date | null;
  return_reason: string | null;
  created_by: string;
  created_date: Date;
  last_modified_by: string;
  last_modified_date: Date;
}

/** The findings from drawing the pages of an upload (db/tables/33-page-checks.sql). */
interface PageCheckTable {
  content_hash: string;
  pages: number;
  drawn: number;
  finding: string | null;
  page: number | null;
  picture: string | null;
  created_date: Date;
  fingerprints: string[] | null;
}

/** A photo on a generated paper, or not yet assigned to one. */
interface DocumentPhotoTable {
  id: GeneratedAlways<number>;
  sha256: string;
  document_id: number | null;
  uploaded_by: number;
  created_date: Date;
  link_id: number | null;
}

/** A link through which a phone sends photos to a form. */
interface PhotoLinkTable {
  id: GeneratedAlways<number>;
  token_hash: string;
  opened_by: number;
  most: number;
  created_date: Date;
  expires_date: Date;
  ended_date: Date | null;
}

export interface FileTables {
  document_photo: DocumentPhotoTable;
  photo_link: PhotoLinkTable;
  page_check: PageCheckTable;
}
