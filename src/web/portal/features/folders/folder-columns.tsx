/** Columns of the folder list, and its rows on a phone. */
import { useTranslation } from 'react-i18next';
import type { FolderRow } from '../../api/answer-types.ts';
import { useSession } from '../../api/session.tsx';
import { customerOf, folderTypeLabel } from '../../connected/labels.ts';
import {
  documentCountColumn,
  FolderCell,
  modifiedColumn,
  OpenMark,
  PlateVinCell,
  TwoLines,
} from '../../connected/list/cells.tsx';
import { BrandLabel, BrandTile } from '../../entities/dealers/brand.tsx';
import { formatDate } from '../../text/dates.ts';
import { formatCount } from '../../text/numbers.ts';
import type { Column } from '../../ui/table.tsx';
import classes from './folders.module.css';

export function useFolderColumns(): Column<FolderRow>[] {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  return [
    {
      key: 'folder',
      header: t('columns.folder'),
      cell: (row) => <FolderCell folder={row} />,
      sort: 'type',
      main: true,
    },
    {
      key: 'customer',
      header: t('columns.customer'),
      cell: (row) => (
        <TwoLines caption={row.dossierDTO ? dealerName(row.dossierDTO.hst) : ''}>
          <span className={classes.customer}>{customerOf(t, row)}</span>
        </TwoLines>
      ),
      sort: 'customerName',
    },
    {
      key: 'brand',
      header: t('columns.brand'),
      cell: (row) => <BrandLabel brand={row.brand} short />,
      sort: 'brand',
      from: 768,
    },
    { key: 'vehicle', header: t('columns.plateVin'), cell: (row) => <PlateVinCell folder={row} />, from: 768 },
    {
      key: 'date',
      header: t('label.field.processDate'),
      cell: (row) => formatDate(row.processDate),
      figures: true,
      sort: 'processDate',
      from: 1280,
    },
    documentCountColumn(t('columns.documents'), 1366),
    modifiedColumn(t('columns.modified'), 768),
    { key: 'open', header: t('actions.open'), cell: () => <OpenMark />, quiet: true },
  ];
}

export function useFolderLines() {
  const { t } = useTranslation();
  return (row: FolderRow) => {
    const count = row.numberOfDocuments;
    const documents = t('label.documents', { count, replace: { count: formatCount(count) } });
    return {
      lead: <BrandTile brand={row.brand} size={28} />,
      title: customerOf(t, row),
      lines: [
        [folderTypeLabel(t, row.type), row.businessId, row.plate].filter(Boolean).join(' · '),
        `${t(`label.brand.${row.brand}`)} · ${documents} · ${formatDate(row.lastModifiedDate)}`,
      ],
    };
  };
}
