/** The sign link: the shape of its token, how long it lives, what it shows to whom (D-46, P-7). */

/** Hours until a link expires and the document with it. */
export const LINK_HOURS = 72;
/** Days in which whoever signed may fetch the copy again, in the same browser or by the link to it (D-13). */
export const COPY_DAYS = 30;

/** 24 bytes in base64url: six for the signer's id, eighteen (144 bits) of keyed hash. */
export const LINK_TOKEN = /^[A-Za-z0-9_-]{32}$/;
export const LINK_ID_BYTES = 6;
export const LINK_MAC_BYTES = 18;

export const linkExpiry = (from: Date): Date => new Date(from.getTime() + LINK_HOURS * 3_600_000);

export type SigningState =
  | 'PREPARING'
  | 'OPEN'
  | 'COMPLETING'
  | 'COMPLETED'
  | 'DECLINED'
  | 'LOCKED'
  | 'CANCELLED'
  | 'EXPIRED'
  | 'FAILED';

export const SIGN_STATES = ['OPEN', 'SIGNED', 'COMPLETED', 'DECLINED', 'LOCKED'] as const;
/** What the signer's page is told (P-20 "Signer"). */
export type SignState = (typeof SIGN_STATES)[number];

/** The last instant of the copy. */
export const copyExpiry = (ended: Date): Date => new Date(ended.getTime() + COPY_DAYS * 86_400_000);

const isCopyOver = ({ endedDate }: Pick<LinkFacts, 'endedDate'>, now: Date): boolean =>
  endedDate !== null && now.getTime() >= copyExpiry(endedDate).getTime();

/** What the link to the copy shows: the copy, as long as there is one to fetch, to whoever has it. */
export const copyLinkState = (facts: Pick<LinkFacts, 'sessionState' | 'endedDate'>, now: Date): 'COMPLETED' | null =>
  facts.sessionState === 'COMPLETED' && !isCopyOver(facts, now) ? 'COMPLETED' : null;

export interface LinkFacts {
  readonly sessionState: SigningState;
  readonly signerState: 'WAITING' | 'SIGNED' | 'DECLINED' | 'LOCKED';
  readonly expiresDate: Date;
  readonly endedDate: Date | null;
}

/**
 * What a genuine link shows now, or null when it must look as if it never existed.
 * @param ceremony true when the caller's browser is the one the signature was made in.
 */
export function linkState(facts: LinkFacts, ceremony: boolean, now: Date): SignState | null {
  if (facts.sessionState === 'OPEN') {
    if (now.getTime() >= facts.expiresDate.getTime()) return null;
    if (facts.signerState === 'WAITING') return 'OPEN';
    return ceremony && facts.signerState === 'SIGNED' ? 'SIGNED' : null;
  }
  if (!ceremony || isCopyOver(facts, now)) return null;
  switch (facts.sessionState) {
    case 'COMPLETING':
      return 'SIGNED';
    case 'COMPLETED':
      return 'COMPLETED';
    case 'DECLINED':
      return 'DECLINED';
    case 'LOCKED':
      return 'LOCKED';
    default:
      return null;
  }
}

/** Whether the customer has the current link from the desk, so that no mail is needed; a new epoch ends this. */
export const isHanded = (signer: { readonly handed_epoch: number | null; readonly link_epoch: number }): boolean =>
  signer.handed_epoch === signer.link_epoch;

export const DECLINE_REASON_MAX = 500;
