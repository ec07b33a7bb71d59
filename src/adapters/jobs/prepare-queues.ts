/** Creates the job tables for an application whose role cannot create tables (record 0044). */
import type { ServerDatabase } from '../database/postgres.ts';
import { openQueues } from './pg-boss.ts';

export async function prepareQueues(database: ServerDatabase): Promise<void> {
  const { boss } = await openQueues(database, { log: { error: () => undefined }, supervise: false });
  await boss.stop({ graceful: false, close: false });
}
