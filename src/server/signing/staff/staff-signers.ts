/** Staff signers: chosen when the signature starts, notified at their turn, replaceable until they sign. */
import type { Actor } from '#domain/access.ts';
import { documentIssue, Refusal } from '#domain/errors.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import {
  isStaffTurn,
  maySignAs,
  type SigningScope,
  STAFF_ROLES,
  type StaffRole,
} from '#domain/signing/staff-signers.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import type { LoadedDocument, SigningDocument } from '../../documents/index.ts';
import { documentSubject, record } from '../../evidence/index.ts';
import { findUser, type User } from '../../identity/index.ts';
import type { World } from '../../world.ts';
import { deleteReadings } from '../ceremony/reading.queries.ts';
import { notifyTurn } from '../messages/notify-staff.ts';
import { lockLiveSignature } from '../open-session.ts';
import { insertSigner, listSessionDocuments, noteEvent, redirectSigner, type Signer } from '../queries.ts';

/** User ids by role, as in the body of start-sign. */
export type ChosenStaff = Partial<Record<StaffRole, number | null | undefined>>;

export interface StaffSigner {
  readonly role: StaffRole;
  readonly user: User;
}

export const signingPlaceOf = ({ hst, brand, folder_type: folderType }: LoadedDocument): SigningScope => ({
  hst,
  brand,
  folderType,
});

/**
 * The person for each role: the one a field names, else the one the caller names; for the dealer role the caller.
 * @throws Refusal document.invalid with the role that names an unsuitable person, signing.signersMissing with the roles that are open, signing.signerUnfit when a field names a person who is no longer suitable.
 */
export async function resolveStaffSigners(
  db: Db,
  { document, staffRoles, named }: SigningDocument,
  { actor, given: chosen }: { actor: Actor; given: ChosenStaff },
): Promise<StaffSigner[]> {
  const place = signingPlaceOf(document);
  const unneeded = STAFF_ROLES.filter((role) => chosen[role] != null && !staffRoles.includes(role));
  if (unneeded.length > 0) {
    throw new Refusal('document.invalid', { fieldErrors: unneeded.map((role) => documentIssue(role, 'unknown')) });
  }
  const resolved: StaffSigner[] = [];
  const unsuitable: StaffRole[] = [];
  const missing: StaffRole[] = [];
  for (const role of staffRoles) {
    const field = named.find((candidate) => candidate.role === role);
    const userId = field?.userId ?? chosen[role] ?? null;
    const user = await findUser(db, { id: userId ?? actor.id });
    const isSuitable = user !== undefined && maySignAs(role, user, place);
    if (isSuitable && (userId !== null || role === 'dealer')) resolved.push({ role, user });
    else if (field !== undefined)
      throw new Refusal('signing.signerUnfit', { fieldErrors: [documentIssue(role, 'coworker')] });
    else (userId === null ? missing : unsuitable).push(role);
  }
  if (unsuitable.length > 0) {
    throw new Refusal('document.invalid', { fieldErrors: unsuitable.map((role) => documentIssue(role, 'coworker')) });
  }
  if (missing.length > 0) {
    throw new Refusal('signing.signersMissing', {
      fieldErrors: missing.map((role) => documentIssue(role, 'required')),
    });
  }
  return resolved;
}

const personOf = ({ id, firstName, lastName, email }: User) => ({
  user_id: id,
  first_name: firstName,
  last_name: lastName,
  email,
});

/** Adds the staff after the customers, whose number is `before`. @returns the signer of each role. */
export async function insertStaff(
  tx: Tx,
  sessionId: number,
  staff: readonly StaffSigner[],
  before: number,
): Promise<Map<StaffRole, number>> {
  const ids = new Map<StaffRole, number>();
  for (const [index, { role, user }] of staff.entries()) {
    const signerColumns = { session_id: sessionId, role, position: before + index + 1, state: 'WAITING' } as const;
    ids.set(role, await insertSigner(tx, { ...signerColumns, ...personOf(user), organization_name: null, phone: '' }));
  }
  return ids;
}

/** Notifies each staff signer whose turn it is, and queues the e-mail with the page. */
export async function inviteStaff(world: World, tx: Tx, signers: readonly Signer[], at: Date): Promise<void> {
  if (!isStaffTurn(signers)) return;
  const invited = signers.filter(({ user_id: userId, state }) => userId !== null && state === 'WAITING');
  await notifyTurn(tx, invited, at);
  for (const { id, link_epoch: epoch } of invited) {
    await world.jobs.send(tx, 'signing.sendLink', { signerId: id, epoch }, { key: `link:${id}:${epoch}` });
  }
}

/**
 * Names another person for the role of a signer who has not signed.
 * @param request.by the same person, as recorded in the evidence trail.
 * @throws Refusal document.notFound, life.notWaiting, signing.signerSigned, document.invalid when no staff signer
 * waits in that role and for a person who may not sign.
 */
export async function replaceSigner(
  world: World,
  request: { actor: Actor; by: EvidenceActor; documentId: number; signerId: number; userId: number },
): Promise<void> {
  const { actor, by, documentId, signerId, userId } = request;
  await world.database.transaction(async (tx) => {
    const now = world.clock.now();
    const target = { actor, documentId, action: 'replace-signer', now } as const;
    const { document, session, signers } = await lockLiveSignature(tx, target);
    const signer = signers.find((candidate) => candidate.id === signerId);
    if (signer === undefined || signer.role === 'customer') {
      throw new Refusal('document.invalid', { fieldErrors: [documentIssue('signerId', 'unknown')] });
    }
    if (signer.state !== 'WAITING') throw new Refusal('signing.signerSigned');
    const user = await findUser(tx, { id: userId });
    if (user === undefined || !maySignAs(signer.role, user, signingPlaceOf(document))) {
      throw new Refusal('document.invalid', { fieldErrors: [documentIssue('userId', 'coworker')] });
    }
    if (user.id === signer.user_id) return;
    await deleteReadings(tx, signer.id);
    const epoch = await redirectSigner(tx, signer.id, personOf(user));
    await noteEvent(tx, signer.id, 'sign.started', now);
    const before = `${signer.first_name} ${signer.last_name}`;
    const detail = { sessionId: session.id, role: signer.role, before, after: user.fullname, userId };
    for (const { document_id } of await listSessionDocuments(tx, session.id)) {
      await record(tx, documentSubject(document_id), { type: 'signer.replaced', actor: by, detail }, now);
    }
    const customers = signers.filter((other) => other.role === 'customer');
    await inviteStaff(world, tx, [{ ...signer, user_id: user.id, link_epoch: epoch }, ...customers], now);
  });
}
