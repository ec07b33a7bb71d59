/** Presents versions in their API form. */
import type { Language } from '#domain/errors.ts';
import { companyWarnings, EMPTY_COMPANY } from '#domain/papers/versions/version-schemas.ts';
import type { VersionHead, VersionRow } from './queries.ts';

const instant = (date: Date | null): string | null => date?.toISOString() ?? null;

export function presentHead(row: VersionHead) {
  return {
    id: row.id,
    kind: row.kind,
    type: row.document_type,
    language: row.language,
    legalEntity: row.legal_entity,
    version: row.version,
    state: row.state,
    digest: row.digest,
    note: row.note,
    authors: row.authors,
    submittedBy: row.submitted_by,
    submittedDate: instant(row.submitted_date),
    publishedBy: row.published_by,
    publishedDate: instant(row.published_date),
    supersededDate: instant(row.superseded_date),
    returnedBy: row.returned_by,
    returnedDate: instant(row.returned_date),
    returnReason: row.return_reason,
    createdBy: row.created_by,
    createdDate: row.created_date.toISOString(),
    lastModifiedBy: row.last_modified_by,
    lastModifiedDate: row.last_modified_date.toISOString(),
  };
}

export function presentVersion(row: VersionRow, language: Language) {
  const { content } = row;
  // Versions published before a fact existed lack it.
  const company = 'company' in content ? { ...EMPTY_COMPANY, ...content.company } : null;
  const warnings = company === null ? [] : companyWarnings(company, language);
  return {
    ...presentHead(row),
    clauses: 'clauses' in content ? content.clauses : null,
    company,
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}
