/** Checks whether a file was issued here, for everyone with its fingerprint, disclosing nothing else. */
import type { IssuedAnswer } from '#contract/signing/issued-files.ts';
import type { Language } from '#domain/errors.ts';
import { romeDay } from '#domain/rome-time.ts';
import { paperName } from '#domain/signing/messages/paper-names.ts';
import { loadForSigning } from '../../documents/index.ts';
import type { World } from '../../world.ts';
import { findPartlySignedByHash } from '../complete/partly-signed.queries.ts';
import { findSealedByHash, findSignedById } from '../complete/signed-files.queries.ts';
import { findRevisionByHash, listNewestRevisions } from './archive.queries.ts';

type Issued = NonNullable<IssuedAnswer['file']>;
type IssuedFile = Omit<Issued, 'label'> & { readonly documentId: number };

const day = (date: Date): string => romeDay(date);

/** @param sha256 hash of a file as it was sealed. */
async function findSealed({ database: { read } }: World, sha256: string): Promise<IssuedFile | null> {
  const row = await findSealedByHash(read, sha256);
  // An incomplete document was not handed out yet.
  if (row === undefined || row.audit_sha256 === null) return null;
  const kind = row.sha256 === sha256 ? 'signed' : 'audit';
  const grown = (await listNewestRevisions(read, [row.id])).some(({ part }) => part === kind);
  return { kind, date: day(row.created_date), proof: grown ? 'renewed' : 'sealed', documentId: row.document_id };
}

/** @param sha256 hash of a file with a document timestamp. */
async function archived({ database: { read } }: World, sha256: string): Promise<IssuedFile | null> {
  const revision = await findRevisionByHash(read, sha256);
  const row = revision && (await findSignedById(read, revision.signed_document_id));
  if (revision === undefined || row === undefined) return null;
  const newest = (await listNewestRevisions(read, [row.id])).find(({ part }) => part === revision.part);
  const proof = newest?.number === revision.number ? 'archived' : 'renewed';
  return { kind: revision.part, date: day(row.created_date), proof, documentId: row.document_id };
}

async function halfDone({ database: { read } }: World, sha256: string): Promise<IssuedFile | null> {
  const row = await findPartlySignedByHash(read, sha256);
  if (row === undefined || row.kept_date === null) return null;
  return { kind: 'partial', date: day(row.kept_date), proof: 'notConcluded', documentId: row.document_id };
}

/** @param sha256 lower-case hexadecimal. */
export async function checkIssued(world: World, sha256: string, language: Language): Promise<IssuedAnswer> {
  const match = (await findSealed(world, sha256)) ?? (await archived(world, sha256)) ?? (await halfDone(world, sha256));
  if (match === null) return { issued: false, file: null };
  const { documentId, ...file } = match;
  const loaded = await loadForSigning(world.database.read, documentId);
  return { issued: true, file: { ...file, label: paperName(loaded?.document.type ?? '', language) } };
}
