/** The frame of the permission grid: folder types as rows, brands as columns, "Sola lettura" last. */
import { IconInfoCircle, IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { READONLY } from '#domain/access.ts';
import { BRANDS, type Brand } from '#domain/dealers/brands.ts';
import { FolderTypeIcon } from '../../connected/folder-type.tsx';
import { BrandTile } from '../../entities/dealers/brand.tsx';
import classes from './grid.module.css';
import type { Permission } from './permission-rules.ts';

export function GridFrame(props: {
  /** Id of its heading. */
  title: string;
  rows: readonly Permission[];
  cell: (permission: Permission, brand: Brand) => ReactNode;
  /** Shown below the brand's name. */
  head?: (brand: Brand) => ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <>
      <h3 id={props.title} className={classes.title}>
        {t('users.grid.title')}
      </h3>
      <div className={classes.frame}>
        <table className={classes.grid} aria-labelledby={props.title}>
          <thead>
            <tr>
              <th scope="col">{t('users.grid.rows')}</th>
              {BRANDS.map((brand) => (
                <th key={brand} scope="col" className={classes.column}>
                  <span className={classes.brand}>
                    <BrandTile brand={brand} />
                    {t(`label.brandShort.${brand}`)}
                  </span>
                  {props.head?.(brand)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {props.rows.map((permission) => (
              <tr key={permission} data-last={permission === READONLY || undefined}>
                <th scope="row">
                  <PermissionLabel permission={permission} />
                </th>
                {BRANDS.map((brand) => (
                  <td key={brand} className={classes.column}>
                    {props.cell(permission, brand)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** A rule of the grid as text, below it. */
export function GridNote(props: { text: string }) {
  return (
    <p className={classes.note}>
      <IconInfoCircle size={16} stroke={1.8} aria-hidden="true" />
      <span>{props.text}</span>
    </p>
  );
}

function PermissionLabel(props: { permission: Permission }) {
  const { t } = useTranslation();
  const { permission } = props;
  return (
    <span className={classes.row}>
      <span className={classes.icon} aria-hidden="true">
        {permission === READONLY ? <IconLock size={16} stroke={1.8} /> : <FolderTypeIcon type={permission} />}
      </span>
      {permission === READONLY ? t('users.grid.readOnly') : t(`label.folderType.${permission}`)}
    </span>
  );
}

/** The label of a check box, or of what replaces it. */
export function usePermissionName(): (permission: Permission) => string {
  const { t } = useTranslation();
  return (permission) => (permission === READONLY ? t('users.grid.readOnly') : t(`label.folderType.${permission}`));
}
