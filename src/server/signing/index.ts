/** The door of signing: its routes, its background work, links for documents' answers, and the commands the demo world is made with. */
import type { Serving } from '../http/route.ts';
import type { World } from '../world.ts';
import { signUrls } from './links.ts';
import { staffRoutes } from './routes.ts';
import { startTasks } from './tasks.ts';
import { signedFiles } from './validate.ts';
import { waitingSignatures } from './waiting.ts';

export { listSignedFiles } from './queries.ts';
export { beginSigning, refuseUnlessStartable } from './start.ts';
export { signAsCustomer } from './walk.ts';

/** What answers about documents say of their signatures. */
export function signaturesOf(world: World) {
  return { signUrls: signUrls(world), signedFiles, waitingSignatures };
}

export function signingRoutes(serving: Serving): void {
  staffRoutes(serving, signUrls(serving.world));
}

/** Starts the job handlers and sweeps of this process; call once, before listening. */
export async function startSigning(world: World): Promise<void> {
  await startTasks(world);
}
