/** Values of the clauses form: flat names, conversion to and from the server's format, and validation. Pure. */
import type { FieldIssue } from '#domain/errors.ts';
import { unknownPlaceholder } from '#domain/papers/versions/placeholders.ts';
import type { ClauseInput } from '#domain/papers/versions/version-schemas.ts';
import { MAX_CLAUSE, MAX_HEADING, MAX_LABEL, MAX_NOTE } from '#domain/papers/versions/versions.ts';
import type { ClausesBody, PaperDraft } from '../../api/queries/papers.ts';

/** `version`, `note`, and for each clause `heading_ID` and `text_ID`. */
export type ClauseValues = Record<string, string>;

/** The clauses of the type in order, as written; the product's draft for those not written yet. */
export function clausesOf(draft: PaperDraft, written: readonly ClauseInput[] | null | undefined): ClauseInput[] {
  return draft.clauses.map((clause) => written?.find(({ id }) => id === clause.id) ?? clause);
}

export function clauseValues(
  version: { version: string | null; note: string | null },
  clauses: readonly ClauseInput[],
): ClauseValues {
  return {
    version: version.version ?? '',
    note: version.note ?? '',
    ...Object.fromEntries(
      clauses.flatMap(({ id, heading, text }) => [
        [`heading_${id}`, heading],
        [`text_${id}`, text],
      ]),
    ),
  };
}

export function clausesBody(values: ClauseValues, draft: PaperDraft): ClausesBody {
  return {
    kind: 'CLAUSES',
    version: (values.version ?? '').trim(),
    note: (values.note ?? '').trim() || null,
    clauses: draft.clauses.map(({ id }) => ({
      id,
      heading: (values[`heading_${id}`] ?? '').trim(),
      text: (values[`text_${id}`] ?? '').trim(),
    })),
  };
}

function fieldIssue(field: string, text: string, most: number): FieldIssue | null {
  if (text.trim() === '') return { objectName: 'paperVersion', field, code: 'required' };
  if (text.trim().length <= most) return null;
  return { objectName: 'paperVersion', field, code: 'max', parameters: { max: most } };
}

function placeholderIssue(field: string, text: string, allowed: readonly string[]): FieldIssue | null {
  const name = unknownPlaceholder(text, allowed);
  return name === null ? null : { objectName: 'paperVersion', field, code: 'placeholder', parameters: { name } };
}

export function clauseIssues(values: ClauseValues, draft: PaperDraft): FieldIssue[] {
  const of = (field: string): string => values[field] ?? '';
  const note = of('note').trim().length > MAX_NOTE;
  const issues = [
    fieldIssue('version', of('version'), MAX_LABEL),
    note ? fieldIssue('note', of('note'), MAX_NOTE) : null,
    ...draft.clauses.flatMap(({ id }) => [
      fieldIssue(`heading_${id}`, of(`heading_${id}`), MAX_HEADING),
      placeholderIssue(`heading_${id}`, of(`heading_${id}`), []),
      fieldIssue(`text_${id}`, of(`text_${id}`), MAX_CLAUSE),
      placeholderIssue(`text_${id}`, of(`text_${id}`), draft.placeholders),
    ]),
  ];
  return issues.filter((issue) => issue !== null);
}

/** The form field of a server refusal: `clauses.3.text` is the text of the fourth clause. */
export function fieldOfServer(field: string, draft: PaperDraft): string {
  const [, index, part] = /^clauses\.(\d+)\.(heading|text)$/.exec(field) ?? [];
  const clause = draft.clauses[Number(index)];
  return clause && part ? `${part}_${clause.id}` : field;
}
