/** Who has to sign a document now: customers first, staff once every customer has signed. */
import type { SignerRole } from '../folders/folder-types.ts';
import type { Progress } from './waiting.ts';

export interface AwaitedSigner {
  role: SignerRole;
  name: string;
  progress: Progress;
  /** An instant: when the link was sent to a customer, or the signature started where none was; when it became the staff's turn. */
  since: string | null;
  /** An instant; null until the link was opened. */
  openedAt: string | null;
}

/** What needs somebody most comes first: a signer who is stuck, then one who has not opened the link. */
export const NEEDS_HELP_FIRST = ['STUCK', 'SENT', 'OPENED'] as const satisfies readonly Progress[];

/** Since when the first of them is awaited. */
export function awaitedSince(awaits: readonly Pick<AwaitedSigner, 'since'>[]): string | null {
  const known = awaits.flatMap(({ since }) => since ?? []);
  return known.length === 0 ? null : known.reduce((first, since) => (since < first ? since : first));
}
