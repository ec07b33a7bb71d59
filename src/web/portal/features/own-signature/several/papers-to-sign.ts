/** Derives what is still to read and sign from several signatures, and what cannot be signed now. Pure. */
import { MAX_ACTS } from '#domain/signing/staff-signers.ts';
import { ApiFailure } from '../../../api/failure.ts';
import type { OwnSignature } from '../../../api/queries/own-signature.ts';
import { recordIdIn } from '../../../record-id.ts';
import { type Reading, UNREAD } from './use-progress.ts';

export type SignatureStanding = 'open' | 'notYet' | 'signed' | 'declined' | 'closed' | 'absent' | 'failed';

/** One signature; it may cover several documents. */
export interface Act {
  /** Id of the document in the address. */
  readonly id: number;
  /** Absent when it could not be loaded. */
  readonly signature: OwnSignature | undefined;
  readonly failure: unknown;
}

/** One document of a signature that can be signed now. */
export interface Paper {
  readonly key: string;
  readonly act: number;
  readonly signature: OwnSignature;
  readonly document: OwnSignature['documents'][number];
  readonly points: OwnSignature['points'];
  readonly reading: Reading;
  /** Read to its end, with every signature field confirmed. */
  readonly done: boolean;
}

/** @returns an empty list where the address contains no documents, or too many. */
export function idsIn(text: string): number[] {
  const parts = new Set(text.split('-'));
  const ids = [...parts].map(recordIdIn).filter((id) => id !== null);
  return ids.length === parts.size && ids.length <= MAX_ACTS ? ids : [];
}

export function standingOf({ signature, failure }: Act): SignatureStanding {
  if (signature === undefined) return failure instanceof ApiFailure && failure.status === 404 ? 'absent' : 'failed';
  const { state, turn } = signature;
  if (state === 'OPEN') return turn ? 'open' : 'notYet';
  if (state === 'DECLINED') return 'declined';
  return state === 'CLOSED' ? 'closed' : 'signed';
}

export const customerOf = ({ signers }: OwnSignature): string =>
  signers
    .filter(({ role }) => role === 'customer')
    .map(({ name }) => name)
    .join(', ');

/**
 * @param shownHere hashes of the files that this tab has shown for a signature: a file read elsewhere is not shown
 * here.
 * @param progress by key of the paper
 */
export function papersOf(
  acts: readonly Act[],
  progress: Readonly<Record<string, Reading>>,
  shownHere: (act: number) => readonly string[],
): Paper[] {
  return acts.flatMap((act) => {
    const { id, signature } = act;
    if (signature === undefined || standingOf(act) !== 'open') return [];
    return signature.documents.map((document) => {
      // Another start of the same document has another expiry: confirmations of one start do not apply to another.
      const key = `${id}:${document.id}:${document.sha256}:${signature.expiresAt}`;
      const points = signature.points.filter((point) => point.documentId === document.id);
      const reading = progress[key] ?? UNREAD;
      const read = document.read && shownHere(id).includes(document.sha256) && reading.pages.length >= document.pages;
      const done = read && reading.confirmed && points.every((point) => reading.points.includes(point.id));
      return { key, act: id, signature, document, points, reading, done };
    });
  });
}
