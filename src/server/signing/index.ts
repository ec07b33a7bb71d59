/** Public interface of the signing module: routes, background work, links in documents' answers, and commands for the demo world. */
import type { Serving } from '../http/route.ts';
import type { World } from '../world.ts';
import { ARCHIVE_DEFAULTS, type ArchiveSettings } from './archive/archive.ts';
import { issuedRoutes } from './archive/issued-routes.ts';
import { pkiRoutes } from './archive/pki-routes.ts';
import { signedFiles } from './archive/validate.ts';
import { signUrls } from './ceremony/sign-links.ts';
import { noteContactChange } from './contact/contact-changes.ts';
import { custodianInForce } from './handwriting/readiness.ts';
import { handRoutes } from './handwriting/routes.ts';
import { previewPlaces } from './places/preview.ts';
import { staffRoutes } from './routes.ts';
import { signAsCustomer } from './simulate-signer.ts';
import { expireSessions, startTasks } from './tasks.ts';
import { waitingSignatures } from './waiting/waiting-signatures.ts';

export { listSignedFiles } from './archive/signed-files.ts';
export { hasSigned } from './complete/signed-files.queries.ts';
export { custodianInForce } from './handwriting/readiness.ts';
export { noteHandedOnTablet } from './messages/desk-links.ts';
export { refuseUnplaced } from './places/places.ts';
export { cancelSessions } from './start/cancel-revoked.ts';
export { beginSigning, refuseUnlessForTablet } from './start/start.ts';

/** What signing provides to documents: signature data for answers, and the effects of a customer's changed contact. */
export function signaturesOf(world: World) {
  const contactChanged = noteContactChange.bind(null, world);
  return {
    ...{ signUrls: signUrls(world), signedFiles, waitingSignatures, contactChanged },
    placesToCome: previewPlaces.bind(null, world),
  };
}

export function signingRoutes(serving: Serving): void {
  staffRoutes(serving, signUrls(serving.world));
  handRoutes(serving);
  issuedRoutes(serving);
  pkiRoutes(serving);
}

/** Simulates people and elapsed time for the demo world and tests. */
export function createSigningSimulator(world: World) {
  return { signAsCustomer: signAsCustomer.bind(null, world), expireSessions: expireSessions.bind(null, world) };
}

/** Starts the job handlers and sweeps of this process; call once, before listening. */
export async function startSigning(world: World, archive: ArchiveSettings = ARCHIVE_DEFAULTS): Promise<void> {
  await startTasks(world, archive);
  const { custodian, database, log } = world;
  if (custodian === null || (await custodianInForce(world, database.read)) !== null) return;
  log.warn({ custodianSha256: custodian.sha256 }, 'the custodian is not confirmed by two administrators yet');
}
