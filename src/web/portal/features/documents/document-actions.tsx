/** The actions of a document: one primary, what the state refuses stays visible with its reason, what the role refuses is absent. */
import { Button } from '@mantine/core';
import {
  IconBan,
  IconCertificate,
  IconCopy,
  IconDownload,
  IconFileCertificate,
  IconLock,
  IconPencil,
  IconQrcode,
  IconSignature,
  IconTrash,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { documentCan } from '#domain/documents/life.ts';
import { useSession } from '../../api/session.tsx';
import type { DocumentRow, DossierRow, FolderRow } from '../../api/shapes.ts';
import { paths } from '../../paths.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { useDocumentDialogs } from '../../ui/document-dialogs.tsx';
import { useDocumentRights } from '../../ui/document-rights.ts';
import { type Downloads, useCopyLink, useMove } from '../../ui/document-work.ts';
import { documentTypeLabel } from '../../ui/labels.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';

export function DocumentActions(props: {
  document: DocumentRow;
  folder: FolderRow;
  dossier: DossierRow;
  download: Downloads;
  children: (actions: ReactNode, reason: ReactNode) => ReactNode;
}) {
  const { t } = useTranslation();
  const { document, folder, dossier, download } = props;
  const { may } = useSession();
  const navigate = useNavigate();
  const dialogs = useDocumentDialogs({ onRemoved: () => void navigate({ to: paths.folder(folder.id) }) });
  const rights = useDocumentRights()(document, {
    ...{ hst: dossier.hst, brand: folder.brand, folderType: folder.type, folderStatus: folder.status },
  });
  const [asking, setAsking] = useState(false);
  const move = useMove(document);
  const copyLink = useCopyLink();
  const target = { hst: dossier.hst, brand: folder.brand, folderType: folder.type, createdBy: document.createdBy };
  const maySign = may('document.sign', target).ok;
  const facts = { ...document, folderStatus: folder.status };
  const start = documentCan.startSign(facts);
  const reason = start.ok ? null : t('documents.startNotNow', { reason: t(`label.lifeReason.${start.reason}`) });
  const done = document.signedDocumentId !== null;
  const waiting = documentCan.cancelSign(facts).ok;
  const before = ['DRAFT', 'READY_TO_SIGN', 'FINISH', 'EXPIRED'].includes(document.status);
  const name = documentTypeLabel(t, document.type);
  const { signUrl } = document;

  const actions = (
    <>
      {rights.remove ? (
        <ReasonButton
          variant="default"
          leftSection={<IconTrash size={16} stroke={1.9} />}
          reason={rights.remove.reason}
          onClick={() => dialogs.remove(document)}
        >
          {t('documents.remove')}
        </ReasonButton>
      ) : null}
      {rights.edit ? (
        <ReasonButton
          variant="default"
          leftSection={<IconPencil size={16} stroke={1.9} />}
          reason={rights.edit.reason}
          onClick={() => dialogs.edit(document)}
        >
          {t('documents.edit')}
        </ReasonButton>
      ) : null}
      {rights.qr ? (
        <ReasonButton
          variant="default"
          leftSection={<IconQrcode size={16} stroke={1.9} />}
          reason={rights.qr.reason}
          onClick={() => dialogs.qr(document)}
        >
          {t('documents.qr')}
        </ReasonButton>
      ) : null}
      {rights.fea ? (
        <Button
          variant="default"
          leftSection={<IconFileCertificate size={16} stroke={1.9} />}
          onClick={() => dialogs.fea(document)}
        >
          {t('documents.fea')}
        </Button>
      ) : null}
      {!done && document.fileName ? (
        <Button variant="default" leftSection={<IconDownload size={16} stroke={1.9} />} onClick={download.plain}>
          {t('actions.download')}
        </Button>
      ) : null}
      {done ? (
        <>
          <Button variant="default" leftSection={<IconCertificate size={16} stroke={1.9} />} onClick={download.audit}>
            {t('documents.audit')}
          </Button>
          <Button leftSection={<IconFileCertificate size={16} stroke={1.9} />} onClick={download.signed}>
            {t('documents.downloadSigned')}
          </Button>
        </>
      ) : null}
      {maySign && waiting ? (
        <>
          <Button variant="default" leftSection={<IconBan size={16} stroke={1.9} />} onClick={() => setAsking(true)}>
            {t('documents.cancelSign')}
          </Button>
          {signUrl ? (
            <Button leftSection={<IconCopy size={16} stroke={1.9} />} onClick={() => copyLink(signUrl)}>
              {t('documents.copyLink')}
            </Button>
          ) : null}
        </>
      ) : null}
      {maySign && before ? (
        <ReasonButton
          leftSection={start.ok ? <IconSignature size={16} stroke={1.9} /> : <IconLock size={16} stroke={1.9} />}
          reason={reason}
          loading={move.isPending}
          onClick={() => move.mutate('sign')}
        >
          {t('documents.startSign')}
        </ReasonButton>
      ) : null}
      <Confirm
        opened={asking}
        title={t('documents.cancelTitle', { name })}
        text={t('documents.cancelText')}
        action={t('documents.cancelSign')}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          move.mutate('cancel-sign');
        }}
      />
      {dialogs.element}
    </>
  );
  const why =
    maySign && before && reason ? (
      <>
        <IconLock size={14} stroke={1.9} aria-hidden="true" />
        {reason}
      </>
    ) : null;
  return props.children(actions, why);
}
