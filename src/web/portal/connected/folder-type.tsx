/** Icon and word of a folder type; colour is never the only cue. */
import { IconFolder, IconHistory, IconKey, IconShieldLock, IconSparkles, IconTool } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FolderType } from '#domain/folders/folder-types.ts';
import classes from './folder-type.module.css';
import { folderTypeLabel } from './labels.ts';

export type FolderTypeClass = FolderType | 'GENERIC';

const ICONS = {
  PRIVACY: IconShieldLock,
  SALE_NEW: IconSparkles,
  SALE_USED: IconHistory,
  SERVICE: IconTool,
  VEHICLE_EXIT_REQUEST: IconKey,
  GENERIC: IconFolder,
} as const satisfies Record<FolderTypeClass, unknown>;

/** The colour class of a folder type: its own, or GENERIC for one that a newer server adds. */
export function folderTypeClass(type: FolderType): FolderTypeClass {
  return Object.hasOwn(ICONS, type) ? type : 'GENERIC';
}

export function FolderTypeIcon(props: { type: FolderType; size?: number }) {
  const colour = folderTypeClass(props.type);
  const Icon = ICONS[colour];
  return (
    <span className={classes.icon} data-type={colour} aria-hidden="true">
      <Icon size={props.size ?? 16} stroke={1.8} />
    </span>
  );
}

export function FolderTypeLabel(props: { type: FolderType }) {
  const { t } = useTranslation();
  return (
    <span className={classes.label}>
      <FolderTypeIcon type={props.type} />
      {folderTypeLabel(t, props.type)}
    </span>
  );
}
