/** Checks the database: reachability, version, role and schema. All connections are read-only. */

import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { askPowers, type RolePower } from '#adapters/database/application-role.ts';
import { openReadOnly, type ReadOnlyDatabase } from '#adapters/database/read-only.ts';
import { readMigrations } from '#adapters/database/schema/migrate.ts';
import { type Finding, failure, ok, warning } from '#ports/finding.ts';
import { installedMode } from '#server/database/installation.ts';
import { MIGRATE_COMMAND } from '../../command-name.ts';

type Mode = 'demo' | 'production';

const OLDEST_MAJOR = 15;
const CONNECT_MS = 3_500;
const CLOCK_MS = 5_000;

const POWERS: Readonly<Record<RolePower, string>> = {
  superuser: 'is a superuser',
  createrole: 'may create roles, and so become any other (CREATEROLE)',
  server: 'may write files or run programs on the database’s machine',
  replica: 'may switch triggers off (session_replication_role)',
  owner: 'owns the database, its schema or its tables',
  create: 'may create objects in the schema public',
  rewrite: 'may change or delete rows of the tables evidence_*',
};

/** Error codes of PostgreSQL and of the socket, and their remedies. */
const FAULTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there. Check address and port, and that PostgreSQL runs',
  ENOTFOUND: 'the name is not known. Correct it, or this machine’s name servers',
  EAI_AGAIN: 'the name is not known. Correct it, or this machine’s name servers',
  ETIMEDOUT: 'there is no answer. Check address and firewall',
  '28P01': 'the password is wrong. In the address, special characters are percent-encoded (@ is %40)',
  '28000': 'the role may not connect from here. Check the role and pg_hba.conf',
  '3D000': 'the database is not there. Create it: CREATE DATABASE fascicolo OWNER fascicolo_owner',
  '53300': 'it has no connection left. Raise max_connections, or end what holds them',
  '57P03': 'it is starting up or shutting down. Try again in a moment',
  '08P01': 'something between speaks another protocol. A pooler must be in session mode',
};

/** @param url null: the embedded database of the demo, which is inspected but not opened. */
export async function checkDatabase(
  url: string | null,
  { dataDir, mode, now }: { readonly dataDir: string; readonly mode: Mode; readonly now: () => Date },
): Promise<Finding[]> {
  if (url === null) return checkEmbedded(join(dataDir, 'database'));
  const database = openReadOnly(url, CONNECT_MS);
  try {
    return await look(database, mode, now);
  } catch (error) {
    return [unreachable(url, error)];
  } finally {
    await database.close();
  }
}

function unreachable(url: string, error: unknown): Finding {
  const { code, message } = error as NodeJS.ErrnoException;
  const known = FAULTS[code ?? ''] ?? (/timeout/i.test(message) ? FAULTS.ETIMEDOUT : undefined);
  const { host } = new URL(url);
  return failure('DATABASE_URL', `${host}: ${known ?? `no connection (${code ?? message}). Its log tells why`}.`);
}

async function checkEmbedded(folder: string): Promise<Finding[]> {
  const isThere = await access(join(folder, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
  return isThere
    ? [ok('database', `The demo’s own database is in ${folder}; it is not opened to look at it.`)]
    : [warning('database', `The demo’s own database is not in ${folder} yet: the first start makes it.`)];
}

async function look(database: ReadOnlyDatabase, mode: Mode, now: () => Date): Promise<Finding[]> {
  const before = now().getTime();
  const [about] = (
    await database.pool.query<{ version: number; name: string; standby: boolean; encoding: string; time: Date }>(
      `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS name,
        pg_is_in_recovery() AS standby, current_setting('server_encoding') AS encoding, clock_timestamp() AS time`,
    )
  ).rows;
  if (about === undefined) return [failure('DATABASE_URL', 'The database answers nothing to a question.')];
  const middle = (before + now().getTime()) / 2;
  const findings = [ok('DATABASE_URL', `PostgreSQL ${about.name} answers.`)];
  const major = Math.floor(about.version / 10_000);
  if (major < OLDEST_MAJOR) {
    findings.push(failure('version', `PostgreSQL ${major} is too old. Use ${OLDEST_MAJOR} or newer.`));
    return findings;
  }
  if (about.standby) findings.push(failure('DATABASE_URL', 'This is a standby: it takes no writes. Name the primary.'));
  if (about.encoding !== 'UTF8') {
    findings.push(failure('encoding', `The database is in ${about.encoding}. Create it anew with ENCODING 'UTF8'.`));
  }
  findings.push(clockFinding(middle, about.time.getTime()), await roleFinding(database, mode));
  return [...findings, ...(await schemaFindings(database, mode))];
}

function clockFinding(ours: number, theirs: number): Finding {
  const seconds = Math.round(Math.abs(ours - theirs) / 1000);
  return seconds * 1000 > CLOCK_MS
    ? warning('clock', `The clocks of the database and of this machine differ by ${seconds} s. Use NTP on both.`)
    : ok('clock', 'The clocks of the database and of this machine agree.');
}

async function roleFinding({ pool }: ReadOnlyDatabase, mode: Mode): Promise<Finding> {
  const { role, powers } = await askPowers(pool);
  if (powers.length === 0) return ok('role', `${role} adds to the evidence and can rewrite none of it.`);
  const list = powers.map((power) => POWERS[power]).join('; ');
  const text = `${role} could rewrite evidence: it ${list}. Use a role that owns nothing, and run “migrate” to give it its rights.`;
  return mode === 'production' ? failure('role', text) : warning('role', text);
}

async function schemaFindings(database: ReadOnlyDatabase, mode: Mode): Promise<Finding[]> {
  const name = 'schema';
  const migrate = `As the owner: ${MIGRATE_COMMAND}`;
  const present = await database.pool.query<{ owner: string | null }>(
    `SELECT (SELECT relowner::regrole::text FROM pg_class WHERE oid = to_regclass('public.schema_migration')) AS owner`,
  );
  const owner = present.rows[0]?.owner ?? null;
  if (owner === null) return [failure(name, `The database is empty. ${migrate}.`)];
  let applied: string[];
  try {
    applied = (await database.pool.query<{ name: string }>('SELECT name FROM schema_migration ORDER BY name')).rows.map(
      (row) => row.name,
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== '42501') throw error;
    return [failure(name, `The role may not read the tables of ${owner}. ${migrate}.`)];
  }
  const known = (await readMigrations()).map((one) => one.name);
  const missing = known.filter((one) => !applied.includes(one));
  const newer = applied.filter((one) => !known.includes(one));
  if (newer.length > 0) {
    const text = `The schema is newer than this program (${newer.join(', ')}). Install the version that belongs to it.`;
    return [failure(name, text)];
  }
  if (missing.length > 0) return [failure(name, `The schema of ${owner} lacks ${missing.join(', ')}. ${migrate}.`)];
  return [ok(name, `Of ${owner}, at ${applied.at(-1) ?? ''}.`), ...(await modeFinding(database, mode))];
}

async function modeFinding({ db }: ReadOnlyDatabase, mode: Mode): Promise<Finding[]> {
  const installed = await installedMode(db);
  if (installed === null || installed === mode) return [];
  const text = `This database is one of ${installed}, and the settings say ${mode}. Correct NODE_ENV or DATABASE_URL.`;
  return [failure('installation', text)];
}
