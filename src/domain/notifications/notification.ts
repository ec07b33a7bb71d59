/** What a user is told of signatures, and of what they get an e-mail too. Pure. */

/**
 * `customerSigned`: every customer has signed, and the dealer's staff have not; `yourTurn`: the user is the one who signs
 * now; `sealedLate`: signed by everybody, with the seal long after; `failed`: the files could not be prepared.
 */
export const NOTIFICATION_KINDS = [
  'signed',
  'sealedLate',
  'customerSigned',
  'yourTurn',
  'declined',
  'wrongRecipient',
  'locked',
  'expired',
  'failed',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export const NOTIFICATION_DAYS = 30;

/** From the last signature on; a seal usually takes seconds, and is retried while a timestamp authority cannot be reached. */
const SEAL_LATE_MINUTES = 10;

export const isSealLate = (lastSigned: Date, sealed: Date): boolean =>
  sealed.getTime() - lastSigned.getTime() >= SEAL_LATE_MINUTES * 60_000;
