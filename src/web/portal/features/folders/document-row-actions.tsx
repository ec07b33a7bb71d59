/** Actions of one document in the table: the one useful next step as an icon, the rest behind ⋮ (DESIGN.md §4). */
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import {
  IconCertificate,
  IconCopy,
  IconDotsVertical,
  IconDownload,
  IconDragDrop,
  IconEye,
  IconFileCertificate,
  IconPencil,
  IconPlayerPlay,
  IconQrcode,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { fileAction } from '#domain/documents/file-action.ts';
import { type DocumentStatus, documentCan } from '#domain/documents/life.ts';
import { useSession } from '../../api/session.tsx';
import type { DocumentRow, DossierRow, FolderRow } from '../../api/shapes.ts';
import { paths } from '../../paths.ts';
import type { DocumentDialogs } from '../../ui/document-dialogs.tsx';
import { type Right, useDocumentRights } from '../../ui/document-rights.ts';
import { useCopyLink, useDownloads, useMove } from '../../ui/document-work.ts';
import { RowButton } from '../../ui/row-button.tsx';
import classes from './folders.module.css';

/** Where a start is the next step or says what is missing; later there is nothing left to start. */
const BEFORE_SIGNING: readonly DocumentStatus[] = ['DRAFT', 'READY_TO_SIGN', 'FINISH', 'EXPIRED'];

export function DocumentRowActions(props: {
  document: DocumentRow;
  folder: FolderRow;
  dossier: DossierRow;
  label: string;
  dialogs: DocumentDialogs;
}) {
  const { t } = useTranslation();
  const { document, folder, dossier, dialogs } = props;
  const { may } = useSession();
  const move = useMove(document);
  const download = useDownloads(document);
  const copy = useCopyLink();
  const named = { document: `${props.label} ${document.id}` };
  const done = document.signedDocumentId !== null;
  const target = {
    ...{ hst: dossier.hst, brand: folder.brand, folderType: folder.type },
    createdBy: document.createdBy,
  };
  const maySign = may('document.sign', target).ok;
  const mayReadFiles = may(fileAction(document.type), target).ok;
  const start = documentCan.startSign({ ...document, folderStatus: folder.status });
  const rights = useDocumentRights()(document, {
    ...{ hst: dossier.hst, brand: folder.brand, folderType: folder.type, folderStatus: folder.status },
  });
  const reason = start.ok ? null : t('documents.startNotNow', { reason: t(`label.lifeReason.${start.reason}`) });
  const offersRestart = maySign && documentCan.restart({ ...document, folderStatus: folder.status }).ok;
  const offersStart = maySign && !offersRestart && BEFORE_SIGNING.includes(document.status);
  const menu = useRef<HTMLButtonElement>(null);
  const sign = () => move.mutate('sign');
  const restart = () => move.mutate('restart');
  // The button that started goes away when the status changes; its neighbour keeps the keyboard in the row.
  const keepKeyboard = { onSuccess: () => menu.current?.focus() };

  return (
    <span className={classes.actions}>
      {done ? (
        <RowButton
          label={t('registry.folder.downloadSigned', named)}
          tip={t('documents.downloadSigned')}
          busy={download.states.signed.state === 'FETCHING'}
          onClick={download.signed}
        >
          <IconFileCertificate size={16} stroke={1.8} />
        </RowButton>
      ) : offersStart && document.status === 'READY_TO_SIGN' ? (
        <RowButton
          label={t('registry.folder.start', named)}
          tip={t('documents.startSign')}
          reason={reason}
          busy={move.isPending}
          onClick={() => move.mutate('sign', keepKeyboard)}
        >
          <IconPlayerPlay size={16} stroke={1.8} />
        </RowButton>
      ) : offersRestart ? (
        <RowButton
          label={t('registry.folder.restart', named)}
          tip={t('documents.restart')}
          busy={move.isPending}
          onClick={() => move.mutate('restart', keepKeyboard)}
        >
          <IconRefresh size={16} stroke={1.8} />
        </RowButton>
      ) : rights.edit?.reason === null ? (
        <RowButton
          label={t('registry.folder.editDocument', named)}
          tip={t('documents.edit')}
          onClick={() => dialogs.edit(document)}
        >
          <IconPencil size={16} stroke={1.8} />
        </RowButton>
      ) : (
        <Tooltip label={t('actions.open')}>
          <ActionIcon
            component={Link}
            to={paths.document(document.id)}
            variant="subtle"
            size={28}
            aria-label={t('registry.folder.open', named)}
          >
            <IconEye size={16} stroke={1.8} />
          </ActionIcon>
        </Tooltip>
      )}
      <Menu position="bottom-end" width={240} offset={4}>
        <Menu.Target>
          <ActionIcon ref={menu} variant="subtle" size={28} aria-label={t('registry.folder.more', named)}>
            <IconDotsVertical size={16} stroke={1.8} />
          </ActionIcon>
        </Menu.Target>
        {/* React hands clicks in the menu on to the row, which would open the document. */}
        <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
          <Menu.Item component={Link} to={paths.document(document.id)} leftSection={<IconEye size={16} stroke={1.8} />}>
            {t('actions.open')}
          </Menu.Item>
          {offersStart ? (
            <Menu.Item
              leftSection={<IconPlayerPlay size={16} stroke={1.8} />}
              aria-disabled={reason !== null || undefined}
              closeMenuOnClick={reason === null}
              className={reason === null ? undefined : classes.refused}
              onClick={reason === null ? sign : undefined}
            >
              {t('documents.startSign')}
              {reason === null ? null : <span className={classes.why}>{reason}</span>}
            </Menu.Item>
          ) : null}
          {offersRestart ? (
            <Menu.Item leftSection={<IconRefresh size={16} stroke={1.8} />} onClick={restart}>
              {t('documents.restart')}
            </Menu.Item>
          ) : null}
          {document.signUrl ? (
            <Menu.Item
              leftSection={<IconCopy size={16} stroke={1.8} />}
              onClick={() => document.signUrl && copy(document.signUrl)}
            >
              {t('documents.copyLink')}
            </Menu.Item>
          ) : null}
          <MenuRight
            right={rights.qr}
            icon={<IconQrcode size={16} stroke={1.8} />}
            onClick={() => dialogs.qr(document)}
          >
            {t('documents.qr')}
          </MenuRight>
          <MenuRight
            right={rights.places}
            icon={<IconDragDrop size={16} stroke={1.8} />}
            onClick={() => dialogs.places(document)}
          >
            {t('documents.places')}
          </MenuRight>
          <MenuRight
            right={rights.fea}
            icon={<IconFileCertificate size={16} stroke={1.8} />}
            onClick={() => dialogs.fea(document)}
          >
            {t('documents.fea')}
          </MenuRight>
          {done ? (
            <>
              <Menu.Item leftSection={<IconFileCertificate size={16} stroke={1.8} />} onClick={download.signed}>
                {t('documents.downloadSigned')}
              </Menu.Item>
              <Menu.Item leftSection={<IconCertificate size={16} stroke={1.8} />} onClick={download.audit}>
                {t('documents.audit')}
              </Menu.Item>
            </>
          ) : document.fileName ? (
            <MenuRight
              right={{ reason: mayReadFiles ? null : t('documents.identityCopy') }}
              icon={<IconDownload size={16} stroke={1.8} />}
              onClick={download.plain}
            >
              {t('actions.download')}
            </MenuRight>
          ) : null}
          <MenuRight
            right={rights.edit}
            icon={<IconPencil size={16} stroke={1.8} />}
            onClick={() => dialogs.edit(document)}
          >
            {t('documents.edit')}
          </MenuRight>
          <MenuRight
            right={rights.remove}
            icon={<IconTrash size={16} stroke={1.8} />}
            onClick={() => dialogs.remove(document)}
          >
            {t('documents.remove')}
          </MenuRight>
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}

/** An entry of the menu; absent without the permission, with its reason in the wrong state. */
function MenuRight(props: { right: Right; icon: ReactNode; onClick: () => void; children: ReactNode }) {
  if (props.right === null) return null;
  const { reason } = props.right;
  return (
    <Menu.Item
      leftSection={props.icon}
      aria-disabled={reason !== null || undefined}
      closeMenuOnClick={reason === null}
      className={reason === null ? undefined : classes.refused}
      onClick={reason === null ? props.onClick : undefined}
    >
      {props.children}
      {reason === null ? null : <span className={classes.why}>{reason}</span>}
    </Menu.Item>
  );
}
