/** A user opens over the list: the address names it, the list's page, filters and search stay. For links and `navigate`. */
import { paths } from '../../paths.ts';

export const userAddress = (user: number | 'new') => ({
  to: paths.users,
  search: (before: object) => ({ ...before, user: String(user) }),
  state: true as const,
  resetScroll: false,
});
