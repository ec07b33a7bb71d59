/** One rule of the specification that a person can see, and the journeys that show it (specification §2, §3, §4, §5, §6, §8; product decisions). */

export interface Rule {
  /** In the words of the specification, shortened. */
  readonly says: string;
  /**
   * `file › describe › title`, each as the runner lists it; `$role` stands for each of the roles. What no form lets
   * anybody do is proved by another test: its path and one of its titles.
   */
  readonly journeys: readonly string[];
  /** Logins for whom the journeys with `$role` are made. */
  readonly roles: readonly string[];
}

export interface RuleSection {
  readonly name: string;
  readonly rules: readonly Rule[];
}

export const rule = (says: string, ...journeys: string[]): Rule => ({ says, journeys, roles: [] });

/** A rule that is shown for each of some roles. */
export const perRole = (says: string, roles: readonly string[], ...journeys: string[]): Rule => ({
  ...{ says, journeys, roles },
});

/** The journeys of a rule by their full names. */
export const journeysOf = ({ journeys, roles }: Rule): string[] =>
  journeys.flatMap((name) => (name.includes('$role') ? roles.map((role) => name.replaceAll('$role', role)) : [name]));
