/** Takes some of the demo's documents through the signature, by the same commands and codes as anybody (P-2). */
import type { Actor } from '#domain/access.ts';
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

/**
 * Starts and, where wanted, completes the signatures of seeded documents. The job handlers must be running.
 * @param toSign what `seedDemoWorld` returned; nothing to do for an empty list.
 */
export async function signDemoDocuments(world: World, toSign: readonly ToSign[]): Promise<void> {
  if (toSign.length === 0) return;
  const actor: Actor | undefined = await findUser(world.database.read, { login: 'admin' });
  if (actor === undefined) throw new Error('The demo has no administrator');
  for (const { documentId } of toSign) await beginSigning(world, actor, documentId, staffActor(actor));
  await world.jobs.settled();
  for (const { documentId, until } of toSign) {
    if (until === 'SIGNED') await signAsCustomer(world, documentId, (phone) => readCode(world, phone));
  }
}
