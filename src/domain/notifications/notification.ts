/** Kinds of notifications about signatures, and those also sent by e-mail. Pure. */

/**
 * `customerSigned`: every customer has signed, but not the dealer's staff; `yourTurn`: the user is the next signer;
 * `sealedLate`: signed by all, but sealed long after; `failed`: the files could not be prepared.
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

/** Minutes after the last signature; sealing usually takes seconds, and is retried while a timestamp authority is unreachable. */
const SEAL_LATE_MINUTES = 10;

export const isSealLate = (lastSigned: Date, sealed: Date): boolean =>
  sealed.getTime() - lastSigned.getTime() >= SEAL_LATE_MINUTES * 60_000;
