/** Computes until when a QR token is valid, on this computer's clock. Pure. */

export interface Validity {
  /** Milliseconds, on this computer's clock. */
  from: number;
  until: number;
}

interface Claims {
  exp?: unknown;
  iat?: unknown;
}

/**
 * Reads `exp`. Where the token has its time of issue, its life is counted from its arrival: a computer with a wrong
 * clock would otherwise show an expired code as valid, or a valid one as expired.
 * @returns null when the token has no expiry.
 */
export function validityOf(token: string, arrivedAt: number): Validity | null {
  const claims = claimsOf(token);
  if (typeof claims?.exp !== 'number') return null;
  if (typeof claims.iat !== 'number') return { from: arrivedAt, until: claims.exp * 1000 };
  return { from: arrivedAt, until: arrivedAt + (claims.exp - claims.iat) * 1000 };
}

function claimsOf(token: string): Claims | null {
  try {
    const payload = token.split('.')[1] ?? '';
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof claims === 'object' ? (claims as Claims | null) : null;
  } catch {
    return null;
  }
}

/** 252000 → 4:12; a started second counts in full. */
export function countdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
