/** Checks that edited clauses match those of a type: each once, with only its own placeholders. */
import type { FieldIssue } from '../../errors.ts';
import { draftTexts } from '../compose.ts';
import type { PaperLanguage } from '../paper.ts';
import { strangeName } from './placeholders.ts';
import type { WrittenClause } from './version-schemas.ts';

const issue = (field: string, code: FieldIssue['code'], parameters?: FieldIssue['parameters']): FieldIssue => ({
  objectName: 'paperVersion',
  field,
  code,
  ...(parameters === undefined ? {} : { parameters }),
});

/** Checks beyond the form of single clauses: all clauses of the type, each once, with only its own placeholders. */
export function clausesIssues(
  { type, language }: { type: string; language: PaperLanguage },
  { version, clauses }: { version: string; clauses: readonly WrittenClause[] },
): FieldIssue[] {
  const drafted = draftTexts(type, language);
  if (drafted === undefined) return [issue('type', 'oneOf')];
  const ids = drafted.clauses.map(({ id }) => id);
  const seen = new Set<string>();
  const wrong = clauses.flatMap(({ id, heading, text }, index): FieldIssue[] => {
    const at = (field: string) => `clauses.${index}.${field}`;
    if (!ids.includes(id)) return [issue(at('id'), 'oneOf')];
    if (seen.has(id)) return [issue(at('id'), 'duplicate')];
    seen.add(id);
    const inHeading = strangeName(heading, []);
    const inText = strangeName(text, drafted.placeholders);
    return [
      ...(inHeading === null ? [] : [issue(at('heading'), 'placeholder', { name: inHeading })]),
      ...(inText === null ? [] : [issue(at('text'), 'placeholder', { name: inText })]),
    ];
  });
  const lacking = ids.filter((id) => !seen.has(id));
  return [
    // Otherwise papers with approved and with draft clauses could not be distinguished.
    ...(version.toLowerCase() === drafted.version.toLowerCase() ? [issue('version', 'alreadyUsed')] : []),
    ...wrong,
    ...(lacking.length > 0 && wrong.length === 0
      ? [issue('clauses', 'clauseMissing', { name: lacking[0] ?? '' })]
      : []),
  ];
}
