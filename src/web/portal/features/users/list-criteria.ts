/** The users' list as its address says it: filters, search and sort to criteria of the call (specification §7). Pure. */
import { BRANDS } from '#domain/dealers/brands.ts';
import { ROLES } from '#domain/identity/roles.ts';
import type { UserCriteria } from '../../api/users.ts';
import type { ListRules, ListState } from '../../ui/list/list-state.ts';

/** @param dealers codes that can be filtered by. */
export const listRules = (dealers: readonly string[]): ListRules => ({
  sorting: { field: 'fullname', order: 'asc' },
  sortable: ['fullname', 'login', 'activated'],
  choices: { role: ROLES, hst: dealers, brand: BRANDS, activated: ['true', 'false'] },
});

export function criteriaOf({ text, filters, sorting }: ListState): UserCriteria {
  const { role, hst, brand, activated } = filters;
  return {
    sort: `${sorting.field},${sorting.order}`,
    ...(text === '' ? {} : { 'genericFilter.contains': text }),
    ...(role === undefined ? {} : { 'authority.in': role }),
    ...(hst === undefined ? {} : { 'hst.in': hst }),
    ...(brand === undefined ? {} : { 'brand.in': brand }),
    ...(activated === undefined ? {} : { 'activated.equals': activated === 'true' ? 'true' : 'false' }),
  };
}
