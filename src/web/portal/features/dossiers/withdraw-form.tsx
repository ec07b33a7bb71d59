/** A withdrawal, or a refusal of what was never granted: which channels of a purpose, and how the customer asked for it; nothing is chosen beforehand but a single channel (D-92). */
import '../../../shared/no-eval.ts';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CHANNEL_NAMES, PURPOSE_NAMES, WITHDRAWAL_WAYS } from '#domain/consents/consent.ts';
import { withdrawalSchema } from '#domain/consents/withdrawal.ts';
import { fieldIssues } from '#domain/validation.ts';
import { call } from '../../api/client.ts';
import { consentsQuery } from '../../api/queries.ts';
import type { Consents } from '../../api/shapes.ts';
import { spoken } from '../../text/language.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNote, wordFailure } from '../../ui/failure-note.tsx';
import { Choices } from '../../ui/form/choices.tsx';
import { useEntityForm } from '../../ui/form/entity-form.ts';
import form from '../../ui/form/form.module.css';
import { RequiredHint } from '../../ui/form/wording.tsx';
import { Textarea, TextInput } from '../../ui/forms.ts';
import { toastProgress } from '../../ui/toasts.tsx';
import type { WithdrawDialogProps } from './withdraw-dialog.tsx';

export function WithdrawForm(props: WithdrawDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const formId = useId();
  const { dossierId, controller, purpose, channels, onClose } = props;
  const { queryKey } = consentsQuery(dossierId);
  const bodyOf = (values: Values) => ({
    controller: controller.code,
    purpose,
    channels: values.channels,
    via: values.via,
    requestedBy: values.requestedBy || null,
    note: values.note || null,
  });
  const work = useMutation({
    mutationFn: async (values: Values) => {
      const toast = toastProgress(t(`consents.${props.kind}.doing`));
      try {
        const answer = await call<Consents>(`/api/dossiers/${dossierId}/consents/withdraw`, {
          method: 'POST',
          body: bodyOf(values),
        });
        toast.done(t(`consents.${props.kind}.done`));
        return answer;
      } catch (error) {
        toast.failed(t(`consents.${props.kind}.failed`), wordFailure(t, error));
        throw error;
      }
    },
    onSuccess: (answer) => {
      client.setQueryData(queryKey, answer);
      onClose();
    },
    onError: (failure) => fields.refuse(failure),
  });
  interface Values extends Record<string, unknown> {
    channels: string[];
    via: string;
    requestedBy: string;
    note: string;
  }
  const fields = useEntityForm<Values>({
    initialValues: { channels: channels.length === 1 ? [...channels] : [], via: '', requestedBy: '', note: '' },
    issues: (values) => {
      const parsed = withdrawalSchema.safeParse(bodyOf(values), { reportInput: true });
      if (parsed.success) return [];
      return fieldIssues('withdrawal', parsed.error).filter(({ field }) => field !== 'channels' && field !== 'via');
    },
    problems: (values) => ({
      ...(values.channels.length === 0 ? { channels: t('consents.dialog.channelsMissing') } : {}),
      ...(values.via === '' ? { via: t(`consents.${props.kind}.viaMissing`) } : {}),
    }),
  });
  return (
    <Dialog
      opened
      title={t(`consents.${props.kind}.question`)}
      width={620}
      busy={work.isPending}
      onClose={onClose}
      foot={
        <>
          <Button variant="default" disabled={work.isPending} onClick={onClose}>
            {t('form.cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            {...(props.kind === 'withdrawal' ? { color: 'danger' } : {})}
            loading={work.isPending}
          >
            {t(`consents.${props.kind}.confirm`)}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={form.stack} onSubmit={fields.submit((values) => work.mutate(values))}>
        <p>
          {t(`consents.${props.kind}.told`, { purpose: PURPOSE_NAMES[purpose][spoken()], controller: controller.name })}
        </p>
        <RequiredHint />
        <Choices
          kind="many"
          path="channels"
          required
          label={t(`consents.${props.kind}.which`)}
          error={fields.errors.channels}
          choices={channels.map((channel) => ({ value: channel, label: CHANNEL_NAMES[channel][spoken()] }))}
          chosen={fields.values.channels}
          onChange={(chosen) => fields.setFieldValue('channels', chosen)}
        />
        <Choices
          kind="one"
          path="via"
          required
          label={t(`consents.${props.kind}.via`)}
          error={fields.errors.via}
          choices={WITHDRAWAL_WAYS.map((way) => ({ value: way, label: t(`consents.dialog.ways.${way}`) }))}
          chosen={fields.values.via === '' ? [] : [fields.values.via]}
          onChange={([chosen]) => fields.setFieldValue('via', chosen ?? '')}
        />
        <TextInput
          label={t(`consents.${props.kind}.requestedBy`)}
          description={t('consents.dialog.requestedByHint')}
          maxLength={255}
          {...fields.getInputProps('requestedBy')}
        />
        <Textarea label={t('consents.dialog.note')} rows={3} maxLength={1000} {...fields.getInputProps('note')} />
        {work.isError ? <FailureNote failure={work.error} /> : null}
      </form>
    </Dialog>
  );
}
