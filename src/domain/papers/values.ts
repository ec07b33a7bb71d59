/** What the fields of a paper hold, as `variableFields` keeps it (D-110). */

/** Only text and ticks concern a paper. */
export type PaperValues = Readonly<Record<string, string | number | boolean | null>>;

/** The value as typed, trimmed; empty when there is none. */
export function textOf(values: PaperValues, name: string): string {
  const value = Object.hasOwn(values, name) ? values[name] : null;
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
