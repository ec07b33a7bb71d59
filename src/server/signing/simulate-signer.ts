/** Runs all signing steps of one signer through the commands, without a browser, for the demo world. */
import { staffActor } from '../http/request/caller.ts';
import { findUser } from '../identity/index.ts';
import type { World } from '../world.ts';
import { type Client, enterCeremony, type Link } from './ceremony/ceremony.ts';
import { noteReading } from './ceremony/reading.ts';
import { linkToken } from './ceremony/tokens.ts';
import { requestCode } from './confirm/code-request.ts';
import { confirmSignature } from './confirm/confirm.ts';
import { publicPointId } from './present.ts';
import { listOpenLinks, listPoints, listSessionDocuments, type OpenLink } from './queries.ts';
import { listStaffSignatures } from './staff/staff-signature.queries.ts';
import { signInPortal } from './staff/staff-signature.ts';
import { isSignature } from './start/consents.ts';

const UNKNOWN_CLIENT: Client = { ip: null, userAgent: null };

/**
 * Reads, requests the code and signs for every customer who has not signed yet, then for the staff if requested.
 * @param readCode returns the code that was sent to a phone (E.164). @throws when the document has no open link.
 */
export async function signAsCustomer(
  world: World,
  documentId: number,
  readCode: (phone: string) => Promise<string>,
  { staffToo = false }: { staffToo?: boolean } = {},
): Promise<void> {
  const links = await listOpenLinks(world.database.read, [documentId], world.clock.now());
  const customerLinks = links.filter(({ role }) => role === 'customer');
  if (customerLinks.length === 0) throw new Error(`Document ${documentId} has no open link`);
  for (const link of customerLinks) await signWithLink(world, link, readCode);
  if (staffToo) await signAsStaff(world, documentId);
}

/**
 * Reads, authenticates and signs for every staff member who has not signed yet. The proof is recorded like a provider's
 * answer; there is no staff session behind it.
 */
async function signAsStaff(world: World, documentId: number): Promise<void> {
  const { read } = world.database;
  const signatures = (await listStaffSignatures(read, [documentId])).filter((signature) => signature.is_turn);
  for (const { user_id: id } of signatures) {
    const actor = await findUser(read, { id });
    if (actor === undefined) throw new Error(`User ${id} is a signer but does not exist`);
    await signInPortal(world, { actor, sessionId: 'demo', by: staffActor(actor) }, documentId);
    await world.jobs.drain();
  }
}

async function signWithLink(world: World, open: OpenLink, readCode: (phone: string) => Promise<string>): Promise<void> {
  const token = linkToken(world.secrets, open);
  const { link } = await enterCeremony(world, token, () => undefined, UNKNOWN_CLIENT);
  for (const entry of await listSessionDocuments(world.database.read, open.sessionId)) {
    await noteReading(world, link, entry, UNKNOWN_CLIENT);
  }
  await requestCode(world, link, UNKNOWN_CLIENT);
  await world.jobs.drain();
  const code = await readCode(link.signer.phone);
  await confirmAllPoints(world, link, code);
  await world.jobs.drain();
}

async function confirmAllPoints(world: World, link: Link, code: string): Promise<void> {
  const points = await listPoints(world.database.read, link.session.id);
  const signerPoints = points
    .filter((point) => point.signer_id === link.signer.id)
    .map((point, index) =>
      isSignature(point)
        ? publicPointId(point)
        : // A typical customer: some yes, some no.
          ({ id: publicPointId(point), choice: index % 3 === 0 ? 'GRANTED' : 'DENIED' } as const),
    );
  const documents = await listSessionDocuments(world.database.read, link.session.id);
  const shown = documents.map((entry) => entry.prepared_sha256 ?? '');
  const outcome = await confirmSignature(world, link, { code, points: signerPoints, shown }, UNKNOWN_CLIENT);
  if (outcome.kind !== 'signed') throw new Error(`The signature was not given: ${outcome.kind}`);
}
