/** Settings that are useless without another. */
import { type Problem, requiredWith } from './problem.ts';

/** For each setting the others that it needs. */
export type Needs = Readonly<Record<string, readonly string[]>>;

/**
 * @param prefix of the names in the environment.
 * @returns each missing setting, as often as another that is set needs it.
 */
export function missingDependencies(needs: Needs, has: (name: string) => boolean, prefix = ''): Problem[] {
  return Object.entries(needs).flatMap(([name, dependencies]) =>
    dependencies
      .filter((dependency) => has(name) && !has(dependency))
      .map((dependency) => ({ name: `${prefix}${dependency}`, message: requiredWith(`${prefix}${name}`) })),
  );
}
