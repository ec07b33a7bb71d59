/** A dialog to read: nothing can be done in it but close it. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CancelButton } from './cancel-button.tsx';
import { Dialog, type DialogWidth } from './dialog.tsx';

export function InfoDialog(props: {
  /** Absent: open while it is mounted. */
  opened?: boolean;
  title: string;
  width: DialogWidth;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const { opened = true, onClose } = props;
  return (
    <Dialog {...props} opened={opened} foot={<CancelButton label={t('actions.close')} onClick={onClose} />}>
      {props.children}
    </Dialog>
  );
}
