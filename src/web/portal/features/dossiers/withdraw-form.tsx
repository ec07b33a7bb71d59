/** A withdrawal or an objection: towards whom, to what, on which channels, and how the customer asked for it; nothing is chosen beforehand but what there is one of (D-92). */
import { withdrawConsents } from '#contract/calls/consents.ts';
import type { BodyOf } from '#contract/calls/types.ts';
import '../../../shared/no-eval.ts';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CHANNEL_NAMES, PURPOSE_NAMES, WITHDRAWAL_WAYS } from '#domain/consents/consent.ts';
import { withdrawalSchema } from '#domain/consents/withdrawal.ts';
import { fieldIssues } from '#domain/validation.ts';
import { ask } from '../../api/client.ts';
import { consentsQuery } from '../../api/queries.ts';
import { spoken } from '../../text/language.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNote, wordFailure } from '../../ui/failure-note.tsx';
import { Choices } from '../../ui/form/choices.tsx';
import { useEntityForm } from '../../ui/form/entity-form.ts';
import form from '../../ui/form/form.module.css';
import { useKept } from '../../ui/form/kept.ts';
import { KeptOffer } from '../../ui/form/kept-note.tsx';
import { RequiredHint } from '../../ui/form/wording.tsx';
import { Textarea, TextInput } from '../../ui/forms.ts';
import { toastProgress } from '../../ui/toasts.tsx';
import type { Offered, WithdrawDialogProps } from './withdraw-dialog.tsx';

/** What it is about; empty until it is chosen. */
interface What {
  controller: string;
  purpose: string;
  channels: string[];
}

interface Values extends What, Record<string, unknown> {
  via: string;
  requestedBy: string;
  note: string;
}

/** Said of them in the form's own words. */
const CHOSEN: readonly string[] = ['controller', 'purpose', 'channels', 'via'];

const only = <T,>(values: readonly T[]): T | undefined => (values.length === 1 ? values[0] : undefined);

/** What is left to choose once something was chosen: where there is one of it, it is chosen too. */
function narrowed(offered: readonly Offered[], chosen: Partial<What>): What {
  const controller = chosen.controller ?? only([...new Set(offered.map((one) => one.controller))]) ?? '';
  const purposes = offered.filter((one) => one.controller === controller);
  const purpose = chosen.purpose ?? only(purposes)?.purpose ?? '';
  const channels = purposes.find((one) => one.purpose === purpose)?.channels ?? [];
  return { controller, purpose, channels: channels.length === 1 ? [...channels] : [] };
}

