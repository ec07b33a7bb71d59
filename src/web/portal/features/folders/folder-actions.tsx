/** What can be done with a folder: everything as ZIP, edit, close and reopen, delete (specification §4, §6, P-19). */
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { IconDotsVertical, IconDownload, IconLock, IconLockOpen, IconPencil, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteFolder, downloadFolder, updateFolder } from '#contract/calls/folders.ts';
import type { Target } from '#domain/access.ts';
import { folderFileName } from '#domain/folders/folder-name.ts';
import { ask } from '../../api/client.ts';
import { refresh } from '../../api/keys.ts';
import { documentsOfFolder, folderQuery } from '../../api/queries.ts';
import { requestOf } from '../../api/request.ts';
import { useSession } from '../../api/session.tsx';
import type { DossierRow, FolderRow } from '../../api/shapes.ts';
import { paths } from '../../paths.ts';
import { formatCount } from '../../text/numbers.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { useEntityWork } from '../../ui/entity-work.ts';
import { FailureNote, wordFailure } from '../../ui/failure-note.tsx';
import { FolderDialog } from '../../ui/folder-dialog.tsx';
import { folderTitle } from '../../ui/labels.ts';
import { usePhone } from '../../ui/phone.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { toastProgress } from '../../ui/toasts.tsx';
import { useDialogParam } from '../../ui/use-dialog-param.ts';
import { useZipDownload } from '../../ui/zip-download.ts';
import classes from './folders.module.css';

interface Place {
  folder: FolderRow;
  dossier: DossierRow;
}

export const targetOf = ({ folder, dossier }: Place): Target => ({
  hst: dossier.hst,
  brand: folder.brand,
  folderType: folder.type,
  createdBy: folder.createdBy,
});

/** Everything in the folder as one file. */
interface Zip {
  /** Why not. */
  reason: string | null;
  busy: boolean;
  onDownload: () => void;
}

/** Whether a menu holds what buttons would say elsewhere. */
const useListed = (mayEdit: boolean): boolean => usePhone() && mayEdit;

/** Why everything in the folder cannot be taken, where a button stands for it: in a menu the reason stands with it. */
export function useFolderReasons(place: Place): string[] {
  const { t } = useTranslation();
  const { may } = useSession();
  const listed = useListed(may('folder.edit', targetOf(place)).ok);
  return listed || place.folder.numberOfDocuments > 0 ? [] : [t('registry.folder.zipNotNow')];
}

export function FolderActions(props: Place) {
  const { t } = useTranslation();
  const { folder, dossier } = props;
  const { may } = useSession();
  const editing = useDialogParam('edit', 'replace');
  const download = useZip(props);
  const mayEdit = may('folder.edit', targetOf(props)).ok;
  const listed = useListed(mayEdit);
  const zip: Zip = {
    reason: folder.numberOfDocuments === 0 ? t('registry.folder.zipNone') : null,
    busy: download.isPending,
    onDownload: () => download.mutate(),
  };
  return (
    <>
      {listed ? null : (
        <ReasonButton
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.9} />}
          loading={zip.busy}
          reason={zip.reason}
          onClick={zip.onDownload}
        >
          {t('registry.folder.zip')}
        </ReasonButton>
      )}
      {mayEdit ? (
        <Button variant="default" leftSection={<IconPencil size={16} stroke={1.9} />} onClick={() => editing.open()}>
          {t('registry.folder.edit')}
        </Button>
      ) : null}
      <More {...props} mayEdit={mayEdit} zip={listed ? zip : null} />
      {mayEdit ? (
        <FolderDialog opened={editing.value !== null} onClose={editing.close} dossier={dossier} folder={folder} />
      ) : null}
    </>
  );
}

function useZip({ folder, dossier }: Place) {
  const { t } = useTranslation();
  return useZipDownload({
    file: requestOf(downloadFolder, { path: { id: folder.id } }),
    name: folderFileName(folder, dossier),
    doing: t('registry.folder.zipDoing'),
    done: t('registry.folder.zipDone'),
    failed: t('registry.folder.zipFailed'),
  });
}

