/** Notifications: those about signatures kept by the server, then the toasts of this visit, newest first. */
import { Button } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { notificationsQuery } from '../../api/queries/notifications.ts';
import { ToneDot } from '../../connected/toasts.tsx';
import { formatTime } from '../../text/dates.ts';
import { Empty } from '../../ui/card.tsx';
import { type Notice, notices } from '../../ui/toast-store.ts';
import classes from './quick-panel.module.css';
import { StoredNotifications } from './stored-notifications.tsx';

export function NoticesTab(props: { onLeave: () => void }) {
  const { t } = useTranslation();
  const { past, unread } = useSyncExternalStore(notices.onChange, notices.read);
  useEffect(() => {
    if (unread > 0) notices.markRead();
  }, [unread]);
  const { data: stored } = useQuery({ ...notificationsQuery(0), staleTime: 0 });
  if (past.length === 0 && stored?.total === 0) {
    return <Empty icon={IconBell} title={t('account.notices.emptyTitle')} text={t('account.notices.emptyText')} />;
  }
  return (
    <>
      <StoredNotifications onLeave={props.onLeave} />
      {past.length === 0 ? null : <VisitNotices past={past} onLeave={props.onLeave} />}
    </>
  );
}

function VisitNotices(props: { past: readonly Notice[]; onLeave: () => void }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('account.notices.intro')}>
      <p className={classes.intro}>
        {t('account.notices.intro')}
        <Button size="xs" variant="subtle" onClick={notices.forgetPast}>
          {t('account.notices.clear')}
        </Button>
      </p>
      <ul className={classes.rows}>
        {props.past.map((notice) => (
          <li key={notice.id}>
            {notice.path === null ? (
              <div className={classes.row}>
                <NoticeItem notice={notice} />
              </div>
            ) : (
              <Link to={notice.path} className={classes.row} onClick={props.onLeave}>
                <NoticeItem notice={notice} />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function NoticeItem({ notice }: { notice: Notice }) {
  const at = new Date(notice.at).toISOString();
  return (
    <>
      <ToneDot tone={notice.tone} />
      <span className={classes.what}>
        <span className={classes.name}>{notice.title}</span>
        {notice.detail ? <span className={classes.more}>{notice.detail}</span> : null}
      </span>
      <time className={classes.when} dateTime={at}>
        {formatTime(at)}
      </time>
    </>
  );
}
