/** Lets a staff signer read a document and sign it in the portal; the page does not exist for other users. */
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FolderRow } from '../../api/answer-types.ts';
import { ApiFailure } from '../../api/failure.ts';
import { pollIntervalMs } from '../../api/live/live.ts';
import { type OwnSignature, ownSignatureQuery } from '../../api/queries/own-signature.ts';
import { shownHashes } from '../../api/queries/shown-hashes.ts';
import { documentQuery, folderQuery } from '../../api/queries.ts';
import { FailedPage } from '../../connected/failed-page.tsx';
import { documentTypeLabel, folderTitle } from '../../connected/labels.ts';
import { NotFoundPage } from '../../connected/not-found.tsx';
import { BrandTile, usePageAccent } from '../../entities/dealers/brand.tsx';
import { useTurnsTogether } from '../../entities/documents/own-turns.ts';
import { useReadNotifications } from '../../entities/notifications/read-notifications.ts';
import { paths } from '../../paths.ts';
import { recordIdIn } from '../../record-id.ts';
import { formatShortDate, formatTime } from '../../text/dates.ts';
import { Card, Note } from '../../ui/card.tsx';
import { LoadingOverlay } from '../../ui/loading.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { OwnDocumentViewer, useOwnDocument } from './own-document.tsx';
import classes from './own-signature.module.css';
import { Steps } from './steps.tsx';

/** Polling interval in ms while waiting for other signers without a live stream. */
const POLL_MS = 5_000;

export function OwnSignaturePage() {
  const { t } = useTranslation();
  const { id } = useParams({ strict: false });
  const number = recordIdIn(id);
  const signature = useQuery({
    ...ownSignatureQuery(number ?? 0),
    enabled: number !== null,
    refetchInterval: (query) =>
      query.state.data?.state === 'OPEN' && !query.state.data.turn ? pollIntervalMs(POLL_MS) : false,
  });
  const document = useQuery({ ...documentQuery(number ?? 0), enabled: signature.data !== undefined });
  useReadNotifications(document.data?.id);
  const folder = useQuery({ ...folderQuery(document.data?.folderId ?? 0), enabled: document.data !== undefined });
  const failed = signature.error ?? document.error ?? folder.error;
  if (number === null || (failed instanceof ApiFailure && failed.status === 404)) return <NotFoundPage />;
  if (failed && !signature.data) {
    const up = { label: t('document.crumb', { id: number }), to: paths.document(number) };
    const retry = () => void signature.refetch();
    return <FailedPage up={up} title={t('ownSignature.crumb')} failure={failed} onRetry={retry} />;
  }
  if (!signature.data || !document.data || !folder.data) return <LoadingOverlay />;
  return <Loaded key={number} id={number} signature={signature.data} type={document.data.type} folder={folder.data} />;
}

function Loaded(props: { id: number; signature: OwnSignature; type: string; folder: FolderRow }) {
  const { t } = useTranslation();
  const { id, folder } = props;
  const type = documentTypeLabel(t, props.type);
  usePageAccent(folder.brand);
  const [selectedId, setSelectedId] = useState(id);
  // A document read elsewhere was not shown here: the signature covers what this page showed, by its own hashes.
  const hashes = shownHashes(id);
  const signature = {
    ...props.signature,
    documents: props.signature.documents.map((one) => ({ ...one, read: one.read && hashes.includes(one.sha256) })),
  };
  const wasForgotten = props.signature.documents.some((document) => document.read && !hashes.includes(document.sha256));
  const { documents } = signature;
  const several = documents.length > 1;
  const shown = documents.find((ownDocument) => ownDocument.id === selectedId) ?? documents[0];
  // Loaded here rather than where it is drawn: showing it also changes the steps.
  const file = useOwnDocument(id, shown?.id ?? id, props.signature);
  const until = { date: formatShortDate(signature.expiresAt), time: formatTime(signature.expiresAt) };
  return (
    <>
      <PageHead
        crumbs={[
          { label: folderTitle(t, folder), to: paths.folder(folder.id) },
          { label: t('document.crumb', { id }), to: paths.document(id) },
          { label: t('ownSignature.crumb') },
        ]}
        title={
          several
            ? t('ownSignature.titleMany', { number: documents.length })
            : t('ownSignature.title', { document: type })
        }
        lead={<BrandTile brand={folder.brand} size={36} />}
      />
      <div className="with-side">
        <div className={classes.viewer}>
          {several ? <Documents signature={signature} shown={shown?.id ?? id} onShow={setSelectedId} /> : null}
          <OwnDocumentViewer
            signature={props.signature}
            file={file}
            shown={shown}
            name={`${shown?.label ?? type}.pdf`}
          />
        </div>
        <div className={classes.side}>
          <Card title={t('ownSignature.steps')}>
            <p className={classes.lead}>
              {t('ownSignature.role', { role: t(`label.signerRole.${signature.role}`) })}
              {signature.state === 'OPEN' ? `. ${t('ownSignature.expires', until)}` : null}
            </p>
            <StandingNote signature={signature} />
            {signature.state === 'OPEN' ? (
              <Steps
                id={id}
                name={several ? t('ownSignature.many', { number: documents.length }) : type}
                signature={signature}
                forgotten={wasForgotten}
              />
            ) : null}
            {signature.state === 'OPEN' ? null : (
              <Button component={Link} to={paths.document(id)} variant="default" className={classes.back}>
                {t('ownSignature.openDocument')}
              </Button>
            )}
          </Card>
          <OtherTurns id={id} />
          <Others signature={signature} />
        </div>
      </div>
    </>
  );
}

