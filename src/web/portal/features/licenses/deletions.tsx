/** The questions before a licence or an activation goes (P-13). */
import { useTranslation } from 'react-i18next';
import { deleteActivation, deleteLicense } from '#contract/calls/licenses.ts';
import { ask } from '../../api/client.ts';
import type { ActivationRow, LicenseRow } from '../../api/entitlements.ts';
import { ActDialog } from '../../ui/act/act-dialog.tsx';
import { useAct } from '../../ui/act/use-act.ts';
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
  const work = useAct({
    of: ['delete', 'licenses'],
    send: ({ id }: LicenseRow) => ask(deleteLicense, { path: { id } }),
    call: deleteLicense,
    path: ({ id }) => ({ id }),
    detail: (_answer, { licenseCode }) => licenseCode,
    onDone: () => {
      props.onClose();
      props.onDeleted();
    },
  });
  return (
    <ActDialog
      opened={row !== null}
      title={t('licenses.confirm.title', { license: row?.licenseCode ?? '' })}
      text={row ? t('licenses.confirm.text', { entity: entityName(row.legalEntity) }) : ''}
      action={t('licenses.delete')}
      danger
      act={work}
      onAct={() => row && work.mutate(row)}
      onClose={props.onClose}
    />
  );
}

/** How an activation is called: by its label, else by its code. */
export const activationName = (row: Pick<ActivationRow, 'deviceLabel' | 'activationCode'>): string =>
  row.deviceLabel ?? row.activationCode;

export function DeleteActivation(props: Question<ActivationRow>) {
  const { t } = useTranslation();
  const { row } = props;
  const work = useAct({
    of: ['delete', 'activations'],
    send: ({ id }: ActivationRow) => ask(deleteActivation, { path: { id } }),
    call: deleteActivation,
    path: ({ id }) => ({ id }),
    detail: (_answer, activation) => activationName(activation),
    onDone: () => {
      props.onClose();
      props.onDeleted();
    },
  });
  return (
    <ActDialog
      opened={row !== null}
      title={t('licenses.activation.confirmTitle', { activation: row ? activationName(row) : '' })}
      text={row?.status === 'DRAFT' ? t('licenses.activation.confirmDraft') : t('licenses.activation.confirmText')}
      action={t('licenses.activation.delete')}
      danger
      act={work}
      onAct={() => row && work.mutate(row)}
      onClose={props.onClose}
    />
  );
}
