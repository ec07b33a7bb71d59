/** The rows of a signing session that its steps share, and the data of documents and dealer that they show. */
import type { Brand } from '#domain/dealers/brands.ts';
import { paperName } from '#domain/signing/messages/paper-names.ts';
import type { Db } from '#ports/database/database.ts';
import { type DealerNames, findDealer } from '../dealers/index.ts';
import {
  listPoints,
  listSessionPapers,
  listSigners,
  type Session,
  type SessionDocument,
  type SignaturePoint,
  type Signer,
} from './queries.ts';

export interface Paper {
  readonly entry: SessionDocument;
  readonly type: string;
  readonly fileName: string | null;
  readonly dossierId: number;
}

export interface SessionContext {
  readonly papers: readonly Paper[];
  readonly hst: string;
  readonly brand: Brand;
  readonly legalEntity: string;
  readonly dealer: {
    /** The name used towards customers. */
    readonly name: string;
    /** The company that offers the signature to its customers (erogatore). */
    readonly organization: string;
    readonly initials: string;
  };
}

/** Initials of the first and last word: `Autoesempio Bologna` → `AB`. */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase('it');
}

/** The document's name, or `3 documenti` for several. */
export const labelOf = ({ papers }: SessionContext): string =>
  papers.length === 1 ? paperName(papers[0]?.type ?? '') : `${papers.length} documenti`;

/** For a dealer that left the directory, fall back to its code, so that signed documents stay readable. */
const displayName = (dealer: DealerNames | null | undefined, hst: string): string =>
  dealer?.nome_commerciale || dealer?.name || hst;

/** @returns the name under which customers know the dealer. */
export const dealerNameOf = async (db: Db, hst: string): Promise<string> => displayName(await findDealer(db, hst), hst);

/** @throws when the session has no documents: a defect. */
export async function loadSessionContext(db: Db, sessionId: number): Promise<SessionContext> {
  const rows = await listSessionPapers(db, sessionId);
  const [first] = rows;
  if (first === undefined) throw new Error(`Session ${sessionId} has no documents`);
  const { hst, brand, legalEntity, dealer } = first.facts;
  const name = displayName(dealer, hst);
  return {
    papers: rows.map(({ facts: { type, fileName, dossierId }, ...entry }) => ({ entry, type, fileName, dossierId })),
    ...{ hst, brand, legalEntity },
    dealer: { name, organization: dealer?.ragione_sociale || name, initials: initialsOf(name) },
  };
}

/** What preparing a session's files and completing them read of it. */
export interface SigningContext {
  readonly session: Session;
  readonly signers: readonly Signer[];
  readonly points: readonly SignaturePoint[];
  readonly parties: SessionContext;
}

export async function loadSigningContext(db: Db, session: Session): Promise<SigningContext> {
  return {
    session,
    signers: await listSigners(db, session.id),
    points: await listPoints(db, session.id),
    parties: await loadSessionContext(db, session.id),
  };
}
