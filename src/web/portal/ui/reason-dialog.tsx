/** Asks why something is sent back or rejected: what was typed is kept, and a reason is demanded only once it was tried without. */
import { Button } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.tsx';
import formClasses from './form/form.module.css';
import type { useKept } from './form/kept.ts';
import { KeptOffer } from './form/kept-note.tsx';
import { Textarea } from './forms.ts';

export function ReasonDialog(props: {
  title: string;
  action: string;
  label: string;
  description: string;
  /** Longest reason, in characters. */
  most: number;
  kept: ReturnType<typeof useKept<{ reason: string }>>;
  busy: boolean;
  /** What the last try answered. */
  failure: ReactNode;
  onSend: (reason: string) => void;
  /** Left on purpose: what was typed goes. */
  onLeave: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { kept } = props;
  const formId = useId();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const missing = reason.trim() === '';
  return (
    <Dialog
      opened
      width={480}
      title={props.title}
      busy={props.busy}
      onClose={props.onClose}
      foot={
        <>
          <Button variant="default" disabled={props.busy} onClick={props.onLeave}>
            {t('form.cancel')}
          </Button>
          <Button type="submit" form={formId} loading={props.busy}>
            {props.action}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={formClasses.stack}
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (!missing) props.onSend(reason.trim());
        }}
      >
        <KeptOffer kept={kept} onResume={(values) => setReason(values.reason)} />
        <Textarea
          label={props.label}
          description={props.description}
          withAsterisk
          rows={4}
          maxLength={props.most}
          value={reason}
          error={tried && missing ? t('validation.required', { field: props.label }) : null}
          onChange={(event) => {
            setReason(event.currentTarget.value);
            kept.keep({ reason: event.currentTarget.value });
          }}
        />
        {props.failure}
      </form>
    </Dialog>
  );
}
