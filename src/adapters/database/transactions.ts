/** Transactions with retry and after-commit actions over one Kysely instance, shared by both engines. */
import type { Kysely } from 'kysely';
import { type Database, DatabaseUnavailable, isUnavailable, type Tx } from '#ports/database/database.ts';
import type { Tables } from '#ports/database/tables.ts';
import { isOutdatedPlan } from './statement-names.ts';

/** serialization_failure and deadlock_detected: the transaction can be retried. */
const REPEATABLE = new Set(['40001', '40P01']);
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

export function asUnavailable(error: unknown): unknown {
  return isUnavailable(error) ? new DatabaseUnavailable('The database does not answer', { cause: error }) : error;
}

export function transactional(kysely: Kysely<Tables>): Pick<Database, 'read' | 'transaction' | 'afterCommit'> {
  const actions = new WeakMap<Tx, (() => void)[]>();
  return {
    read: kysely,
    async transaction(work) {
      for (let attempt = 1; ; attempt++) {
        const pending: (() => void)[] = [];
        let failed: { readonly by: unknown } | undefined;
        try {
          const result = await kysely.transaction().execute(async (tx) => {
            actions.set(tx, pending);
            try {
              return await work(tx);
            } catch (error) {
              failed = { by: error };
              throw error;
            }
          });
          for (const action of pending) action();
          return result;
        } catch (last) {
          // When the rollback fails because the connection is gone, report only the lost connection.
          const error = failed === undefined ? last : failed.by;
          if (attempt < 5 && (REPEATABLE.has(codeOf(error)) || isOutdatedPlan(error))) continue;
          throw asUnavailable(error);
        }
      }
    },
    afterCommit(tx, action) {
      const pending = actions.get(tx);
      if (pending === undefined) throw new Error('afterCommit outside of Database.transaction');
      pending.push(action);
    },
  };
}
