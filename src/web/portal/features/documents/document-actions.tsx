/** The actions of a document: one primary, what the state refuses stays visible with its reason, what the role refuses is absent. */
import { Button } from '@mantine/core';
import {
  IconBan,
  IconCertificate,
  IconCopy,
  IconDownload,
  IconFileCertificate,
  IconLock,
  IconSignature,
} from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { documentCan } from '#domain/documents/life.ts';
import { call } from '../../api/client.ts';
import { documentQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import type { DocumentRow, DossierRow, FolderRow } from '../../api/shapes.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { wordFailure } from '../../ui/failure-note.tsx';
import { documentTypeLabel } from '../../ui/labels.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { toastGood, toastProgress } from '../../ui/toasts.tsx';
import type { Downloads } from './document-page.tsx';

type Move = 'sign' | 'cancel-sign';

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
  const [asking, setAsking] = useState(false);
  const move = useMove(document);
  const target = { hst: dossier.hst, brand: folder.brand, folderType: folder.type, createdBy: document.createdBy };
  const maySign = may('document.sign', target).ok;
  const facts = { ...document, folderStatus: folder.status };
  const start = documentCan.startSign(facts);
  const reason = start.ok ? null : t('documents.startNotNow', { reason: t(`label.lifeReason.${start.reason}`) });
  const done = document.signedDocumentId !== null;
  const waiting = documentCan.cancelSign(facts).ok;
  const before = ['DRAFT', 'READY_TO_SIGN', 'FINISH', 'EXPIRED'].includes(document.status);
  const name = documentTypeLabel(t, document.type);

  const actions = (
    <>
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
          {document.signUrl ? <CopyLink url={document.signUrl} /> : null}
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

/** Starts or cancels; the answer replaces the document everywhere it is shown. */
function useMove(document: DocumentRow) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (move: Move) => {
      const toast = toastProgress(t(`documents.toast.${move}.doing`));
      try {
        const row = await call<DocumentRow>(`/api/documents/${document.id}/${move}`, { method: 'POST', body: {} });
        toast.done(t(`documents.toast.${move}.done`), t(`documents.toast.${move}.detail`));
        return row;
      } catch (error) {
        toast.failed(t(`documents.toast.${move}.failed`), wordFailure(t, error));
        throw error;
      }
    },
    onSuccess: (row) => {
      client.setQueryData(documentQuery(document.id).queryKey, row);
      void client.invalidateQueries({ queryKey: ['documents'] });
    },
    onError: () => void client.invalidateQueries({ queryKey: ['documents', document.id] }),
  });
}

function CopyLink(props: { url: string }) {
  const { t } = useTranslation();
  const copy = async () => {
    await navigator.clipboard.writeText(props.url);
    toastGood(t('documents.linkCopied'), t('documents.linkCopiedText'));
  };
  return (
    <Button leftSection={<IconCopy size={16} stroke={1.9} />} onClick={() => void copy()}>
      {t('documents.copyLink')}
    </Button>
  );
}
