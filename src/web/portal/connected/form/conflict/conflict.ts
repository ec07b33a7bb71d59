/** What others saved meanwhile, beside what is typed here. Pure. */

type Values = Readonly<Record<string, unknown>>;

/** As rows carry it; some rows have no author. */
export interface Authored {
  lastModifiedBy?: string | null;
  lastModifiedDate?: string | null;
}

/** How a form names its fields and words their values. */
export interface Shown<V> {
  /** Names a field where the catalogue's word is not enough. */
  fieldName?: ((field: string, values: V) => string | undefined) | undefined;
  /** A value in words. */
  display?: ((field: keyof V & string, values: V) => string) | undefined;
  /** The values one by one where some of them are nested, for `fieldName` and `display` too. */
  parts?: ((values: V) => V) | undefined;
}

/** A save that was refused because the row is not the one that was read. */
export interface Met<V = unknown, Row = unknown> {
  /** As it was read, and as it is stored now. */
  row: Row | null;
  theirs: Row;
  mine: V;
  options: Shown<V> & { valuesOf: (row: Row | null) => V };
}

export interface Conflict extends Pick<Shown<Values>, 'fieldName' | 'display'> {
  stored: Authored;
  /** The values that the form began with, has now, and would begin with now. */
  base: Values;
  mine: Values;
  theirs: Values;
}

export function conflictOf({ row, theirs, mine, options }: Met): Conflict {
  const { valuesOf, fieldName, display } = options;
  const parts = (values: unknown) => (options.parts?.(values) ?? values) as Values;
  return {
    stored: Object(theirs),
    ...{ base: parts(valuesOf(row)), mine: parts(mine), theirs: parts(valuesOf(theirs)) },
    ...({ fieldName, display } as Pick<Conflict, 'fieldName' | 'display'>),
  };
}