/** Other documents that wait for the user and can be signed together. */
function OtherTurns({ id }: { id: number }) {
  const { t } = useTranslation();
  const together = useTurnsTogether({ first: id });
  if (!together) return null;
  return (
    <Note
      tone="info"
      title={t('ownSignature.several.others')}
      action={<Link to={together.to}>{t('dashboard.ownTurnsAll', together)}</Link>}
    />
  );
}

function Others({ signature }: { signature: OwnSignature }) {
  const { t } = useTranslation();
  return (
    <Card title={t('ownSignature.others')} flush>
      <ol className="divided">
        {signature.signers.map((signer) => (
          <li key={`${signer.role} ${signer.name}`} className={classes.signer}>
            <span className={classes.name}>{signer.name}</span>
            <span className="caption">
              {t(`label.signerRole.${signer.role}`)}
              {signer.signed ? ` · ${t('ownSignature.othersDone')}` : null}
            </span>
          </li>
        ))}
      </ol>
      <p className={classes.fingerprint}>
        {t('ownSignature.fingerprint')} <span className="num">{signature.fingerprint}</span>
      </p>
    </Card>
  );
}

/** Each is opened separately, so that the signer sees which of them are still unread. */
function Documents(props: { signature: OwnSignature; shown: number; onShow: (id: number) => void }) {
  const { t } = useTranslation();
  return (
    <nav className={classes.documents} aria-label={t('ownSignature.documents')}>
      {props.signature.documents.map(({ id, label, read }) => (
        <Button
          key={id}
          size="xs"
          variant={id === props.shown ? 'light' : 'default'}
          aria-current={id === props.shown || undefined}
          leftSection={read ? <IconCheck size={14} stroke={2.4} aria-hidden="true" /> : undefined}
          onClick={() => props.onShow(id)}
        >
          {t('ownSignature.document', { document: label, id })}
          <span className="sr-only">{`, ${t(read ? 'ownSignature.received' : 'ownSignature.unread')}`}</span>
        </Button>
      ))}
    </nav>
  );
}

/** Explains why there is nothing to do, when that is the case. */
function StandingNote(props: { signature: OwnSignature }) {
  const { t } = useTranslation();
  const { state, turn, signedAt } = props.signature;
  if (state === 'OPEN') {
    return turn ? null : (
      <Note tone="waiting" title={t('ownSignature.notYet')}>
        {t('ownSignature.notYetText')}
      </Note>
    );
  }
  if (state === 'DECLINED') {
    return (
      <Note tone="bad" title={t('ownSignature.declining.done')}>
        {t('ownSignature.declinedText')}
      </Note>
    );
  }
  if (state === 'CLOSED' || signedAt === null) {
    return (
      <Note tone="bad" title={t('ownSignature.closed')}>
        {t('ownSignature.closedText')}
      </Note>
    );
  }
  const at = { date: formatShortDate(signedAt), time: formatTime(signedAt) };
  return (
    <Note tone="good" title={t('ownSignature.signed', at)}>
      {t(state === 'COMPLETED' ? 'ownSignature.completed' : 'ownSignature.signedText')}
    </Note>
  );
}
