/** Values of a generated paper's fields, as stored in `variableFields`. */

/** Generated papers use only text and check boxes. */
export type PaperValues = Readonly<Record<string, string | number | boolean | null>>;

/** The typed value, trimmed; empty if absent. */
export function textOf(values: PaperValues, name: string): string {
  const value = Object.hasOwn(values, name) ? values[name] : null;
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
