/** The filters of the user list (role, dealer, brand, active) and the resulting criteria of the call. */
import { useTranslation } from 'react-i18next';
import { BRANDS } from '#domain/dealers/brands.ts';
import { ROLES } from '#domain/identity/roles.ts';
import type { UserCriteria } from '../../api/queries/users.ts';
import { type ChoiceFilter, useBrandFilter, useDealerFilter } from '../../connected/list/filters.ts';
import type { ListState } from '../../connected/list/list-state.ts';

export function useUserFilters(): ChoiceFilter[] {
  const { t } = useTranslation();
  return [
    {
      ...{ name: 'role', label: t('users.filter.role'), all: t('users.filter.allRoles') },
      choices: ROLES.map((role) => ({ value: role, label: t(`label.role.${role}`) })),
    },
    useDealerFilter(t('columns.dealer'), t('all.dealers')),
    useBrandFilter(BRANDS, t('columns.brand'), t('all.brands')),
    {
      ...{ name: 'activated', label: t('columns.state'), all: t('all.states') },
      choices: [
        { value: 'true', label: t('users.filter.active') },
        { value: 'false', label: t('users.filter.inactive') },
      ],
    },
  ];
}

/** Roles are sent as `authority`. */
export function userCriteria({ text, filters, sorting }: ListState): UserCriteria {
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
