/** The quick panel: own recent activity, notifications, settings. */
import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.css';
import { IconBell, IconHistory, IconSettings, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActivityTab } from './activity-tab.tsx';
import { NoticesTab } from './notices-tab.tsx';
import classes from './quick-panel.module.css';
import { SettingsTab } from './settings-tab.tsx';

const TABS = ['activity', 'notices', 'settings'] as const;
type Tab = (typeof TABS)[number];
const ICONS = { activity: IconHistory, notices: IconBell, settings: IconSettings } as const;

/** @param props `news`: opens with the tab of the notifications. */
export function QuickPanel(props: { opened: boolean; news: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const { opened, onClose } = props;
  const news = useRef(props.news);
  news.current = props.news;
  const dialog = useRef<HTMLDialogElement>(null);
  const [tab, setTab] = useState<Tab>(() => (props.news ? 'notices' : 'activity'));
  useEffect(() => {
    if (!opened) return dialog.current?.close();
    if (news.current) setTab('notices');
    dialog.current?.showModal();
  }, [opened]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: closes on a click outside; keyboard users have Escape and the button
    <dialog
      ref={dialog}
      className={classes.panel}
      aria-label={t('account.panel.title')}
      onClose={(event) => event.target === dialog.current && opened && onClose()}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      {opened ? (
        <div className={classes.inner}>
          <header className={classes.head}>
            <h2 className="title">{t('account.panel.title')}</h2>
            <button type="button" className="icon-button" aria-label={t('actions.close')} onClick={onClose}>
              <IconX size={18} stroke={1.9} aria-hidden="true" />
            </button>
          </header>
          <Tabs
            value={tab}
            onChange={(value) => setTab(TABS.find((name) => name === value) ?? 'activity')}
            keepMounted={false}
            classNames={{
              root: classes.tabs ?? '',
              list: classes.list ?? '',
              tab: classes.tab ?? '',
              panel: classes.body ?? '',
            }}
          >
            <Tabs.List grow aria-label={t('account.panel.title')}>
              {TABS.map((name) => {
                const Icon = ICONS[name];
                return (
                  <Tabs.Tab key={name} value={name} leftSection={<Icon size={16} stroke={1.8} aria-hidden="true" />}>
                    {t(`account.panel.${name}`)}
                  </Tabs.Tab>
                );
              })}
            </Tabs.List>
            <Tabs.Panel value="activity">
              <ActivityTab onLeave={onClose} />
            </Tabs.Panel>
            <Tabs.Panel value="notices">
              <NoticesTab onLeave={onClose} />
            </Tabs.Panel>
            <Tabs.Panel value="settings">
              <SettingsTab />
            </Tabs.Panel>
          </Tabs>
        </div>
      ) : null}
    </dialog>
  );
}
