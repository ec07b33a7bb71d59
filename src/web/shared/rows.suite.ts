/** Tables of test cases as text. They are here because tests of the web may import only from the web. */

/** One row per line, cells separated by ` | `; a cell may be empty; blanks around it are removed. */
export const rowsOf = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));

/** Words separated by blanks or line ends. */
export const wordsIn = (text: string): string[] => text.trim().split(/\s+/);
