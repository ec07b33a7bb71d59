/** Maps field names to column names in snake case: `birthPlace` is stored in `birth_place`. */

export type ColumnOf<Field extends string> = Field extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${ColumnOf<Rest>}`
  : '';

/** The same values keyed by column name. */
export type ColumnsOf<Values> = { [Field in keyof Values & string as ColumnOf<Field>]: Values[Field] };

export const columnOf = <Field extends string>(field: Field): ColumnOf<Field> =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as ColumnOf<Field>;

/** Maps fields to their columns. */
export function columnsOf<Values extends object, Field extends keyof Values & string>(
  values: Values,
  fields: readonly Field[],
): ColumnsOf<Pick<Values, Field>> {
  const columns = fields.map((field) => [columnOf(field), values[field]]);
  return Object.fromEntries(columns) as ColumnsOf<Pick<Values, Field>>;
}

/** Reads fields from rows, in field order. */
export function fieldReader<Values>(fields: readonly (keyof Values & string)[]) {
  const columns = fields.map((field) => [field, columnOf(field)] as const);
  return (row: ColumnsOf<Values>): Values => {
    const stored: Readonly<Record<string, unknown>> = row;
    return Object.fromEntries(columns.map(([field, column]) => [field, stored[column]])) as Values;
  };
}
