/** Confirmation dialogs before a licence or an activation is deleted. */
import { useTranslation } from 'react-i18next';
import { deleteActivation, deleteLicense } from '#contract/calls/licenses.ts';
import type { ActivationRow, LicenseRow } from '../../api/queries/entitlements.ts';
import { DeleteDialog } from '../../connected/act/delete-dialog.tsx';
import { useLegalEntities } from '../../connected/legal-entities.ts';
import { activationName } from './activation-status.tsx';

interface Question<Row> {
  row: Row;
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
      title={t('licenses.confirm.title', { license: row.licenseCode })}
      text={t('licenses.confirm.text', { entity: entityName(row.legalEntity) })}
      action={t('licenses.delete')}
      detail={row.licenseCode}
    />
  );
}

export function DeleteActivation(props: Question<ActivationRow>) {
  const { t } = useTranslation();
  const { row } = props;
  const activation = activationName(row);
  return (
    <DeleteDialog
      {...props}
      entity="activations"
      call={deleteActivation}
      title={t('licenses.activation.confirmTitle', { activation })}
      text={t(row.status === 'DRAFT' ? 'licenses.activation.confirmDraft' : 'licenses.activation.confirmText')}
      action={t('licenses.activation.delete')}
      detail={activation}
    />
  );
}
