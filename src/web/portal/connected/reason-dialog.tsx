/** Asks for the reason of a refusal: keeps the input, and requires a reason only after an attempt without one. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Textarea } from '../ui/inputs/control-styles.ts';
import { ActDialog, type ActDialogProps } from './act/act-dialog.tsx';
import { focusFirstError } from './form/form-messages.tsx';
import { DraftOffer } from './form/lazy-draft-note.tsx';
import type { useFormDraft } from './form/use-form-draft.ts';

export function ReasonDialog(
  props: Pick<ActDialogProps, 'title' | 'action' | 'act' | 'danger' | 'back' | 'text' | 'onClose'> & {
    label: string;
    description?: string;
    rows?: number;
    /** Maximum length of the reason, in characters. */
    most: number;
    draft: ReturnType<typeof useFormDraft<{ reason: string }>>;
    onSend: (reason: string) => void;
  },
) {
  const { t } = useTranslation();
  const { label, description, rows = 4, most, draft, onSend, ...dialog } = props;
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const missing = reason.trim() === '';
  return (
    <ActDialog
      {...dialog}
      draft={draft}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (missing) focusFirstError({ reason: missing });
        else onSend(reason.trim());
      }}
    >
      <DraftOffer draft={draft} onResume={(values) => setReason(values.reason)} />
      <Textarea
        label={label}
        description={description}
        withAsterisk
        data-path="reason"
        rows={rows}
        maxLength={most}
        value={reason}
        error={tried && missing ? t('validation.required', { field: label }) : null}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          draft.keep({ reason: event.currentTarget.value });
        }}
      />
    </ActDialog>
  );
}
