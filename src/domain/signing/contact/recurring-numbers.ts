/** Limits of the report of numbers that received codes for several people: its period. */
export const PERIOD_DAYS = 90;
export const MAX_PERIOD_DAYS = 3650;
/** Newest documents listed per number. */
export const MAX_LISTED_DOCUMENTS = 20;
