/** The private PostgreSQL cluster is fresh for every file, does not run as root, and leaves nothing behind. */
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase, onPostgres, POSTGRES_URL, type RunningCluster, startCluster } from './postgres.ts';

async function rows(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('a private PostgreSQL cluster', () => {
  let cluster: RunningCluster;
  let before: string | undefined;

  beforeAll(async () => {
    before = process.env[POSTGRES_URL];
    cluster = await startCluster();
    process.env[POSTGRES_URL] = cluster.url('postgres');
  });
  afterAll(async () => {
    await cluster.stop();
    if (before === undefined) delete process.env[POSTGRES_URL];
    else process.env[POSTGRES_URL] = before;
  });

  test('is PostgreSQL 15 or newer, in UTC, and listens only on loopback', async () => {
    const [row] = await rows(
      cluster.url('postgres'),
      `select current_setting('server_version_num')::int as version, current_setting('TimeZone') as zone,
              current_setting('listen_addresses') as listen, current_setting('unix_socket_directories') as sockets`,
    );
    expect(row).toMatchObject({ zone: 'UTC', listen: '127.0.0.1', sockets: '' });
    expect(row?.version).toBeGreaterThanOrEqual(150_000);
  });

  test('never runs as root', async () => {
    const [row] = await rows(cluster.url('postgres'), 'select pg_backend_pid() as pid');
    expect(row?.pid).toBeTypeOf('number');
    const status = readFileSync(`/proc/${(await postmaster(cluster)).pid}/status`, 'utf8');
    expect(status).toMatch(/^Uid:\s+[1-9]/m);
  });

  test('refuses a wrong password', async () => {
    const wrong = new URL(cluster.url('postgres'));
    wrong.password = 'guess';
    await expect(rows(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/);
  });

  test('reports a run on PostgreSQL', () => {
    expect(onPostgres()).toBe(true);
  });

  test('builds a template once for concurrent requests', async () => {
    let built = 0;
    const template = {
      name: 'template_of_test',
      build: async (url: string) => {
        built += 1;
        await rows(url, 'create table seen (id int); insert into seen values (7)');
      },
    };
    const databases = await Promise.all([1, 2, 3].map(() => freshDatabase(template)));
    expect(built).toBe(1);
    const [first, second] = databases;
    if (!first || !second) throw new Error('three databases were requested');
    await rows(first.url, 'delete from seen');
    expect(await rows(second.url, 'select id from seen')).toEqual([{ id: 7 }]);
    for (const database of databases) await database.drop();
    await expect(rows(first.url, 'select 1')).rejects.toThrow(/does not exist/);
  });

  test('a template whose build failed is rebuilt, never copied incomplete', async () => {
    const name = 'template_broken';
    const broken = { name, build: () => Promise.reject(new Error('no migrations')) };
    await expect(freshDatabase(broken)).rejects.toThrow('no migrations');
    const mended = await freshDatabase({
      name,
      build: async (url) => void (await rows(url, 'create table t (id int)')),
    });
    expect(await rows(mended.url, 'select * from t')).toEqual([]);
  });

  test('stopping ends its process and removes its folder, also when repeated', async () => {
    const other = await startCluster();
    const { pid, folder } = await postmaster(other);
    await other.stop();
    await other.stop();
    expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
    expect(() => readFileSync(folder)).toThrow(/ENOENT/);
  });
});

async function postmaster(cluster: RunningCluster): Promise<{ pid: number; folder: string }> {
  const [row] = await rows(cluster.url('postgres'), `select current_setting('data_directory') as folder`);
  const folder = String(row?.folder);
  return { pid: Number(readFileSync(`${folder}/postmaster.pid`, 'utf8').split('\n')[0]), folder };
}

test('without a cluster a fresh database is refused, with the setting to use', async () => {
  const before = process.env[POSTGRES_URL];
  delete process.env[POSTGRES_URL];
  try {
    await expect(freshDatabase()).rejects.toThrow('FASCICOLO_TEST_DATABASE=postgres');
  } finally {
    if (before !== undefined) process.env[POSTGRES_URL] = before;
  }
});
