/**
 * Describes a prepared statement only once per connection. PostgreSQL refuses to run a statement whose columns have
 * changed (`isOutdatedPlan`), and describing forty columns with each row costs both sides more than the row itself.
 */
import pg from 'pg';
import { READER_MIN_ROWS, type RowReader, rowReader } from '../row-reader.ts';

/** The part of pg's result that reads rows; the underscored fields are missing in its types. */
interface Columns {
  fields: { readonly name: string }[];
  _parsers: ((text: string) => unknown)[];
  _prebuiltEmptyResultObject: object | null;
  parseRow?: RowReader;
}

/** The part of pg's connection used here. */
interface Connection {
  bind(statement: object): void;
  describe(portal: object): void;
  execute(portal: object): void;
}

/** pg's parser for text columns. */
const TEXT = 25;
const TEXT_PARSER = pg.types.getTypeParser(TEXT);

/** Starts a transaction as a prepared statement. */
export const BEGIN = { name: 'fascicolo_begin', text: 'begin' };

interface ConnectionState {
  readonly columns: Map<string, Columns>;
  /** The connection without the describe request. */
  readonly withoutDescribe: Connection;
}

const states = new WeakMap<Connection, ConnectionState>();

function stateOf(connection: Connection): ConnectionState {
  let state = states.get(connection);
  if (state === undefined) {
    const silent: Connection = Object.create(connection, { describe: { value: () => undefined } });
    state = { columns: new Map(), withoutDescribe: silent };
    states.set(connection, state);
  }
  return state;
}

/** pg's query with its internal methods. */
interface QueryInternals {
  name: string;
  _result: Columns & { readonly rows: readonly unknown[] };
  _accumulateRows: boolean;
  prepare(connection: Connection): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
}

type Callback = (error: Error | null, result: pg.QueryResult) => void;

const Query = pg.Query as unknown as new (
  text: string,
  values: unknown[],
  callback: Callback,
) => pg.Submittable & QueryInternals;

/**
 * Runs a prepared statement by name; the callback gets all rows. With `begins`, BEGIN is sent in the same message:
 * PostgreSQL skips everything after a failed statement up to the end of the message (protocol 3.0, extended query), so
 * that no statement runs outside the transaction. The connection must have prepared {@link BEGIN}.
 */
export class PreparedQuery extends Query {
  #isToBegin: boolean;

  constructor(
    { name, text, values }: { name: string; text: string; values: unknown[] },
    callback: Callback,
    begins = false,
  ) {
    // Separate arguments instead of an object: pg copies an object property by property, which takes a twentieth of the
    // statement's time.
    super(text, values, callback);
    this.name = name;
    this.#isToBegin = begins;
  }

  override prepare(connection: Connection): void {
    if (this.#isToBegin) {
      connection.bind({ statement: BEGIN.name });
      connection.execute({});
    }
    const { columns, withoutDescribe: silent } = stateOf(connection);
    const description = columns.get(this.name);
    if (description === undefined) {
      super.prepare(connection);
      return;
    }
    Object.assign(this._result, description);
    this._accumulateRows = true;
    super.prepare(silent);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#isToBegin) {
      this.#isToBegin = false;
      return;
    }
    this.#keepColumns(stateOf(connection).columns);
    super.handleCommandComplete(message, connection);
  }

  #keepColumns(columns: Map<string, Columns>): void {
    const { fields, _parsers, _prebuiltEmptyResultObject, rows } = this._result;
    const description = columns.get(this.name) ?? { fields, _parsers, _prebuiltEmptyResultObject };
    columns.set(this.name, description);
    if (rows.length < READER_MIN_ROWS || description.parseRow !== undefined) return;
    const reader = rowReader(
      fields.map(({ name }) => name),
      _parsers,
      TEXT_PARSER,
    );
    if (reader !== undefined) description.parseRow = reader;
  }
}
