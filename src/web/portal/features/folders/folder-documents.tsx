/** The documents of a folder; one call loads them all, and the page searches, sorts and paginates them. */
import { IconFileText, IconSignature } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isInProgress } from '#domain/documents/document-states.ts';
import type { DocumentRow, DossierRow, FolderRow } from '../../api/answer-types.ts';
import { pollIntervalMs } from '../../api/live/live.ts';
import { documentsOfFolder } from '../../api/queries.ts';
import { OfferedButton } from '../../connected/act/offered-button.tsx';
import { DocumentStatusChip } from '../../connected/chip.tsx';
import { documentTypeLabel } from '../../connected/labels.ts';
import { localPage } from '../../connected/list/filter-and-sort.ts';
import { ListFilter } from '../../connected/list/filter-select.tsx';
import { ListCard } from '../../connected/list/list-card.tsx';
import { type List, useLocalList } from '../../connected/list/list-state.ts';
import { SearchBox } from '../../connected/list/search-box.tsx';
import { placeOf } from '../../entities/documents/available-actions.ts';
import { awaitedLine } from '../../entities/documents/awaited-signers.tsx';
import { type DocumentDialogs, useDocumentDialogs } from '../../entities/documents/dialogs/document-dialogs.tsx';
import { DocumentRowActions } from '../../entities/documents/row-actions.tsx';
import { proposedTogether } from '../../entities/documents/together-choices.ts';
import { paths } from '../../paths.ts';
import { formatDate } from '../../text/dates.ts';
import { formatSize } from '../../text/numbers.ts';
import { useDocumentColumns } from './document-columns.tsx';
import { filterAndSort, statusesOf } from './filter-and-sort.ts';
import { useFolderActions, useReasonText } from './folder-actions.tsx';
import classes from './folders.module.css';

/** A list polls less often than a document page. */
const POLL_MS = 5_000;

const NONE: readonly DocumentRow[] = [];

export function FolderDocuments(props: { folder: FolderRow; dossier: DossierRow }) {
  const { t } = useTranslation();
  const { folder, dossier } = props;
  const list = useLocalList({ field: 'fileName', order: 'asc' });
  const { text, sorting, filters } = list.state;
  const documents = useQuery({
    ...documentsOfFolder(folder.id),
    refetchInterval: (query) =>
      query.state.data?.rows.some((row) => isInProgress(row.status)) ? pollIntervalMs(POLL_MS) : false,
  });
  const label = (row: DocumentRow) => documentTypeLabel(t, row.type);
  const dialogs = useDocumentDialogs();
  const columns = useDocumentColumns({ folder, dossier, label, dialogs });
  const all = documents.data?.rows ?? NONE;
  // A folder may hold ten thousand documents: sort them again only when something changed.
  const matching = useMemo(() => {
    const filter = { text, sorting, status: filters.status };
    return filterAndSort(all, { ...filter, label: (row) => documentTypeLabel(t, row.type) });
  }, [all, text, sorting, filters.status, t]);
  return (
    <>
      <ListCard
        list={list}
        label={t('columns.documents')}
        total={documents.data && all.length}
        aside={
          all.length > 0 ? (
            <div className={classes.above} data-wide>
              <Together folder={folder} dossier={dossier} rows={all} dialogs={dialogs} />
              <Tools list={list} rows={all} />
            </div>
          ) : null
        }
        query={localPage(documents, matching, list.state)}
        skeleton={6}
        empty={{
          icon: IconFileText,
          title: t(all.length === 0 ? 'registry.folder.empty' : 'registry.folder.none'),
          text: folder.status === 'CLOSED' ? t('registry.folder.emptyClosed') : t('registry.folder.emptyText'),
        }}
        rows={{
          ...{ columns, dense: true },
          rowKey: (row) => row.id,
          href: (row) => paths.document(row.id),
          phone: (row) => ({
            title: label(row),
            chip: <DocumentStatusChip document={row} />,
            lines: [
              `${row.id} · ${row.fileName ?? t('missing')}`,
              [
                row.sigType ? t(`label.sigType.${row.sigType}`) : t('registry.folder.unsigned'),
                formatSize(row.fileSize),
                formatDate(row.lastModifiedDate),
              ].join(' · '),
              awaitedLine(t, row.awaits),
            ],
            aside: (
              <DocumentRowActions
                document={row}
                place={placeOf(folder, dossier)}
                label={label(row)}
                dialogs={dialogs}
              />
            ),
          }),
        }}
      />
      {dialogs.element}
    </>
  );
}

/** With at least two ready documents, offers to sign them with one link; absent without the permission. */
function Together(props: {
  folder: FolderRow;
  dossier: DossierRow;
  rows: readonly DocumentRow[];
  dialogs: DocumentDialogs;
}) {
  const { t } = useTranslation();
  const { folder, rows } = props;
  const ready = rows.filter((row) => row.status === 'READY_TO_SIGN').length;
  const knownFacts = { ready, together: ready < 2 ? 0 : proposedTogether(rows, folder.status, { most: 2 }).length };
  const together = useFolderActions(props, knownFacts)('together');
  const reasonOf = useReasonText();
  if (together === null) return null;
  return (
    <OfferedButton
      rank={1}
      size="xs"
      variant="default"
      leftSection={<IconSignature size={16} stroke={1.9} />}
      reason={reasonOf(together)}
      onClick={() => props.dialogs.together(folder)}
    >
      {t('registry.folder.together')}
    </OfferedButton>
  );
}

function Tools(props: { list: List; rows: readonly DocumentRow[] }) {
  const { t } = useTranslation();
  const { list, rows } = props;
  const statuses = {
    ...{ name: 'status', label: t('registry.folder.status'), all: t('registry.folder.allStatuses') },
    choices: statusesOf(rows).map((status) => ({ value: status, label: t(`label.documentStatus.${status}`) })),
  };
  return (
    <div className={classes.tools}>
      <SearchBox
        small
        label={t('registry.folder.search')}
        placeholder={t('registry.folder.search')}
        shortest={1}
        value={list.state.text}
        onSearch={(text) => list.change({ text })}
      />
      <ListFilter small list={list} filter={statuses} />
    </div>
  );
}
