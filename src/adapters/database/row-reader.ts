/**
 * Rows of an answer with many of them. pg copies an empty row and fills it column by column, by names that are different in
 * every answer, which V8 does the slow way; an object that is written out for these columns takes it an eighth of a long
 * list's time less.
 */

/** Rows in one answer from which on the next ones of its statement are worth a reader. */
export const MANY = 50;

/** What a column's text, as the database sends it, is read as. */
type Parser = (text: string) => unknown;
export type RowReader = (texts: readonly (string | null)[]) => object;

/**
 * @param names of the columns, in their order; of two that are the same the later counts.
 * @param parsers of the columns. @param asText the parser that leaves a text as it is, which is then not called.
 * @returns undefined for columns whose names an object does not take as they are.
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
