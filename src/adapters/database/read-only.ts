/** Inspects a database: connections cannot write and time out early. */
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Db } from '#ports/database/database.ts';
import type { Tables } from '#ports/database/tables.ts';

const INT8 = 20;

export interface ReadOnlyDatabase {
  readonly pool: pg.Pool;
  readonly db: Db;
  close(): Promise<void>;
}

/**
 * Connects lazily: the first query connects, and throws the driver's own errors.
 * @param limit milliseconds for each connection and each query.
 */
export function openReadOnly(url: string, limit: number): ReadOnlyDatabase {
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, Number);
  const pool = new pg.Pool({
    ...{ connectionString: url, max: 1, types, connectionTimeoutMillis: limit },
    ...{ statement_timeout: limit, query_timeout: limit },
    // The product's connection options, plus read-only.
    options: '-c TimeZone=UTC -c default_transaction_read_only=on',
  });
  // The running query reports a dead connection.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return { pool, db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }), close: () => pool.end() };
}
