/** "Posizione delle firme": where an uploaded document will be signed, seen and moved before the signature starts (P-6). */

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignaturePlaces } from '#contract/signature-places.ts';
import { previewOf } from '../../api/preview.ts';
import type { DocumentRow } from '../../api/shapes.ts';
import { signaturePlacesQuery } from '../../api/signing-queries.ts';
import { CancelButton } from '../cancel-button.tsx';
import { Note, SkeletonRows } from '../card.tsx';
import { Confirm } from '../confirm.tsx';
import { Dialog } from '../dialog.tsx';
import type { DialogFrame } from '../document-dialogs.tsx';
import { FailureNote } from '../failure-note.tsx';
import { StaleNote } from '../form/conflict/stale-note.tsx';
import { InfoDialog } from '../info-dialog.tsx';
import { documentTypeLabel } from '../labels.ts';
import { LoadingOverlay } from '../loading.tsx';
import { useOpenPdf } from '../pdf/use-open-pdf.ts';
import { ReasonButton } from '../reason-button.tsx';
import { Board } from './board.tsx';
import { isOpen, refusalAt, troubleOf, unsettledPoints } from './drafts.ts';
import { FieldNotes, fieldName } from './field-notes.tsx';
import classes from './places.module.css';
import { PointsPanel } from './points-panel.tsx';
import { type PlacingOf, usePlacing } from './use-placing.ts';

export function PlacesDialog(props: DialogFrame & { row: DocumentRow }) {
  const { t } = useTranslation();
  const { opened, onClose, row } = props;
  const places = useQuery({ ...signaturePlacesQuery(row.id), enabled: opened, refetchOnMount: 'always' });
  const fresh = places.isFetchedAfterMount ? places.data : undefined;
  const title = t('signaturePlaces.title', { document: documentTypeLabel(t, row.type) });
  if (fresh) return <Placing {...props} title={title} places={fresh} refetch={() => places.refetch()} />;
  return (
    <InfoDialog opened={opened} title={title} width={1180} onClose={onClose}>
      {places.isLoadingError ? (
        <FailureNote failure={places.error} onRetry={() => void places.refetch()} />
      ) : (
        <SkeletonRows rows={6} height={52} label={t('loading')} />
      )}
    </InfoDialog>
  );
}

interface PlacingProps extends DialogFrame {
  row: DocumentRow;
  title: string;
  places: SignaturePlaces;
  refetch: PlacingOf['refetch'];
}

function Placing(props: PlacingProps) {
  const { t } = useTranslation();
  const { opened, onClose, row } = props;
  const [asking, setAsking] = useState(false);
  const placing = usePlacing({ ...props, id: row.id });
  const { base, isDirty, isBusy } = placing;
  useAskBeforeUnload(opened && isDirty);
  const close = () => {
    if (isDirty && isOpen(base)) setAsking(true);
    else onClose();
  };
  return (
    <>
      <Dialog
        opened={opened}
        title={props.title}
        width={1180}
        busy={isBusy}
        held={isDirty && isOpen(base)}
        onClose={close}
        foot={<Foot placing={placing} onClose={close} />}
      >
        <div className={classes.panel}>
          <Notes placing={placing} />
          <Columns placing={placing} row={row} />
          <p role="status" className="sr-only">
            {placing.said}
          </p>
        </div>
      </Dialog>
      <Confirm
        opened={asking}
        title={t('signaturePlaces.leaveTitle')}
        text={t('signaturePlaces.leaveText')}
        action={t('signaturePlaces.leave')}
        back={t('signaturePlaces.stay')}
        onClose={() => setAsking(false)}
        onConfirm={onClose}
      />
    </>
  );
}

type Placed = ReturnType<typeof usePlacing>;

