/** Labels what a signer confirms in each signature field of an upload. Pure. */

import type { DecidedPlace } from './fields/decide.ts';
import { signaturePointLabel } from './messages/paper-names.ts';

/** Worded as in generated papers; the upload itself states which clauses they are. */
export const SEPARATE_APPROVAL =
  'Ai sensi degli artt. 1341 e 1342 c.c. approvo specificamente le clausole indicate nel documento.';

/**
 * In the order of the `points`; labels are unique within a role.
 * @param type the document's type, as configured.
 */
export function pointLabels(
  type: string,
  points: readonly Pick<DecidedPlace, 'role' | 'purpose' | 'ownLabel'>[],
): string[] {
  const plain = signaturePointLabel(type);
  const counts = new Map<string, number>();
  return points.map(({ role, purpose, ownLabel }) => {
    const label = purpose === 'signature' ? plain : (ownLabel ?? (purpose === 'approval' ? SEPARATE_APPROVAL : plain));
    const times = (counts.get(`${role} ${label}`) ?? 0) + 1;
    counts.set(`${role} ${label}`, times);
    return times === 1 ? label : `${label} (${times})`;
  });
}
