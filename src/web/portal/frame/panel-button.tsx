/** The bell of the header: opens the quick panel, whose code is fetched when it is first opened (specification §2, P-17). */
import { IconBell } from '@tabler/icons-react';
import { Suspense, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { holdPiece } from '../text/language.ts';
import { fetched } from '../ui/fetched.tsx';
import { notices } from '../ui/notices.ts';
import classes from './panel-button.module.css';

const QuickPanel = fetched(async () => {
  const [module] = await Promise.all([import('./quick-panel.tsx'), holdPiece('account')]);
  return module.QuickPanel;
});

export function PanelButton() {
  const { t } = useTranslation();
  const { unread } = useSyncExternalStore(notices.onChange, notices.read);
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
        {unread > 0 ? (
          <span className={classes.unread}>
            <span className="sr-only">{t('header.unread', { count: unread })}</span>
          </span>
        ) : null}
      </button>
      {opened === null ? null : (
        <Suspense fallback={null}>
          <QuickPanel opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
