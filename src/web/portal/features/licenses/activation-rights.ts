/** What the user may do with a licence's activations, and why not. */
import { useTranslation } from 'react-i18next';
import type { ActivationRow, LicenseRow } from '../../api/queries/entitlements.ts';
import { useSession } from '../../api/session.tsx';
import { toIsoDate } from '../../text/dates.ts';
import { validityOf } from '../../ui/expiry.ts';
import { isFull } from './filter-and-sort.ts';

export function useActivationRights(license: LicenseRow) {
  const { t } = useTranslation();
  const { dealers, may } = useSession();
  const mayAdd = may('activation.edit').ok;
  const mayChange = (hst: string) => may('activation.edit', { hstList: [hst] }).ok;
  /** Dealers for which the user can create an activation: covered by the licence, and the user's own. */
  const offered = dealers
    .filter(({ hst2011, legal_entity }) =>
      license.hstList.length > 0 ? license.hstList.includes(hst2011) : legal_entity === license.legalEntity,
    )
    .filter(({ hst2011 }) => mayChange(hst2011));
  const isExpired = validityOf(license.expiresAt, toIsoDate(new Date())) === 'expired';
  const reason = (): string | null => {
    if (isExpired) return t('licenses.activation.over');
    if (isFull(license)) return t('licenses.activation.noSeat');
    return offered.length === 0 ? t('licenses.activation.noDealer') : null;
  };
  /** Why an activation is read-only; null when it can be changed. */
  const fixed = (activation: Pick<ActivationRow, 'hst' | 'status'>): string | null => {
    if (activation.status === 'DELETED') return t('licenses.activation.gone');
    return mayChange(activation.hst) ? null : t('licenses.activation.notYours');
  };
  return { mayAdd, mayChange, offered, whyNot: reason(), fixed };
}
