/** Background work: draws the pages of long uploads after the upload was answered. */
import type { World } from '../../../world.ts';
import { continueCheck } from './check-upload.ts';

/** Registers the job handler; call once per process, before listening. */
export async function pageCheckTasks(world: World): Promise<void> {
  await world.jobs.work('documents.checkPages', ({ sha256 }) => continueCheck(world, sha256));
}
