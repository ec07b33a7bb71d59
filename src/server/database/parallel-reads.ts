/** Runs several reads for one response, in parallel if each may have its own connection. */
import type { Db } from '#ports/database/database.ts';

/**
 * @param reads run in parallel, or one after another in a transaction, which has one connection. @returns their
 * results in order.
 */
export async function sideBySide<const T extends readonly (() => Promise<unknown>)[]>(
  db: Db,
  ...reads: T
): Promise<{ -readonly [K in keyof T]: Awaited<ReturnType<T[K]>> }> {
  const results: unknown[] = [];
  if (db.isTransaction) for (const read of reads) results.push(await read());
  else results.push(...(await Promise.all(reads.map((read) => read()))));
  return results as { -readonly [K in keyof T]: Awaited<ReturnType<T[K]>> };
}
