/** Connections of the pool that keep statements prepared. */
import pg from 'pg';
import { DescribedOnce } from './described-once.ts';
import { isOutdatedPlan, StatementNames } from './prepared.ts';

type Callback = (error: Error | null, result?: pg.QueryResult) => void;

/** @returns what a pool makes its connections by; they share names, so that each prepares a statement under the same one. */
export function preparingClient(): typeof pg.Client {
  const names = new StatementNames();

  class PreparingClient extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: pg has eight ways to ask, and those of others pass through
    override query(...asked: any[]): any {
      const [text, values, callback] = asked as [unknown, unknown, Callback | undefined];
      const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? names.of(text) : undefined;
      const ask = super.query.bind(this) as (...asked: unknown[]) => Promise<pg.QueryResult>;
      if (name === undefined) return ask(...asked);
      const kept = { name, text: text as string, values: values as unknown[] };
      const answer = new Promise<pg.QueryResult>((resolve, reject) => {
        void super.query(new DescribedOnce(kept, (error, result) => (error ? reject(error) : resolve(result))));
      }).catch((error: unknown) => {
        if (!isOutdatedPlan(error)) throw error;
        names.renew();
        // Inside a transaction that is over now; whoever began it begins it again.
        if (this.getTransactionStatus() !== 'I') throw error;
        return ask(text, values);
      });
      if (callback === undefined) return answer;
      answer.then((result) => callback(null, result), callback);
    }
  }
  return PreparingClient;
}