/** Closing and deleting, behind ⋮, and on a phone the ZIP; absent when this user may do none of it. */
function More(props: Place & { mayEdit: boolean; zip: Zip | null }) {
  const { t } = useTranslation();
  const { folder, mayEdit, zip } = props;
  const { may } = useSession();
  const [asking, setAsking] = useState<'close' | 'delete' | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const status = useStatus(folder);
  const filling = { numberOfDocuments: folder.numberOfDocuments, jobId: folder.jobId };
  const decision = may('folder.delete', { ...targetOf(props), ...filling });
  const shown = decision.ok || decision.kind === 'conflict';
  if (!mayEdit && !shown) return null;
  const refusal = decision.ok ? null : decision.reason === 'hasJobId' ? 'hasJobId' : 'hasDocuments';
  const reason = refusal === null ? null : t(`registry.refused.${refusal}`);
  const open = folder.status === 'OPEN';
  const done = () => {
    setAsking(null);
    // The menu that the question came from is gone: the focus returns to its button.
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
          {zip ? (
            <Menu.Item
              leftSection={<IconDownload size={16} stroke={1.8} />}
              disabled={zip.busy}
              aria-disabled={zip.reason !== null || undefined}
              closeMenuOnClick={zip.reason === null}
              className={zip.reason === null ? undefined : classes.refused}
              onClick={zip.reason === null ? zip.onDownload : undefined}
            >
              {t('registry.folder.zip')}
              {zip.reason === null ? null : <span className={classes.why}>{zip.reason}</span>}
            </Menu.Item>
          ) : null}
          {mayEdit && open ? (
            <Menu.Item leftSection={<IconLock size={16} stroke={1.8} />} onClick={() => setAsking('close')}>
              {t('registry.folder.close')}
            </Menu.Item>
          ) : null}
          {mayEdit && !open ? (
            <Menu.Item leftSection={<IconLockOpen size={16} stroke={1.8} />} onClick={() => status.mutate('OPEN')}>
              {t('registry.folder.reopen')}
            </Menu.Item>
          ) : null}
          {shown ? (
            <Menu.Item
              leftSection={<IconTrash size={16} stroke={1.8} />}
              aria-disabled={reason !== null || undefined}
              closeMenuOnClick={reason === null}
              className={reason === null ? undefined : classes.refused}
              onClick={reason === null ? () => setAsking('delete') : undefined}
            >
              {t('registry.folder.remove')}
              {reason === null ? null : <span className={classes.why}>{reason}</span>}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      <Confirm
        opened={asking === 'close'}
        title={t('registry.folder.closeTitle', { name: folderTitle(t, folder) })}
        text={<BeforeClosing folderId={folder.id} />}
        action={t('registry.folder.close')}
        harmless
        busy={status.isPending}
        failure={status.isError ? <FailureNote failure={status.error} /> : null}
        onConfirm={() => status.mutate('CLOSED', { onSuccess: done })}
        onClose={() => {
          status.reset();
          done();
        }}
      />
      <Delete {...props} opened={asking === 'delete'} onClose={done} />
    </>
  );
}

/** What closing leaves as it is; the page has asked for the documents already. */
function BeforeClosing(props: { folderId: number }) {
  const { t } = useTranslation();
  const { data } = useQuery(documentsOfFolder(props.folderId));
  const count = data?.rows.filter((row) => row.signable && row.signedDocumentId === null).length ?? 0;
  const unsigned = t('registry.folder.closeUnsigned', { count, replace: { count: formatCount(count) } });
  return count === 0 ? t('registry.folder.closeAsk') : `${unsigned} ${t('registry.folder.closeAsk')}`;
}

/** Closes or reopens (P-5): the whole row goes back with its new status. */
export function useStatus(folder: FolderRow) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (status: 'OPEN' | 'CLOSED') => {
      const closing = status === 'CLOSED';
      const toast = toastProgress(t(closing ? 'registry.folder.closing' : 'registry.folder.reopening'));
      try {
        const row = await ask(updateFolder, { body: { ...folder, status } });
        toast.done(t(closing ? 'registry.folder.closedDone' : 'registry.folder.reopened'));
        return row;
      } catch (error) {
        toast.failed(
          t(closing ? 'registry.folder.closeFailed' : 'registry.folder.reopenFailed'),
          wordFailure(t, error),
        );
        throw error;
      }
    },
    onSuccess: (row) => client.setQueryData(folderQuery(folder.id).queryKey, row),
    onSettled: () => void refresh(client, updateFolder),
  });
}

function Delete(props: Place & { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const { folder, dossier } = props;
  const navigate = useNavigate();
  const client = useQueryClient();
  const work = useEntityWork<number, void>({
    entity: 'folders',
    kind: 'delete',
    send: (id) => ask(deleteFolder, { path: { id } }),
    detail: () => folderTitle(t, folder),
    refresh: [],
    onDone: () => {
      void refresh(client, deleteFolder, { id: folder.id });
      void navigate({ to: paths.dossier(dossier.id) });
    },
  });
  return (
    <Confirm
      opened={props.opened}
      title={t('registry.folder.removeTitle', { name: folderTitle(t, folder) })}
      text={t('registry.folder.removeText')}
      action={t('registry.folder.removeAction')}
      busy={work.isPending}
      failure={work.isError ? <FailureNote failure={work.error} /> : null}
      onConfirm={() => work.mutate(folder.id)}
      onClose={() => {
        work.reset();
        props.onClose();
      }}
    />
  );
}
