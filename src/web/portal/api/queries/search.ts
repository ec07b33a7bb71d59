/** Builds the input of the search calls. Pure. */

/** One criterion of a search body. */
export interface Criterion {
  equals?: string | number | boolean;
  notEquals?: string | number;
  in?: readonly string[];
  contains?: string;
  greaterThanOrEqual?: string;
  lessThan?: string;
}

export interface Search {
  /** Zero-based. */
  page: number;
  size: number;
  /** field,order */
  sort: string;
  criteria: Readonly<Record<string, Criterion | undefined>>;
}

export const searchInput = ({ page, size, sort, criteria }: Search) => ({
  query: { page, size, sort },
  body: criteria,
});
