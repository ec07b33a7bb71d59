/** The questions before a licence or an activation goes (P-13). */
import { useTranslation } from 'react-i18next';
import { deleteActivation, deleteLicense } from '#contract/calls/licenses.ts';
import type { ActivationRow, LicenseRow } from '../../api/entitlements.ts';
import { DeleteDialog } from '../../ui/act/delete-dialog.tsx';
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
  return (
    <DeleteDialog
      {...props}
      entity="licenses"
      call={deleteLicense}
      title={t('licenses.confirm.title', { license: row?.licenseCode ?? '' })}
      text={row ? t('licenses.confirm.text', { entity: entityName(row.legalEntity) }) : ''}
      action={t('licenses.delete')}
      detail={row?.licenseCode}
    />
  );
}

/** How an activation is called: by its label, else by its code. */
export const activationName = (row: Pick<ActivationRow, 'deviceLabel' | 'activationCode'>): string =>
  row.deviceLabel ?? row.activationCode;

export function DeleteActivation(props: Question<ActivationRow>) {
  const { t } = useTranslation();
  const { row } = props;
  const activation = row ? activationName(row) : '';
  return (
    <DeleteDialog
      {...props}
      entity="activations"
      call={deleteActivation}
      title={t('licenses.activation.confirmTitle', { activation })}
      text={t(row?.status === 'DRAFT' ? 'licenses.activation.confirmDraft' : 'licenses.activation.confirmText')}
      action={t('licenses.activation.delete')}
      detail={activation}
    />
  );
}
