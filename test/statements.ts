/** Records the statements made through a database, for tests of their number and execution. */
import type { RootOperationNode } from 'kysely';
import type { Db } from '../src/ports/database/database.ts';

/** @returns access to the same database, and the statements sent through it so far. */
export function recordStatements(db: Db): { db: Db; statements: readonly RootOperationNode[] } {
  const statements: RootOperationNode[] = [];
  const through = db.withPlugin({
    transformQuery: ({ node }) => {
      statements.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { db: through as Db, statements };
}
