/** The side menu as data: each entry with the permission it needs; shows only pages that exist and are permitted. */
import {
  IconAddressBook,
  IconCertificate,
  IconExternalLink,
  IconFiles,
  IconFileText,
  IconFolder,
  IconHourglass,
  IconLayoutDashboard,
  IconListCheck,
  IconPhone,
  IconPlugConnected,
  IconServer2,
  IconUserCog,
  IconVideo,
} from '@tabler/icons-react';
import type { Action } from '#domain/access.ts';
import { paths } from '../paths.ts';

export type MenuKey =
  | 'dashboard'
  | 'customers'
  | 'folders'
  | 'documents'
  | 'waiting'
  | 'numbers'
  | 'licenses'
  | 'users'
  | 'services'
  | 'papers'
  | 'integrations'
  | 'firstSteps'
  | 'dealerPortal'
  | 'videos';

export interface MenuEntry {
  key: MenuKey;
  icon: typeof IconFolder;
  to: string;
  external?: boolean;
  /** Shown only to users who may ever do this. */
  needs?: Action;
}

export interface MenuGroup {
  heading: 'management' | 'administration' | 'tools' | null;
  entries: readonly MenuEntry[];
}

const GROUPS: readonly MenuGroup[] = [
  { heading: null, entries: [{ key: 'dashboard', icon: IconLayoutDashboard, to: paths.dashboard }] },
  {
    heading: 'management',
    entries: [
      { key: 'customers', icon: IconAddressBook, to: paths.dossiers, needs: 'dossier.read' },
      { key: 'folders', icon: IconFolder, to: paths.folders, needs: 'folder.read' },
      { key: 'documents', icon: IconFiles, to: paths.documents, needs: 'document.read' },
      { key: 'waiting', icon: IconHourglass, to: paths.waiting, needs: 'document.sign' },
      { key: 'numbers', icon: IconPhone, to: paths.numbers, needs: 'recurringNumber.read' },
      { key: 'licenses', icon: IconCertificate, to: paths.licenses, needs: 'license.read' },
    ],
  },
  {
    heading: 'administration',
    entries: [
      { key: 'firstSteps', icon: IconListCheck, to: paths.firstSteps, needs: 'installation.read' },
      { key: 'users', icon: IconUserCog, to: paths.users, needs: 'user.read' },
      { key: 'services', icon: IconServer2, to: paths.services, needs: 'service.read' },
      { key: 'papers', icon: IconFileText, to: paths.papers, needs: 'paper.read' },
      { key: 'integrations', icon: IconPlugConnected, to: paths.integrations, needs: 'integration.edit' },
    ],
  },
];

export function menuGroups(
  dealerPortalUrl: string | null,
  allowed: (action: Action) => boolean,
  exists: (path: string) => boolean,
): MenuGroup[] {
  const tools: MenuEntry[] = [{ key: 'videos', icon: IconVideo, to: paths.videos, needs: 'video.read' }];
  if (dealerPortalUrl) {
    tools.unshift({ key: 'dealerPortal', icon: IconExternalLink, to: dealerPortalUrl, external: true });
  }
  const shown = (entry: MenuEntry) => (!entry.needs || allowed(entry.needs)) && (entry.external || exists(entry.to));
  return [...GROUPS, { heading: 'tools' as const, entries: tools }]
    .map((group) => ({ ...group, entries: group.entries.filter(shown) }))
    .filter((group) => group.entries.length > 0);
}

const ACTIVE: readonly (readonly [start: string, entry: MenuKey])[] = [
  [paths.dashboard, 'dashboard'],
  ['/app/wizard', 'dashboard'],
  [paths.dossiers, 'customers'],
  [paths.folders, 'folders'],
  ['/app/documents', 'folders'],
  [paths.waiting, 'waiting'],
  [paths.numbers, 'numbers'],
  [paths.licenses, 'licenses'],
  [paths.users, 'users'],
  [paths.services, 'services'],
  [paths.papers, 'papers'],
  [paths.integrations, 'integrations'],
  [paths.firstSteps, 'firstSteps'],
  [paths.videos, 'videos'],
];

/** The active entry for an address: a document belongs to its folder, the wizard to the dashboard. */
export function activeEntry(pathname: string): MenuKey | null {
  if (pathname === paths.documents) return 'documents';
  return ACTIVE.find(([start]) => pathname === start || pathname.startsWith(`${start}/`))?.[1] ?? null;
}
