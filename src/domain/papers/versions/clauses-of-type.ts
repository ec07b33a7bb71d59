/** Checks that edited clauses match those of a type: each once, with only its own placeholders. */
import type { FieldIssue } from '../../errors.ts';
import { draftTexts } from '../compose-paper.ts';
import type { PaperLanguage } from '../paper.ts';
import { unknownPlaceholder } from './placeholders.ts';
import type { ClauseInput } from './version-schemas.ts';

const issue = (field: string, code: FieldIssue['code'], parameters?: FieldIssue['parameters']): FieldIssue => ({
  objectName: 'paperVersion',
  field,
  code,
  ...(parameters === undefined ? {} : { parameters }),
});

/** Checks beyond the form of single clauses: all clauses of the type, each once, with only its own placeholders. */
export function clausesIssues(
  { type, language }: { type: string; language: PaperLanguage },
  { version, clauses }: { version: string; clauses: readonly ClauseInput[] },
): FieldIssue[] {
  const draft = draftTexts(type, language);
  if (draft === undefined) return [issue('type', 'oneOf')];
  const ids = draft.clauses.map(({ id }) => id);
  const seen = new Set<string>();
  const issues = clauses.flatMap(({ id, heading, text }, index): FieldIssue[] => {
    const path = (field: string) => `clauses.${index}.${field}`;
    if (!ids.includes(id)) return [issue(path('id'), 'oneOf')];
    if (seen.has(id)) return [issue(path('id'), 'duplicate')];
    seen.add(id);
    const inHeading = unknownPlaceholder(heading, []);
    const inText = unknownPlaceholder(text, draft.placeholders);
    return [
      ...(inHeading === null ? [] : [issue(path('heading'), 'placeholder', { name: inHeading })]),
      ...(inText === null ? [] : [issue(path('text'), 'placeholder', { name: inText })]),
    ];
  });
  const missing = ids.filter((id) => !seen.has(id));
  return [
    // Otherwise papers with approved and with draft clauses could not be distinguished.
    ...(version.toLowerCase() === draft.version.toLowerCase() ? [issue('version', 'alreadyUsed')] : []),
    ...issues,
    ...(missing.length > 0 && issues.length === 0
      ? [issue('clauses', 'clauseMissing', { name: missing[0] ?? '' })]
      : []),
  ];
}
