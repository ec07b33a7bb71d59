/** Two-line cells for lists of customers and folders. */
import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FolderRow } from '../../api/answer-types.ts';
import { formatDateTime } from '../../text/dates.ts';
import { formatCount } from '../../text/numbers.ts';
import type { Column } from '../../ui/table.tsx';
import { FolderTypeIcon } from '../folder-type.tsx';
import { folderNumber, folderTypeLabel } from '../labels.ts';
import classes from './list.module.css';

/** A line, and a caption below it. */
export function TwoLines(props: { lead?: ReactNode; children: ReactNode; caption: ReactNode }) {
  return (
    <span className={classes.two}>
      {props.lead}
      <span className="lines">
        <span>{props.children}</span>
        <span className={classes.caption}>{props.caption}</span>
      </span>
    </span>
  );
}

/** A folder's type, with its number below. */
export function FolderCell(props: { folder: Pick<FolderRow, 'type' | 'businessId'> }) {
  const { t } = useTranslation();
  const { type } = props.folder;
  const number = folderNumber(t, props.folder);
  return (
    <TwoLines
      lead={
        <span className={classes.lead}>
          <FolderTypeIcon type={type} />
        </span>
      }
      caption={number === null ? t('registry.folders.noNumber') : capitalize(number)}
    >
      {folderTypeLabel(t, type)}
    </TwoLines>
  );
}

/** The plate; a new vehicle with only a VIN is shown as not registered yet. */
export function Plate(props: { folder: Pick<FolderRow, 'type' | 'plate' | 'vin'> }) {
  const { t } = useTranslation();
  const { plate, type, vin } = props.folder;
  if (plate) return <span className="code">{plate}</span>;
  if (type !== 'SALE_NEW' || !vin) return t('missing');
  return <span className={classes.muted}>{t('registry.folders.unregistered')}</span>;
}

export function PlateVinCell(props: { folder: Pick<FolderRow, 'type' | 'plate' | 'vin'> }) {
  const { vin } = props.folder;
  if (!vin) return <Plate folder={props.folder} />;
  return (
    <TwoLines caption={<span className="code">{vin}</span>}>
      <Plate folder={props.folder} />
    </TwoLines>
  );
}

/** Indicates that the row opens; the row's accessible link is its name. */
export function OpenMark() {
  return <IconChevronRight className={classes.chevron} size={16} stroke={1.9} aria-hidden="true" />;
}

/** The column of a row's last change, shown from this width on. */
export const modifiedColumn = (header: string, from: 768 | 992 | 1366): Column<{ lastModifiedDate: string }> => ({
  key: 'modified',
  header,
  cell: (row) => <span className="nowrap">{formatDateTime(row.lastModifiedDate)}</span>,
  figures: true,
  sort: 'lastModifiedDate',
  from,
});

/** The column of a folder's number of documents, shown from this width on. */
export const documentCountColumn = (header: string, from: 992 | 1366): Column<FolderRow> => ({
  key: 'documents',
  header,
  cell: (row) => formatCount(row.numberOfDocuments),
  align: 'right',
  figures: true,
  sort: 'numberOfDocuments',
  from,
});

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
