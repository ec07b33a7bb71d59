/** Confirmation before a service is deleted: which one, and what changes for its legal entity. */
import { useTranslation } from 'react-i18next';
import { deleteService } from '#contract/calls/services.ts';
import type { ServiceRow } from '../../api/queries/entitlements.ts';
import { DeleteDialog } from '../../connected/act/delete-dialog.tsx';
import { toIsoDate } from '../../text/dates.ts';
import { formatCount, formatSpace } from '../../text/numbers.ts';
import { isExpired } from './quotas.ts';
import { useServiceWords } from './service-texts.ts';

export function DeleteService(props: {
  /** The service to delete; null shows nothing. */
  service: ServiceRow | null;
  services: readonly ServiceRow[];
  onClose: () => void;
  onDeleted: () => void;
}) {
  const { t } = useTranslation();
  const { named } = useServiceWords();
  const { service, services } = props;
  const name = service ? named(service) : '';
  const today = toIsoDate(new Date());
  const consequence = (row: ServiceRow): string => {
    if (isExpired(row, today)) return t('services.confirm.expired');
    const { serviceType: type } = row;
    if (type === 'SIGNATURE_TYPE' || type === 'SIGNATURE_NOTIFICATION' || type === 'TPIM') {
      return t(`services.confirm.${type}`);
    }
    const remainingServices = services.filter(
      (one) =>
        one.id !== row.id && one.serviceType === type && one.legalEntity === row.legalEntity && !isExpired(one, today),
    );
    const total =
      type === 'OTP'
        ? t('services.confirm.OTP', { total: formatCount(row.totalOtp ?? 0) })
        : t('services.confirm.space', { total: formatSpace(row.totalSpace ?? 0) });
    return remainingServices.length === 0 ? `${total} ${t('services.confirm.last')}` : total;
  };
  return (
    <DeleteDialog
      entity="services"
      row={service}
      call={deleteService}
      title={t('services.confirm.title', { service: name })}
      text={service ? consequence(service) : ''}
      action={t('services.delete')}
      detail={name}
      onClose={props.onClose}
      onDeleted={props.onDeleted}
    />
  );
}
