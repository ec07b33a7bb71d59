/** Computes validity: until the end of the last day in Rome, "near" within a month. Pure. */

/** Days before the end from which a list warns. */
export const NEAR_DAYS = 30;
const DAY_MS = 86_400_000;

export type Validity = 'endless' | 'valid' | 'near' | 'expired';

/** Whole days from one ISO date to another; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

export function validityOf(expiresAt: string | null, today: string): Validity {
  if (expiresAt === null) return 'endless';
  const days = daysBetween(today, expiresAt);
  if (days < 0) return 'expired';
  return days <= NEAR_DAYS ? 'near' : 'valid';
}
