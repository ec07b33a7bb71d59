/** Folder actions: download everything as ZIP, edit, close and reopen, delete. */
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { IconDotsVertical, IconDownload, IconLock, IconLockOpen, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteFolder, downloadFolder, updateFolder } from '#contract/calls/folders.ts';
import type { Target } from '#domain/access.ts';
import { type AvailableAction, availableActions } from '#domain/action-table.ts';
import {
  FOLDER_ACTIONS,
  type FolderActionKey,
  type FolderFacts,
  type FolderReason,
} from '#domain/folders/folder-actions.ts';
import type { DossierRow, FolderRow } from '../../api/answer-types.ts';
import { ask } from '../../api/client.ts';
import { documentsOfFolder, folderQuery } from '../../api/queries.ts';
import { requestOf } from '../../api/request.ts';
import { useSession } from '../../api/session.tsx';
import { ActDialog } from '../../connected/act/act-dialog.tsx';
import { DeleteDialog } from '../../connected/act/delete-dialog.tsx';
import { type PageAction, usePageActions } from '../../connected/act/page-actions.ts';
import { useAct } from '../../connected/act/use-act.ts';
import { useZipDownload } from '../../connected/download.ts';
import { folderTitle } from '../../connected/labels.ts';
import { FolderDialog } from '../../entities/folders/folder-dialog.tsx';
import { paths } from '../../paths.ts';
import { formatCount } from '../../text/numbers.ts';
import { useDialogParam } from '../../ui/dialogs/use-dialog-param.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { MenuEntry } from '../../ui/row-menu.tsx';
import { useIsMobile } from '../../ui/use-is-mobile.ts';

interface FolderOfCustomer {
  folder: FolderRow;
  dossier: DossierRow;
}

export const targetOf = ({ folder, dossier }: FolderOfCustomer): Target => ({
  hst: dossier.hst,
  brand: folder.brand,
  folderType: folder.type,
  createdBy: folder.createdBy,
});

type OfferedAction = AvailableAction<FolderActionKey, FolderReason>;

/** The folder actions available to the user now; `knownFacts` holds facts that the row does not have. */
export function useFolderActions(
  place: FolderOfCustomer,
  knownFacts: Partial<FolderFacts> = {},
): (key: FolderActionKey) => OfferedAction | null {
  const { may } = useSession();
  const { numberOfDocuments, jobId } = place.folder;
  const target = { ...targetOf(place), numberOfDocuments, jobId };
  const offered = availableActions<FolderActionKey, FolderFacts, FolderReason>(
    FOLDER_ACTIONS,
    { ...place.folder, ...knownFacts },
    (right) => may(right, target),
  );
  return (key) => offered.find((action) => action.key === key) ?? null;
}

/** Icon and label for menus and Ctrl-K. */
const APPEARANCE = {
  zip: [IconDownload, 'registry.folder.zip'],
  edit: [IconPencil, 'registry.folder.edit'],
  close: [IconLock, 'registry.folder.close'],
  reopen: [IconLockOpen, 'registry.folder.reopen'],
  delete: [IconTrash, 'registry.folder.remove'],
} as const;
type MenuKey = keyof typeof APPEARANCE;
const KEYS = Object.keys(APPEARANCE) as MenuKey[];

const REASONS = {
  hasDocuments: 'registry.refused.hasDocuments',
  hasJobId: 'registry.refused.hasJobId',
  noDocuments: 'registry.folder.zipNone',
  noneTogether: 'registry.folder.togetherNone',
  folderClosed: 'registry.folder.closed',
} as const satisfies Record<FolderReason, string>;

/** Why an action is refused, as text; null also when it is not offered. */
export function useReasonText(): (action: OfferedAction | null) => string | null {
  const { t } = useTranslation();
  return (action) => (action?.refused ? t(REASONS[action.refused]) : null);
}

/** Whether the menu takes the actions that are otherwise buttons. */
const useListed = (edit: OfferedAction | null): boolean => useIsMobile() && edit !== null;

/** Why the folder's ZIP is not available, where the ZIP is a button; a menu shows the reason itself. */
export function useFolderReasons(place: FolderOfCustomer): string[] {
  const { t } = useTranslation();
  const offer = useFolderActions(place);
  return useListed(offer('edit')) || !offer('zip')?.refused ? [] : [t('registry.folder.zipNotNow')];
}

