/** A connection lost within a transaction is reported as such, regardless of the error that the driver raises last. */
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DatabaseUnavailable, type Tx } from '#ports/database/database.ts';
import { freshDatabase } from '../../../test/postgres.ts';
import { openPostgres, type ServerDatabase } from './postgres.ts';

let database: ServerDatabase;
let current: pg.PoolClient | undefined;

beforeAll(async () => {
  database = await openPostgres((await freshDatabase()).url, 1);
  database.pool.on('acquire', (client) => {
    current = client;
  });
});
afterAll(() => database.close());

/**
 * Cuts the connection without any message from the server, as when the server or the network is gone. @returns once the
 * driver has noticed.
 */
async function cut(): Promise<void> {
  const { connection } = current as unknown as { connection: { stream: NodeJS.ReadWriteStream & { destroy(): void } } };
  const gone = new Promise((resolve) => connection.stream.once('close', resolve));
  connection.stream.destroy();
  await gone;
}

const read = (tx: Tx) => tx.selectFrom('dossier').select('id').where('id', '=', 1).execute();

it.each<[string, (tx: Tx) => Promise<unknown>]>([
  ['before its first statement', async (tx) => cut().then(() => read(tx))],
  ['while its first statement is under way', async (tx) => Promise.all([read(tx), cut()])],
  [
    'between two statements',
    async (tx) =>
      read(tx)
        .then(cut)
        .then(() => read(tx)),
  ],
  ['before it commits', async (tx) => read(tx).then(cut)],
])('%s', async (_, work) => {
  // Repeat the statement so that it gets prepared and is sent together with BEGIN.
  for (let time = 0; time < 4; time++) await database.transaction(read);
  await expect(database.transaction(work)).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(await database.transaction(read)).toEqual([]);
});

it('an error of the work itself is reported, even when a rollback is no longer possible', async () => {
  const refused = new Error('No');
  const work = async (tx: Tx) => {
    await read(tx);
    await cut();
    throw refused;
  };
  await expect(database.transaction(work)).rejects.toBe(refused);
});
