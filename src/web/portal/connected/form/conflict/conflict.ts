/** Compares changes saved by other users with the current input. Pure. */

type Values = Readonly<Record<string, unknown>>;

/** Who last saved a row, and when; some rows have no author. */
export interface Authored {
  lastModifiedBy?: string | null;
  lastModifiedDate?: string | null;
}

/** How a form names its fields and formats their values. */
export interface FieldDisplay<V> {
  /** The name of a field, where the catalogue's label is not enough. */
  fieldName?: ((field: string, values: V) => string | undefined) | undefined;
  /** A value as text. */
  display?: ((field: keyof V & string, values: V) => string) | undefined;
  /** Flattens nested values, also for `fieldName` and `display`. */
  parts?: ((values: V) => V) | undefined;
}

/** A save refused because the row was changed after it was loaded. */
export interface RefusedSave<V = unknown, Row = unknown> {
  /** The row as loaded, and as stored now. */
  row: Row | null;
  theirs: Row;
  mine: V;
  options: FieldDisplay<V> & { valuesOf: (row: Row | null) => V };
}

export interface Conflict extends Pick<FieldDisplay<Values>, 'fieldName' | 'display'> {
  stored: Authored;
  /** The form's initial values, its current ones, and the initial ones from the current row. */
  base: Values;
  mine: Values;
  theirs: Values;
}

export function conflictOf({ row, theirs, mine, options }: RefusedSave): Conflict {
  const { valuesOf, fieldName, display } = options;
  const parts = (values: unknown) => (options.parts?.(values) ?? values) as Values;
  return {
    stored: Object(theirs),
    ...{ base: parts(valuesOf(row)), mine: parts(mine), theirs: parts(valuesOf(theirs)) },
    ...({ fieldName, display } as Pick<Conflict, 'fieldName' | 'display'>),
  };
}
