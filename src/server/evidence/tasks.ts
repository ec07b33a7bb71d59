/** Background work of evidence: takes heads of the tree regularly, and recomputes the whole trail at every start. */
import type { World } from '../world.ts';
import { HeadsDisagree, takeHead } from './heads.ts';
import { TreeDamaged } from './tree.ts';
import { verifyTrail } from './verify-trail.ts';

/** Starts taking heads and recomputing the trail, without delaying the start. */
export async function evidenceTasks(world: World, minutes: number): Promise<void> {
  const take = async (): Promise<void> => {
    try {
      await takeHead(world);
    } catch (error) {
      const tampered = error instanceof HeadsDisagree || error instanceof TreeDamaged;
      world.log.error({ err: error, tampered }, 'no head of the evidence tree');
    }
  };
  await world.jobs.every('evidence.head', minutes * 60, take);
  void take().then(() => recompute(world));
}

async function recompute(world: World): Promise<void> {
  try {
    const { events, heads, replaced, faults } = await verifyTrail(world);
    if (replaced.length > 0) world.log.error({ replaced }, 'heads outside were covered: deleted or written over');
    if (faults.length === 0) world.log.info({ events, heads }, 'evidence trail verified');
    else world.log.error({ events, heads, faults }, 'evidence trail tampered with');
  } catch (error) {
    world.log.error({ err: error }, 'evidence trail not verified');
  }
}
