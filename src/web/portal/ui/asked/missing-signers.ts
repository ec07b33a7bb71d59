/** Which document cannot start before it is known who signs for the dealer: told by the refused start, heard by the dialog that asks (P-6). */
import { SIGNER_ROLES } from '#domain/folders/folder-types.ts';
import type { StaffRole } from '#domain/signing/staff-signers.ts';
import { ApiFailure } from '../../api/failure.ts';
import type { DocumentRow } from '../../api/shapes.ts';
import { makeAsked } from './asked.ts';

export interface MissingSigners {
  readonly documentId: number;
  readonly roles: readonly StaffRole[];
  /** What starts it once they are known, where that is more than the start alone. */
  readonly begin?: (signers: Partial<Record<StaffRole, number>>) => Promise<DocumentRow>;
}

export const missingSigners = makeAsked<MissingSigners>();

/**
 * Starts; where it is not known who signs for the dealer, that is asked first.
 * @param begin what starts it once they are known, where that is more than the start alone.
 * @returns null when it is asked.
 */
export async function orAskSigners<T>(
  documentId: number,
  start: () => Promise<T>,
  begin?: MissingSigners['begin'],
): Promise<T | null> {
  try {
    return await start();
  } catch (failure) {
    const roles = missingIn(failure);
    if (roles.length === 0) throw failure;
    missingSigners.ask({ documentId, roles, ...(begin && { begin }) });
    return null;
  }
}

/** The roles that a refused start names; none for every other failure. */
function missingIn(failure: unknown): readonly StaffRole[] {
  if (!(failure instanceof ApiFailure) || failure.body.code !== 'signing.signersMissing') return [];
  const named = failure.body.fieldErrors?.map(({ field }) => field) ?? [];
  return SIGNER_ROLES.filter((role): role is StaffRole => role !== 'customer' && named.includes(role));
}
