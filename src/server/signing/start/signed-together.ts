/** Several documents of a folder in one signature: whether they may be signed together, and which of them a refusal concerns. */
import type { SigningStateOutput } from '#contract/signing/signing-state.ts';
import type { Actor } from '#domain/access.ts';
import { Refusal } from '#domain/errors.ts';
import { decideTogether, type TogetherFacts } from '#domain/signing/signed-together.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import { findVisible, loadForSigning, type SigningDocument } from '../../documents/index.ts';
import { findLatestSession, type insertSigner, listSessionDocuments, type Session } from '../queries.ts';
import type { StaffSigner } from '../staff/staff-signers.ts';

/** A future customer signer. */
export type NewCustomer = Pick<
  Parameters<typeof insertSigner>[1],
  'first_name' | 'last_name' | 'organization_name' | 'phone' | 'email'
>;

export const togetherFacts = ({ document }: SigningDocument): TogetherFacts => ({
  id: document.id,
  folderId: document.folder_id,
  type: document.type,
  sigType: document.sig_type,
});

/** With several documents, adds to a refusal which one it concerns; with one the caller already has the id. */
export async function withDocumentId<T>(
  documentIds: readonly number[],
  id: number,
  work: () => Promise<T>,
): Promise<T> {
  if (documentIds.length === 1) return work();
  return work().catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    const { code, fieldErrors, parameters, extra } = error;
    throw new Refusal(code, { fieldErrors, parameters: { ...parameters }, extra: { ...extra, documentId: id } });
  });
}

const refuse = (reason: 'otherSigners' | 'sameFile' | 'started', documentId: number): never => {
  throw new Refusal(`together.${reason}`, { parameters: { documentId }, extra: { documentId } });
};

function requireTogether(documents: readonly TogetherFacts[]): void {
  const decision = decideTogether(documents);
  if (decision.ok) return;
  const { reason, documentId } = decision;
  throw new Refusal(`together.${reason}`, { parameters: { documentId }, extra: { documentId } });
}

/**
 * Checked before anything is read, so that callers are not asked for signers needlessly.
 * @throws Refusal document.notFound, together.…
 */
export async function refuseUnlessTogether(db: Db, actor: Actor, documentIds: readonly number[]): Promise<void> {
  if (documentIds.length === 1) return;
  const documents: SigningDocument[] = [];
  for (const id of documentIds) {
    await withDocumentId(documentIds, id, async () => {
      await findVisible(db, actor, id, 'document.sign');
      const loaded = await loadForSigning(db, id);
      if (loaded === undefined) throw new Refusal('document.notFound');
      documents.push(loaded);
    });
  }
  requireTogether(documents.map(togetherFacts));
  const roleKey = ({ staffRoles }: SigningDocument): string => [...staffRoles].sort().join(' ');
  const [first] = documents;
  const other = documents.find((candidate) => first !== undefined && roleKey(candidate) !== roleKey(first));
  if (other !== undefined) refuse('otherSigners', other.document.id);
}

/** A document that could start on its own. */
interface Startable {
  readonly facts: TogetherFacts;
  readonly customers: readonly NewCustomer[];
  /** Adherences on which the signers' advanced signatures rely: they distinguish two signers with the same name and phone. */
  readonly adherenceIds: readonly number[];
  readonly staff: readonly StaffSigner[];
  readonly originalSha256: string;
}

/** Identity of signers and roles: a link is for one person and covers every document signed with it. */
const signersKey = ({ customers, adherenceIds, staff }: Startable): string =>
  JSON.stringify([
    customers.map((one) => [one.first_name, one.last_name, one.organization_name, one.phone, one.email]),
    adherenceIds,
    staff.map(({ role, user }) => `${role} ${user.id}`).sort(),
  ]);

/** @throws Refusal together.… */
export function refuseUnlessAlike(documents: readonly Startable[]): void {
  const [first] = documents;
  if (first === undefined || documents.length === 1) return;
  requireTogether(documents.map(({ facts }) => facts));
  for (const [index, one] of documents.entries()) {
    if (signersKey(one) !== signersKey(first)) refuse('otherSigners', one.facts.id);
    // Readings, on the server and on the phone, are identified by the bytes.
    const previous = documents.slice(0, index);
    if (previous.some(({ originalSha256 }) => originalSha256 === one.originalSha256)) refuse('sameFile', one.facts.id);
  }
}

/** Whether exactly these documents are being signed together now. @param documentIds in ascending order */
export async function areSignedTogether(tx: Tx, documentIds: readonly number[]): Promise<boolean> {
  const session = await findLatestSession(tx, documentIds[0] ?? 0);
  if (session === undefined || (session.state !== 'PREPARING' && session.state !== 'OPEN')) return false;
  const entries = await listSessionDocuments(tx, session.id);
  return JSON.stringify(entries.map((entry) => entry.document_id)) === JSON.stringify(documentIds);
}

/** A signature that ended otherwise no longer joins its documents. */
const JOINED_STATES: readonly Session['state'][] = ['PREPARING', 'OPEN', 'COMPLETING', 'COMPLETED'];

/** The other documents of a signature that the caller may see. */
export async function signedTogether(
  db: Db,
  actor: Actor,
  session: Session,
  documentId: number,
): Promise<SigningStateOutput['together']> {
  if (!JOINED_STATES.includes(session.state)) return [];
  const others: SigningStateOutput['together'] = [];
  for (const { document_id: id } of await listSessionDocuments(db, session.id)) {
    if (id === documentId) continue;
    const found = await findVisible(db, actor, id).catch((error: unknown) => {
      if (error instanceof Refusal) return null;
      throw error;
    });
    if (found !== null) others.push({ id, type: found.type, fileName: found.file_name, status: found.status });
  }
  return others;
}
