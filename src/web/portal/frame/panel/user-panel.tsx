/** The user panel: full name, a label per role, e-mail, logout. */
import { Menu } from '@mantine/core';
import { IconLogout, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.tsx';
import { paths } from '../../paths.ts';
import { initials } from '../../ui/figures/tile.tsx';
import classes from './user-panel.module.css';

export function UserPanel() {
  const { t } = useTranslation();
  const { account } = useSession();
  const roles = account.authorities.map((role) => t(`label.role.${role}`));
  return (
    <Menu position="bottom-end" width={272}>
      <Menu.Target>
        <button type="button" className={classes.target}>
          <span className={classes.initials} aria-hidden="true">
            {initials(account.firstName, account.lastName)}
          </span>
          <span className="sr-only">{t('header.user')}</span>
          <span className={classes.names}>
            <span className={classes.name}>{account.fullname}</span>
            <span className="caption">{roles[0]}</span>
          </span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.panel}>
          <p className={classes.name}>{account.fullname}</p>
          {roles.map((role) => (
            <p key={role} className="caption">
              {role}
            </p>
          ))}
          <p className={classes.mail}>{account.email}</p>
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} to={paths.myPage} leftSection={<IconUser size={16} stroke={1.8} />}>
          {t('header.myPage')}
        </Menu.Item>
        <Menu.Item component="a" href={paths.logout} leftSection={<IconLogout size={16} stroke={1.8} />}>
          {t('header.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
