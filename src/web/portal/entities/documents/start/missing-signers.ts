/** Which document cannot start before it is known who signs for the dealer: told by the refused start, heard by the dialog that asks. */
import { SIGNER_ROLES } from '#domain/folders/folder-types.ts';
import type { ChosenSigners, StaffRole } from '#domain/signing/staff-signers.ts';
import { ApiFailure } from '../../../api/failure.ts';
import { makeAsked } from '../../../connected/act/question.ts';

export interface MissingSigners {
  readonly documentId: number;
  readonly roles: readonly StaffRole[];
  /** What the button says of it; absent: it starts the signature. */
  readonly action?: string;
  /** The act that was refused, with the people it lacked; null when it has asked again. */
  readonly begin: (signers: ChosenSigners) => Promise<unknown>;
}

export const missingSigners = makeAsked<MissingSigners>();

/** The roles that a refused start names; none for every other failure. */
export function missingIn(failure: unknown): readonly StaffRole[] {
  if (!(failure instanceof ApiFailure) || failure.body.code !== 'signing.signersMissing') return [];
  const named = failure.body.fieldErrors?.map(({ field }) => field) ?? [];
  return SIGNER_ROLES.filter((role): role is StaffRole => role !== 'customer' && named.includes(role));
}
