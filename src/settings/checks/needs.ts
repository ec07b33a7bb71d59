/** Settings that are useless without another. */
import { neededWith, type Problem } from './problem.ts';

/** For each setting the others that it needs. */
export type Needs = Readonly<Record<string, readonly string[]>>;

/**
 * @param prefix of the names in the environment.
 * @returns each missing setting, as often as another that is set needs it.
 */
export function missingBeside(needs: Needs, has: (name: string) => boolean, prefix = ''): Problem[] {
  return Object.entries(needs).flatMap(([name, others]) =>
    others
      .filter((other) => has(name) && !has(other))
      .map((other) => ({ name: `${prefix}${other}`, message: neededWith(`${prefix}${name}`) })),
  );
}
