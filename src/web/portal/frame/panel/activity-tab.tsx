/** The user's recent activity: customers, folders and documents that they created or changed. */
import { IconAddressBook, IconFileText, IconFolder, IconHistory } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { mayEver } from '#domain/access.ts';
import { customerName } from '#domain/dossiers/customer-name.ts';
import type { Search } from '../../api/queries/search.ts';
import { documentSearch, dossierSearch, folderSearch } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import { FailureNote } from '../../connected/failure-note.tsx';
import { customerOf, documentTypeLabel, folderTitle } from '../../connected/labels.ts';
import { dayBounds } from '../../connected/list/day-bounds.ts';
import { paths } from '../../paths.ts';
import { formatDateTime, movedDay, toIsoDate } from '../../text/dates.ts';
import { Empty, SkeletonRows } from '../../ui/card.tsx';
import { type OwnEvent, ownEvents } from './own-activity.ts';
import classes from './quick-panel.module.css';

const MAX_EVENTS = 20;
/** How far back to look for changes to other users' rows: no index covers who changed a row. */
const RECENT_DAYS = 30;
const since = (): string | undefined => movedDay(toIsoDate(new Date()), -RECENT_DAYS) ?? undefined;
const ICONS = { document: IconFileText, folder: IconFolder, customer: IconAddressBook } as const;

function useOwnEvents() {
  const { account } = useSession();
  const by = (criteria: Search['criteria']) => ({ page: 0, size: MAX_EVENTS, sort: 'lastModifiedDate,desc', criteria });
  const byMe = { equals: account.login };
  const created = by({ createdBy: byMe });
  const changed = by({ lastModifiedBy: byMe, lastModifiedDate: dayBounds(since(), undefined) });
  const reads = (action: 'document.read' | 'folder.read' | 'dossier.read') => mayEver(account, action).ok;
  // Reload on every opening of the panel: it shows what was just done.
  const fresh = { staleTime: 0, placeholderData: undefined };
  return useQueries({
    queries: [
      { ...documentSearch(created), ...fresh, enabled: reads('document.read') },
      { ...documentSearch(changed), ...fresh, enabled: reads('document.read') },
      { ...folderSearch(account, created), ...fresh, enabled: reads('folder.read') },
      { ...folderSearch(account, changed), ...fresh, enabled: reads('folder.read') },
      { ...dossierSearch(created), ...fresh, enabled: reads('dossier.read') },
      { ...dossierSearch(changed), ...fresh, enabled: reads('dossier.read') },
    ],
    combine: ([documents, documentsToo, folders, foldersToo, dossiers, dossiersToo]) => {
      const all = [documents, documentsToo, folders, foldersToo, dossiers, dossiersToo];
      const rowsOf = <T,>(...queries: { data?: { rows: T[] } }[]) => queries.flatMap(({ data }) => data?.rows ?? []);
      return {
        failed: all.filter((query) => query.isError),
        loading: all.some((query) => query.isLoading),
        events: ownEvents(
          account.login,
          [
            ...rowsOf(documents, documentsToo).map((row) => ({ kind: 'document' as const, row })),
            ...rowsOf(folders, foldersToo).map((row) => ({ kind: 'folder' as const, row })),
            ...rowsOf(dossiers, dossiersToo).map((row) => ({ kind: 'customer' as const, row })),
          ],
          MAX_EVENTS,
        ),
      };
    },
  });
}

/** Its name, its customer, and the page that shows it. */
function eventEntry(t: TFunction, event: OwnEvent): { name: string; customer: string | null; to: string } {
  if (event.kind === 'document') {
    const { row } = event;
    return { name: documentTypeLabel(t, row.type), customer: customerOf(t, row), to: paths.document(row.id) };
  }
  if (event.kind === 'folder') {
    const { row } = event;
    return { name: folderTitle(t, row), customer: customerOf(t, row), to: paths.folder(row.id) };
  }
  return { name: customerName(event.row), customer: null, to: paths.dossier(event.row.id) };
}

export function ActivityTab(props: { onLeave: () => void }) {
  const { t } = useTranslation();
  const { failed, loading, events } = useOwnEvents();
  if (failed[0]) {
    const retry = () => {
      for (const query of failed) void query.refetch();
    };
    return (
      <div className={classes.failed}>
        <FailureNote failure={failed[0].error} onRetry={retry} />
      </div>
    );
  }
  if (loading) return <SkeletonRows rows={8} height={52} />;
  if (events.length === 0) {
    return <Empty icon={IconHistory} title={t('account.activity.emptyTitle')} text={t('account.activity.emptyText')} />;
  }
  return (
    <>
      <p className={classes.intro}>{t('account.activity.intro')}</p>
      <ul className={classes.rows}>
        {events.map((event) => {
          const Icon = ICONS[event.kind];
          const { name, customer, to } = eventEntry(t, event);
          return (
            <li key={`${event.kind}${event.row.id}${event.did}`}>
              <Link to={to} className={classes.row} onClick={props.onLeave}>
                <span className={classes.mark}>
                  <Icon size={16} stroke={1.8} aria-hidden="true" />
                </span>
                <span className={classes.what}>
                  <span className={classes.name}>{name}</span>
                  <span className={classes.more}>
                    {[t(`account.activity.${event.did}`), customer].filter(Boolean).join(' · ')}
                  </span>
                </span>
                <time className={classes.when} dateTime={event.at}>
                  {formatDateTime(event.at)}
                </time>
              </Link>
            </li>
          );
        })}
      </ul>
    </>
  );
}
