/** Clauses as configuration with a version: the product's drafts, until a legal entity's counsel loads its own (P-9). */
import { fill } from '../../errors.ts';

export interface ClauseText {
  heading: string;
  /** `{name}` is filled from the paper's values. */
  text: string;
}

export interface ClauseTexts {
  /** Printed in the foot of every page. */
  version: string;
  /** Approved by counsel; a draft carries a mark beside every clause. */
  approved: boolean;
  clauses: Readonly<Record<string, ClauseText>>;
}

export type Clauses = { number: number; heading: string; text: string; placeholder: boolean }[];

/** The clauses of a paper, numbered in the order asked for. @throws when the texts lack one of them. */
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
      text: unbroken(fill(clause.text, values)),
      placeholder: !texts.approved,
    };
  });
}

/** Texts of a legal entity: it may replace single clauses, and then names its own version. */
export function withOverride(base: ClauseTexts, override: ClauseTexts | undefined): ClauseTexts {
  if (override === undefined) return base;
  return { ...override, clauses: { ...base.clauses, ...override.clauses } };
}

/** A reference and its number stay on one line: `art. 1341`, `comma 4-bis`. */
const unbroken = (text: string): string => text.replace(/\b(artt?\.|Art\.|c\.|n\.|comma|D\.L\.) (?=\d)/g, '$1\u00a0');
