/** Makes the tables of the jobs, for an application whose role may make none (record 0044). */
import type { ServerDatabase } from '../database/postgres.ts';
import { openQueues } from './pg-boss.ts';

export async function prepareQueues(database: ServerDatabase): Promise<void> {
  const { boss } = await openQueues(database, { log: { error: () => undefined }, supervise: false });
  await boss.stop({ graceful: false, close: false });
}
