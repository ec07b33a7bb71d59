/** Builds records from a list of names. */

/** A record with one value for each name, in the order of the names. */
export function recordOf<N extends string, T>(names: readonly N[], valueFor: (name: N) => T): Record<N, T> {
  return Object.fromEntries(names.map((name) => [name, valueFor(name)])) as Record<N, T>;
}

/** The named values of a record, in the order of the names. */
export function pick<N extends string, T extends Readonly<Record<N, unknown>>>(
  record: T,
  names: readonly N[],
): Pick<T, N> {
  return recordOf(names, (name) => record[name]) as Pick<T, N>;
}
