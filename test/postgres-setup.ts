/** Starts the private PostgreSQL cluster for a run with FASCICOLO_TEST_DATABASE=postgres, and removes it at the end. */
import { POSTGRES_URL, type RunningCluster, startCluster } from './postgres.ts';

let cluster: RunningCluster | undefined;

export async function setup(): Promise<void> {
  const wanted = process.env.FASCICOLO_TEST_DATABASE ?? 'pglite';
  if (wanted === 'pglite') return;
  if (wanted !== 'postgres') throw new Error(`FASCICOLO_TEST_DATABASE is pglite or postgres, not "${wanted}".`);
  cluster = await startCluster();
  process.env[POSTGRES_URL] = cluster.url('postgres');
}

export async function teardown(): Promise<void> {
  await cluster?.stop();
  cluster = undefined;
  delete process.env[POSTGRES_URL];
}
