/** A new receiver of webhooks: where it is, and what it is told. */
import { createWebhook } from '#contract/calls/integrations.ts';
import type { WebhookEventType } from '#domain/webhooks/events.ts';
import '../../../shared/no-eval.ts';
import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldIssues } from '#domain/validation.ts';
import { WEBHOOK_EVENTS } from '#domain/webhooks/events.ts';
import { webhookSchema } from '#domain/webhooks/webhook.ts';
import { ask } from '../../api/client.ts';
import { idempotencyKey } from '../../api/idempotency-key.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { useEntityForm } from '../../ui/form/entity-form.ts';
import layout from '../../ui/form/form.module.css';
import { RequiredHint } from '../../ui/form/wording.tsx';
import { TextInput } from '../../ui/forms.ts';
import { MultiSelect } from '../../ui/multi-select.tsx';
import type { Secret } from './secret-dialog.tsx';
import { useAct } from './use-act.ts';

type Values = { url: string; description: string; events: string[] };

const EVENTS = WEBHOOK_EVENTS.map((value) => ({ value, label: value }));

const bodyOf = ({ url, description, events }: Values) => ({
  ...{ url: url.trim(), description, events: events.length === 0 ? null : (events as WebhookEventType[]) },
});

export function WebhookForm(props: { onMade: (secret: Secret) => void; onClose: () => void }) {
  const { t } = useTranslation();
  const formId = useId();
  const [failure, setFailure] = useState<unknown>(null);
  const form = useEntityForm<Values>({
    initialValues: { url: '', description: '', events: [] },
    issues: (values) => {
      const parsed = webhookSchema.safeParse(bodyOf(values), { reportInput: true });
      return parsed.success ? [] : fieldIssues('webhook', parsed.error);
    },
  });
  const work = useAct('create', {
    send: async (values: Values) => {
      const once = await idempotencyKey('webhook', values);
      return once.send((key) => ask(createWebhook, { body: bodyOf(values), idempotencyKey: key }));
    },
    onDone: props.onMade,
    onFailed: (refusal) => setFailure(form.refuse(refusal) ? null : refusal),
  });
  return (
    <Dialog
      opened
      title={t('integrations.create')}
      width={620}
      busy={work.isPending}
      onClose={props.onClose}
      foot={
        <>
          <Button variant="default" disabled={work.isPending} onClick={props.onClose}>
            {t('form.cancel')}
          </Button>
          <Button type="submit" form={formId} loading={work.isPending}>
            {t('integrations.form.save')}
          </Button>
        </>
      }
    >
      <form id={formId} className={layout.stack} noValidate onSubmit={form.submit((values) => work.mutate(values))}>
        {failure === null ? null : <FailureNote failure={failure} />}
        <RequiredHint />
        <TextInput
          label={t('integrations.form.description')}
          withAsterisk
          autoComplete="off"
          {...form.getInputProps('description')}
        />
        <TextInput
          label={t('integrations.form.url')}
          description={t('integrations.form.urlHint')}
          withAsterisk
          type="url"
          inputMode="url"
          autoComplete="off"
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
      </form>
    </Dialog>
  );
}
