/** One signer's whole way through the commands, for the demo world: what the pages do, without a browser (P-2). */
import type { World } from '../world.ts';
import { type Client, enterCeremony, type Link } from './ceremony.ts';
import { requestCode } from './code-request.ts';
import { confirmSignature } from './confirm.ts';
import { isSignature } from './consents.ts';
import { publicPointId } from './present.ts';
import { listOpenLinks, listPoints, listSessionDocuments } from './queries.ts';
import { noteReading } from './reading.ts';
import { linkToken } from './tokens.ts';

const NOBODY: Client = { ip: null, userAgent: null };

/**
 * Reads, asks for the code and signs in the customer's place.
 * @param readCode brings the code that was sent to a phone (E.164). @throws when the document has no open link.
 */
export async function signAsCustomer(
  world: World,
  documentId: number,
  readCode: (phone: string) => Promise<string>,
): Promise<void> {
  const [open] = await listOpenLinks(world.database.read, [documentId], world.clock.now());
  if (open === undefined) throw new Error(`Document ${documentId} has no open link`);
  const token = linkToken(world.secrets, open);
  const { link } = await enterCeremony(world, token, () => undefined, NOBODY);
  for (const entry of await listSessionDocuments(world.database.read, open.sessionId)) {
    await noteReading(world, link, entry, NOBODY);
  }
  await requestCode(world, link, NOBODY);
  await world.jobs.settled();
  const code = await readCode(link.signer.phone);
  await sign(world, link, code);
  await world.jobs.settled();
}

async function sign(world: World, link: Link, code: string): Promise<void> {
  const points = await listPoints(world.database.read, link.session.id);
  const mine = points
    .filter((point) => point.signer_id === link.signer.id)
    .map((point, index) =>
      isSignature(point)
        ? publicPointId(point)
        : // A customer like others: some yes, some no.
          ({ id: publicPointId(point), choice: index % 3 === 0 ? 'GRANTED' : 'DENIED' } as const),
    );
  const outcome = await confirmSignature(world, link, { code, points: mine }, NOBODY);
  if (outcome.kind !== 'signed') throw new Error(`The signature was not given: ${outcome.kind}`);
}
