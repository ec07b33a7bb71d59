/** Signers whose turn it is: customers first, staff once every customer has signed. */
import type { SignerRole } from '../folders/folder-types.ts';
import type { Progress } from './signer-progress.ts';

export interface AwaitedSigner {
  role: SignerRole;
  name: string;
  progress: Progress;
  /** Timestamp: when the link was sent to a customer, or the signature started without a link; for staff, when their turn began. */
  since: string | null;
  /** Timestamp; null until the link was opened. */
  openedAt: string | null;
}

/** The most urgent first: a signer who is stuck, then one who has not opened the link. */
export const PROGRESS_BY_URGENCY = ['STUCK', 'SENT', 'OPENED'] as const satisfies readonly Progress[];

/** Since when the first of them has been awaited. */
export function awaitedSince(signers: readonly Pick<AwaitedSigner, 'since'>[]): string | null {
  const dates = signers.flatMap(({ since }) => since ?? []);
  return dates.length === 0 ? null : dates.reduce((first, since) => (since < first ? since : first));
}
