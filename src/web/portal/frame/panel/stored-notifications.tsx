/** The notifications about signatures that the server keeps for 30 days, newest first; each links to its document. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { markRead } from '#contract/calls/identity.ts';
import type { NotificationKind } from '#domain/notifications/notification.ts';
import { ask } from '../../api/client.ts';
import {
  NOTIFICATIONS_A_PAGE,
  type NotificationRow,
  notificationsQuery,
  unreadQuery,
} from '../../api/queries/notifications.ts';
import { useAct } from '../../connected/act/use-act.ts';
import { FailureNote } from '../../connected/failure-note.tsx';
import { documentTypeLabel } from '../../connected/labels.ts';
import { ToneDot } from '../../connected/toasts.tsx';
import { paths } from '../../paths.ts';
import { formatDateTime } from '../../text/dates.ts';
import { SkeletonRows } from '../../ui/card.tsx';
import { SmallButton } from '../../ui/small-button.ts';
import type { Tone } from '../../ui/toast-store.ts';
import classes from './quick-panel.module.css';

const TONES = {
  signed: 'good',
  sealedLate: 'good',
  customerSigned: 'good',
  yourTurn: 'info',
  declined: 'bad',
  wrongRecipient: 'bad',
  locked: 'bad',
  expired: 'info',
  failed: 'bad',
} as const satisfies Record<NotificationKind, Tone>;

export function StoredNotifications(props: { onLeave: () => void }) {
  const { t } = useTranslation();
  const [pages, setPages] = useState(1);
  const { data: first } = useQuery(notificationsQuery(0));
  const { count = 0 } = useQuery(unreadQuery).data ?? {};
  const readAll = useAct({ send: () => ask(markRead, { body: {} }), call: markRead });
  if (first?.total === 0) return null;
  return (
    <section aria-label={t('account.notices.kept')}>
      <p className={classes.intro}>
        {t('account.notices.kept')}
        {count > 0 ? (
          <Button size="xs" variant="subtle" loading={readAll.isPending} onClick={() => readAll.mutate()}>
            {t('account.notices.readAll')}
          </Button>
        ) : null}
      </p>
      {Array.from({ length: pages }, (_, page) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages are identified by their number
        <Page key={page} page={page} onLeave={props.onLeave} />
      ))}
      {(first?.total ?? 0) > pages * NOTIFICATIONS_A_PAGE ? (
        <p className={classes.foot}>
          <SmallButton onClick={() => setPages(pages + 1)}>{t('account.notices.earlier')}</SmallButton>
        </p>
      ) : null}
    </section>
  );
}

function Page(props: { page: number; onLeave: () => void }) {
  const { data, error, refetch } = useQuery(notificationsQuery(props.page));
  if (data === undefined && error) {
    return (
      <div className={classes.failed}>
        <FailureNote failure={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (data === undefined) return <SkeletonRows rows={3} height={52} />;
  return (
    <ul className={classes.rows}>
      {data.rows.map((row) => (
        <li key={row.id}>
          {row.document === null ? (
            <div className={classes.row} data-unread={!row.read || undefined}>
              <Line row={row} />
            </div>
          ) : (
            <Link
              to={paths.document(row.document.id)}
              className={classes.row}
              data-unread={!row.read || undefined}
              onClick={props.onLeave}
            >
              <Line row={row} />
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

/** A document that is deleted or no longer visible has no details. */
function wordsOf(t: TFunction, { kind, document, documents }: NotificationRow): { title: string; text: string } {
  if (document === null) return { title: t('account.notices.goneTitle'), text: t('account.notices.goneText') };
  const type = documentTypeLabel(t, document.type);
  const named = {
    customer: document.customer,
    document: documents > 1 ? t('account.notices.several', { document: type, count: documents - 1 }) : type,
  };
  return { title: t(`outcome.${kind}.title`, named), text: t(`outcome.${kind}.text`, named) };
}

function Line({ row }: { row: NotificationRow }) {
  const { t } = useTranslation();
  const { title, text } = wordsOf(t, row);
  return (
    <>
      <ToneDot tone={row.document === null ? 'info' : TONES[row.kind]} />
      <span className={classes.what}>
        <span className={classes.name}>{title}</span>
        <span className={classes.more}>{text}</span>
        {row.read ? null : <span className="sr-only">{t('account.notices.unread')}</span>}
      </span>
      <time className={classes.when} dateTime={row.createdDate}>
        {formatDateTime(row.createdDate)}
      </time>
    </>
  );
}
