/** Shows at most one note above the content: the result of the last attempt, what interrupted the signature, or what is under way. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { DocumentRow } from '../../api/answer-types.ts';
import { ApiFailure } from '../../api/failure.ts';
import { signingQuery } from '../../api/queries/signing.ts';
import { useSession } from '../../api/session.tsx';
import { describeFailure, FailureNote } from '../../connected/failure-note.tsx';
import { useTurnsTogether } from '../../entities/documents/own-turns.ts';
import { type Downloads, FILE_KINDS, type useMove } from '../../entities/documents/use-document-mutations.ts';
import { paths } from '../../paths.ts';
import { Note } from '../../ui/card.tsx';
import classes from './document-page.module.css';
import { AdherenceNote, BlockedByModule, isModule, ModuleNote } from './fea-notes.tsx';

interface NoteProps {
  document: DocumentRow;
  dossierId: number;
  move: Pick<ReturnType<typeof useMove>, 'error' | 'submittedAt' | 'variables'>;
  download: Downloads;
  /** Every unusable form field of the file has a signature field in its place: an earlier refusal about it is obsolete. */
  isPlaced: boolean;
}

export function DocumentNote(props: NoteProps) {
  const note = useFailure(props) ?? <StateNote document={props.document} dossierId={props.dossierId} />;
  return <div className={classes.note}>{note}</div>;
}

/** The newest failure is shown until the next attempt. */
function useFailure({ move, download, isPlaced }: NoteProps) {
  const { t } = useTranslation();
  const failed = FILE_KINDS.filter((kind) => download.states[kind].state === 'ERROR').sort(
    (a, b) => download.states[b].at - download.states[a].at,
  )[0];
  const code = move.error instanceof ApiFailure ? move.error.body.code : undefined;
  const isOfFile = (code?.startsWith('places.') ?? false) && code !== 'places.unread';
  if (move.error && !(isOfFile && isPlaced) && move.submittedAt > (failed ? download.states[failed].at : 0)) {
    const refused = move.error instanceof ApiFailure && move.error.status === 409 ? move.error : null;
    const step = move.variables === 'restart' ? 'sign' : (move.variables ?? 'sign');
    if (!refused) return <FailureNote failure={move.error} undone={t(`documentActions.toast.${step}.failed`)} />;
    const { title, lines } = describeFailure(t, refused);
    // For a contact or a file, the refusal already explains what to do and the document has not changed. Do not repeat a
    // refusal that already reports the change.
    const isUnchanged = isOfFile || code?.startsWith('signing.contact') || code?.startsWith('pdf.');
    const mayHaveChanged = !isUnchanged && code !== 'signing.changedMeanwhile';
    return (
      <Note tone="bad" title={lines[0] ?? title}>
        {mayHaveChanged ? t('document.changed') : null}
      </Note>
    );
  }
  // The print failure was already shown, and the download button is nearby.
  if (!failed || failed === 'print') return null;
  return (
    <FailureNote
      failure={download.states[failed].failure}
      onRetry={download[failed]}
      byHand
      undone={t('documentActions.downloading.failed')}
    />
  );
}

/** Shown when the current user is the next signer. */
function OwnTurnNote(props: { document: DocumentRow }) {
  const { t } = useTranslation();
  const { account } = useSession();
  const { id } = props.document;
  const { data } = useQuery(signingQuery(id));
  const together = useTurnsTogether({ first: id });
  if (!data?.signers.some(({ userId, turn }) => turn && userId === account.id)) return null;
  return (
    <Note
      tone="waiting"
      title={t('document.signers.yourTurn')}
      action={
        <>
          <Link to={paths.ownSignature(id)}>{t('document.signers.signNow')}</Link>
          {together ? (
            <>
              {' · '}
              <Link to={together.to}>{t('dashboard.ownTurnsAll', together)}</Link>
            </>
          ) : null}
        </>
      }
    />
  );
}

function StateNote(props: { document: DocumentRow; dossierId: number }) {
  const { t } = useTranslation();
  const { document } = props;
  if (document.feaBlocked && document.feaModuleId !== null) {
    return <BlockedByModule moduleId={document.feaModuleId} />;
  }
  if (document.status === 'PRIVACY_UPDATING' && document.statusReason) {
    return (
      <Note tone="bad" title={t('document.note.privacyFailed')}>
        {document.statusReason.text}
      </Note>
    );
  }
  if (document.statusReason) {
    return (
      <Note tone="waiting" title={t('document.note.interrupted')}>
        {document.statusReason.text}
      </Note>
    );
  }
  if (document.status === 'START_SIGN') return <OwnTurnNote document={document} />;
  if (document.status === 'PENDING_START_SIGN') return <Note tone="info">{t('document.note.preparing')}</Note>;
  if (document.status === 'COMPLETING') return <Note tone="info">{t('document.note.completing')}</Note>;
  if (document.status === 'PRIVACY_UPDATING') return <Note tone="info">{t('document.note.privacy')}</Note>;
  if (document.status === 'EXPIRED') {
    return (
      <Note tone="bad" title={t('document.note.expired')}>
        {t('document.note.expiredAgain')}
      </Note>
    );
  }
  if (isModule(document)) return <ModuleNote module={document} dossierId={props.dossierId} />;
  if (document.status === 'READY_TO_SIGN') return <AdherenceNote document={document} dossierId={props.dossierId} />;
  return null;
}
