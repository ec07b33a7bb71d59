/** The embedded database with prepared statements: PGlite sends six messages for each statement and plans it anew. */
import {
  type messages,
  PGlite,
  parse,
  protocol,
  type QueryOptions,
  type Results,
  type Transaction,
} from '@electric-sql/pglite';
import { isOutdatedPlan, StatementNames } from './statement-names.ts';

const { serialize } = protocol;

interface Prepared {
  /** Object identifiers of the parameter types. */
  readonly types: readonly number[];
  /** Description of its columns; undefined for a statement that returns no rows. */
  readonly columns: messages.BackendMessage | undefined;
}

export class PreparingPGlite extends PGlite {
  readonly #names = new StatementNames();
  readonly #prepared = new Map<string, Prepared>();

  override async query<T>(text: string, values?: unknown[], options?: QueryOptions): Promise<Results<T>> {
    const name = this.#nameOf(text, values, options);
    if (name === undefined) return super.query<T>(text, values, options);
    await this.waitReady;
    const running = this._runExclusiveTransaction(async () => {
      const result = await this.#run<T>(name, text, values ?? []);
      await this.syncToFs();
      return result;
    });
    return running.catch((error: unknown) => {
      if (!isOutdatedPlan(error)) throw error;
      return super.query<T>(text, values, options);
    });
  }

  override transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return super.transaction((tx) => {
      const query: Transaction['query'] = (text, values, options) => {
        const name = tx.closed ? undefined : this.#nameOf(text, values, options);
        return name === undefined ? tx.query(text, values, options) : this.#run(name, text, values ?? []);
      };
      return work(Object.assign(Object.create(tx) as Transaction, { query }));
    });
  }

  /** Only queries for plain row objects; PGlite handles all other options. */
  #nameOf(text: string, values: unknown[] | undefined, { rowMode = 'object', ...others }: QueryOptions = {}) {
    const isPlain = rowMode === 'object' && Object.keys(others).length === 0;
    return isPlain && values !== undefined && values.length > 0 ? this.#names.nameFor(text) : undefined;
  }

  /** One message per statement, and one more on first use; both complete their exchange even when it fails. */
  #run<T>(name: string, text: string, values: readonly unknown[]): Promise<Results<T>> {
    return this._runExclusiveQuery(async () => {
      const { types, columns } = await this.#prepare(name, text);
      const bound = serialize.bind({
        statement: name,
        values: values.map((value, index) => {
          if (value === null || value === undefined) return null;
          const serializer = this.serializers[types[index] ?? 0];
          return serializer === undefined ? String(value) : serializer(value);
        }),
      });
      const response = await this.#send([bound, serialize.execute({}), serialize.sync()]);
      const [result] = parse.parseResults(columns === undefined ? response : [columns, ...response], this.parsers);
      return result as Results<T>;
    });
  }

  async #prepare(name: string, text: string): Promise<Prepared> {
    const existing = this.#prepared.get(name);
    if (existing !== undefined) return existing;
    const request = [serialize.parse({ name, text }), serialize.describe({ type: 'S', name }), serialize.sync()];
    const response = await this.#send(request);
    const prepared = {
      types: parse.parseDescribeStatementResults(response),
      columns: response.find((message) => message.name === 'rowDescription'),
    };
    this.#prepared.set(name, prepared);
    return prepared;
  }

  #send(parts: readonly Uint8Array[]): Promise<messages.BackendMessage[]> {
    return this.execProtocolStream(Buffer.concat(parts), { syncToFs: false }).catch((error: unknown) => {
      if (isOutdatedPlan(error)) this.#names.reset();
      throw error;
    });
  }
}
