/** A tablet's use of its own queue: lists it, and opens a document for the customer. */
import type { Actor } from '#domain/access.ts';
import { Refusal } from '#domain/errors.ts';
import { romeDay } from '#domain/rome-time.ts';
import { staffActor } from '../http/request/caller.ts';
import type { DeviceCaller } from '../http/route.ts';
import { findUser } from '../identity/index.ts';
import { beginSigning, noteHandedOnTablet, signaturesOf } from '../signing/index.ts';
import type { World } from '../world.ts';
import { findOnTablet, lockEntry, markTaken, type QueuedRow } from './queries.ts';

/** The user who queued it, with current rights; without their right to sign there is no signature. */
async function findSender(world: World, { queued_by }: QueuedRow): Promise<Actor> {
  const user = await findUser(world.database.read, { login: queued_by });
  if (user?.activated !== true) throw new Refusal('tablet.notStarted');
  return user;
}

async function startSigning(world: World, device: DeviceCaller, sender: Actor, row: QueuedRow): Promise<void> {
  const by = { ...staffActor(sender), userAgent: device.name };
  try {
    await beginSigning(world, sender, row.document_id, by, {
      chosen: row.signers,
      also: (tx) => noteHandedOnTablet(tx, row.document_id),
    });
  } catch (error) {
    // The reason (used-up codes, a missing number) is for staff, who see it in the portal, not for the customer.
    if (error instanceof Refusal) throw new Refusal('tablet.notStarted');
    throw error;
  }
}

/**
 * Starts the signature unless it is running, and returns its link once there is one.
 * @throws Refusal document.notFound unless it waits on this tablet, tablet.notStarted when staff have to check it.
 */
export async function openForCustomer(
  world: World,
  device: DeviceCaller,
  documentId: number,
): Promise<{ signUrl: string | null }> {
  const { database, clock } = world;
  const { read } = database;
  const row = await findOnTablet(read, documentId, device.activationId, romeDay(clock.now()));
  if (row === undefined) throw new Refusal('document.notFound');
  const sender = await findSender(world, row);
  if (row.status === 'READY_TO_SIGN') {
    await startSigning(world, device, sender, row);
    return { signUrl: null };
  }
  if (row.status !== 'START_SIGN') return { signUrl: null };
  const links = await signaturesOf(world).signUrls.linksOf(
    read,
    [{ id: documentId, status: row.status, status_reason: null }],
    sender,
  );
  const signUrl = links.get(documentId)?.signUrl ?? null;
  if (signUrl === null) throw new Refusal('tablet.notStarted');
  await database.transaction(async (tx) => {
    // Lock the signer before the entry, in the order of a concurrent signature.
    if (row.taken_date === null) await noteHandedOnTablet(tx, documentId);
    const entry = await lockEntry(tx, documentId);
    if (entry?.activation_id !== device.activationId) throw new Refusal('document.notFound');
    if (entry.taken_date === null) await markTaken(tx, entry.id, clock.now());
  });
  return { signUrl };
}
