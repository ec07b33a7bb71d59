/** Routes that start, cancel and renew a signature. */
import { cancelSign, renewSign, startSign } from '#contract/signing/signing.ts';
import { presentDocument, type SignUrls } from '../../documents/index.ts';
import { staffActor } from '../../http/request/caller.ts';
import { type Serving, serveStaff } from '../../http/route.ts';
import { beginSigning, cancelSigning, renewSigning } from './start.ts';

const COMMANDS = [
  [cancelSign, cancelSigning],
  [renewSign, renewSigning],
] as const;

export function startRoutes(serving: Serving, signUrls: SignUrls): void {
  const { world } = serving;
  const { read } = world.database;

  serveStaff(serving, startSign, async ({ params, actor, body, request, language }) => {
    await beginSigning(world, actor, params.id, staffActor(actor, request), {
      chosen: body?.signers ?? {},
      together: body?.together ?? [],
    });
    return presentDocument(read, params.id, { actor, language, signUrls, at: world.clock.now() });
  });

  for (const [endpoint, command] of COMMANDS) {
    serveStaff(serving, endpoint, async ({ params, actor, request, language }) => {
      await command(world, actor, params.id, staffActor(actor, request));
      return presentDocument(read, params.id, { actor, language, signUrls, at: world.clock.now() });
    });
  }
}
