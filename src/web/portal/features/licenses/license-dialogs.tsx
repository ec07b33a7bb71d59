/** Dialogs of the licences page: forms and devices are in the address, delete confirmations are not. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ActivationRow, activationQuery, type LicenseRow, licenseQuery } from '../../api/queries/entitlements.ts';
import { useSession } from '../../api/session.tsx';
import { lazyPart } from '../../connected/lazy-part.tsx';
import { RecordDialog } from '../../connected/list/record-dialog.tsx';
import { type DialogParam, useDialogParam } from '../../ui/dialogs/use-dialog-param.ts';
import type { LicenseActions } from './license-card.tsx';

const LicenseDialog = lazyPart(async () => (await import('./license-dialog.tsx')).LicenseDialog);
const DeviceDialog = lazyPart(async () => (await import('./device-dialog.tsx')).DeviceDialog);
const DeleteLicense = lazyPart(async () => (await import('./deletions.tsx')).DeleteLicense);
const DeleteActivation = lazyPart(async () => (await import('./deletions.tsx')).DeleteActivation);
const ActivationDialog = lazyPart(async () => (await import('./activation-dialog.tsx')).ActivationDialog);

/**
 * @param entity legal entity with which a new licence begins
 * @param onDeleted the row from which the dialog was opened is gone, and with it the element to return the focus
 * to
 */
export function useLicenseDialogs(entity: string | undefined, onDeleted: () => void) {
  const { t } = useTranslation();
  const form = useDialogParam('license');
  const activation = useDialogParam('activation');
  const device = useDialogParam('device');
  /** The licence for a new activation. */
  const creating = useDialogParam('on');
  const [license, setLicense] = useState<LicenseRow | null>(null);
  /** The activation just created: its tablet can be paired immediately. */
  const [newActivationId, setNewActivationId] = useState<number | null>(null);
  const [deleting, setDeleting] = useState<ActivationRow | null>(null);
  const deletedFrom = (dialog: DialogParam) => () => {
    if (dialog.value !== null) dialog.close();
    onDeleted();
  };
  return {
    onCreate: () => form.open('new'),
    actionsOf: (row: LicenseRow): LicenseActions => ({
      onEdit: () => form.open(row.id),
      onRemove: () => setLicense(row),
      onNewActivation: () => creating.open(row.id),
      onOpen: ({ id }) => activation.open(id),
      onDelete: setDeleting,
      onDevice: ({ id }) => device.open(id),
    }),
    element: (
      <>
        <LicenseForm dialog={form} entity={entity} onDelete={setLicense} />
        <NewActivation dialog={creating} onDelete={setDeleting} onMade={setNewActivationId} />
        <ActivationById dialog={activation} onDelete={setDeleting} />
        {device.id === null ? null : (
          <RecordDialog
            key={device.id}
            query={activationQuery(device.id)}
            title={t('licenses.device.manage')}
            onClose={device.close}
          >
            {(row) => <DeviceDialog activation={row} isNew={newActivationId === row.id} onClose={device.close} />}
          </RecordDialog>
        )}
        {license ? (
          <DeleteLicense row={license} onClose={() => setLicense(null)} onDeleted={deletedFrom(form)} />
        ) : null}
        {deleting ? (
          <DeleteActivation row={deleting} onClose={() => setDeleting(null)} onDeleted={deletedFrom(activation)} />
        ) : null}
      </>
    ),
  };
}

function LicenseForm(props: {
  dialog: DialogParam;
  entity: string | undefined;
  onDelete: (license: LicenseRow) => void;
}) {
  const { t } = useTranslation();
  const { may } = useSession();
  const { value, id, close } = props.dialog;
  if (!may('license.edit').ok) return null;
  const form = { onClose: close, onDelete: props.onDelete };
  if (value === 'new') return <LicenseDialog license={null} entity={props.entity} {...form} />;
  if (id === null) return null;
  return (
    <RecordDialog key={id} query={licenseQuery(id)} title={t('licenses.edit')} onClose={close}>
      {(license) => <LicenseDialog license={license} entity={undefined} {...form} />}
    </RecordDialog>
  );
}

interface ActivationFormProps {
  dialog: DialogParam;
  onDelete: (activation: ActivationRow) => void;
}

function NewActivation(props: ActivationFormProps & { onMade: (id: number) => void }) {
  const { onDelete } = props;
  const { id, close, switchTo } = props.dialog;
  const { t } = useTranslation();
  const { may } = useSession();
  if (id === null || !may('activation.edit').ok) return null;
  return (
    <RecordDialog key={id} query={licenseQuery(id)} title={t('licenses.activation.new')} onClose={close}>
      {(license) => (
        <ActivationDialog
          {...{ license, onDelete }}
          activation={null}
          onClose={close}
          onDevice={null}
          onMade={(row) => {
            props.onMade(row.id);
            switchTo('device', row.id);
          }}
        />
      )}
    </RecordDialog>
  );
}

/** An activation known only by its id: its licence is loaded afterwards. */
function ActivationById({ dialog, onDelete }: ActivationFormProps) {
  const { t } = useTranslation();
  const { id, close } = dialog;
  if (id === null) return null;
  const loading = { title: t('licenses.activation.details'), onClose: close };
  return (
    <RecordDialog key={id} query={activationQuery(id)} {...loading}>
      {(activation) => (
        <RecordDialog query={licenseQuery(activation.licenseId)} {...loading}>
          {(license) => (
            <ActivationDialog
              {...{ license, activation, onDelete }}
              onClose={close}
              onDevice={(row) => dialog.switchTo('device', row.id)}
            />
          )}
        </RecordDialog>
      )}
    </RecordDialog>
  );
}
