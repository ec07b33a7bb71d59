/** Two people changed the same row: what each typed is put together, and where both did so is told (specification §8, 409). Pure. */

export interface Merged<V> {
  values: V;
  /** Fields that both changed, to different values: what was typed stays. */
  both: (keyof V & string)[];
}

const same = (a: unknown, b: unknown): boolean => {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one) => b.includes(one));
  return Object.is(a, b);
};

/** @param before what the form started from, `saved` what the server has now. */
export function mergeTyped<V extends Record<string, unknown>>(before: V, typed: V, saved: V): Merged<V> {
  const values = { ...saved };
  const both: (keyof V & string)[] = [];
  for (const field of Object.keys(typed) as (keyof V & string)[]) {
    if (same(typed[field], before[field])) continue;
    values[field] = typed[field];
    if (!same(saved[field], before[field]) && !same(saved[field], typed[field])) both.push(field);
  }
  return { values, both };
}
