/** The database port: one SQL dialect (PostgreSQL 15) for the embedded database and a server. */
import type { Kysely, Transaction } from 'kysely';
import { ExplainedError, reasonOf } from '../explained-error.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

export interface Database {
  readonly engine: 'pglite' | 'postgres';
  /** For reads outside a transaction. */
  readonly read: Db;
  /**
   * Runs `work` in one transaction and commits; it must not contain file, network or other slow work.
   * Serialisation failures and deadlocks are retried a few times, so `work` must be repeatable.
   * @throws DatabaseUnavailable if the database does not answer.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs after the transaction has committed; dropped on rollback. */
  afterCommit(tx: Tx, action: () => void): void;
  /**
   * Listens for notifications of committed transactions of any node on `channel`; `onNotification` receives null if one
   * may have been missed because the connection was lost. @returns a function that stops listening.
   */
  listen(channel: string, onNotification: (payload: string | null) => void): Promise<() => Promise<void>>;
  /** The database's own current time. */
  now(): Promise<Date>;
  close(): Promise<void>;
}

export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** Another process has the folder of the embedded database open. */
export class DatabaseInUse extends ExplainedError {
  override readonly name = 'DatabaseInUse';
}

/** The schema is older than the product, and this role does not migrate it. */
export class SchemaBehind extends Error {
  override readonly name = 'SchemaBehind';
  constructor(missing: readonly string[]) {
    super(`The schema lacks ${missing.join(', ')}`);
  }
}

/**
 * The migration is blocked until the database's content is corrected or another process stops reading it; the message
 * states which. Nothing was changed.
 */
export class MigrationRefused extends ExplainedError {
  override readonly name = 'MigrationRefused';
  readonly migration: string;
  constructor(migration: string, cause: unknown) {
    super(reasonOf(cause), { cause });
    this.migration = migration;
  }
}

/**
 * Connection refused, lost or unavailable: class 08, 57P0x, 53300 and the socket's own codes; also a statement that
 * exceeded its time limit (57014), because a busy database may succeed later.
 */
const UNAVAILABLE = /^(08...|57P0.|57014|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/;

/** True if an error means that the database did not answer, rather than that a statement was wrong. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  if (!(error instanceof Error)) return false;
  if ('code' in error && UNAVAILABLE.test(String(error.code))) return true;
  return /Connection terminated|timeout exceeded when trying to connect|is not queryable/.test(error.message);
}
