/** A first start of the demo that was killed is completed by the next one. */
import { describe, expect, it } from 'vitest';
import { seedDemoWorld } from '#server/demo/seed.ts';
import { makeWorld } from '../../world.ts';

describe('an interrupted first start', { timeout: 120_000 }, () => {
  it('is completed by the second start', async () => {
    const other = await makeWorld();
    const broken = {
      ...other.world,
      database: {
        ...other.world.database,
        transaction: async <T>(work: Parameters<typeof other.world.database.transaction<T>>[0]): Promise<T> =>
          other.world.database.transaction(async (tx) => {
            const result = await work(tx);
            const made = await tx.selectFrom('document').select('id').execute();
            // Simulates a kill just before the large transaction commits.
            if (made.length > 0) throw new Error('killed');
            return result;
          }),
      },
    };
    await expect(seedDemoWorld(broken)).rejects.toThrow('killed');
    expect(await other.world.database.read.selectFrom('dossier').select('id').execute()).toEqual([]);
    await seedDemoWorld(other.world);
    const dossiers = await other.world.database.read.selectFrom('dossier').select('id').execute();
    expect(dossiers).toHaveLength(60);
    await other.close();
  });
});
