/** What a legal entity may use and how much it takes up (P-12, P-14, D-44, D-70): figures alone, whoever keeps them. */
import type { DocumentStatus } from '../documents/life.ts';
import type { RefusalCode } from '../errors.ts';

/** In the order in which their rows are changed (database.md §9). Messages for OTP, bytes for the others. */
export const QUOTA_KINDS = ['DISK_SPACE', 'OTP', 'STRONGDOX_SPACE'] as const;
export type QuotaKind = (typeof QUOTA_KINDS)[number];

/** Bytes to megabytes (specification §9). */
export const BYTES_PER_MB = 1_048_576;

/** Services of one kind that a legal entity has or had. */
export interface Allowance {
  /** Services that are neither removed nor expired. */
  readonly active: number;
  /** What they add up to; 0 when there were some and all are gone. Null: there never was one, so nothing limits. */
  readonly total: number | null;
}

const REFUSALS_OF = {
  DISK_SPACE: { spent: 'quota.spaceSpent', ended: 'quota.spaceExpired' },
  OTP: { spent: 'quota.otpSpent', ended: 'quota.otpExpired' },
  STRONGDOX_SPACE: { spent: 'quota.archiveSpent', ended: 'quota.archiveExpired' },
} as const satisfies Record<QuotaKind, Record<'spent' | 'ended', RefusalCode>>;

/** Why there is no more of it. */
export function quotaRefusal(kind: QuotaKind, allowance: Allowance): RefusalCode {
  return REFUSALS_OF[kind][allowance.active === 0 ? 'ended' : 'spent'];
}

/** Sum over several legal entities; one without limit makes the whole unlimited. */
export function addAllowances(allowances: readonly Allowance[]): Allowance {
  const limited = allowances.every((one) => one.total !== null);
  return {
    active: allowances.reduce((sum, one) => sum + one.active, 0),
    total: limited && allowances.length > 0 ? allowances.reduce((sum, one) => sum + (one.total ?? 0), 0) : null,
  };
}

/** Statuses in which an archivable document counts as archived (P-12). */
export const ARCHIVED_STATUSES = ['PRIVACY_UPDATING', 'SIGNED', 'FINISH'] as const satisfies readonly DocumentStatus[];

/** A document as far as space goes. */
export interface SpaceTaker {
  readonly fileSize: number | null;
  readonly archivable: boolean;
  readonly status: DocumentStatus;
  readonly deleted: boolean;
}

export type Space = Readonly<Record<'DISK_SPACE' | 'STRONGDOX_SPACE', number>>;

/**
 * Bytes a document takes up: its own size, the one lists show. What the signature adds to the file and the audit
 * trail are the product's to keep and charged to nobody.
 */
export function spaceOf(document: SpaceTaker): Space {
  const size = document.deleted ? 0 : (document.fileSize ?? 0);
  const archived = document.archivable && ARCHIVED_STATUSES.some((status) => status === document.status);
  return { DISK_SPACE: size, STRONGDOX_SPACE: archived ? size : 0 };
}

/** A signature that was given completes, whatever the archive has left (P-12). */
export function mayBeRefused(status: DocumentStatus): boolean {
  return status !== 'SIGNED' && status !== 'PRIVACY_UPDATING';
}

/**
 * How much of what a legal entity used falls to each of its active services: the one that expires first is used up
 * first, the last one carries whatever is above all totals.
 */
export function shareOut(
  services: readonly { readonly id: number; readonly total: number; readonly expiresAt: string | null }[],
  used: number,
): Map<number, number> {
  const never = '9999-12-31';
  const inOrder = [...services].sort((a, b) => {
    const [first, second] = [a.expiresAt ?? never, b.expiresAt ?? never];
    return first === second ? a.id - b.id : first < second ? -1 : 1;
  });
  const shares = new Map<number, number>();
  let rest = used;
  for (const [index, { id, total }] of inOrder.entries()) {
    const share = index === inOrder.length - 1 ? rest : Math.min(total, rest);
    shares.set(id, share);
    rest -= share;
  }
  return shares;
}
