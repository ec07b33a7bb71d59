/** Settings that are useless without another. */

/** For each setting the others that it needs. */
export type Needs = Readonly<Record<string, readonly string[]>>;

/**
 * @param prefix of the names in the environment.
 * @returns each missing setting, as often as another that is set needs it.
 */
export function missingBeside(
  needs: Needs,
  has: (name: string) => boolean,
  prefix = '',
): { name: string; message: string }[] {
  return Object.entries(needs).flatMap(([name, others]) =>
    others
      .filter((other) => has(name) && !has(other))
      .map((other) => ({ name: `${prefix}${other}`, message: `is needed with ${prefix}${name}` })),
  );
}

/** Each setting once, with its first message. */
export const eachOnce = <T extends { readonly name: string }>(problems: readonly T[]): T[] =>
  problems.filter(({ name }, index) => problems.findIndex((one) => one.name === name) === index);
