/** A revocation of the adherence to the advanced signature: when and how the customer asked for it (D-7). */
import { revokeAdherence } from '#contract/calls/adherences.ts';
import { getDocument } from '#contract/calls/documents.ts';
import type { WithdrawalWay } from '#domain/consents/consent.ts';
import '../../../shared/no-eval.ts';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { REVOCATION_WAYS, revocationSchema } from '#domain/adherences/adherence.ts';
import { personName } from '#domain/dossiers/customer-name.ts';
import { fieldIssues } from '#domain/validation.ts';
import { ask } from '../../api/client.ts';
import { subjectOf } from '../../api/keys.ts';
import { adherenceQuery } from '../../api/queries.ts';
import { formatDate, parseTypedDate, toIsoDate } from '../../text/dates.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { largestFile } from '../../ui/document-fields/document-form.ts';
import { FailureNote, wordFailure } from '../../ui/failure-note.tsx';
import { Choices } from '../../ui/form/choices.tsx';
import { useEntityForm } from '../../ui/form/entity-form.ts';
import form from '../../ui/form/form.module.css';
import { useKept } from '../../ui/form/kept.ts';
import { KeptOffer } from '../../ui/form/kept-note.tsx';
import { Textarea, TextInput } from '../../ui/forms.ts';
import { copyOf, copyProblems, PaperCopy } from '../../ui/paper-copy.tsx';
import { toastProgress } from '../../ui/toasts.tsx';
import type { RevokeDialogProps } from './revoke-dialog.tsx';

interface Values extends Record<string, unknown> {
  date: string;
  via: string;
  requestedBy: string;
  reason: string;
  file: File | null;
}

/** As it is typed: the schema refuses it before it is sent. */
const bodyOf = (values: Values) => ({
  date: parseTypedDate(values.date) ?? values.date.trim(),
  via: values.via as WithdrawalWay,
  requestedBy: values.requestedBy || null,
  reason: values.reason || null,
});

export function RevokeForm(props: RevokeDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const formId = useId();
  const { dossier, adherenceId, onClose } = props;
  const { queryKey } = adherenceQuery(dossier.id);
  const today = toIsoDate(new Date());
  const kept = useKept<Omit<Values, 'file'>>(`revoke.${dossier.id}`);
  const leave = () => {
    kept.forget();
    onClose();
  };
  const work = useMutation({
    mutationFn: async (values: Values) => {
      const toast = toastProgress(t('adherence.revoke.doing'));
      try {
        const { file } = values;
        const request = file === null ? {} : { request: await copyOf(file, t('documentFields.error.read')) };
        const answer = await ask(revokeAdherence, {
          path: { id: dossier.id },
          body: { ...bodyOf(values), ...request, adherenceId },
        });
        toast.done(t('adherence.revoke.done'));
        return answer;
      } catch (error) {
        toast.failed(t('adherence.revoke.failed'), wordFailure(t, error));
        throw error;
      }
    },
    onSuccess: (answer) => {
      client.setQueryData(queryKey, answer);
      // Signatures that rested on it have ended.
      void client.invalidateQueries({ queryKey: subjectOf(getDocument) });
      leave();
    },
    onError: (failure) => fields.refuse(failure),
  });
  const fields = useEntityForm<Values>({
    // A file cannot be kept.
    onValuesChange: ({ file: _, ...typed }) => kept.keep(typed),
    fieldOf: (field) => (field.startsWith('request.') ? 'file' : field),
    initialValues: { date: formatDate(today), via: '', requestedBy: '', reason: '', file: null },
    issues: (values) => {
      const parsed = revocationSchema.safeParse(bodyOf(values), { reportInput: true });
      return parsed.success ? [] : fieldIssues('adherence', parsed.error).filter(({ field }) => field !== 'via');
    },
    problems: (values) => ({
      ...(values.via === '' ? { via: t('adherence.revoke.viaMissing') } : {}),
      ...copyProblems(t, values.file),
      ...((parseTypedDate(values.date) ?? '') > today ? { date: t('adherence.revoke.future') } : {}),
    }),
  });
  return (
    <Dialog
      opened
      title={t('adherence.revoke.question')}
      width={620}
      busy={work.isPending}
      onClose={onClose}
      foot={
        <>
          <Button variant="default" disabled={work.isPending} onClick={leave}>
            {t('form.cancel')}
          </Button>
          <Button type="submit" form={formId} color="danger" loading={work.isPending}>
            {t('adherence.revoke.confirm')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={form.stack} onSubmit={fields.submit((values) => work.mutate(values))}>
        <p>
          {t('adherence.revoke.told', {
            name: adherenceId === undefined ? personName(dossier) : t('adherence.revoke.earlier'),
          })}
        </p>
        <KeptOffer kept={kept} onResume={fields.setValues} />
        <TextInput
          label={t('adherence.revoke.date')}
          placeholder={t('form.dateHint')}
          inputMode="numeric"
          autoComplete="off"
          required
          withAsterisk
          {...fields.getInputProps('date')}
        />
        <Choices
          kind="one"
          path="via"
          required
          label={t('adherence.revoke.via')}
          error={fields.errors.via}
          choices={REVOCATION_WAYS.map((way) => ({ value: way, label: t(`adherence.revoke.ways.${way}`) }))}
          chosen={fields.values.via === '' ? [] : [fields.values.via]}
          onChange={([chosen]) => fields.setFieldValue('via', chosen ?? '')}
        />
        <TextInput
          label={t('adherence.revoke.requestedBy')}
          description={t('adherence.revoke.requestedByHint')}
          maxLength={255}
          {...fields.getInputProps('requestedBy')}
        />
        <Textarea label={t('adherence.revoke.reason')} rows={3} maxLength={1000} {...fields.getInputProps('reason')} />
        <PaperCopy
          label={t('adherence.revoke.request')}
          hint={t('adherence.revoke.requestHint', { max: largestFile() })}
          form={fields}
          onFile={(file) => fields.setFieldValue('file', file)}
        />
        {work.isError ? <FailureNote failure={work.error} /> : null}
      </form>
    </Dialog>
  );
}
