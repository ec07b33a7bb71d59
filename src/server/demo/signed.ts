/** Takes some of the demo's documents through the signature, by the same commands and codes as anybody (P-2). */
import type { Actor } from '#domain/access.ts';
import type { StaffRole } from '#domain/signing/staff-signers.ts';
import { loadForSigning } from '../documents/index.ts';
import { staffActor } from '../http/caller.ts';
import { findUser } from '../identity/index.ts';
import { beginSigning, signAsCustomer } from '../signing/index.ts';
import type { World } from '../world.ts';
import type { ToSign } from './world.ts';

/** The newest code in the demo's own outbox. */
async function readCode(world: World, phone: string): Promise<string> {
  const messages = (await world.outbox?.list(phone)) ?? [];
  const code = messages
    .filter((message) => message.channel === 'SMS')
    .map((message) => /\b\d{6}\b/.exec(message.text)?.[0])
    .find((found) => found !== undefined);
  if (code === undefined) throw new Error('The demo’s code did not reach its outbox');
  return code;
}

const PERSONAS: Readonly<Record<StaffRole, string>> = {
  dealer: 'dealer',
  operatorDealer: 'operator',
  salesManager: 'manager',
};

/** Who signs each of them for the dealer (P-6). */
async function staffOf(world: World, documentId: number): Promise<Partial<Record<StaffRole, number>>> {
  const { read } = world.database;
  const roles = (await loadForSigning(read, documentId))?.staffRoles ?? [];
  const people = roles.map(async (role) => [role, (await findUser(read, { login: PERSONAS[role] }))?.id] as const);
  return Object.fromEntries(await Promise.all(people));
}

/**
 * Starts and, where wanted, completes the signatures of seeded documents. The job handlers must be running.
 * @param toSign what `seedDemoWorld` returned; nothing to do for an empty list.
 */
export async function signDemoDocuments(world: World, toSign: readonly ToSign[]): Promise<void> {
  if (toSign.length === 0) return;
  const actor: Actor | undefined = await findUser(world.database.read, { login: 'admin' });
  if (actor === undefined) throw new Error('The demo has no administrator');
  for (const { documentId } of toSign) {
    await beginSigning(world, actor, documentId, staffActor(actor), { given: await staffOf(world, documentId) });
  }
  await world.jobs.drain();
  for (const { documentId, until } of toSign) {
    if (until === 'START_SIGN') continue;
    const staffToo = until === 'SIGNED';
    await signAsCustomer(world, documentId, (phone) => readCode(world, phone), { staffToo });
  }
}
