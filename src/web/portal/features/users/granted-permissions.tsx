/** The read-only permission grid: the effective permissions with the user's role. */
import { IconCheck, IconEye } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { canRead, canWrite, mayEver, READONLY } from '#domain/access.ts';
import type { Brand } from '#domain/dealers/brands.ts';
import { FOLDER_TYPES } from '#domain/folders/folder-types.ts';
import type { UserRow } from '../../api/queries/users.ts';
import classes from './grid.module.css';
import { GridFrame, GridNote } from './grid-frame.tsx';
import type { Permission } from './permission-rules.ts';

const ROWS = [...FOLDER_TYPES.filter((type) => type !== 'VEHICLE_EXIT_REQUEST'), READONLY] as const;

export function GrantedPermissions(props: { user: UserRow }) {
  const { t } = useTranslation();
  const title = useId();
  const { user } = props;
  const reading = user.brands.some(({ brand }) =>
    ROWS.some((permission) => rightIn(user, permission, brand) === 'read'),
  );
  return (
    <section aria-labelledby={title}>
      <GridFrame
        title={title}
        rows={ROWS}
        cell={(permission, brand) => <Right right={rightIn(user, permission, brand)} />}
      />
      {reading ? (
        <div className={classes.notes}>
          <GridNote text={t('users.grid.readsOnly')} />
        </div>
      ) : null}
    </section>
  );
}

/** A read-only role never writes, regardless of its permissions; "Sola lettura" of a brand reads all its types. */
function rightIn(user: UserRow, permission: Permission, brand: Brand): 'write' | 'read' | 'none' {
  if (!mayEver(user, 'document.read').ok) return 'none';
  if (permission !== READONLY) {
    return canWrite(user, brand, permission) ? 'write' : canRead(user, brand, permission) ? 'read' : 'none';
  }
  const reads = FOLDER_TYPES.filter((type) => canRead(user, brand, type));
  return reads.length > 0 && reads.every((type) => !canWrite(user, brand, type)) ? 'write' : 'none';
}

const MARKS = { write: IconCheck, read: IconEye } as const;

function Right(props: { right: 'write' | 'read' | 'none' }) {
  const { t } = useTranslation();
  const { right } = props;
  if (right === 'none') return <span className={classes.absent}>{t('missing')}</span>;
  const Mark = MARKS[right];
  return (
    <span className={classes.granted} data-right={right}>
      <Mark size={16} stroke={2} aria-hidden="true" />
      <span className="sr-only">{t(right === 'read' ? 'users.grid.reads' : 'users.grid.granted')}</span>
    </span>
  );
}
