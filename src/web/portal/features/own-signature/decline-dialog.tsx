/** Declining to sign: a reason is asked for, the signature ends for everybody (P-6, D-49). */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { declineOwnSignature, startSign } from '#contract/calls/signing.ts';
import { DECLINE_REASON_MAX } from '#domain/signing/link.ts';
import { ask } from '../../api/client.ts';
import { refresh } from '../../api/keys.ts';
import { ownSignatureQuery } from '../../api/own-signature.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNote, wordFailure } from '../../ui/failure-note.tsx';
import { useKept } from '../../ui/form/kept.ts';
import { KeptOffer } from '../../ui/form/kept-note.tsx';
import { focusFirstError } from '../../ui/form/wording.tsx';
import { Textarea } from '../../ui/forms.ts';
import { toastProgress } from '../../ui/toasts.tsx';
import classes from './own-signature.module.css';

export function DeclineDialog(props: { id: number; name: string; several: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const formId = useId();
  const { id, onClose } = props;
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const missing = reason.trim() === '';
  const kept = useKept<{ reason: string }>(`decline.${id}`);
  const leave = () => {
    kept.forget();
    onClose();
  };
  const decline = useMutation({
    mutationFn: async () => {
      const toast = toastProgress(t('ownSignature.declining'));
      try {
        const after = await ask(declineOwnSignature, {
          path: { id },
          body: { reason: reason.trim() },
        });
        toast.done(t('ownSignature.declined'));
        return after;
      } catch (error) {
        toast.failed(t('ownSignature.declineFailed'), wordFailure(t, error));
        throw error;
      }
    },
    onSuccess: (after) => {
      client.setQueryData(ownSignatureQuery(id).queryKey, after);
      void refresh(client, startSign);
      leave();
    },
  });
  return (
    <Dialog
      opened
      title={t('ownSignature.declineTitle', { name: props.name })}
      width={480}
      busy={decline.isPending}
      onClose={onClose}
      foot={
        <>
          <Button variant="default" disabled={decline.isPending} onClick={leave}>
            {t('ownSignature.declineBack')}
          </Button>
          <Button type="submit" form={formId} color="danger" loading={decline.isPending}>
            {t('ownSignature.declineConfirm')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className={classes.steps}
        onSubmit={(event) => {
          event.preventDefault();
          setTried(missing);
          if (missing) focusFirstError({ reason: missing });
          else decline.mutate();
        }}
      >
        <p>{t(props.several ? 'ownSignature.declineMany' : 'ownSignature.declineText')}</p>
        <KeptOffer kept={kept} onResume={(values) => setReason(values.reason)} />
        <Textarea
          label={t('ownSignature.declineReason')}
          required
          data-path="reason"
          error={tried && missing ? t('validation.required', { field: t('ownSignature.declineReason') }) : null}
          rows={3}
          maxLength={DECLINE_REASON_MAX}
          value={reason}
          onChange={(event) => {
            setReason(event.currentTarget.value);
            kept.keep({ reason: event.currentTarget.value });
          }}
        />
        {decline.isError ? <FailureNote failure={decline.error} /> : null}
      </form>
    </Dialog>
  );
}
