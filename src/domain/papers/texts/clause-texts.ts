/** Clauses as versioned configuration: the product's drafts, until a legal entity's counsel provides its own. */
import { fill } from '../../field-message.ts';

export interface ClauseText {
  /** For clauses copied from another set: that set's approval. */
  approved?: boolean;
  heading: string;
  /** `{name}` is replaced by the paper's values. */
  text: string;
}

export interface ClauseTexts {
  /** Printed in the footer of every page. */
  version: string;
  /** Approved by counsel; in a draft every clause is marked. */
  approved: boolean;
  clauses: Readonly<Record<string, ClauseText>>;
}

export type Clauses = { number: number; heading: string; text: string; placeholder: boolean }[];

/** The clauses of a paper, numbered in the given order. @throws when the texts lack one of them. */
export function numberedClauses(
  texts: ClauseTexts,
  ids: readonly string[],
  values: Readonly<Record<string, string>>,
): Clauses {
  return ids.map((id, index) => {
    const clause = Object.hasOwn(texts.clauses, id) ? texts.clauses[id] : undefined;
    if (clause === undefined) throw new Error(`The texts ${texts.version} have no clause ${id}`);
    return {
      number: index + 1,
      heading: clause.heading,
      text: withNonBreakingSpaces(fill(clause.text, values)),
      placeholder: !(clause.approved ?? texts.approved),
    };
  });
}

/** A legal entity's texts merged over the product's: clauses that it lacks remain drafts, and are marked as such. */
export function withOverride(base: ClauseTexts, published: ClauseTexts | undefined): ClauseTexts {
  if (published === undefined) return base;
  const drafts = Object.entries(base.clauses).map(([id, clause]) => [id, { ...clause, approved: base.approved }]);
  return { ...published, clauses: { ...Object.fromEntries(drafts), ...published.clauses } };
}

/** Keeps a reference, its number and its law on one line: `art. 1341 c.c.`, `comma 4-bis`, `lett. a`. */
const withNonBreakingSpaces = (text: string): string =>
  text
    .replace(/\b(artt?\.|Art\.|c\.|nn?\.|par\.|comma|D\.L\.) (?=\d)/g, '$1\u00a0')
    .replace(/\b(lett\.) (?=[a-z]\b)/g, '$1\u00a0')
    .replace(/(\d) (?=c\.c\.|GDPR\b)/g, '$1\u00a0');
