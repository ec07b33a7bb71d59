/** PostgreSQL 15 or newer at DATABASE_URL. */
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { type Database, DatabaseUnavailable } from '#ports/database/database.ts';
import type { Tables } from '#ports/database/tables.ts';
import { type RolePowers, readPowers } from './application-role.ts';
import { listen } from './listen.ts';
import { preparingClient } from './preparing-client.ts';
import { migrate } from './schema/migrate.ts';
import { asUnavailable, transactional } from './transactions.ts';

const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;

export interface ServerDatabase extends Database {
  readonly engine: 'postgres';
  readonly pool: pg.Pool;
}

/**
 * Opens a pool and migrates.
 * @param poolSize connections of this node. @param options.migrate false leaves the schema as it is.
 * @param options.admit receives the powers of the role before any work is done with it, and throws to stop the
 * opening.
 * @throws SchemaBehind when the schema is older than the migrations and the role may not migrate.
 */
export async function openPostgres(
  url: string,
  poolSize = 10,
  options: { migrate: boolean; admit?: (role: RolePowers) => void } = { migrate: true },
): Promise<ServerDatabase> {
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, Number);
  types.setTypeParser(DATE, (text: string) => text);
  // Same as the embedded database; the driver's own parser took a sixth of the time to read a long list.
  types.setTypeParser(TIMESTAMPTZ, (text: string) => new Date(text));
  const pool = new pg.Pool({
    Client: preparingClient(),
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 60_000,
    options: '-c TimeZone=UTC',
    types,
  });
  // A dead connection must not end the process, whether idle or between two statements; the next statement reports the
  // error.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    const client = await pool.connect();
    try {
      options.admit?.(await readPowers(client));
      if (options.migrate) {
        await migrate({
          exec: async (sql) => void (await client.query(sql)),
          rows: async (sql) => (await client.query<Record<string, unknown>>(sql)).rows,
        });
      }
    } finally {
      client.release();
    }
  } catch (error) {
    await pool.end();
    throw asUnavailable(error);
  }
  // Any failure to get a connection (a failover, a changed password, a database closed for maintenance) is an outage to
  // the caller, not an invalid statement.
  const connect = (): Promise<pg.PoolClient> =>
    pool.connect().catch((error: unknown) => {
      throw new DatabaseUnavailable('The database takes no connection', { cause: error });
    });
  const kysely = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { options: pool.options, connect, end: () => pool.end() } }),
  });
  return {
    engine: 'postgres',
    pool,
    ...transactional(kysely),
    listen: (channel, hear) => listen({ connectionString: url, connectionTimeoutMillis: 5_000 }, channel, hear),
    async now() {
      const client = await connect();
      try {
        const answer = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
        return answer.rows[0]?.now ?? new Date();
      } finally {
        client.release();
      }
    },
    close: () => pool.end(),
  };
}
