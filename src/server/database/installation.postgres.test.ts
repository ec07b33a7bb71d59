/** Nodes that start an installation at the same moment. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPostgres } from '#adapters/database/postgres.ts';
import { freshDatabase } from '#test/postgres.ts';
import { secretsFrom } from '../../secrets.ts';
import { bindToSecret, ensureInstallation } from './installation.ts';

let place: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  place = await freshDatabase();
});
afterAll(() => place.drop());

it('one node creates the installation; the others check whether they belong to it', async () => {
  const database = await openPostgres(place.url, undefined, { migrate: true });
  const nodes = [1, 1, 1, 2].map((byte) => secretsFrom(new Uint8Array(32).fill(byte)));
  try {
    const at = new Date('2026-11-27T20:00:00Z');
    await Promise.all(
      nodes.map((secrets) => database.transaction((tx) => ensureInstallation(tx, { mode: 'production', secrets, at }))),
    );
    const [one, , , other] = await Promise.all(nodes.map((secrets) => bindToSecret(database, secrets)));
    expect([one, other].sort()).toEqual([false, true]);
    expect(await database.read.selectFrom('installation').selectAll().execute()).toHaveLength(1);
  } finally {
    await database.close();
  }
});
