/** The side menu as data: only what exists and may be seen; what is not built is absent (specification §2, §6). */
import { IconAddressBook, IconExternalLink, IconFolder, IconLayoutDashboard } from '@tabler/icons-react';
import type { Action } from '#domain/access.ts';
import { paths } from '../paths.ts';

export type MenuKey = 'dashboard' | 'customers' | 'folders' | 'dealerPortal';

export interface MenuEntry {
  key: MenuKey;
  icon: typeof IconFolder;
  to: string;
  external?: boolean;
  /** Shown only to those who may ever do this. */
  needs?: Action;
}

export interface MenuGroup {
  heading: 'management' | 'tools' | null;
  entries: readonly MenuEntry[];
}

export function menuGroups(dealerPortalUrl: string | null, allowed: (action: Action) => boolean): MenuGroup[] {
  const tools: MenuEntry[] = dealerPortalUrl
    ? [{ key: 'dealerPortal', icon: IconExternalLink, to: dealerPortalUrl, external: true }]
    : [];
  const groups: MenuGroup[] = [
    { heading: null, entries: [{ key: 'dashboard', icon: IconLayoutDashboard, to: paths.dashboard }] },
    {
      heading: 'management',
      entries: [
        { key: 'customers', icon: IconAddressBook, to: paths.dossiers, needs: 'dossier.read' },
        { key: 'folders', icon: IconFolder, to: paths.folders, needs: 'folder.read' },
      ],
    },
    { heading: 'tools', entries: tools },
  ];
  return groups
    .map((group) => ({ ...group, entries: group.entries.filter((entry) => !entry.needs || allowed(entry.needs)) }))
    .filter((group) => group.entries.length > 0);
}

/** The entry that is active at an address: a document belongs to its folder, the wizard starts from the dashboard. */
export function activeEntry(pathname: string): MenuKey {
  if (pathname.startsWith(paths.dossiers)) return 'customers';
  if (pathname.startsWith(paths.folders) || pathname.startsWith('/app/documents')) return 'folders';
  return 'dashboard';
}
