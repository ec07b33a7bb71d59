/** The documents of one customer across all folders, last modified first. */
import { IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DocumentRow } from '../../api/answer-types.ts';
import { documentSearch } from '../../api/queries.ts';
import { DocumentStatusChip } from '../../connected/chip.tsx';
import { documentTypeLabel, folderTitle } from '../../connected/labels.ts';
import { FolderCell, modifiedColumn } from '../../connected/list/cells.tsx';
import { ListCard } from '../../connected/list/list-card.tsx';
import { useLocalList } from '../../connected/list/list-state.ts';
import { BrandLabel } from '../../entities/dealers/brand.tsx';
import { awaitedLine, DocumentStatus } from '../../entities/documents/awaited-signers.tsx';
import { paths } from '../../paths.ts';
import { formatShortDate } from '../../text/dates.ts';
import type { Column } from '../../ui/table.tsx';

export function CustomerDocuments(props: { dossierId: number }) {
  const { t } = useTranslation();
  const list = useLocalList({ field: 'lastModifiedDate', order: 'desc' }, 5);
  const criteria = { dossierId: { equals: props.dossierId } };
  const documents = useQuery(documentSearch({ ...list.paging, criteria }));
  const folderOf = (row: DocumentRow) => (row.folderDTO ? folderTitle(t, row.folderDTO) : t('missing'));
  return (
    <ListCard
      list={list}
      label={t('columns.documents')}
      query={documents}
      skeleton={3}
      empty={{
        icon: IconFileText,
        title: t('registry.customer.noDocuments'),
        text: t('registry.customer.noDocumentsText'),
      }}
      rows={{
        columns: useColumns(),
        rowKey: (row) => row.id,
        href: (row) => paths.document(row.id),
        phone: (row) => ({
          title: documentTypeLabel(t, row.type),
          chip: <DocumentStatusChip document={row} />,
          lines: [`${folderOf(row)} · ${formatShortDate(row.lastModifiedDate)}`, awaitedLine(t, row.awaits)],
        }),
        tall: true,
      }}
    />
  );
}

function useColumns(): Column<DocumentRow>[] {
  const { t } = useTranslation();
  return [
    { key: 'id', header: t('columns.id'), cell: (row) => row.id, figures: true, sort: 'id', from: 768 },
    { key: 'document', header: t('columns.document'), cell: (row) => documentTypeLabel(t, row.type), main: true },
    {
      key: 'folder',
      header: t('columns.folder'),
      cell: (row) => (row.folderDTO ? <FolderCell folder={row.folderDTO} /> : t('missing')),
      from: 768,
    },
    {
      key: 'brand',
      header: t('columns.brand'),
      cell: (row) => (row.folderDTO ? <BrandLabel brand={row.folderDTO.brand} short /> : t('missing')),
      from: 992,
    },
    {
      key: 'signature',
      header: t('columns.signature'),
      cell: (row) => (row.signable && row.sigType ? t(`label.sigType.${row.sigType}`) : t('missing')),
      from: 992,
    },
    modifiedColumn(t('columns.modified'), 992),
    { key: 'status', header: t('columns.status'), cell: statusOf },
  ];
}

const statusOf = (row: DocumentRow) => <DocumentStatus document={row} />;
