/** Shows the document being signed in the viewer: its exact bytes, which the server records as read. */
import { IconDownload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { readOwnDocument } from '#contract/calls/signing.ts';
import { askFile } from '../../api/client.ts';
import { refetchStale } from '../../api/live/live-refresh.ts';
import { type OwnSignature, ownSignatureQuery } from '../../api/queries/own-signature.ts';
import { recordShown } from '../../api/queries/shown-hashes.ts';
import { keyOf } from '../../api/query-keys.ts';
import { requestOf } from '../../api/request.ts';
import { lazyPart } from '../../connected/lazy-part.tsx';
import { Note } from '../../ui/card.tsx';
import { SmallButton } from '../../ui/small-button.ts';
import classes from './own-signature.module.css';

const PdfViewer = lazyPart(async () => (await import('../../connected/pdf/pdf-viewer.tsx')).PdfViewer);

export type OwnDocument = OwnSignature['documents'][number];

function pendingBoxes({ id, page, box, label, signed }: OwnSignature['points'][number]) {
  return box === undefined || signed ? [] : [{ key: id, page, box, caption: label }];
}

/** Loads the whole file in one authenticated call: the server records that this user received all of it. */
export function useOwnDocument(id: number, which: number, signature: OwnSignature) {
  const client = useQueryClient();
  const sha256 = signature.documents.map((ownDocument) => ownDocument.sha256).join();
  const input = { path: { id }, query: { document: which } };
  const file = useQuery({
    queryKey: keyOf(readOwnDocument, input).concat(signature.role, sha256),
    queryFn: async ({ signal }) => {
      const downloaded = await askFile({ ...requestOf(readOwnDocument, input), signal });
      await recordShown(id, downloaded);
      return downloaded;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const unread = signature.state === 'OPEN' && signature.documents.some((one) => one.id === which && !one.read);
  const isLoaded = file.isSuccess;
  useEffect(() => {
    if (isLoaded && unread) refetchStale(client, { queryKey: ownSignatureQuery(id).queryKey });
  }, [client, id, isLoaded, unread]);
  return file;
}

export function OwnDocumentViewer(props: {
  signature: OwnSignature;
  file: ReturnType<typeof useOwnDocument>;
  shown: OwnDocument | undefined;
  name: string;
}) {
  const { t } = useTranslation();
  const { signature, file, shown } = props;
  if (file.data) {
    return (
      <PdfViewer
        key={shown?.id}
        file={file.data}
        fileName={props.name}
        due={signature.points.flatMap((point) => (point.documentId === shown?.id ? pendingBoxes(point) : []))}
      />
    );
  }
  if (!file.isError) {
    return (
      <p className={classes.reading} role="status">
        {t('ownSignature.reading')}
      </p>
    );
  }
  return (
    <Note
      tone="bad"
      title={t('ownSignature.readFailed')}
      action={
        <SmallButton leftSection={<IconDownload size={16} stroke={1.9} />} onClick={() => void file.refetch()}>
          {t('actions.retry')}
        </SmallButton>
      }
    />
  );
}
