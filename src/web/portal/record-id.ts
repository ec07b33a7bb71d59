/** Reads the id of a record from an address. */

/** @returns null for any text but the decimal id itself, such as 1e3 or 007. Numbers of 15 digits are exact. */
export const recordIdIn = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
