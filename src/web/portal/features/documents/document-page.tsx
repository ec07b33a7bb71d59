/** The document page: the file, its actions, signers and evidence. */
import { Button } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import { useIsMutating, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignaturePlaces } from '#contract/signing/signature-places.ts';
import type { Target } from '#domain/access.ts';
import { DOCUMENT_ACTIONS } from '#domain/documents/document-actions.ts';
import { isStarting } from '#domain/documents/document-states.ts';
import { fileAction } from '#domain/documents/file-action.ts';
import { UNSIGNED_ACTIONS } from '#domain/documents/unsigned-actions.ts';
import { customerName } from '#domain/dossiers/customer-name.ts';
import type { DocumentRow, DossierRow, FolderRow } from '../../api/answer-types.ts';
import { ApiFailure } from '../../api/failure.ts';
import { previewOf } from '../../api/queries/preview.ts';
import { signaturePlacesQuery, signingQuery } from '../../api/queries/signing.ts';
import { dossierQuery, folderQuery, pictureQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import { DocumentStatusChip } from '../../connected/chip.tsx';
import { FailedPage } from '../../connected/failed-page.tsx';
import { FailureNote } from '../../connected/failure-note.tsx';
import { documentTypeLabel, folderTitle } from '../../connected/labels.ts';
import { lazyExtra, lazyPart } from '../../connected/lazy-part.tsx';
import { NotFoundPage } from '../../connected/not-found.tsx';
import type { Outline } from '../../connected/pdf/field-outlines.tsx';
import { BrandTile, usePageAccent } from '../../entities/dealers/brand.tsx';
import { placeOf, useAvailableActions } from '../../entities/documents/available-actions.ts';
import { prefetchCancelDialog, useDocumentDialogs } from '../../entities/documents/dialogs/document-dialogs.tsx';
import { type DocumentActs, listedActions, useDocumentActs } from '../../entities/documents/use-document-acts.tsx';
import { type Downloads, moveKey } from '../../entities/documents/use-document-mutations.ts';
import { resendRefused, useNow } from '../../entities/documents/use-remind.ts';
import { useReadNotifications } from '../../entities/notifications/read-notifications.ts';
import { outlineOf } from '../../entities/signature-places/outline-of.ts';
import { paths } from '../../paths.ts';
import { recordIdIn } from '../../record-id.ts';
import { formatSize } from '../../text/numbers.ts';
import { Card, Empty, SkeletonRows } from '../../ui/card.tsx';
import { LoadingOverlay } from '../../ui/loading.tsx';
import { type Crumb, PageHead } from '../../ui/page-head.tsx';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import { ContactsCard } from './contacts-card.tsx';
import { DocumentActions, PrimaryBar, refusalOf, shownRefusals } from './document-actions.tsx';
import classes from './document-page.module.css';
import { EvidenceCard } from './evidence-card.tsx';
import { DocumentFacts } from './facts-card.tsx';
import { MessagesCard } from './messages-card.tsx';
import { PartlySignedCard } from './partly-signed-card.tsx';
import { placedActions } from './placed-actions.ts';
import { SignersCard } from './signers-card.tsx';
import { DocumentNote } from './state-note.tsx';
import { useLiveDocument } from './use-live-document.ts';

export * as words from '../../text/it/documents/document-texts.ts';
export { prefetch } from './prefetch.ts';

const PdfViewer = lazyPart(async () => (await import('../../connected/pdf/pdf-viewer.tsx')).PdfViewer);
const ValidityCard = lazyPart(async () => (await import('./validity-card.tsx')).ValidityCard);
const FieldNotes = lazyExtra(
  async () => (await import('../../entities/signature-places/field-notes.tsx')).FieldNotes,
  'signaturePlaces',
);
const TogetherNote = lazyExtra(async () => (await import('./together-note.tsx')).TogetherNote, 'togetherDialog');
const ImageViewer = lazyPart(async () => (await import('../../connected/pdf/image-viewer.tsx')).ImageViewer);

export function DocumentPage() {
  const { t } = useTranslation();
  const { id } = useParams({ strict: false });
  const number = recordIdIn(id);
  const document = useLiveDocument(number);
  useReadNotifications(document.data?.id);
  const folder = useQuery({ ...folderQuery(document.data?.folderId ?? 0), enabled: document.data !== undefined });
  const dossier = useQuery({ ...dossierQuery(folder.data?.dossierId ?? 0), enabled: folder.data !== undefined });
  if (number === null) return <NotFoundPage />;
  if (document.error instanceof ApiFailure && document.error.status === 404) {
    return document.data ? <DeletedDocument folderId={document.data.folderId} /> : <NotFoundPage />;
  }
  const failed = document.error ?? folder.error ?? dossier.error;
  if (failed && !(document.data && folder.data && dossier.data)) {
    const retry = () => void (document.isError ? document : folder.isError ? folder : dossier).refetch();
    const up = { label: t('menu.folders'), to: paths.folders };
    return <FailedPage up={up} title={t('document.crumb', { id: number })} failure={failed} onRetry={retry} />;
  }
  if (!document.data || !folder.data || !dossier.data) return <LoadingOverlay />;
  return <Loaded key={number} document={document.data} folder={folder.data} dossier={dossier.data} />;
}

/** The signature fields of an upload, while they can still be chosen; the page works without this answer. */
function usePlaces(document: DocumentRow, folder: FolderRow) {
  const facts = { ...document, folderStatus: folder.status };
  const isOpen = document.fileName !== null && UNSIGNED_ACTIONS.places.refusal(facts) === null;
  // A restart renews the document on its way to the start: by then the places can no longer be chosen.
  const isMoving = useIsMutating({ mutationKey: moveKey(document.id) }) > 0;
  const places = useQuery({ ...signaturePlacesQuery(document.id), enabled: isOpen && !isMoving, retry: false });
  return { data: isOpen ? places.data : undefined };
}

/** The pending signature fields, drawn on the pages of the file: planned ones before the start, then those that the signer sees. */
function useDue(document: DocumentRow, places: SignaturePlaces | undefined): readonly Outline[] | undefined {
  const signing = useQuery({ ...signingQuery(document.id), enabled: document.status === 'START_SIGN' });
  if (document.status !== 'START_SIGN') return places?.points.flatMap(outlineOf);
  return signing.data?.points.flatMap((point) => {
    const signer = signing.data.signers.find(({ id }) => id === point.signerId)?.name ?? null;
    return outlineOf({ ...point, point: point.id, signer });
  });
}

/** A field that cannot be used, a line that was taken without confirmation, or several lines to choose from. */
const needsAttention = ({ problem, origin, offers, chosenBy }: SignaturePlaces['points'][number]): boolean =>
  problem !== null || origin === 'line' || (origin === 'page' && chosenBy === null && offers.length > 0);

/** Placeholder of a card whose code is loading; as high as the card's own loading state. */
function CardPlaceholder(props: { title: string }) {
  return (
    <Card title={props.title}>
      <SkeletonRows rows={3} />
    </Card>
  );
}

/** The document was deleted while the page was open. */
function DeletedDocument(props: { folderId: number }) {
  const { t } = useTranslation();
  const action = (
    <Button component={Link} to={paths.folder(props.folderId)}>
      {t('document.goneFolder')}
    </Button>
  );
  return <NotFoundPage removed={{ title: t('document.gone'), text: t('document.goneText'), action }} />;
}

interface LoadedDocument {
  document: DocumentRow;
  folder: FolderRow;
  dossier: DossierRow;
}

/** The actions with their handlers, their placement, and the components that show them. */
function useActions({ document, folder, dossier }: LoadedDocument) {
  const navigate = useNavigate();
  const dialogs = useDocumentDialogs({ onRemoved: () => void navigate({ to: paths.folder(folder.id) }) });
  const acts = useDocumentActs(document, dialogs);
  const waits = isStarting(document.status);
  useEffect(() => {
    if (waits) prefetchCancelDialog();
  }, [waits]);
  const signing = useQuery({ ...signingQuery(document.id), enabled: document.status === 'START_SIGN' });
  const now = useNow();
  const resend = signing.data?.resend ?? null;
  const place = placeOf(folder, dossier);
  const available = useAvailableActions(DOCUMENT_ACTIONS)(document, place, resend && resendRefused(resend, now));
  return { actions: placedActions(document, listedActions(available)), acts, document, resend, now };
}

function Loaded(props: LoadedDocument) {
  const { t } = useTranslation();
  const { document, folder, dossier } = props;
  const { may } = useSession();
  const places = usePlaces(document, folder);
  const offered = useActions(props);
  const { actions, acts } = offered;
  const refused = shownRefusals(actions, useIsMobile());
  const title = documentTypeLabel(t, document.type);
  usePageAccent(folder.brand);
  const target = { hst: dossier.hst, brand: folder.brand, folderType: folder.type, createdBy: document.createdBy };
  const reasons = refused.map((action) => refusalOf(t, action, offered)).filter((reason) => reason !== null);
  const crumbs: Crumb[] = [
    { label: t('menu.folders'), to: paths.folders },
    { label: customerName(dossier), to: paths.dossier(dossier.id) },
    { label: folderTitle(t, folder), to: paths.folder(folder.id) },
    { label: t('document.crumb', { id: document.id }) },
  ];
  return (
    <>
      <PageHead
        crumbs={crumbs}
        title={title}
        lead={<BrandTile brand={folder.brand} size={36} />}
        chip={<DocumentStatusChip document={document} />}
        actions={actions.length > 0 ? <DocumentActions {...offered} /> : null}
        reasons={reasons}
      />
      <DocumentNote
        document={document}
        dossierId={dossier.id}
        move={acts.move}
        download={acts.download}
        isPlaced={places.data?.points.every(({ problem }) => problem === null || problem.settled) ?? false}
      />
      {document.status === 'READY_TO_SIGN' && may('document.sign', target).ok ? (
        <TogetherNote
          document={document}
          folder={folder}
          onTogether={() => acts.dialogs.together(folder, document.id)}
        />
      ) : null}
      {may('document.edit', target).ok && places.data?.points.some(needsAttention) ? (
        <div className={classes.note}>
          <FieldNotes places={places.data} onChoose={() => acts.dialogs.places(document)} />
        </div>
      ) : null}
      <div className="with-side">
        <div className={classes.viewer} data-unprinted>
          {may(fileAction(document.type), target).ok ? (
            <Paper document={document} title={title} download={acts.download} places={places.data} />
          ) : (
            <NoPreview title={t('document.noPreview')} text={t('documentActions.identityCopy')} />
          )}
        </div>
        <Side {...props} target={target} acts={acts} now={offered.now} />
      </div>
      <PrimaryBar {...offered} />
      {acts.dialogs.element}
    </>
  );
}

/** The cards next to the document. */
function Side(props: LoadedDocument & { target: Target & { hst: string }; acts: DocumentActs; now: number }) {
  const { t } = useTranslation();
  const { may } = useSession();
  const { document, folder, dossier, target } = props;
  const { remind } = props.acts;
  const maySign = may('document.sign', target).ok;
  return (
    <div className={classes.side}>
      <SignersCard document={document} dossier={dossier} target={target} />
      {maySign && DOCUMENT_ACTIONS['confirm-contact'].refusal(document) === null ? (
        <div className={classes.early}>
          <ContactsCard documentId={document.id} dossier={dossier} />
        </div>
      ) : null}
      <MessagesCard
        document={document}
        dossier={dossier}
        target={target}
        remind={maySign ? { send: remind.send, busy: remind.isPending, now: props.now } : null}
      />
      <PartlySignedCard document={document} />
      {document.signedDocumentId === null ? null : (
        <ValidityCard
          meanwhile={<CardPlaceholder title={t('document.validity.title')} />}
          documentId={document.id}
          signedDocumentId={document.signedDocumentId}
        />
      )}
      <DocumentFacts document={document} folder={folder} />
      <EvidenceCard documentId={document.id} />
    </div>
  );
}

/** The preview of the file; while the document changes, the viewer and its scroll position are kept. */
function Paper(props: {
  document: DocumentRow;
  title: string;
  download: Downloads;
  places: SignaturePlaces | undefined;
}) {
  const { t } = useTranslation();
  const { document, download } = props;
  const { mimeType, fileName } = document;
  const due = useDue(document, props.places);
  if (fileName === null && mimeType === null) {
    return <NoPreview title={t('document.noFile')} text={t('document.noFileText')} />;
  }
  if (mimeType === 'application/pdf') {
    return (
      <PdfViewer
        file={previewOf(document.id, document.signedDocumentId)}
        fileName={fileName ?? props.title}
        onDownload={document.signedDocumentId === null ? download.plain : download.signed}
        due={due}
      />
    );
  }
  if (mimeType?.startsWith('image/')) return <Picture document={document} title={props.title} download={download} />;
  return <NoPreview title={t('document.noPreview')} text={t('document.noPreviewWord')} document={document} />;
}

function Picture(props: { document: DocumentRow; title: string; download: Downloads }) {
  const { t } = useTranslation();
  const { document, download } = props;
  const file = useQuery(pictureQuery(document.id));
  if (file.isError) return <FailureNote failure={file.error} onRetry={() => void file.refetch()} />;
  if (!file.data) return <LoadingOverlay />;
  return (
    <ImageViewer
      file={file.data}
      fileName={document.fileName ?? props.title}
      onDownload={download.plain}
      otherwise={<NoPreview title={t('document.noPreview')} text={t('document.noPreviewImage')} document={document} />}
    />
  );
}

/** Shown instead of a preview; the download is among the page's actions. */
function NoPreview(props: { title: string; text: string; document?: DocumentRow }) {
  const { document } = props;
  const name = document?.fileName ? `${document.fileName} · ${formatSize(document.fileSize)}` : null;
  return (
    <section className={classes.noPreview}>
      <Empty
        icon={IconFileOff}
        title={props.title}
        text={props.text}
        action={name ? <p className={classes.fileName}>{name}</p> : undefined}
      />
    </section>
  );
}
