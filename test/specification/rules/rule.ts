/** One rule of the specification that is visible to users, with the journeys that show it. */

export interface Rule {
  /** In the words of the specification, abridged. */
  readonly says: string;
  /**
   * `file › describe › title`, as the runner lists them; `$role` is replaced by each role. A rule that no form can
   * violate is proved by another test: its path and one of its titles.
   */
  readonly journeys: readonly string[];
  /** Logins for which the journeys with `$role` run. */
  readonly roles: readonly string[];
}

export interface RuleSection {
  readonly name: string;
  readonly rules: readonly Rule[];
}

export const rule = (says: string, ...journeys: string[]): Rule => ({ says, journeys, roles: [] });

/** A rule shown for each of several roles. */
export const perRole = (says: string, roles: readonly string[], ...journeys: string[]): Rule => ({
  ...{ says, journeys, roles },
});

/** The journeys of a rule by their full names. */
export const journeysOf = ({ journeys, roles }: Rule): string[] =>
  journeys.flatMap((name) => (name.includes('$role') ? roles.map((role) => name.replaceAll('$role', role)) : [name]));
