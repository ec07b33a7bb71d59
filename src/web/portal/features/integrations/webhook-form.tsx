/** Form for a new webhook: its address and its events. */
import '../../../shared/no-eval.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createWebhook } from '#contract/calls/integrations.ts';
import type { AnswerOf } from '#contract/definition/call-types.ts';
import { issuesOf } from '#domain/validation.ts';
import type { WebhookEventType } from '#domain/webhooks/events.ts';
import { WEBHOOK_EVENTS } from '#domain/webhooks/events.ts';
import { webhookSchema } from '#domain/webhooks/webhook.ts';
import { ask } from '../../api/client.ts';
import { ActDialog } from '../../connected/act/act-dialog.tsx';
import { FailureNote } from '../../connected/failure-note.tsx';
import { useEntityForm } from '../../connected/form/entity-form.ts';
import { RequiredHint } from '../../connected/form/form-messages.tsx';
import { TextInput } from '../../ui/inputs/control-styles.ts';
import { MultiSelect } from '../../ui/inputs/multi-select.tsx';
import type { Secret } from './secret-dialog.tsx';
import { useIntegrationAct } from './use-integration-act.ts';

type Values = { url: string; description: string; events: string[] };

const EVENTS = WEBHOOK_EVENTS.map((value) => ({ value, label: value }));

const bodyOf = ({ url, description, events }: Values) => ({
  ...{ url: url.trim(), description, events: events.length === 0 ? null : (events as WebhookEventType[]) },
});

export function WebhookForm(props: { onMade: (secret: Secret) => void; onClose: () => void }) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<unknown>(null);
  const form = useEntityForm<Values>({
    initialValues: { url: '', description: '', events: [] },
    issues: (values) => issuesOf('webhook', webhookSchema, bodyOf(values)),
  });
  const create = useIntegrationAct<Values, AnswerOf<typeof createWebhook>>('create', {
    once: (values) => ['webhook', values],
    send: (values: Values, { key }) => ask(createWebhook, { body: bodyOf(values), idempotencyKey: key }),
    onDone: props.onMade,
    onFailed: (refusal) => setFailure(form.refuse(refusal) ? null : refusal),
  });
  return (
    <ActDialog
      title={t('integrations.create')}
      width={620}
      action={t('integrations.form.save')}
      act={create}
      failure={null}
      onSubmit={form.submit((values) => create.mutate(values))}
      onClose={props.onClose}
    >
      {failure === null ? null : <FailureNote failure={failure} />}
      <RequiredHint />
      <TextInput label={t('label.field.description')} withAsterisk {...form.getInputProps('description')} />
      <TextInput
        label={t('integrations.form.url')}
        description={t('integrations.form.urlHint')}
        withAsterisk
        type="url"
        inputMode="url"
        {...form.getInputProps('url')}
      />
      <MultiSelect
        label={t('integrations.form.events')}
        hint={t('integrations.form.eventsHint')}
        required={false}
        choices={EVENTS}
        nothingFound={t('integrations.form.noEvent')}
        field={form.getInputProps('events')}
      />
    </ActDialog>
  );
}
