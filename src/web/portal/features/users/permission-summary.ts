/** Summarises a user's permissions on folders and documents in one word for the list. Pure. */
import { isPrivileged, isReadOnly, mayEver, READONLY } from '#domain/access.ts';
import type { Account } from '../../api/answer-types.ts';

export type Rights = 'all' | 'write' | 'mixed' | 'read' | 'none';

export function rightsOf(user: Account): Rights {
  if (isPrivileged(user)) return 'all';
  const granted = user.brands.filter(({ permissions }) => permissions.length > 0);
  if (!mayEver(user, 'document.read').ok || granted.length === 0) return 'none';
  if (isReadOnly(user) || !mayEver(user, 'document.create').ok) return 'read';
  return granted.some(({ permissions }) => permissions.includes(READONLY)) ? 'mixed' : 'write';
}
