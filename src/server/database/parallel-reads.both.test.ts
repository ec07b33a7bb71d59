/** Reads for one response: in parallel outside a transaction, in sequence within. */
import { describe, expect, it } from 'vitest';
import { makeWorld } from '../../../test/world.ts';
import { sideBySide } from './parallel-reads.ts';

/** Records when each starts and ends. */
function reads(told: string[]): (() => Promise<string>)[] {
  return ['one', 'two'].map((name) => async () => {
    told.push(`${name} begins`);
    await new Promise((resolve) => setImmediate(resolve));
    told.push(`${name} ends`);
    return name;
  });
}

describe('parallel reads', () => {
  it('start together and return results in order; in a transaction they run one after the other', async () => {
    const { world, close } = await makeWorld();
    const { database } = world;
    const told: string[] = [];
    expect(await sideBySide(database.read, ...reads(told))).toEqual(['one', 'two']);
    expect(told).toEqual(['one begins', 'two begins', 'one ends', 'two ends']);
    told.length = 0;
    expect(await database.transaction((tx) => sideBySide(tx, ...reads(told)))).toEqual(['one', 'two']);
    expect(told).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
    await close();
  });

  it('fail with the first error', async () => {
    const { world, close } = await makeWorld();
    const failing = () => Promise.reject(new Error('no'));
    await expect(sideBySide(world.database.read, async () => 1, failing)).rejects.toThrow('no');
    await close();
  });
});
