/** The document whose signature cannot start until its dealer signers are chosen: set by the refused start, read by the dialog. */
import { SIGNER_ROLES } from '#domain/folders/folder-types.ts';
import type { ChosenSigners, StaffRole } from '#domain/signing/staff-signers.ts';
import { ApiFailure } from '../../../api/failure.ts';
import { makeSharedState } from '../../../connected/act/shared-state.ts';

export interface MissingSigners {
  readonly documentId: number;
  readonly roles: readonly StaffRole[];
  /** Label of the button; by default it starts the signature. */
  readonly action?: string;
  /** Repeats the refused action with the chosen signers; null when signers are missing again. */
  readonly begin: (signers: ChosenSigners) => Promise<unknown>;
}

export const missingSigners = makeSharedState<MissingSigners>();

/** The roles missing in a refused start; empty for every other failure. */
export function missingRoles(failure: unknown): readonly StaffRole[] {
  if (!(failure instanceof ApiFailure) || failure.body.code !== 'signing.signersMissing') return [];
  const named = failure.body.fieldErrors?.map(({ field }) => field) ?? [];
  return SIGNER_ROLES.filter((role): role is StaffRole => role !== 'customer' && named.includes(role));
}
