/** Columns of the list of all documents, and its card on a phone. */
import { useTranslation } from 'react-i18next';
import type { DocumentRow } from '../../api/answer-types.ts';
import { useSession } from '../../api/session.tsx';
import { DocumentStatusChip } from '../../connected/chip.tsx';
import { customerOf, documentTypeLabel, folderTitle } from '../../connected/labels.ts';
import { modifiedColumn, TwoLines } from '../../connected/list/cells.tsx';
import { BrandLabel, BrandTile } from '../../entities/dealers/brand.tsx';
import { placeOf } from '../../entities/documents/available-actions.ts';
import { awaitedLine, DocumentStatus } from '../../entities/documents/awaited-signers.tsx';
import type { DocumentDialogs } from '../../entities/documents/dialogs/document-dialogs.tsx';
import { DocumentRowActions } from '../../entities/documents/row-actions.tsx';
import { formatDate, formatDateTime } from '../../text/dates.ts';
import type { Column } from '../../ui/table.tsx';

interface RowProps {
  row: DocumentRow;
  dialogs: DocumentDialogs;
}

function Actions({ row, dialogs }: RowProps) {
  const { t } = useTranslation();
  const { folderDTO: folder, dossierDTO: dossier } = row;
  if (!folder || !dossier) return null;
  return (
    <DocumentRowActions
      document={row}
      place={placeOf(folder, dossier)}
      label={documentTypeLabel(t, row.type)}
      dialogs={dialogs}
    />
  );
}

/** @param nameOf the name that colleagues see for a login. */
export function useDocumentColumns(
  dialogs: DocumentDialogs,
  nameOf: (login: string | null) => string | null,
): Column<DocumentRow>[] {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  return [
    {
      key: 'document',
      header: t('columns.document'),
      cell: (row) => <TwoLines caption={`n.\u00a0${row.id}`}>{documentTypeLabel(t, row.type)}</TwoLines>,
      sort: 'type',
      main: true,
    },
    {
      key: 'customer',
      header: t('columns.customer'),
      cell: (row) => (
        <TwoLines caption={row.dossierDTO ? dealerName(row.dossierDTO.hst) : ''}>{customerOf(t, row)}</TwoLines>
      ),
      sort: 'customerName',
    },
    {
      key: 'folder',
      header: t('columns.folder'),
      cell: (row) => (row.folderDTO ? folderTitle(t, row.folderDTO) : t('missing')),
      from: 992,
    },
    {
      key: 'brand',
      header: t('columns.brand'),
      cell: (row) => (row.folderDTO ? <BrandLabel brand={row.folderDTO.brand} short /> : t('missing')),
      sort: 'brand',
      from: 1280,
    },
    { key: 'status', header: t('columns.status'), cell: (row) => <DocumentStatus document={row} />, sort: 'status' },
    {
      key: 'created',
      header: t('allDocuments.created'),
      cell: (row) => <TwoLines caption={nameOf(row.createdBy) ?? ''}>{formatDateTime(row.createdDate)}</TwoLines>,
      figures: true,
      sort: 'createdDate',
      from: 768,
    },
    modifiedColumn(t('columns.modified'), 1366),
    {
      key: 'actions',
      header: t('columns.actions'),
      align: 'right',
      cell: (row) => <Actions row={row} dialogs={dialogs} />,
    },
  ];
}

export function useDocumentLines(dialogs: DocumentDialogs) {
  const { t } = useTranslation();
  return (row: DocumentRow) => ({
    lead: row.folderDTO ? <BrandTile brand={row.folderDTO.brand} size={28} /> : undefined,
    title: customerOf(t, row),
    chip: <DocumentStatusChip document={row} />,
    lines: [
      `${documentTypeLabel(t, row.type)} · n.\u00a0${row.id}`,
      awaitedLine(t, row.awaits),
      [row.folderDTO ? folderTitle(t, row.folderDTO) : null, formatDate(row.createdDate)].filter(Boolean).join(' · '),
    ],
    aside: <Actions row={row} dialogs={dialogs} />,
  });
}
