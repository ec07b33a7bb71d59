/** Tables of test cases as text. */
export { rowsOf, wordsIn } from '#web/shared/rows.suite.ts';
