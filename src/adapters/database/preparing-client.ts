/** Pool connections that keep statements prepared and send BEGIN together with the first statement of a transaction. */
import pg from 'pg';
import { isOutdatedPlan, StatementNames } from './prepared.ts';
import { BEGIN, DescribedOnce } from './schema/described-once.ts';

type Callback = (error: Error | null, result?: pg.QueryResult) => void;

/** Result of a command that did not have to be sent. */
const done = (text: string): Promise<pg.QueryResult> =>
  Promise.resolve({ command: text.toUpperCase(), rows: [], rowCount: null, oid: 0, fields: [] });

/**
 * @returns the client class for a pool; its connections share names, so that each prepares a statement under the
 * same name.
 */
export function preparingClient(): typeof pg.Client {
  const names = new StatementNames();
  const nameOf = (text: unknown, values: unknown): string | undefined =>
    typeof text === 'string' && Array.isArray(values) && values.length > 0 ? names.of(text) : undefined;

  class PreparingClient extends pg.Client {
    /** BEGIN was requested but not sent yet. */
    #isToBegin = false;
    /** This connection has prepared BEGIN. */
    #knowsBegin = false;
    /** Pending until a separately sent `begin` is answered: no other statement may overtake it, not even a rollback. */
    #inLine: Promise<void> | undefined;

    // biome-ignore lint/suspicious/noExplicitAny: pg's query has eight overloads, passed on unchanged
    override query(...asked: any[]): any {
      if (this.#inLine !== undefined) return this.#inLine.then(() => this.query(...asked));
      const [text, second] = asked as [unknown, unknown];
      const values = typeof second === 'function' ? undefined : second;
      const name = nameOf(text, values);
      const begins = this.#isToBegin;
      this.#isToBegin = text === BEGIN.text;
      if (!begins && !this.#isToBegin && name === undefined) return this.#plainly(asked);
      const isNothing = this.#isToBegin || (begins && (text === 'commit' || text === 'rollback'));
      const answer = isNothing ? done(text as string) : this.#answer(name, text, values, begins);
      const callback = asked.find((one): one is Callback => typeof one === 'function');
      if (callback === undefined) return answer;
      answer.then((result) => callback(null, result), callback);
    }

    #plainly(asked: readonly unknown[]): unknown {
      const ask = super.query.bind(this) as (...asked: unknown[]) => unknown;
      const [first] = asked as [{ submit?: unknown } | undefined];
      const isTold = asked.some((one) => typeof one === 'function') || typeof first?.submit === 'function';
      if (isTold) return ask(...asked);
      // The driver's own promise keeps the query alive until a full garbage collection.
      return new Promise((resolve, reject) => {
        ask(...asked, (error: Error | null, result: pg.QueryResult) => (error ? reject(error) : resolve(result)));
      });
    }

    async #answer(name: string | undefined, text: unknown, values: unknown, begins: boolean): Promise<pg.QueryResult> {
      const ask = (...asked: unknown[]) => this.#plainly(asked) as Promise<pg.QueryResult>;
      const together = begins && name !== undefined && this.#knowsBegin;
      if (begins && !together) {
        const begun = ask(BEGIN);
        const taken = (): void => {
          this.#inLine = undefined;
        };
        this.#inLine = begun.then(taken, taken);
        await begun;
        this.#knowsBegin = true;
      }
      if (name === undefined) return ask(text, values);
      const kept = { name, text: text as string, values: values as unknown[] };
      return new Promise<pg.QueryResult>((resolve, reject) => {
        const settle = (error: Error | null, result: pg.QueryResult): void => (error ? reject(error) : resolve(result));
        void super.query(new DescribedOnce(kept, settle, together));
      }).catch((error: unknown) => {
        if (!isOutdatedPlan(error)) throw error;
        names.renew();
        // The transaction has failed; its owner has to repeat it.
        if (begins || this.getTransactionStatus() !== 'I') throw error;
        return ask(text, values);
      });
    }
  }
  return PreparingClient;
}
