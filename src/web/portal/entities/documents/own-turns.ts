/** Builds the address where the user signs all documents that wait for them, after one sign-in. */
import { useQuery } from '@tanstack/react-query';
import { MAX_ACTS } from '#domain/signing/staff-signers.ts';
import { pollIntervalMs } from '../../api/live/live.ts';
import { ownTurnsQuery } from '../../api/queries/own-signature.ts';
import { paths } from '../../paths.ts';

const POLL_MS = 30_000;

/** @param legalEntity only what is signed for this legal entity; null: for all */
export const useOwnTurns = (legalEntity: string | null) =>
  useQuery({ ...ownTurnsQuery(legalEntity), refetchInterval: () => pollIntervalMs(POLL_MS) });

/**
 * @param first the document that is read first
 * @returns null unless there are several
 */
export function useTurnsTogether({ first, legalEntity = null }: { first?: number; legalEntity?: string | null } = {}) {
  const { data = [] } = useOwnTurns(legalEntity);
  const waiting = data.map(({ documentId }) => documentId);
  const inOrder = first !== undefined && waiting.includes(first) ? [first, ...waiting] : waiting;
  // The most that one sign-in can cover.
  const ids = [...new Set(inOrder)].slice(0, MAX_ACTS);
  return ids.length > 1 ? { number: ids.length, to: paths.ownSignatures(ids) } : null;
}
