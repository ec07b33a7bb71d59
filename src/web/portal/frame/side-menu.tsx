/** Entries of the side menu; the page's own section is active. */
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { mayEver } from '#domain/access.ts';
import { hasOpenStep } from '#domain/installation/first-steps.ts';
import { firstStepsQuery } from '../api/queries/first-steps.ts';
import { useSession } from '../api/session.tsx';
import { paths } from '../paths.ts';
import { settings } from '../settings.ts';
import { activeEntry, type MenuEntry, menuGroups } from './menu.ts';
import classes from './side-menu.module.css';

export function SideMenu() {
  const { t } = useTranslation();
  const { account } = useSession();
  const { routesByPath } = useRouter();
  const active = activeEntry(useLocation().pathname);
  const isSettingUp = useSettingUp();
  const groups = menuGroups(
    settings.dealerPortalUrl,
    (action) => mayEver(account, action).ok,
    (path) => path in routesByPath && (path !== paths.firstSteps || isSettingUp),
  );
  return (
    <nav aria-label={t('menu.label')} className={classes.menu}>
      {groups.map((group) => (
        <div key={group.heading ?? 'top'} className={classes.group}>
          {group.heading ? <p className={classes.heading}>{t(`menu.${group.heading}`)}</p> : null}
          <ul>
            {group.entries.map((entry) => (
              <li key={entry.key}>
                <Entry entry={entry} active={entry.key === active} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** Whether the setup before the first signature is incomplete: its page is then in the menu of users who may read it. */
function useSettingUp(): boolean {
  const { account } = useSession();
  const { data = [] } = useQuery({ ...firstStepsQuery, enabled: mayEver(account, 'installation.read').ok });
  return hasOpenStep(data);
}

function Entry(props: { entry: MenuEntry; active: boolean }) {
  const { t } = useTranslation();
  const { entry } = props;
  const Icon = entry.icon;
  const label = t(`menu.${entry.key}`);
  if (entry.external) {
    return (
      <a href={entry.to} target="_blank" rel="noreferrer noopener" className={classes.entry}>
        <Icon size={18} stroke={1.8} aria-hidden="true" />
        <span className={classes.words}>
          {label}
          <span className="sr-only">({t('menu.newTab')})</span>
          <IconExternalLink size={14} stroke={1.8} aria-hidden="true" className={classes.away} />
        </span>
      </a>
    );
  }
  return (
    <Link
      to={entry.to}
      className={classes.entry}
      // `activeEntry` decides about pages below an entry: the router would mark the list of documents as well.
      activeOptions={{ exact: true }}
      data-active={props.active || undefined}
      aria-current={props.active ? 'page' : undefined}
    >
      <Icon size={18} stroke={1.8} aria-hidden="true" />
      <span className={classes.words}>{label}</span>
    </Link>
  );
}
