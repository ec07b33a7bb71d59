/** The permission grid to look at (specification §6). */
import { IconCheck } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { READONLY } from '#domain/access.ts';
import { FOLDER_TYPES } from '#domain/folders/folder-types.ts';
import type { UserRow } from '../../api/users.ts';
import classes from './grid.module.css';
import { GridFrame } from './grid-frame.tsx';

const ROWS = [...FOLDER_TYPES.filter((type) => type !== 'VEHICLE_EXIT_REQUEST'), READONLY] as const;

export function GrantedPermissions(props: { user: UserRow }) {
  const { t } = useTranslation();
  const title = useId();
  return (
    <section aria-labelledby={title}>
      <h3 id={title} className={classes.title}>
        {t('users.grid.title')}
      </h3>
      <GridFrame
        labelledBy={title}
        rows={ROWS}
        cell={(permission, brand) =>
          props.user.brands.some((one) => one.brand === brand && one.permissions.includes(permission)) ? (
            <span className={classes.granted}>
              <IconCheck size={16} stroke={2.2} aria-hidden="true" />
              <span className="sr-only">{t('users.grid.granted')}</span>
            </span>
          ) : (
            <span className={classes.absent}>{t('missing')}</span>
          )
        }
      />
    </section>
  );
}
