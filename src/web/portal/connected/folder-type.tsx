/** Icon and label of a folder type; colour is never the only cue. */
import { IconFolder, IconHistory, IconKey, IconShieldLock, IconSparkles, IconTool } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FolderType } from '#domain/folders/folder-types.ts';
import classes from './folder-type.module.css';
import { folderTypeLabel } from './labels.ts';

type FolderTypeClass = FolderType | 'GENERIC';

const ICONS = {
  PRIVACY: IconShieldLock,
  SALE_NEW: IconSparkles,
  SALE_USED: IconHistory,
  SERVICE: IconTool,
  VEHICLE_EXIT_REQUEST: IconKey,
  GENERIC: IconFolder,
} as const satisfies Record<FolderTypeClass, unknown>;

/** Its own icon and colour, or those of GENERIC for one that a newer server adds. */
export function folderTypeClass(type: FolderType): FolderTypeClass {
  return Object.hasOwn(ICONS, type) ? type : 'GENERIC';
}

const COLOURS: Record<FolderTypeClass, string> = {
  PRIVACY: '--c-privacy',
  SALE_NEW: '--c-sale-new',
  SALE_USED: '--c-sale-used',
  SERVICE: '--c-service',
  VEHICLE_EXIT_REQUEST: '--c-vehicle-exit',
  GENERIC: '--c-generic',
};

/** The custom property with its colour. */
export const folderTypeColour = (type: FolderType): string => COLOURS[folderTypeClass(type)];

export function FolderTypeIcon(props: { type: FolderType; size?: number }) {
  const Icon = ICONS[folderTypeClass(props.type)];
  return (
    <span className={classes.icon} style={{ color: `var(${folderTypeColour(props.type)})` }} aria-hidden="true">
      <Icon size={props.size ?? 16} stroke={1.8} />
    </span>
  );
}

export function FolderTypeLabel(props: { type: FolderType }) {
  const { t } = useTranslation();
  return (
    <span className="with-icon">
      <FolderTypeIcon type={props.type} />
      {folderTypeLabel(t, props.type)}
    </span>
  );
}
