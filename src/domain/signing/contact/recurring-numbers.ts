/** The report of numbers that received codes of several people (D-45): how far it looks back. */
export const PERIOD_DAYS = 90;
export const MOST_PERIOD_DAYS = 3650;
/** Of each number the newest documents are named. */
export const DOCUMENTS_TOLD = 20;
