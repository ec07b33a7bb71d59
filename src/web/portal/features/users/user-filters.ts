/** Filters of the users' list: role, dealer, brand, active or not (picture 09a). */
import { useTranslation } from 'react-i18next';
import { BRANDS } from '#domain/dealers/brands.ts';
import { ROLES } from '#domain/identity/roles.ts';
import { useSession } from '../../api/session.tsx';
import type { ChoiceFilter } from '../../ui/list/filter-bar.tsx';

/** A filter with one choice alone would change nothing. */
export function useUserFilters(): ChoiceFilter[] {
  const { t } = useTranslation();
  const { ownDealers, dealerName } = useSession();
  const filters: ChoiceFilter[] = [
    {
      name: 'role',
      label: t('users.filter.role'),
      all: t('users.filter.allRoles'),
      choices: ROLES.map((role) => ({ value: role, label: t(`label.role.${role}`) })),
    },
    {
      name: 'hst',
      label: t('users.filter.dealer'),
      all: t('users.filter.allDealers'),
      choices: ownDealers
        .map(({ hst2011 }) => ({ value: hst2011, label: dealerName(hst2011) }))
        .toSorted((a, b) => a.label.localeCompare(b.label, 'it')),
    },
    {
      name: 'brand',
      label: t('users.filter.brand'),
      all: t('users.filter.allBrands'),
      choices: BRANDS.map((brand) => ({ value: brand, label: t(`label.brand.${brand}`) })),
    },
    {
      name: 'activated',
      label: t('users.filter.state'),
      all: t('users.filter.allStates'),
      choices: [
        { value: 'true', label: t('users.filter.active') },
        { value: 'false', label: t('users.filter.inactive') },
      ],
    },
  ];
  return filters.filter(({ choices }) => choices.length > 1);
}
