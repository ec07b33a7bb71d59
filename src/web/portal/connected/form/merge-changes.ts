/** Merges the current input with changes saved by other users: no input is lost, no saved change is undone. */

const serialized = (value: unknown): string => JSON.stringify(Array.isArray(value) ? [...value].sort() : value) ?? '';
const isEqual = (a: unknown, b: unknown): boolean => serialized(a) === serialized(b);

/** Merges `mine` over `theirs`; `both` lists the fields that both changed differently. */
export type Merge<V> = (base: V, mine: V, theirs: V) => { values: V; both: readonly (keyof V & string)[] };

/**
 * @param base the values with which the form began; `mine` those typed now, `theirs` those stored now.
 * @returns each field as typed where it was changed, else as stored; `both` names those that both changed
 * differently.
 */
export function merge<V extends object>(base: V, mine: V, theirs: V): { values: V; both: (keyof V & string)[] } {
  const names = Object.keys(theirs) as (keyof V & string)[];
  const changedByMe = names.filter((name) => !isEqual(base[name], mine[name]));
  const values = { ...theirs, ...Object.fromEntries(changedByMe.map((name) => [name, mine[name]])) };
  const both = changedByMe.filter((name) => !isEqual(base[name], theirs[name]) && !isEqual(mine[name], theirs[name]));
  return { values, both };
}

/** Fields changed by other users that differ from the current input; `isMine` where the input is kept. */
export function changedByOthers(
  base: Readonly<Record<string, unknown>>,
  mine: Readonly<Record<string, unknown>>,
  theirs: Readonly<Record<string, unknown>>,
): { field: string; isMine: boolean }[] {
  return Object.keys(theirs)
    .filter((field) => !isEqual(base[field], theirs[field]) && !isEqual(mine[field], theirs[field]))
    .map((field) => ({ field, isMine: !isEqual(base[field], mine[field]) }));
}

/**
 * Whether all changes are already stored: they were saved, only the answer was lost.
 * @param base the body of what was read; `mine` what was sent, `theirs` the body of what is stored now; built in
 * the same way, so that the three are comparable.
 */
export function isAlreadyApplied(base: object, mine: object, theirs: object): boolean {
  const [before, sent, now] = [base, mine, theirs] as Record<string, unknown>[];
  return Object.keys({ ...before, ...sent }).every(
    (name) => isEqual(before?.[name], sent?.[name]) || isEqual(sent?.[name], now?.[name]),
  );
}