export function FolderActions(props: FolderOfCustomer) {
  const { t } = useTranslation();
  const { folder, dossier } = props;
  const offer = useFolderActions(props);
  const reasonOf = useReasonText();
  const editing = useDialogParam('edit', 'replace');
  const zip = useZip(props);
  const edit = offer('edit');
  const listed = useListed(edit);
  return (
    <>
      {listed ? null : (
        <ReasonButton
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.9} />}
          loading={zip.isPending}
          reason={reasonOf(offer('zip'))}
          onClick={() => zip.mutate()}
        >
          {t('registry.folder.zip')}
        </ReasonButton>
      )}
      {edit ? (
        <Button variant="default" leftSection={<IconPencil size={16} stroke={1.9} />} onClick={() => editing.open()}>
          {t('registry.folder.edit')}
        </Button>
      ) : null}
      <More {...props} zip={zip} listed={listed} onEdit={editing.open} />
      {edit ? (
        <FolderDialog opened={editing.value !== null} onClose={editing.close} dossier={dossier} folder={folder} />
      ) : null}
    </>
  );
}

function useZip({ folder }: FolderOfCustomer) {
  return useZipDownload({
    file: requestOf(downloadFolder, { path: { id: folder.id } }),
    words: 'registry.folder.zipping',
  });
}

/** The ⋮ menu with close, delete and, when `listed`, the ZIP; absent when the user may do none of them. */
function More(props: FolderOfCustomer & { zip: ReturnType<typeof useZip>; listed: boolean; onEdit: () => void }) {
  const { t } = useTranslation();
  const { folder, zip, listed } = props;
  const offer = useFolderActions(props);
  const reasonOf = useReasonText();
  const [asking, setAsking] = useState<'close' | 'delete' | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const status = useChangeStatus(folder);
  const acts: Record<MenuKey, () => void> = {
    zip: () => zip.mutate(),
    edit: () => props.onEdit(),
    close: () => setAsking('close'),
    reopen: () => status.mutate('OPEN'),
    delete: () => setAsking('delete'),
  };
  const itemOf = (key: MenuKey): PageAction => {
    const [Icon, word] = APPEARANCE[key];
    const busy = key === 'zip' && zip.isPending;
    const item = { text: t(word), icon: <Icon size={16} stroke={1.8} />, reason: reasonOf(offer(key)), busy };
    return { ...item, onClick: acts[key] };
  };
  const offered = KEYS.filter((key) => offer(key) !== null);
  usePageActions(offered.map(itemOf), 2);
  const inMenu = offered.filter((key) => key !== 'edit' && (listed || key !== 'zip'));
  if (inMenu.length === 0) return null;
  const done = () => {
    setAsking(null);
    // The menu that opened the dialog is closed: return the focus to its button.
    setTimeout(() => opener.current?.focus());
  };
  return (
    <>
      <Menu position="bottom-end" width={280} offset={4}>
        <Menu.Target>
          <Tooltip label={t('registry.folder.actions')}>
            <ActionIcon ref={opener} variant="default" size={36} aria-label={t('registry.folder.actions')}>
              <IconDotsVertical size={18} stroke={1.9} />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          {inMenu.map((key) => (
            <MenuEntry key={key} item={itemOf(key)} />
          ))}
        </Menu.Dropdown>
      </Menu>
      <ActDialog
        opened={asking === 'close'}
        title={t('registry.folder.closeTitle', { name: folderTitle(t, folder) })}
        text={<ClosingExplanation folderId={folder.id} />}
        action={t('registry.folder.close')}
        act={status}
        onAct={() => status.mutate('CLOSED', { onSuccess: done })}
        onClose={done}
      />
      <Delete {...props} opened={asking === 'delete'} onClose={done} />
    </>
  );
}

/** Explains what closing does not affect; the page has already loaded the documents. */
function ClosingExplanation(props: { folderId: number }) {
  const { t } = useTranslation();
  const { data } = useQuery(documentsOfFolder(props.folderId));
  const count = data?.rows.filter((row) => row.signable && row.signedDocumentId === null).length ?? 0;
  const unsigned = t('registry.folder.closeUnsigned', { count, replace: { count: formatCount(count) } });
  return count === 0 ? t('registry.folder.closedText') : `${unsigned} ${t('registry.folder.closedText')}`;
}

/** Closes or reopens: sends the whole row with the new status. */
export function useChangeStatus(folder: FolderRow) {
  return useAct({
    words: (status: 'OPEN' | 'CLOSED') => `registry.folder.${status === 'CLOSED' ? 'closing' : 'reopening'}`,
    send: (status) => ask(updateFolder, { body: { ...folder, status } }),
    cacheKey: folderQuery(folder.id).queryKey,
    call: updateFolder,
  });
}

function Delete(props: FolderOfCustomer & { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const { folder, dossier } = props;
  const navigate = useNavigate();
  const name = folderTitle(t, folder);
  return (
    <DeleteDialog
      entity="folders"
      row={folder}
      opened={props.opened}
      call={deleteFolder}
      title={t('registry.folder.removeTitle', { name })}
      text={t('registry.folder.removeText')}
      action={t('registry.folder.removeAction')}
      detail={name}
      onClose={props.onClose}
      onDeleted={() => void navigate({ to: paths.dossier(dossier.id) })}
    />
  );
}
