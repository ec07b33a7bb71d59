/** Tables of test cases as text; every room uses them, and tests of the web import only the web. */

/** One row a line, cells separated by ` | `; a cell may be empty, but holds no blanks at its ends. */
export const rowsOf = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));

/** Words separated by blanks or line ends. */
export const wordsIn = (text: string): string[] => text.trim().split(/\s+/);
