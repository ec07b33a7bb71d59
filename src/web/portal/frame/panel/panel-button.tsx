/** The bell in the header with the number of unread notifications; opens the quick panel, whose code is loaded when first opened. */
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { unreadQuery } from '../../api/queries/notifications.ts';
import { useSession } from '../../api/session.tsx';
import { lazyExtra } from '../../connected/lazy-part.tsx';
import { notices } from '../../ui/toast-store.ts';
import classes from './panel-button.module.css';

const QuickPanel = lazyExtra(async () => (await import('./quick-panel.tsx')).QuickPanel, 'account', 'outcome');

/** A larger number would not fit next to the bell. */
const MAX_SHOWN = 99;

export function PanelButton() {
  const { t } = useTranslation();
  // Users who may not read documents get no notifications about signatures.
  const enabled = useSession().may('document.read').ok;
  const kept = useQuery({ ...unreadQuery, enabled }).data?.count ?? 0;
  const { shown, unread } = useSyncExternalStore(notices.onChange, notices.read);
  const count = unread + kept;
  // A toast about a signature appears before the server's count of the unread has been read again.
  const hasNews = count > 0 || shown.some(({ tone }) => tone !== 'working');
  const [opened, setOpened] = useState<boolean | null>(null);
  return (
    <>
      <button
        type="button"
        className={classes.bell}
        aria-label={t('header.panel')}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        <IconBell size={19} stroke={1.8} aria-hidden="true" />
        {count > 0 ? (
          <span className={classes.unread} data-kept={kept > 0 || undefined}>
            {kept > 0 ? <span aria-hidden="true">{kept > MAX_SHOWN ? `${MAX_SHOWN}+` : kept}</span> : null}
            <span className="sr-only">{t('header.unread', { count })}</span>
          </span>
        ) : null}
      </button>
      {opened === null ? null : <QuickPanel opened={opened} news={hasNews} onClose={() => setOpened(false)} />}
    </>
  );
}
