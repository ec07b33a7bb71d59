/** Commands of the quick search: every page of the menu and everything that can be created, where permitted. */
import { IconFilePlus, IconFolderPlus, IconUserPlus } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { type Action, mayEver } from '#domain/access.ts';
import { useSession } from '../../api/session.tsx';
import { paths } from '../../paths.ts';
import { settings } from '../../settings.ts';
import { type MenuEntry, menuGroups } from '../menu.ts';
import { matchDistance } from './matched-parts.ts';
import type { Group, PageEntry } from './result-entries.tsx';

const NEW = { new: '1' };
const CREATIONS = [
  { key: 'customer', icon: IconUserPlus, to: paths.dossiers, search: NEW, needs: 'dossier.create' },
  { key: 'folder', icon: IconFolderPlus, to: paths.folders, search: NEW, needs: 'folder.create' },
  { key: 'document', icon: IconFilePlus, to: paths.dashboard, search: undefined, needs: 'document.create' },
] as const satisfies readonly { key: string; needs: Action; [more: string]: unknown }[];

/** Shorter texts match too many words. */
const MIN_LENGTH = 3;

interface Command {
  place: PageEntry;
  /** Its subject: at least one of its words must be typed. */
  name: string;
}

function creations(t: TFunction, may: (action: Action) => boolean): Command[] {
  return CREATIONS.filter(({ needs }) => may(needs)).map(({ key, icon: Icon, to, search }) => ({
    name: t(`search.create.${key}`),
    place: {
      ...{ id: `found-new-${key}`, to, ...(search && { search }) },
      ...{ title: t(`search.create.${key}`), caption: key === 'document' ? t('search.createHint') : '' },
      lead: <Icon size={18} stroke={1.8} aria-hidden="true" />,
    },
  }));
}

function pageCommand(t: TFunction, { key, to, icon: Icon }: MenuEntry): Command {
  const name = t(`menu.${key}`);
  const lead = <Icon size={18} stroke={1.8} aria-hidden="true" />;
  return { name, place: { id: `found-page-${key}`, to, title: t('search.goTo', { page: name }), caption: '', lead } };
}

/**
 * @returns in one group, commands that begin with the typed words, then those that match with a typing error;
 * `sure` when the first matches without one.
 */
export function useCommands(typed: string): { groups: Group[]; sure: boolean } {
  const { t } = useTranslation();
  const { account } = useSession();
  const { routesByPath } = useRouter();
  const may = (action: Action) => mayEver(account, action).ok;
  if (typed.trim().length < MIN_LENGTH) return { groups: [], sure: false };
  const pages = menuGroups(settings.dealerPortalUrl, may, (path) => path in routesByPath)
    .flatMap(({ entries }) => entries)
    .filter(({ external }) => !external)
    .map((entry) => pageCommand(t, entry));
  const all = [...creations(t, may), ...pages];
  const matching = (precision: 'exact' | 'near') =>
    all.filter(({ place, name }) => matchDistance(place.title, name, typed) === precision).map(({ place }) => place);
  const exact = matching('exact');
  const entries = [...exact, ...matching('near')];
  return { groups: entries.length === 0 ? [] : [{ kind: 'commands', entries }], sure: exact.length > 0 };
}
