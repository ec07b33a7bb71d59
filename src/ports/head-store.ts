/** Where the heads of the evidence tree are kept beside the database, so that whoever owns the database cannot rewrite both (D-51, R-10). */
export interface HeadStore {
  /**
   * Writes and flushes a head that nothing ever replaces.
   * @param size leaves it speaks of: its only name. @returns false when another head of this size is kept already.
   */
  keep(size: number, text: string): Promise<boolean>;
  /** Every kept head, smallest first. */
  list(): AsyncIterable<{ size: number; text: string }>;
  newest(): Promise<{ size: number; text: string } | null>;
}
