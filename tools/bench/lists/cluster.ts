/** The PostgreSQL cluster of `npm run bench -- lists`: private like that of the tests, durable and sized like a small server's. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Cluster, findPostgres, openCluster } from '../../../test/postgres.ts';
import { ownPort } from '../../../test/hosts/server-process.ts';

const START_LIMIT_MS = 60_000;
const MEGABYTE = 1 << 20;

/** Settings of a small server; a smaller machine uses a quarter of its memory. */
function settings(port: number, sockets: string): Record<string, string | number> {
  const shared = Math.min(4096, Math.floor(totalmem() / MEGABYTE / 4));
  return {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: sockets,
    max_connections: 120,
    shared_buffers: `${shared}MB`,
    effective_cache_size: `${shared * 3}MB`,
    work_mem: '64MB',
    maintenance_work_mem: '1GB',
    max_wal_size: '8GB',
    random_page_cost: 1.1,
    jit: 'off',
    track_io_timing: 'on',
    timezone: 'UTC',
    log_min_messages: 'error',
  };
}

export interface BenchCluster extends Cluster {
  /** URL for a server on this machine: through its socket. */
  serverUrl(database: string): string;
  /** Stops the server; its folder remains. */
  stop(): Promise<void>;
}

function ordinaryUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres']));
  return { uid: id('-u'), gid: id('-g') };
}

/**
 * Starts the cluster in `folder`, creating it if absent.
 * @throws when PostgreSQL is missing or does not answer within a minute.
 */
export async function startBenchCluster(folder: string): Promise<BenchCluster> {
  const bin = findPostgres();
  const user = ordinaryUser();
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  const options = { ...user, cwd: folder, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } };
  if (!existsSync(join(data, 'PG_VERSION'))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(passwordFile, randomBytes(16).toString('hex'));
    chmodSync(passwordFile, 0o600);
    if (user) for (const path of [folder, passwordFile]) chownSync(path, user.uid, user.gid);
    const login = ['--username=fascicolo', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
    execFileSync(join(bin, 'initdb'), ['-D', data, '--encoding=UTF8', '--locale=C', ...login], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  }
  const port = await ownPort();
  // A socket's path is limited to about a hundred characters; a folder's may be longer.
  const sockets = mkdtempSync(join(tmpdir(), 'bench-'));
  if (user) chownSync(sockets, user.uid, user.gid);
  const flags = Object.entries(settings(port, sockets)).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...flags], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-2000);
  });
  const abandon = () => server.kill('SIGINT');
  process.once('exit', abandon);
  const password = readFileSync(passwordFile, 'utf8').trim();
  const admin = `postgresql://fascicolo:${password}@127.0.0.1:${port}/postgres`;
  await answering(admin, server, () => output);
  const open = openCluster(admin);
  return {
    ...open,
    serverUrl: (database) => `${open.url(database)}?host=${encodeURIComponent(sockets)}`,
    async stop() {
      process.off('exit', abandon);
      if (server.exitCode === null && server.signalCode === null) {
        server.kill('SIGINT');
        await once(server, 'exit');
      }
      rmSync(sockets, { recursive: true, force: true });
    },
  };
}

async function answering(url: string, server: ChildProcess, output: () => string): Promise<void> {
  for (const limit = Date.now() + START_LIMIT_MS; ; ) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with code ${server.exitCode}. ${output()}`);
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
    try {
      await client.connect();
      return;
    } catch (error) {
      if (Date.now() > limit) throw error;
      await pause(50);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
