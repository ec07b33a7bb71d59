/**
 * Reads the rows of large results. pg copies an empty row and fills it column by column, under names that differ in
 * every result, which is V8's slow path; an object literal generated for these columns saves an eighth of a long list's
 * time.
 */

/** Number of rows in a result from which a generated reader pays off for later results of the statement. */
export const READER_MIN_ROWS = 50;

/** Parses the text form of a column. */
type Parser = (text: string) => unknown;
export type RowReader = (texts: readonly (string | null)[]) => object;

/**
 * @param names of the columns, in order; of two equal names the later wins.
 * @param parsers of the columns. @param asText the parser that returns text unchanged; it is not called.
 * @returns undefined for column names that are not safe as keys of an object.
 */
export function rowReader(
  names: readonly string[],
  parsers: readonly Parser[],
  asText: Parser | undefined,
): RowReader | undefined {
  if (names.includes('__proto__')) return undefined;
  const columns = names.map((name, at) => {
    const read =
      parsers[at] === asText ? `texts[${at}]` : `texts[${at}] === null ? null : parsers[${at}](texts[${at}])`;
    return `${JSON.stringify(name)}: ${read}`;
  });
  const write = new Function('parsers', `return (texts) => ({ ${columns.join(', ')} });`);
  return write(parsers) as RowReader;
}
