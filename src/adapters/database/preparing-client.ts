/** Pool connections that keep statements prepared and send BEGIN together with the first statement of a transaction. */
import pg from 'pg';
import { BEGIN, PreparedQuery } from './schema/prepared-query.ts';
import { isOutdatedPlan, StatementNames } from './statement-names.ts';

type Callback = (error: Error | null, result?: pg.QueryResult) => void;

/** Result of a command that did not have to be sent. */
const unsentResult = (text: string): Promise<pg.QueryResult> =>
  Promise.resolve({ command: text.toUpperCase(), rows: [], rowCount: null, oid: 0, fields: [] });

/**
 * @returns the client class for a pool; its connections share names, so that each prepares a statement under the
 * same name.
 */
export function preparingClient(): typeof pg.Client {
  const names = new StatementNames();
  const nameOf = (text: unknown, values: unknown): string | undefined =>
    typeof text === 'string' && Array.isArray(values) && values.length > 0 ? names.nameFor(text) : undefined;

  class PreparingClient extends pg.Client {
    /** BEGIN was requested but not sent yet. */
    #isToBegin = false;
    /** This connection has prepared BEGIN. */
    #knowsBegin = false;
    /** Pending until a separately sent `begin` is answered: no other statement may overtake it, not even a rollback. */
    #inLine: Promise<void> | undefined;

    // biome-ignore lint/suspicious/noExplicitAny: pg's query has eight overloads, passed on unchanged
    override query(...args: any[]): any {
      if (this.#inLine !== undefined) return this.#inLine.then(() => this.query(...args));
      const [text, valuesOrCallback] = args as [unknown, unknown];
      const values = typeof valuesOrCallback === 'function' ? undefined : valuesOrCallback;
      const name = nameOf(text, values);
      const begins = this.#isToBegin;
      this.#isToBegin = text === BEGIN.text;
      if (!begins && !this.#isToBegin && name === undefined) return this.#plainly(args);
      const isNotSent = this.#isToBegin || (begins && (text === 'commit' || text === 'rollback'));
      const outcome = isNotSent ? unsentResult(text as string) : this.#answer(name, text, values, begins);
      const callback = args.find((argument): argument is Callback => typeof argument === 'function');
      if (callback === undefined) return outcome;
      outcome.then((result) => callback(null, result), callback);
    }

    #plainly(args: readonly unknown[]): unknown {
      const send = super.query.bind(this) as (...sendArgs: unknown[]) => unknown;
      const [first] = args as [{ submit?: unknown } | undefined];
      const isTold = args.some((argument) => typeof argument === 'function') || typeof first?.submit === 'function';
      if (isTold) return send(...args);
      // The driver's own promise keeps the query alive until a full garbage collection.
      return new Promise((resolve, reject) => {
        send(...args, (error: Error | null, result: pg.QueryResult) => (error ? reject(error) : resolve(result)));
      });
    }

    async #answer(name: string | undefined, text: unknown, values: unknown, begins: boolean): Promise<pg.QueryResult> {
      const send = (...args: unknown[]) => this.#plainly(args) as Promise<pg.QueryResult>;
      const beginsInSameMessage = begins && name !== undefined && this.#knowsBegin;
      if (begins && !beginsInSameMessage) {
        const beginResult = send(BEGIN);
        const unblock = (): void => {
          this.#inLine = undefined;
        };
        this.#inLine = beginResult.then(unblock, unblock);
        await beginResult;
        this.#knowsBegin = true;
      }
      if (name === undefined) return send(text, values);
      const statement = { name, text: text as string, values: values as unknown[] };
      return new Promise<pg.QueryResult>((resolve, reject) => {
        const settle = (error: Error | null, result: pg.QueryResult): void => (error ? reject(error) : resolve(result));
        void super.query(new PreparedQuery(statement, settle, beginsInSameMessage));
      }).catch((error: unknown) => {
        if (!isOutdatedPlan(error)) throw error;
        names.reset();
        // The transaction has failed; its owner has to repeat it.
        if (begins || this.getTransactionStatus() !== 'I') throw error;
        return send(text, values);
      });
    }
  }
  return PreparingClient;
}