export function WithdrawForm(props: WithdrawDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const formId = useId();
  const { dossierId, kind, offered, onClose } = props;
  const { queryKey } = consentsQuery(dossierId);
  // As it is chosen: the schema refuses it before it is sent.
  const bodyOf = (values: Values) =>
    ({
      controller: values.controller,
      purpose: values.purpose,
      channels: values.channels,
      via: values.via,
      requestedBy: values.requestedBy || null,
      note: values.note || null,
    }) as BodyOf<typeof withdrawConsents>;
  // A withdrawal is of one purpose; an objection chooses among them.
  const about = kind === 'withdrawal' ? offered.map(({ controller, purpose }) => `.${controller}.${purpose}`) : [];
  const kept = useKept<Values>(`${kind}.${dossierId}${about.join('')}`);
  const leave = () => {
    kept.forget();
    onClose();
  };
  const work = useMutation({
    mutationFn: async (values: Values) => {
      const toast = toastProgress(t(`consents.${kind}.doing`));
      try {
        const answer = await ask(withdrawConsents, {
          path: { id: dossierId },
          body: bodyOf(values),
        });
        toast.done(t(`consents.${kind}.done`));
        return answer;
      } catch (error) {
        toast.failed(t(`consents.${kind}.failed`), wordFailure(t, error));
        throw error;
      }
    },
    onSuccess: (answer) => {
      client.setQueryData(queryKey, answer);
      leave();
    },
    onError: (failure) => fields.refuse(failure),
  });
  const fields = useEntityForm<Values>({
    initialValues: { ...narrowed(offered, {}), via: '', requestedBy: '', note: '' },
    onValuesChange: kept.keep,
    issues: (values) => {
      const parsed = withdrawalSchema.safeParse(bodyOf(values), { reportInput: true });
      if (parsed.success) return [];
      return fieldIssues('withdrawal', parsed.error).filter(({ field }) => !CHOSEN.includes(field));
    },
    problems: (values) => ({
      ...(values.controller === '' ? { controller: t('consents.dialog.controllerMissing') } : {}),
      ...(values.controller !== '' && values.purpose === '' ? { purpose: t('consents.dialog.purposeMissing') } : {}),
      ...(values.purpose !== '' && values.channels.length === 0
        ? { channels: t('consents.dialog.channelsMissing') }
        : {}),
      ...(values.via === '' ? { via: t(`consents.${kind}.viaMissing`) } : {}),
    }),
  });
  const { values } = fields;
  const controllers = [...new Map(offered.map(({ controller, name }) => [controller, name]))];
  const purposes = offered.filter(({ controller }) => controller === values.controller);
  const channels = purposes.find(({ purpose }) => purpose === values.purpose)?.channels ?? [];
  const choose = (chosen: Partial<What>) => fields.setValues({ ...narrowed(offered, chosen) });
  return (
    <Dialog
      opened
      title={t(`consents.${kind}.question`)}
      width={620}
      busy={work.isPending}
      onClose={onClose}
      foot={
        <>
          <Button variant="default" disabled={work.isPending} onClick={leave}>
            {t('form.cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            {...(kind === 'withdrawal' ? { color: 'danger' } : {})}
            loading={work.isPending}
          >
            {t(`consents.${kind}.confirm`)}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={form.stack} onSubmit={fields.submit((values) => work.mutate(values))}>
        <p>
          {kind === 'withdrawal' && offered[0]
            ? t('consents.withdrawal.told', {
                purpose: PURPOSE_NAMES[offered[0].purpose][spoken()],
                controller: offered[0].name,
              })
            : t('consents.objection.told')}
        </p>
        <KeptOffer kept={kept} onResume={fields.setValues} />
        <RequiredHint />
        {kind === 'objection' ? (
          <Choices
            kind="one"
            path="controller"
            required
            label={t('consents.objection.controller')}
            error={fields.errors.controller}
            choices={controllers.map(([value, label]) => ({ value, label }))}
            chosen={[values.controller]}
            onChange={([controller]) => choose(controller === undefined ? {} : { controller })}
          />
        ) : null}
        {kind === 'objection' && values.controller !== '' ? (
          <Choices
            kind="one"
            path="purpose"
            required
            label={t('consents.objection.purpose')}
            error={fields.errors.purpose}
            choices={purposes.map(({ purpose }) => ({ value: purpose, label: PURPOSE_NAMES[purpose][spoken()] }))}
            chosen={[values.purpose]}
            onChange={([purpose = '']) => choose({ controller: values.controller, purpose })}
          />
        ) : null}
        {channels.length > 0 && !channels.includes('ALL') ? (
          <Choices
            kind="many"
            path="channels"
            required
            label={t(`consents.${kind}.which`)}
            error={fields.errors.channels}
            choices={channels.map((channel) => ({ value: channel, label: CHANNEL_NAMES[channel][spoken()] }))}
            chosen={values.channels}
            onChange={(chosen) => fields.setFieldValue('channels', chosen)}
          />
        ) : null}
        <Choices
          kind="one"
          path="via"
          required
          label={t(`consents.${kind}.via`)}
          error={fields.errors.via}
          choices={WITHDRAWAL_WAYS.map((way) => ({ value: way, label: t(`consents.dialog.ways.${way}`) }))}
          chosen={[values.via]}
          onChange={([chosen]) => fields.setFieldValue('via', chosen ?? '')}
        />
        <TextInput
          label={t(`consents.${kind}.requestedBy`)}
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
