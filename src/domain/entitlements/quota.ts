/** Computes a legal entity's allowance and usage; pure figures, independent of storage. */
import type { DocumentStatus } from '../documents/document-states.ts';
import type { RefusalCode } from '../errors.ts';

/** In the order in which their rows are locked. Messages for OTP, bytes for the others. */
export const QUOTA_KINDS = ['DISK_SPACE', 'OTP', 'STRONGDOX_SPACE'] as const;
export type QuotaKind = (typeof QUOTA_KINDS)[number];

/** Bytes per megabyte. */
export const BYTES_PER_MB = 1_048_576;

/** Services of one kind that a legal entity has or had. */
export interface Allowance {
  /** Number of services neither removed nor expired. */
  readonly active: number;
  /** Sum of the active services; 0 when all have ended. Null: there never was one, so there is no limit. */
  readonly total: number | null;
}

const REFUSALS_OF = {
  DISK_SPACE: { spent: 'quota.spaceSpent', ended: 'quota.spaceExpired' },
  OTP: { spent: 'quota.otpSpent', ended: 'quota.otpExpired' },
  STRONGDOX_SPACE: { spent: 'quota.archiveSpent', ended: 'quota.archiveExpired' },
} as const satisfies Record<QuotaKind, Record<'spent' | 'ended', RefusalCode>>;

/** The reason why a quota is exhausted. */
export function quotaRefusal(kind: QuotaKind, allowance: Allowance): RefusalCode {
  return REFUSALS_OF[kind][allowance.active === 0 ? 'ended' : 'spent'];
}

/** Sum over several legal entities; one without a limit makes the sum unlimited. */
export function addAllowances(allowances: readonly Allowance[]): Allowance {
  const isLimited = allowances.every((allowance) => allowance.total !== null);
  return {
    active: allowances.reduce((sum, allowance) => sum + allowance.active, 0),
    total: isLimited && allowances.length > 0 ? allowances.reduce((sum, one) => sum + (one.total ?? 0), 0) : null,
  };
}

/** Statuses in which an archivable document counts as archived. */
export const ARCHIVED_STATUSES = ['PRIVACY_UPDATING', 'SIGNED', 'FINISH'] as const satisfies readonly DocumentStatus[];

/** A document's facts for storage usage. */
export interface StorageFacts {
  readonly fileSize: number | null;
  readonly archivable: boolean;
  readonly status: DocumentStatus;
  readonly deleted: boolean;
}

export type Space = Readonly<Record<'DISK_SPACE' | 'STRONGDOX_SPACE', number>>;

/**
 * Bytes charged for a document: its own size, as shown in lists. The signature's growth of the file and the audit trail
 * are not charged.
 */
export function spaceOf(document: StorageFacts): Space {
  const size = document.deleted ? 0 : (document.fileSize ?? 0);
  const archived = document.archivable && ARCHIVED_STATUSES.some((status) => status === document.status);
  return { DISK_SPACE: size, STRONGDOX_SPACE: archived ? size : 0 };
}

/** A given signature always completes, regardless of the archive's remaining space. */
export function quotaApplies(status: DocumentStatus): boolean {
  return status !== 'SIGNED' && status !== 'PRIVACY_UPDATING';
}

/**
 * Distributes a legal entity's usage over its active services: the one that expires first is used up first, the last
 * one carries the excess over all totals.
 */
export function distributeUsage(
  services: readonly { readonly id: number; readonly total: number; readonly expiresAt: string | null }[],
  used: number,
): Map<number, number> {
  const never = '9999-12-31';
  const byExpiry = [...services].sort((a, b) => {
    const [first, second] = [a.expiresAt ?? never, b.expiresAt ?? never];
    return first === second ? a.id - b.id : first < second ? -1 : 1;
  });
  const shares = new Map<number, number>();
  let remaining = used;
  for (const [index, { id, total }] of byExpiry.entries()) {
    const share = index === byExpiry.length - 1 ? remaining : Math.min(total, remaining);
    shares.set(id, share);
    remaining -= share;
  }
  return shares;
}
