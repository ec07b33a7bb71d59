/** The questions before a licence or an activation goes (P-13). */
import { useTranslation } from 'react-i18next';
import { deleteActivation, deleteLicense } from '#contract/calls/licenses.ts';
import { ask } from '../../api/client.ts';
import type { ActivationRow, LicenseRow } from '../../api/entitlements.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { useEntityWork } from '../../ui/entity-work.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { useLegalEntities } from '../../ui/legal-entities.ts';

interface Question<Row> {
  /** What is asked about; null asks nothing. */
  row: Row | null;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteLicense(props: Question<LicenseRow>) {
  const { t } = useTranslation();
  const { entityName } = useLegalEntities();
  const { row } = props;
  const work = useEntityWork<LicenseRow, void>({
    entity: 'licenses',
    kind: 'delete',
    send: ({ id }) => ask(deleteLicense, { path: { id } }),
    detail: (_answer, { licenseCode }) => licenseCode,
    onDone: () => {
      props.onClose();
      props.onDeleted();
    },
  });
  return (
    <Confirm
      opened={row !== null}
      title={t('licenses.confirm.title', { license: row?.licenseCode ?? '' })}
      text={row ? t('licenses.confirm.text', { entity: entityName(row.legalEntity) }) : ''}
      action={t('licenses.delete')}
      busy={work.isPending}
      failure={work.error ? <FailureNote failure={work.error} /> : null}
      onConfirm={() => row && work.mutate(row)}
      onClose={() => {
        work.reset();
        props.onClose();
      }}
    />
  );
}

/** How an activation is called: by its label, else by its code. */
export const activationName = (row: Pick<ActivationRow, 'deviceLabel' | 'activationCode'>): string =>
  row.deviceLabel ?? row.activationCode;

export function DeleteActivation(props: Question<ActivationRow>) {
  const { t } = useTranslation();
  const { row } = props;
  const work = useEntityWork<ActivationRow, void>({
    entity: 'activations',
    kind: 'delete',
    send: ({ id }) => ask(deleteActivation, { path: { id } }),
    detail: (_answer, activation) => activationName(activation),
    refresh: deleteActivation.stale,
    onDone: () => {
      props.onClose();
      props.onDeleted();
    },
  });
  return (
    <Confirm
      opened={row !== null}
      title={t('licenses.activation.confirmTitle', { activation: row ? activationName(row) : '' })}
      text={row?.status === 'DRAFT' ? t('licenses.activation.confirmDraft') : t('licenses.activation.confirmText')}
      action={t('licenses.activation.delete')}
      busy={work.isPending}
      failure={work.error ? <FailureNote failure={work.error} /> : null}
      onConfirm={() => row && work.mutate(row)}
      onClose={() => {
        work.reset();
        props.onClose();
      }}
    />
  );
}
