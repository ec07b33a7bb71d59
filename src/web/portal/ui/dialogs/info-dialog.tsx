/** A read-only dialog that can only be closed. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CancelButton } from './cancel-button.tsx';
import { Dialog, type DialogWidth } from './dialog.tsx';

export function InfoDialog(props: {
  /** When absent, open while mounted. */
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
