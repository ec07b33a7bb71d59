/** Another person signs for the dealer in place of one who has not signed (P-6). */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmContact, replaceStaffSigner } from '#contract/calls/signing.ts';
import { ask } from '../../api/client.ts';
import { refresh } from '../../api/keys.ts';
import { signingQuery } from '../../api/queries.ts';
import { ColleagueSelect } from '../../ui/colleague-select.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNote, wordFailure } from '../../ui/failure-note.tsx';
import form from '../../ui/form/form.module.css';
import { focusFirstError } from '../../ui/form/wording.tsx';
import { toastProgress } from '../../ui/toasts.tsx';
import type { ReplaceDialogProps } from './replace-dialog.tsx';

export function ReplaceForm(props: ReplaceDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const formId = useId();
  const { documentId, place, signer, role, onClose } = props;
  const [chosen, setChosen] = useState<{ userId: number; name: string } | null>(null);
  const [tried, setTried] = useState(false);
  const work = useMutation({
    mutationFn: async ({ userId, name }: { userId: number; name: string }) => {
      const toast = toastProgress(t('ownSignature.replace.doing'));
      try {
        const state = await ask(replaceStaffSigner, {
          path: { id: documentId },
          body: { signerId: signer.id, userId },
        });
        toast.done(t('ownSignature.replace.done', { name }));
        return state;
      } catch (error) {
        toast.failed(t('ownSignature.replace.failed'), wordFailure(t, error));
        throw error;
      }
    },
    onSuccess: (state) => {
      client.setQueryData(signingQuery(documentId).queryKey, state);
      void refresh(client, replaceStaffSigner);
      onClose();
    },
    // They have signed meanwhile, or the signature has ended: the page behind shows it.
    onError: () => void refresh(client, confirmContact, { id: documentId }),
  });
  return (
    <Dialog
      opened
      title={t('ownSignature.replace.title', { name: signer.name })}
      width={480}
      busy={work.isPending}
      onClose={onClose}
      foot={
        <>
          <Button variant="default" disabled={work.isPending} onClick={onClose}>
            {t('form.cancel')}
          </Button>
          <Button type="submit" form={formId} loading={work.isPending}>
            {t('ownSignature.replace.confirm')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className={form.stack}
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (chosen) work.mutate(chosen);
          else focusFirstError({ [role]: true });
        }}
      >
        <p>{t('ownSignature.replace.text')}</p>
        <ColleagueSelect
          role={role}
          place={place}
          except={signer.userId}
          value={chosen?.userId ?? null}
          missing={tried && chosen === null}
          onChange={(userId, name) => setChosen(userId === null ? null : { userId, name })}
        />
        {work.isError ? <FailureNote failure={work.error} /> : null}
      </form>
    </Dialog>
  );
}
