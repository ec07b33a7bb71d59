/** A webhook's deliveries: each attempt, and a button to send again. */
import { IconCircleCheck, IconClockX, IconHourglass, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sendWebhookAgain } from '#contract/calls/integrations.ts';
import type { WebhookAnswer, WebhookDeliveryAnswer } from '#contract/integrations/webhooks.ts';
import { ask } from '../../api/client.ts';
import { deliveriesQuery } from '../../api/queries/integrations.ts';
import { Chip } from '../../connected/chip.tsx';
import { QueryFailure } from '../../connected/failure-note.tsx';
import { formatDateTime } from '../../text/dates.ts';
import type { integrations } from '../../text/it/administration/integrations.ts';
import { Empty, SkeletonRows } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { SmallButton } from '../../ui/small-button.ts';
import classes from './integrations.module.css';
import { useIntegrationAct } from './use-integration-act.ts';

type Outcome = keyof (typeof integrations)['outcome'];

const STATES = {
  WAITING: ['waiting', IconHourglass],
  DELIVERED: ['good', IconCircleCheck],
  FAILED: ['bad', IconClockX],
} as const;

export function DeliveriesDialog(props: { webhook: WebhookAnswer; onClose: () => void }) {
  const { t } = useTranslation();
  const { webhook } = props;
  const deliveries = useQuery(deliveriesQuery(webhook.id));
  return (
    <Dialog
      opened
      title={t('integrations.deliveriesOf', { name: webhook.description })}
      width={760}
      onClose={props.onClose}
    >
      <QueryFailure query={deliveries} />
      {deliveries.isPending ? <SkeletonRows rows={5} height={52} /> : null}
      {deliveries.data?.length === 0 ? (
        <Empty icon={IconSend} title={t('integrations.noDeliveries')} text={t('integrations.noDeliveriesText')} />
      ) : null}
      <ul className="divided">
        {deliveries.data?.map((delivery) => (
          <Delivery key={delivery.id} webhook={webhook} delivery={delivery} />
        ))}
      </ul>
    </Dialog>
  );
}

function Delivery(props: { webhook: WebhookAnswer; delivery: WebhookDeliveryAnswer }) {
  const { t } = useTranslation();
  const { webhook, delivery } = props;
  const redeliver = useIntegrationAct('again', {
    send: () => ask(sendWebhookAgain, { path: { id: webhook.id, delivery: delivery.id }, body: {} }),
  });
  const [tone, icon] = STATES[delivery.state];
  const about = delivery.documentId === null ? null : t('integrations.document', { id: delivery.documentId });
  return (
    <li className={classes.delivery}>
      <div className={classes.text}>
        <strong>{[delivery.type, about].filter((part) => part !== null).join(' · ')}</strong>
        <span className={classes.caption}>{delivery.messageId}</span>
        <ul className={classes.caption}>
          {delivery.attempts.map(({ number, date, outcome, status, milliseconds, words }) => (
            <li key={number}>
              {t('integrations.attempt', {
                ...{ number, at: formatDateTime(date) },
                what: t(`integrations.outcome.${outcome as Outcome}`, { status, ms: milliseconds, words }),
              })}
            </li>
          ))}
        </ul>
        {delivery.nextDate === null ? null : (
          <span className={classes.caption}>{t('integrations.nextAt', { at: formatDateTime(delivery.nextDate) })}</span>
        )}
      </div>
      <div className={classes.actions}>
        <Chip tone={tone} icon={icon}>
          {t(`integrations.state.${delivery.state}`)}
        </Chip>
        {webhook.enabled ? (
          <SmallButton loading={redeliver.isPending} onClick={() => redeliver.mutate()}>
            {t('integrations.again')}
          </SmallButton>
        ) : null}
      </div>
    </li>
  );
}
