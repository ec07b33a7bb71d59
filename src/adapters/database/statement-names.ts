/**
 * Keeps statements prepared on their connection: parsing and planning them each time takes a third of the database's
 * work for a signature (record 0058).
 */

/** Maximum number of prepared statements: each takes memory on every connection, and the variants of a list query are unlimited. */
const MAX_PREPARED = 400;
/** A statement seen this often is prepared. */
const PREPARE_AFTER = 3;
/** Number of texts counted before the counters are reset. */
const MAX_COUNTED = 2_000;
/** Limits or aggregates rows. */
const PART_OR_SUM = /\blimit\b|\b(?:count|sum)\(/i;
/** Finds its rows by key. */
const WRITES = /\bupdate\s+\S+\s+(?:\S+\s+)?set\b|\binsert\s+into\b|\bdelete\s+from\b/i;
const HAS_VALUES = /\$1\b/;

/** The best index depends on the values, so plan the statement each time. */
const dependsOnValues = (text: string): boolean =>
  PART_OR_SUM.test(text) && HAS_VALUES.test(text) && !WRITES.test(text);

/** A table has gained a column since the statement was prepared: a newer version of the product has migrated. */
export const isOutdatedPlan = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '0A000' && error.message.includes('cached plan');

export class StatementNames {
  readonly #names = new Map<string, string>();
  /** How often each unprepared statement was seen; `-Infinity` for those that are always planned anew. */
  readonly #counts = new Map<string, number>();
  #made = 0;

  /**
   * @returns the name under which a statement is prepared; undefined for a rare statement, or one that must be
   * planned each time.
   */
  nameFor(text: string): string | undefined {
    const existing = this.#names.get(text);
    if (existing !== undefined || this.#names.size >= MAX_PREPARED) return existing;
    const times = this.#counts.get(text) ?? (dependsOnValues(text) ? Number.NEGATIVE_INFINITY : 0);
    if (times + 1 < PREPARE_AFTER) {
      if (this.#counts.size >= MAX_COUNTED) this.#counts.clear();
      this.#counts.set(text, times + 1);
      return undefined;
    }
    this.#counts.delete(text);
    this.#made += 1;
    const name = `fascicolo_${this.#made}`;
    this.#names.set(text, name);
    return name;
  }

  /** Prepares all statements again, under new names, on every connection. */
  reset(): void {
    this.#names.clear();
  }
}
