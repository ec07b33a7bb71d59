/** Creates two roles of a PostgreSQL database, as in an installation: one owns the tables, the application connects with the other. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { freshDatabase, POSTGRES_URL } from './postgres.ts';

export interface RoledDatabase {
  readonly ownerUrl: string;
  readonly applicationUrl: string;
  readonly application: string;
  /** Runs statements as the cluster's administrator, in this database. */
  administer(...statements: string[]): Promise<void>;
  drop(): Promise<void>;
}

async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** An empty database, its owner, and a role without rights; neither is a superuser. */
export async function makeRoledDatabase(): Promise<RoledDatabase> {
  const { url, drop } = await freshDatabase();
  const [owner = '', application = ''] = ['owner', 'app'].map((name) => `${name}_${randomBytes(6).toString('hex')}`);
  const password = randomBytes(12).toString('hex');
  const administer = (...statements: string[]) => run(url, statements);
  await administer(
    `CREATE ROLE ${owner} LOGIN PASSWORD '${password}'`,
    `CREATE ROLE ${application} LOGIN PASSWORD '${password}'`,
    `ALTER DATABASE ${new URL(url).pathname.slice(1)} OWNER TO ${owner}`,
  );
  const as = (role: string): string => {
    const parts = new URL(url);
    parts.username = role;
    parts.password = password;
    return parts.href;
  };
  return {
    ownerUrl: as(owner),
    applicationUrl: as(application),
    application,
    administer,
    async drop() {
      await drop();
      await run(process.env[POSTGRES_URL] ?? '', [`DROP ROLE ${application}`, `DROP ROLE ${owner}`]);
    },
  };
}
