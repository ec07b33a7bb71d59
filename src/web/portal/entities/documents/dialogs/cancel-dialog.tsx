/** Confirmation before a pending signature is withdrawn: its link stops working for every document signed with it. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentRow } from '../../../api/answer-types.ts';
import { signingQuery } from '../../../api/queries/signing.ts';
import { ActDialog } from '../../../connected/act/act-dialog.tsx';
import { documentTypeLabel } from '../../../connected/labels.ts';
import type { DialogFrame } from './document-dialogs.tsx';

/** `withdraw` reports its own result. */
export function CancelDialog(props: DialogFrame & { row: DocumentRow; withdraw: () => Promise<unknown> }) {
  const { t } = useTranslation();
  const { row, opened, onClose, withdraw } = props;
  const [busy, setBusy] = useState(false);
  const signing = useQuery({ ...signingQuery(row.id), enabled: opened });
  const together = signing.data?.together.length ?? 0;
  return (
    <ActDialog
      opened={opened}
      title={t('documentDialogs.cancel.title', { name: documentTypeLabel(t, row.type) })}
      text={
        together === 0
          ? t('documentDialogs.cancel.text')
          : t('documentDialogs.cancel.together', { number: together + 1 })
      }
      action={t('documentActions.cancelSign')}
      back={t('documentDialogs.cancel.back')}
      danger
      act={{ isPending: busy, error: null, reset: () => undefined }}
      onAct={() => {
        setBusy(true);
        withdraw().then(onClose, onClose);
      }}
      onClose={onClose}
    />
  );
}
