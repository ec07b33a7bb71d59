/** The door of signing: its routes, its background work, links for documents' answers, and the commands the demo world is made with. */
import type { Serving } from '../http/route.ts';
import type { World } from '../world.ts';
import { signUrls } from './links.ts';
import { staffRoutes } from './routes.ts';
import { startTasks } from './tasks.ts';

export { signUrls } from './links.ts';
export { listSignedFiles } from './queries.ts';
export { beginSigning, refuseUnlessStartable } from './start.ts';
export { signedFiles } from './validate.ts';
export { waitingSignatures } from './waiting.ts';
export { signAsCustomer } from './walk.ts';

export function signingRoutes(serving: Serving): void {
  staffRoutes(serving, signUrls(serving.world));
}

/** Starts the job handlers and sweeps of this process; call once, before listening. */
export async function startSigning(world: World): Promise<void> {
  await startTasks(world);
}
