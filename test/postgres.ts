/** A private PostgreSQL cluster for tests: created by initdb in a temporary folder, run as an ordinary user, removed afterwards. */
// Real time: a server process starts and stops in its own time.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ownPort } from './hosts/server-process.ts';

/** The environment variable that passes the cluster's administrator URL to the test files. */
export const POSTGRES_URL = 'FASCICOLO_TEST_POSTGRES_URL';

const OLDEST_MAJOR = 15;
const START_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 10_000;

export interface Cluster {
  /** @returns the connection string of one of its databases, on loopback. */
  url(database: string): string;
  /** Creates a database, empty or as a copy of `template`; a template must have no open connection. */
  createDatabase(name: string, template?: string): Promise<void>;
  /** Closes every connection of a database and removes it. */
  dropDatabase(name: string): Promise<void>;
}

export interface RunningCluster extends Cluster {
  readonly pid: number;
  /** The same database through this machine's socket, as a local server would reach it; only for a durable cluster. */
  socketUrl(database: string): string;
  /** Stops the server by its process id and removes its folder; safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Finds initdb and postgres: `PG_BIN` first, then Debian's folders (15 preferred, otherwise the newest).
 * @throws with the command that installs them.
 */
export function findPostgres(): string {
  const configured = process.env.PG_BIN;
  if (configured) return configured;
  const root = '/usr/lib/postgresql';
  const majors = existsSync(root) ? readdirSync(root).map(Number) : [];
  const fitting = majors.filter(
    (major) => major >= OLDEST_MAJOR && existsSync(join(root, String(major), 'bin/initdb')),
  );
  const chosen = fitting.includes(OLDEST_MAJOR) ? OLDEST_MAJOR : Math.max(...fitting);
  if (fitting.length === 0) {
    throw new Error('PostgreSQL 15 is missing. Install it with: sudo apt-get install postgresql-15 (or set PG_BIN).');
  }
  return join(root, String(chosen), 'bin');
}

/** PostgreSQL refuses to run as root: use `postgres` then, else `nobody`. */
function ordinaryUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // This user does not exist here: try the next.
    }
  }
  throw new Error('PostgreSQL cannot run as root, and this machine has neither a user postgres nor nobody.');
}

/** Accesses a cluster's databases by name; `admin` is the URL of its database `postgres`. */
export function openCluster(admin: string): Cluster {
  const url = (database: string) => {
    const parts = new URL(admin);
    parts.pathname = `/${database}`;
    return parts.href;
  };
  const administer = async (statement: string) => {
    const client = new pg.Client({ connectionString: admin });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  return {
    url,
    createDatabase: (name, template = 'template0') =>
      administer(`create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(template)}`),
    dropDatabase: (name) => administer(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`),
  };
}

/** Durability against power loss is off: tests kill processes, never the machine. */
const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * Starts a fresh cluster (UTF-8, locale C, password sign-in on a free loopback port, no socket in the file system).
 * @param durable configured as on a single-machine installation, for measurements: with a socket as well.
 * @throws when PostgreSQL is missing or does not answer within 30 s.
 */
export async function startCluster({ durable = false } = {}): Promise<RunningCluster> {
  const bin = findPostgres();
  const user = ordinaryUser();
  const folder = mkdtempSync(join(tmpdir(), 'fascicolo-postgres-'));
  const data = join(folder, 'data');
  const password = randomBytes(16).toString('hex');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user) for (const path of [folder, passwordFile]) chownSync(path, user.uid, user.gid);

  let server: ChildProcess | undefined;
  let stopped = false;
  // The last resort when the run ends without calling stop: nothing may be left behind.
  const abandon = () => {
    server?.kill('SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  process.once('exit', abandon);
  const stop = async () => {
    if (stopped) return;
    stopped = true;
    process.off('exit', abandon);
    if (server && server.exitCode === null && server.signalCode === null) {
      const gone = once(server, 'exit');
      const impatient = setTimeout(() => server?.kill('SIGQUIT'), STOP_LIMIT_MS);
      server.kill('SIGINT');
      await gone;
      clearTimeout(impatient);
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };

  try {
    const options = { ...user, cwd: folder, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } };
    const login = ['--username=fascicolo', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
    execFileSync(join(bin, 'initdb'), ['-D', data, '--encoding=UTF8', '--locale=C', '--no-sync', ...login], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const port = await ownPort();
    const settings = {
      listen_addresses: '127.0.0.1',
      port,
      unix_socket_directories: durable ? folder : '',
      ...(durable ? {} : NOT_DURABLE),
      max_connections: 200,
      autovacuum: 'on',
      timezone: 'UTC',
      log_min_messages: 'fatal',
    };
    const postgres = [join(bin, 'postgres'), '-D', data];
    for (const [name, value] of Object.entries(settings)) postgres.push('-c', `${name}=${value}`);
    // With setpriv the kernel stops the server if this process is killed.
    const guard = existsSync('/usr/bin/setpriv') ? ['/usr/bin/setpriv', '--pdeathsig', 'INT', '--'] : [];
    const [command = '', ...rest] = [...guard, ...postgres];
    server = spawn(command, rest, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    let output = '';
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-2000);
    });
    const admin = `postgresql://fascicolo:${password}@127.0.0.1:${port}/postgres`;
    await waitUntilAnswering(admin, server, () => output);
    const open = openCluster(admin);
    const socketUrl = (database: string) => `${open.url(database)}?host=${encodeURIComponent(folder)}`;
    return { ...open, socketUrl, pid: server.pid ?? 0, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function waitUntilAnswering(url: string, server: ChildProcess, output: () => string): Promise<void> {
  const limit = Date.now() + START_LIMIT_MS;
  for (;;) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with code ${server.exitCode}. ${output()}`);
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
    try {
      await client.connect();
      return;
    } catch (error) {
      if (Date.now() > limit) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/** @returns whether this test run uses PostgreSQL rather than the embedded database. */
export function onPostgres(): boolean {
  return process.env[POSTGRES_URL] !== undefined;
}

/**
 * A separate database for one test file, on the cluster of this run.
 * @param template the database to copy; `build` fills it, once per run, however many files request it
 * concurrently.
 */
export async function freshDatabase(template?: {
  name: string;
  build: (url: string) => Promise<void>;
}): Promise<{ url: string; drop(): Promise<void> }> {
  const admin = process.env[POSTGRES_URL];
  if (!admin) throw new Error('This run has no PostgreSQL: set FASCICOLO_TEST_DATABASE=postgres.');
  const cluster = openCluster(admin);
  if (template) await createTemplateOnce(admin, cluster, template);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await cluster.createDatabase(name, template?.name);
  return { url: cluster.url(name), drop: () => cluster.dropDatabase(name) };
}

async function createTemplateOnce(
  admin: string,
  cluster: Cluster,
  template: { name: string; build: (url: string) => Promise<void> },
): Promise<void> {
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  try {
    // Test files run in several processes: the first builds the template, the others wait here and find it built.
    await client.query('select pg_advisory_lock(hashtext($1))', [template.name]);
    const existing = await client.query('select 1 from pg_database where datname = $1', [template.name]);
    if (existing.rowCount) return;
    const draft = `${template.name}_draft`;
    await cluster.dropDatabase(draft);
    await cluster.createDatabase(draft);
    await template.build(cluster.url(draft));
    await client.query(`alter database ${pg.escapeIdentifier(draft)} rename to ${pg.escapeIdentifier(template.name)}`);
  } finally {
    await client.end();
  }
}
