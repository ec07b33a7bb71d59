/** Defines the sign link: the shape of its token, its lifetime, and what it shows to which browser. */

/** Hours until a link, and its document, expires. */
export const LINK_HOURS = 72;
/** Days in which a signer may fetch the copy again, in the same browser or through the copy link. */
export const COPY_DAYS = 30;

/** 24 bytes in base64url: 6 for the signer's id, 18 (144 bits) of keyed hash. */
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
/** The states that the signer's page receives. */
export type SignState = (typeof SIGN_STATES)[number];

export const copyExpiry = (ended: Date): Date => new Date(ended.getTime() + COPY_DAYS * 86_400_000);

const isCopyOver = ({ endedDate }: Pick<LinkFacts, 'endedDate'>, now: Date): boolean =>
  endedDate !== null && now.getTime() >= copyExpiry(endedDate).getTime();

/** What the copy link shows: the copy, to any holder of the link, until the copy expires. */
export const copyLinkState = (facts: Pick<LinkFacts, 'sessionState' | 'endedDate'>, now: Date): 'COMPLETED' | null =>
  facts.sessionState === 'COMPLETED' && !isCopyOver(facts, now) ? 'COMPLETED' : null;

export interface LinkFacts {
  readonly sessionState: SigningState;
  readonly signerState: 'WAITING' | 'SIGNED' | 'DECLINED' | 'LOCKED';
  readonly expiresDate: Date;
  readonly endedDate: Date | null;
}

/**
 * The state that a genuine link shows now, or null when it must look as if it never existed.
 * @param ceremony true when the caller's browser is the one in which the signature was made.
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

/** Whether the customer received the current link at the desk, so that no mail is needed; a new epoch resets this. */
export const isHandedOver = (signer: { readonly handed_epoch: number | null; readonly link_epoch: number }): boolean =>
  signer.handed_epoch === signer.link_epoch;

export const MAX_DECLINE_REASON = 500;
