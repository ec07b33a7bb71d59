/** Icon and word of a folder type; the colour never stands alone (DESIGN.md §3.3). */
import { IconHistory, IconKey, IconShieldLock, IconSparkles, IconTool } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FolderType } from '#domain/folders/folder-types.ts';
import classes from './folder-type.module.css';

const ICONS = {
  PRIVACY: IconShieldLock,
  SALE_NEW: IconSparkles,
  SALE_USED: IconHistory,
  SERVICE: IconTool,
  VEHICLE_EXIT_REQUEST: IconKey,
} as const;

export function FolderTypeIcon(props: { type: FolderType; size?: number }) {
  const Icon = ICONS[props.type];
  return (
    <span className={classes.icon} data-type={props.type} aria-hidden="true">
      <Icon size={props.size ?? 16} stroke={1.8} />
    </span>
  );
}

export function FolderTypeLabel(props: { type: FolderType }) {
  const { t } = useTranslation();
  return (
    <span className={classes.label}>
      <FolderTypeIcon type={props.type} />
      {t(`label.folderType.${props.type}`)}
    </span>
  );
}