function Foot({ placing, onClose }: { placing: Placed; onClose: () => void }) {
  const { t } = useTranslation();
  const { base, now, history, isDirty, isBusy, saving, refused } = placing;
  if (!isOpen(base)) {
    return <CancelButton label={t('actions.close')} onClick={onClose} />;
  }
  const bad = now.points.some(
    (one) => troubleOf(now, history.now, one) !== null || refusalAt(refused, history.now, one.point) !== null,
  );
  // Saving what is shown settles it, also where nothing was moved.
  const isSavable = isDirty || unsettledPoints(base).length > 0;
  return (
    <>
      <CancelButton busy={isBusy} onClick={onClose} />
      <ReasonButton
        // Nothing is saved while what others chose is on its way: it would be forgotten.
        loading={saving.busy || saving.reloading}
        reason={bad ? t('signaturePlaces.cannotSave') : isSavable ? null : t('signaturePlaces.unchanged')}
        onClick={placing.save}
      >
        {t('signaturePlaces.save')}
      </ReasonButton>
    </>
  );
}

function Notes({ placing }: { placing: Placed }) {
  const { t } = useTranslation();
  const { base, saving, reset } = placing;
  const { isStale, reload, reloading } = saving;
  const failure = isStale ? reset.error : (saving.failure ?? reset.error);
  return (
    <>
      {base.fixed ? (
        <Note tone="info">{base.fixed.text}</Note>
      ) : (
        <p className={classes.lead}>{t('signaturePlaces.lead')}</p>
      )}
      <FieldNotes places={base} />
      <LeftOut places={base} />
      {isStale ? <StaleNote loading={reloading} onReload={reload} /> : null}
      {failure ? (
        <FailureNote
          failure={failure}
          undone={t(`signaturePlaces.toast.${failure === saving.failure ? 'failed' : 'resetFailed'}`)}
        />
      ) : null}
    </>
  );
}

/** The pages, and beside them what is signed on them. */
function Columns({ placing, row }: { placing: Placed; row: DocumentRow }) {
  const { t } = useTranslation();
  const { base, now, history, shown, setShown, remember, reset, refused } = placing;
  const [file] = useState(() => previewOf(row.id, null));
  const { pdf, trouble, again } = useOpenPdf(file);
  return (
    <>
      {trouble ? (
        <Note
          tone="bad"
          title={t('signaturePlaces.noPicture')}
          action={
            <Button size="xs" variant="default" onClick={again}>
              {t('actions.retry')}
            </Button>
          }
        />
      ) : null}
      <div className={classes.columns}>
        {pdf ? (
          <Board
            pdf={pdf}
            places={now}
            drafts={history.now}
            refused={refused}
            shown={shown}
            onShow={setShown}
            onPut={placing.put}
            onUndo={history.before.length > 0 ? placing.undo : null}
          />
        ) : trouble ? null : (
          <div className={classes.board}>
            <LoadingOverlay />
          </div>
        )}
        <PointsPanel
          places={now}
          drafts={history.now}
          refused={refused}
          shown={shown}
          type={documentTypeLabel(t, row.type)}
          remember={remember}
          busy={placing.isBusy}
          onRemember={placing.setRemember}
          onPut={placing.put}
          onShow={setShown}
          onReset={base.lastModifiedDate === null ? null : () => reset.mutate()}
        />
      </div>
    </>
  );
}

/** Fields of the file that will not be in what is signed: whoever made it may have meant them for somebody. */
function LeftOut({ places }: { places: SignaturePlaces }) {
  const { t } = useTranslation();
  // Those that have a point are told with it.
  const meant = places.points.map(({ problem }) => problem?.field);
  const fields = places.fields.filter(({ leftOut, name }) => leftOut && !meant.includes(name));
  if (fields.length === 0) return null;
  const named = fields.map((field) => fieldName(t, field)).join(', ');
  return <Note tone="waiting">{t('signaturePlaces.leftOut', { count: fields.length, fields: named })}</Note>;
}

/** The browser asks too, when the page itself is left. */
function useAskBeforeUnload(asks: boolean): void {
  useEffect(() => {
    if (!asks) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    globalThis.addEventListener('beforeunload', ask);
    return () => globalThis.removeEventListener('beforeunload', ask);
  }, [asks]);
}
