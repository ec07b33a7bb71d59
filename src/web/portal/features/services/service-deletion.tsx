/** The question before a service goes: which one, and what that changes for its legal entity (P-14, P-9). */
import { useTranslation } from 'react-i18next';
import { deleteService } from '#contract/calls/services.ts';
import { ask } from '../../api/client.ts';
import type { ServiceRow } from '../../api/entitlements.ts';
import { toIsoDate } from '../../text/dates.ts';
import { formatCount, formatSpace } from '../../text/numbers.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { useEntityWork } from '../../ui/entity-work.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { isOver } from './quotas.ts';
import { useServiceWords } from './service-words.ts';

export function DeleteService(props: {
  /** What is asked about; null asks nothing. */
  service: ServiceRow | null;
  services: readonly ServiceRow[];
  onClose: () => void;
  onDeleted: () => void;
}) {
  const { t } = useTranslation();
  const { named } = useServiceWords();
  const { service, services } = props;
  const work = useEntityWork<ServiceRow, void>({
    entity: 'services',
    kind: 'delete',
    send: (row) => ask(deleteService, { path: { id: row.id } }),
    detail: (_answer, row) => named(row),
    refresh: deleteService.stale,
    onDone: () => {
      props.onClose();
      props.onDeleted();
    },
  });
  const close = () => {
    work.reset();
    props.onClose();
  };
  const today = toIsoDate(new Date());
  const consequence = (row: ServiceRow): string => {
    if (isOver(row, today)) return t('services.confirm.expired');
    const { serviceType: type } = row;
    if (type === 'SIGNATURE_TYPE' || type === 'SIGNATURE_NOTIFICATION' || type === 'TPIM') {
      return t(`services.confirm.${type}`);
    }
    const others = services.filter(
      (one) =>
        one.id !== row.id && one.serviceType === type && one.legalEntity === row.legalEntity && !isOver(one, today),
    );
    const total =
      type === 'OTP'
        ? t('services.confirm.OTP', { total: formatCount(row.totalOtp ?? 0) })
        : t('services.confirm.space', { total: formatSpace(row.totalSpace ?? 0) });
    return others.length === 0 ? `${total} ${t('services.confirm.last')}` : total;
  };
  return (
    <Confirm
      opened={service !== null}
      title={t('services.confirm.title', { service: service ? named(service) : '' })}
      text={service ? consequence(service) : ''}
      action={t('services.delete')}
      busy={work.isPending}
      failure={work.error ? <FailureNote failure={work.error} /> : null}
      onConfirm={() => service && work.mutate(service)}
      onClose={close}
    />
  );
}
