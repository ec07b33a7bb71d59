/** One webhook: its state and its actions. */
import { IconCircleCheck, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rotateWebhookSecret, testWebhook, updateWebhook } from '#contract/calls/integrations.ts';
import type { WebhookAnswer } from '#contract/integrations/webhooks.ts';
import type { WebhookEventType } from '#domain/webhooks/events.ts';
import { ask } from '../../api/client.ts';
import { ActDialog } from '../../connected/act/act-dialog.tsx';
import { Chip } from '../../connected/chip.tsx';
import { counted } from '../../text/numbers.ts';
import { SmallButton } from '../../ui/small-button.ts';
import { DeliveriesDialog } from './deliveries-dialog.tsx';
import classes from './integrations.module.css';
import type { Secret } from './secret-dialog.tsx';
import { useIntegrationAct } from './use-integration-act.ts';

export function WebhookItem(props: { webhook: WebhookAnswer; onSecret: (secret: Secret) => void }) {
  const { t } = useTranslation();
  const { webhook } = props;
  const [open, setOpen] = useState<'deliveries' | 'rotate' | 'disable' | null>(null);
  const close = () => setOpen(null);
  const change = useIntegrationAct('change', {
    send: (enabled: boolean) =>
      ask(updateWebhook, { body: { ...webhook, events: webhook.events as WebhookEventType[] | null, enabled } }),
    onDone: close,
  });
  const test = useIntegrationAct('test', { send: () => ask(testWebhook, { path: { id: webhook.id }, body: {} }) });
  const rotate = useIntegrationAct('rotate', {
    send: () => ask(rotateWebhookSecret, { path: { id: webhook.id }, body: {} }),
    onDone: (rotatedSecret) => {
      close();
      props.onSecret(rotatedSecret);
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
        <SmallButton onClick={() => setOpen('deliveries')}>{t('integrations.deliveries')}</SmallButton>
        {enabled ? (
          <SmallButton loading={test.isPending} onClick={() => test.mutate()}>
            {t('integrations.test')}
          </SmallButton>
        ) : null}
        <SmallButton onClick={() => setOpen('rotate')}>{t('integrations.rotate')}</SmallButton>
        <SmallButton loading={change.isPending} onClick={() => (enabled ? setOpen('disable') : change.mutate(true))}>
          {t(enabled ? 'integrations.disable' : 'integrations.enable')}
        </SmallButton>
      </div>
      {open === 'deliveries' ? <DeliveriesDialog webhook={webhook} onClose={close} /> : null}
      <ActDialog
        opened={open === 'rotate'}
        title={t('integrations.rotateTitle')}
        text={t('integrations.rotateText')}
        action={t('integrations.rotate')}
        act={rotate}
        onAct={() => rotate.mutate()}
        onClose={close}
      />
      <ActDialog
        opened={open === 'disable'}
        title={t('integrations.disableTitle')}
        text={t('integrations.disableText')}
        action={t('integrations.disable')}
        danger
        act={change}
        onAct={() => change.mutate(false)}
        onClose={close}
      />
    </li>
  );
}
