/** Decides which roles can still be added to the selected ones. Pure. */
import { type Role, SINGLE_SELECTION_ROLES } from '#domain/identity/roles.ts';

/** `excluded`: a selected role allows no other; `alone`: this role allows no other, and others are selected. */
export type RoleReason = 'excluded' | 'alone';

/** Null for a selectable role. A selected role can always be removed. */
export function roleReason(role: Role, chosen: readonly Role[]): RoleReason | null {
  if (chosen.includes(role) || chosen.length === 0) return null;
  if (chosen.some((selected) => SINGLE_SELECTION_ROLES.includes(selected))) return 'excluded';
  return SINGLE_SELECTION_ROLES.includes(role) ? 'alone' : null;
}
