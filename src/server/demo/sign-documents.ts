/** Takes some of the demo's documents through signing, using the ordinary commands and codes. */
import type { Actor } from '#domain/access.ts';
import { linkExpiry } from '#domain/signing/messages/link.ts';
import type { StaffRole } from '#domain/signing/staff-signers.ts';
import { loadForSigning } from '../documents/index.ts';
import { staffActor } from '../http/request/caller.ts';
import { findUser } from '../identity/index.ts';
import { beginSigning, createSigningSimulator } from '../signing/index.ts';
import type { World } from '../world.ts';
import { agreeOnCustodian } from './custodian.ts';
import { callsAs, type DemoTarget } from './http-calls.ts';
import { type DemoSignature, licensedSince } from './seed.ts';
import type { During } from './shiftable-clock.ts';
import { signByHand } from './sign-by-hand.ts';
import { pairTablet, type SignCall } from './tablet.ts';

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

/** The staff signer of each role. */
async function staffOf(world: World, documentId: number): Promise<Partial<Record<StaffRole, number>>> {
  const { read } = world.database;
  const roles = (await loadForSigning(read, documentId))?.staffRoles ?? [];
  const people = roles.map(async (role) => [role, (await findUser(read, { login: PERSONAS[role] }))?.id] as const);
  return Object.fromEntries(await Promise.all(people));
}

/** Minutes from a paper to its signature. */
const START_AFTER = 20;
const MINUTE = 60_000;

const later = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * MINUTE);

/** The identity document shown, valid around that day. */
function identityShown(at: Date): object {
  const inYears = (years: number) => `${at.getUTCFullYear() + years}-01-15`;
  return {
    ...{ type: 'identityCard', number: 'CA00000AA', issuer: 'Comune di Padova' },
    ...{ issueDate: inYears(-4), expiryDate: inYears(6) },
  };
}

/** The environment in which demo documents are signed. */
interface Scene extends DemoTarget {
  readonly world: World;
  /** The user who starts the signing sessions. */
  readonly actor: Actor;
  /** Proof of the tablet that is written on. */
  readonly prove: SignCall;
}

async function startSigning({ world, actor }: Scene, documentId: number): Promise<void> {
  await beginSigning(world, actor, documentId, staffActor(actor), { chosen: await staffOf(world, documentId) });
  await world.jobs.drain();
}

const signFor = ({ world }: Scene, documentId: number, staffToo: boolean): Promise<void> =>
  createSigningSimulator(world).signAsCustomer(documentId, (phone) => readCode(world, phone), { staffToo });

async function signOnTablet(scene: Scene, documentId: number): Promise<void> {
  const staff = await callsAs(scene, scene.actor.login);
  const { signUrl } = (await staff('GET', `/api/documents/${documentId}`)) as { signUrl: string };
  await signByHand(scene, scene.prove, signUrl);
}

async function signDemoDocument(scene: Scene, { documentId, until, module, byHand }: DemoSignature): Promise<void> {
  if (module !== null) {
    const staff = await callsAs(scene, scene.actor.login);
    const request = { id: documentId, identity: identityShown(scene.world.clock.now()) };
    const { id } = (await staff('POST', '/api/documents/fea', request)) as { id: number };
    if (module === 'SIGNED') {
      await startSigning(scene, id);
      await signFor(scene, id, true);
    }
  }
  if (until === null) return;
  await startSigning(scene, documentId);
  if (byHand) await signOnTablet(scene, documentId);
  else if (until === 'CUSTOMER_SIGNED' || until === 'SIGNED') await signFor(scene, documentId, until === 'SIGNED');
}

/** A link is open for three days: documents still waiting were sent today. */
const isWaiting = ({ until }: DemoSignature): boolean => until === 'START_SIGN' || until === 'CUSTOMER_SIGNED';

/**
 * Pairs a tablet, then starts the signatures of seeded documents and completes those that should be, each on the date
 * of its paper. The job handlers must be running, and no user may be served yet.
 * @param toSign returned by `seedDemoWorld`; does nothing for an empty list.
 */
export async function signDemoDocuments(
  { world, app, during }: DemoTarget & { world: World; during: During },
  toSign: readonly DemoSignature[],
): Promise<void> {
  if (toSign.length === 0) return;
  const actor: Actor | undefined = await findUser(world.database.read, { login: 'admin' });
  if (actor === undefined) throw new Error('The demo has no administrator');
  // Before the first paper is signed on it.
  const signCall = await during(later(licensedSince(world.clock.now()), START_AFTER), async () => {
    if (world.custodian?.isGiven) await agreeOnCustodian({ world, app }, world.custodian.sha256);
    return pairTablet({ world, app });
  });
  const scene: Scene = { world, app, actor, prove: signCall };
  // Oldest first, like the network's customers and their papers.
  for (const step of [...toSign].sort((a, b) => a.at.getTime() - b.at.getTime())) {
    const started = later(step.at, START_AFTER);
    if (isWaiting(step)) await signDemoDocument(scene, step);
    else await during(started, () => signDemoDocument(scene, step));
    // One minute covers the time to start it.
    if (step.until === 'EXPIRED')
      await during(later(linkExpiry(started), 1), createSigningSimulator(world).expireSessions);
  }
}
