/** Columns of a folder's documents: all eleven from the largest breakpoint, fewer below. */
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCopy, IconQrcode } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { UNSIGNED_ACTIONS } from '#domain/documents/unsigned-actions.ts';
import type { DocumentRow, DossierRow, FolderRow } from '../../api/answer-types.ts';
import { placeOf } from '../../entities/documents/available-actions.ts';
import { DocumentStatus } from '../../entities/documents/awaited-signers.tsx';
import type { DocumentDialogs } from '../../entities/documents/dialogs/document-dialogs.tsx';
import { DocumentRowActions } from '../../entities/documents/row-actions.tsx';
import { useCopyLink } from '../../entities/documents/use-document-mutations.ts';
import { formatDateTime } from '../../text/dates.ts';
import { formatSize } from '../../text/numbers.ts';
import type { Column } from '../../ui/table.tsx';
import classes from './folders.module.css';

export function useDocumentColumns(props: {
  folder: FolderRow;
  dossier: DossierRow;
  label: (row: DocumentRow) => string;
  dialogs: DocumentDialogs;
}): Column<DocumentRow>[] {
  const { t } = useTranslation();
  const { folder, dossier, label, dialogs } = props;
  const flag = (value: boolean) => (value ? t('yes') : t('missing'));
  return [
    { key: 'id', header: t('columns.id'), cell: (row) => row.id, figures: true, sort: 'id', from: 768 },
    { key: 'type', header: t('label.field.type'), cell: label, sort: 'type', main: true },
    {
      key: 'fileName',
      header: t('label.field.fileName'),
      cell: (row) => (
        <span className={classes.file} title={row.fileName ?? undefined}>
          {row.fileName ?? t('missing')}
        </span>
      ),
      sort: 'fileName',
      from: 1200,
    },
    {
      key: 'signature',
      header: t('columns.signature'),
      cell: (row) => (row.sigType ? t(`label.sigType.${row.sigType}`) : t('missing')),
      from: 768,
    },
    { key: 'archivable', header: t('label.field.archivable'), cell: (row) => flag(row.archivable), from: 1200 },
    {
      key: 'size',
      header: t('label.field.fileSize'),
      cell: (row) => <span className="nowrap">{formatSize(row.fileSize)}</span>,
      align: 'right',
      figures: true,
      from: 1200,
    },
    {
      key: 'link',
      header: t('columns.signLink'),
      cell: (row) => <SignLink document={row} folder={folder} label={label(row)} dialogs={dialogs} />,
    },
    { key: 'signable', header: t('label.field.signable'), cell: (row) => flag(row.signable), from: 1200 },
    {
      key: 'modified',
      header: t('columns.modified'),
      cell: (row) => <span className={classes.stamp}>{formatDateTime(row.lastModifiedDate)}</span>,
      figures: true,
      sort: 'lastModifiedDate',
      from: 1200,
    },
    { key: 'status', header: t('columns.status'), cell: (row) => <DocumentStatus document={row} />, sort: 'status' },
    {
      key: 'actions',
      header: t('columns.actions'),
      cell: (row) => (
        <DocumentRowActions document={row} place={placeOf(folder, dossier)} label={label(row)} dialogs={dialogs} />
      ),
      align: 'right',
    },
  ];
}

function SignLink(props: { document: DocumentRow; folder: FolderRow; label: string; dialogs: DocumentDialogs }) {
  const { t } = useTranslation();
  const copy = useCopyLink();
  const { id, signUrl } = props.document;
  if (!signUrl) return t('missing');
  const named = { document: `${props.label} ${id}` };
  const scannable = UNSIGNED_ACTIONS.qr.refusal({ ...props.document, folderStatus: props.folder.status }) === null;
  return (
    <span className={classes.links}>
      <Tooltip label={t('documentActions.copyLink')}>
        <ActionIcon
          variant="default"
          size={28}
          aria-label={t('registry.folder.copyLink', named)}
          onClick={() => copy(signUrl)}
        >
          <IconCopy size={16} stroke={1.8} />
        </ActionIcon>
      </Tooltip>
      {scannable ? (
        <Tooltip label={t('documents.qr')}>
          <ActionIcon
            variant="default"
            size={28}
            aria-label={t('registry.folder.qr', named)}
            onClick={() => props.dialogs.qr(props.document)}
          >
            <IconQrcode size={16} stroke={1.8} />
          </ActionIcon>
        </Tooltip>
      ) : null}
    </span>
  );
}
