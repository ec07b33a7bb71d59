/** Entries of the side menu; the active one is where the page belongs. */
import { IconExternalLink } from '@tabler/icons-react';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { mayEver } from '#domain/access.ts';
import { useSession } from '../api/session.tsx';
import { settings } from '../settings.ts';
import { activeEntry, type MenuEntry, menuGroups } from './menu.ts';
import classes from './side-menu.module.css';

export function SideMenu() {
  const { t } = useTranslation();
  const { account } = useSession();
  const { routesByPath } = useRouter();
  const active = activeEntry(useLocation().pathname);
  const groups = menuGroups(
    settings.dealerPortalUrl,
    (action) => mayEver(account, action).ok,
    (path) => path in routesByPath,
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
      data-active={props.active || undefined}
      aria-current={props.active ? 'page' : undefined}
    >
      <Icon size={18} stroke={1.8} aria-hidden="true" />
      <span className={classes.words}>{label}</span>
    </Link>
  );
}
