/** One receiver of webhooks: its state, and what may be done with it. */
import { Button } from '@mantine/core';
import { IconCircleCheck, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rotateWebhookSecret, testWebhook, updateWebhook } from '#contract/calls/integrations.ts';
import type { WebhookAnswer } from '#contract/integrations/webhooks.ts';
import type { WebhookEventType } from '#domain/webhooks/events.ts';
import { ask } from '../../api/client.ts';
import { counted } from '../../text/numbers.ts';
import { Chip } from '../../ui/chip.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { DeliveriesDialog } from './deliveries-dialog.tsx';
import classes from './integrations.module.css';
import type { Secret } from './secret-dialog.tsx';
import { useAct } from './use-act.ts';

export function WebhookItem(props: { webhook: WebhookAnswer; onSecret: (made: Secret) => void }) {
  const { t } = useTranslation();
  const { webhook } = props;
  const [open, setOpen] = useState<'deliveries' | 'rotate' | 'disable' | null>(null);
  const close = () => setOpen(null);
  const change = useAct('change', {
    send: (enabled: boolean) =>
      ask(updateWebhook, { body: { ...webhook, events: webhook.events as WebhookEventType[] | null, enabled } }),
    onDone: close,
  });
  const test = useAct('test', { send: () => ask(testWebhook, { path: { id: webhook.id }, body: {} }) });
  const rotate = useAct('rotate', {
    send: () => ask(rotateWebhookSecret, { path: { id: webhook.id }, body: {} }),
    onDone: (made) => {
      close();
      props.onSecret(made);
    },
  });
  const { enabled, waiting, failed } = webhook;
  return (
    <li className={classes.item}>
      <div className={classes.text}>
        <strong>{webhook.description}</strong>
        <span className={classes.caption}>{webhook.url}</span>
        <span className={classes.chips}>
          <Chip tone={enabled ? 'good' : 'neutral'} icon={enabled ? IconCircleCheck : IconLock}>
            {t(enabled ? 'integrations.on' : 'integrations.off')}
          </Chip>
          {waiting > 0 ? <Chip tone="waiting">{t('integrations.waiting', counted(waiting))}</Chip> : null}
          {failed > 0 ? <Chip tone="bad">{t('integrations.failed', counted(failed))}</Chip> : null}
        </span>
      </div>
      <div className={classes.actions}>
        <Button variant="default" size="xs" onClick={() => setOpen('deliveries')}>
          {t('integrations.deliveries')}
        </Button>
        {enabled ? (
          <Button variant="default" size="xs" loading={test.isPending} onClick={() => test.mutate()}>
            {t('integrations.test')}
          </Button>
        ) : null}
        <Button variant="default" size="xs" onClick={() => setOpen('rotate')}>
          {t('integrations.rotate')}
        </Button>
        <Button
          variant="default"
          size="xs"
          loading={change.isPending}
          onClick={() => (enabled ? setOpen('disable') : change.mutate(true))}
        >
          {t(enabled ? 'integrations.disable' : 'integrations.enable')}
        </Button>
      </div>
      {open === 'deliveries' ? <DeliveriesDialog webhook={webhook} onClose={close} /> : null}
      <Confirm
        opened={open === 'rotate'}
        title={t('integrations.rotateTitle')}
        text={t('integrations.rotateText')}
        action={t('integrations.rotate')}
        harmless
        busy={rotate.isPending}
        failure={rotate.error ? <FailureNote failure={rotate.error} /> : null}
        onConfirm={() => rotate.mutate()}
        onClose={close}
      />
      <Confirm
        opened={open === 'disable'}
        title={t('integrations.disableTitle')}
        text={t('integrations.disableText')}
        action={t('integrations.disable')}
        busy={change.isPending}
        failure={change.error ? <FailureNote failure={change.error} /> : null}
        onConfirm={() => change.mutate(false)}
        onClose={close}
      />
    </li>
  );
}
