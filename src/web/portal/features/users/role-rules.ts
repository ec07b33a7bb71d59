/** Which roles can still be chosen beside those that are (specification §5 User, P-4). Pure. */
import { type Role, SINGLE_SELECTION_ROLES } from '#domain/identity/roles.ts';

/** `excluded` by a chosen role that stands alone; `alone` while others are chosen. */
export type RoleReason = 'excluded' | 'alone';

/** Null for a role that can be chosen. What is chosen can always be taken away. */
export function roleReason(role: Role, chosen: readonly Role[]): RoleReason | null {
  if (chosen.includes(role) || chosen.length === 0) return null;
  if (chosen.some((one) => SINGLE_SELECTION_ROLES.includes(one))) return 'excluded';
  return SINGLE_SELECTION_ROLES.includes(role) ? 'alone' : null;
}
