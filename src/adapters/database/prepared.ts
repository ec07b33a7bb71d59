/**
 * Statements that stay prepared on their connection: reading and planning each anew is a third of what the database does
 * for a signature (record 0058).
 */

/** Statements that are kept; each takes memory on every connection, and there are endless ways to write a list. */
const KEPT = 400;
/** What came so often comes again. */
const OFTEN = 3;
/** Texts that are counted, before counting begins anew. */
const COUNTED = 2_000;
/** A part of the rows or a sum of them. */
const PART_OR_SUM = /\blimit\b|\b(?:count|sum)\(/i;
/** Has its rows by their keys. */
const WRITES = /\bupdate\s+\S+\s+(?:\S+\s+)?set\b|\binsert\s+into\b|\bdelete\s+from\b/i;
const HAS_VALUES = /\$1\b/;

/** Which index is best depends on the values: it is planned for them each time. */
const dependsOnValues = (text: string): boolean =>
  PART_OR_SUM.test(text) && HAS_VALUES.test(text) && !WRITES.test(text);

/** A table has got a column since the statement was prepared: a newer version of the product has migrated. */
export const isOutdatedPlan = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '0A000' && error.message.includes('cached plan');

export class StatementNames {
  readonly #names = new Map<string, string>();
  /** How often each of the others came; less than never, when it is planned each time. */
  readonly #seen = new Map<string, number>();
  #made = 0;

  /** @returns the name under which a statement is prepared; none of one that is seldom or has to be planned. */
  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= KEPT) return known;
    const times = this.#seen.get(text) ?? (dependsOnValues(text) ? Number.NEGATIVE_INFINITY : 0);
    if (times + 1 < OFTEN) {
      if (this.#seen.size >= COUNTED) this.#seen.clear();
      this.#seen.set(text, times + 1);
      return undefined;
    }
    this.#seen.delete(text);
    this.#made += 1;
    const name = `fascicolo_${this.#made}`;
    this.#names.set(text, name);
    return name;
  }

  /** All are prepared again, under other names, on every connection. */
  renew(): void {
    this.#names.clear();
  }
}
