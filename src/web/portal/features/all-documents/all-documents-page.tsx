/** The page of all documents: filters by status, period, seller, brand and type, with an export of the results. */
import { IconFiles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { exportDocuments } from '#contract/calls/documents.ts';
import { DOCUMENT_VIEWS, type DocumentView, MAX_EXPORTED_DOCUMENTS } from '#domain/documents/document-views.ts';
import { pollIntervalMs } from '../../api/live/live.ts';
import { type DocumentCriteria, viewCountsQuery } from '../../api/queries/all-documents.ts';
import { documentSearch } from '../../api/queries.ts';
import { requestOf } from '../../api/request.ts';
import { useSession } from '../../api/session.tsx';
import { ExportButton } from '../../connected/export-button.tsx';
import { ListGroups } from '../../connected/list/list-groups.tsx';
import { useAddressedList } from '../../connected/list/list-in-url.ts';
import { ListPage } from '../../connected/list/list-page.tsx';
import type { List } from '../../connected/list/list-state.ts';
import { useNames } from '../../connected/user-names.ts';
import { usePageAccent } from '../../entities/dealers/brand.tsx';
import { useDocumentDialogs } from '../../entities/documents/dialogs/document-dialogs.tsx';
import { paths } from '../../paths.ts';
import { toIsoDate } from '../../text/dates.ts';
import { counted, formatCount } from '../../text/numbers.ts';
import { withFilter } from './created-period.ts';
import { useDocumentColumns, useDocumentLines } from './document-columns.tsx';
import { criteriaIn, criteriaWithoutView, useDocumentFilters, viewOf } from './use-filters.ts';

const POLL_MS = 15_000;
const GROUPS = ['all', ...DOCUMENT_VIEWS] as const;
const SORTABLE = ['type', 'customerName', 'brand', 'status', 'createdDate', 'lastModifiedDate'];

export function AllDocumentsPage() {
  const { t } = useTranslation();
  const { homeBrand } = useSession();
  usePageAccent(homeBrand);
  const { filters, more, pending } = useDocumentFilters(useLocation().search as Record<string, string | undefined>);
  const addressed = useAddressedList({
    ...{ sorting: { field: 'createdDate', order: 'desc' }, sortable: SORTABLE },
    ...{ filters: [...filters, ...more], choices: { view: DOCUMENT_VIEWS } },
  });
  const { state, change, paging } = addressed;
  const choose: List['choose'] = (name, value) => change({ filters: withFilter(state.filters, name, value) });
  const list = { ...addressed, choose };
  const criteria = criteriaIn(state);
  const documents = useQuery({
    ...documentSearch({ ...paging, criteria }),
    // The seller in the address can be resolved only when the sellers are loaded.
    enabled: !pending,
    refetchInterval: () => pollIntervalMs(POLL_MS),
  });
  const dialogs = useDocumentDialogs();
  const nameOf = useNames((documents.data?.rows ?? []).map(({ createdBy }) => createdBy));
  const columns = useDocumentColumns(dialogs, nameOf);
  const phone = useDocumentLines(dialogs);
  const view = viewOf(state);
  return (
    <>
      <ListPage
        title={t('menu.documents')}
        actions={<ExportDocuments {...{ criteria, view }} sort={paging.sort} total={documents.data?.total ?? 0} />}
        lead={<Views list={list} enabled={!pending} />}
        {...{ list, filters, more }}
        search={{ label: t('allDocuments.search'), placeholder: t('allDocuments.placeholder') }}
        note={(total) => t('label.documents', counted(total))}
        query={documents}
        empty={{ icon: IconFiles, title: t('allDocuments.none'), text: t('allDocuments.emptyText') }}
        rows={{ columns, rowKey: (row) => row.id, href: (row) => paths.document(row.id), phone, tall: true }}
      />
      {dialogs.element}
    </>
  );
}

function Views(props: { list: List; enabled: boolean }) {
  const { t } = useTranslation();
  const { list, enabled } = props;
  const { data } = useQuery({
    ...viewCountsQuery(criteriaWithoutView(list.state)),
    enabled,
    refetchInterval: () => pollIntervalMs(POLL_MS),
  });
  return (
    <ListGroups
      label={t('allDocuments.views.label')}
      groups={GROUPS.map((key) => ({
        ...{ key, label: t(`allDocuments.views.${key}`), count: data?.[key], alarming: key === 'declined' },
      }))}
      chosen={viewOf(list.state) ?? 'all'}
      onChoose={(key) => list.choose('view', key === 'all' ? '' : key)}
    />
  );
}

/** Exports the documents found; the file is named after the view and the day. */
function ExportDocuments(props: {
  criteria: DocumentCriteria;
  sort: string;
  view: DocumentView | undefined;
  total: number;
}) {
  const { t } = useTranslation();
  const { criteria, sort, view, total } = props;
  const of = view ? [t(`allDocuments.views.${view}`).toLowerCase().replaceAll(' ', '-')] : [];
  const tooMany = total > MAX_EXPORTED_DOCUMENTS;
  return (
    <ExportButton
      file={requestOf(exportDocuments, { query: { sort }, body: criteria })}
      name={`${[t('menu.documents').toLowerCase(), ...of, toIsoDate(new Date())].join('-')}.xlsx`}
      words="allDocuments.export"
      reason={tooMany ? t('allDocuments.export.tooMany', { most: formatCount(MAX_EXPORTED_DOCUMENTS) }) : null}
    />
  );
}
