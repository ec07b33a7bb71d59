/** "Posizione delle firme": where an uploaded document will be signed, seen and moved before the signature starts (P-6). */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignaturePlaces } from '#contract/signature-places.ts';
import type { Place } from '#domain/signing/places.ts';
import { previewOf } from '../../api/first-calls.ts';
import { signaturePlacesQuery } from '../../api/queries.ts';
import type { DocumentRow } from '../../api/shapes.ts';
import { Note, SkeletonRows } from '../card.tsx';
import { Confirm } from '../confirm.tsx';
import { Dialog } from '../dialog.tsx';
import type { DialogFrame } from '../document-dialogs.tsx';
import { FailureNote, RetryButton } from '../failure-note.tsx';
import { isStale, StaleNote } from '../form/stale-note.tsx';
import { documentTypeLabel } from '../labels.ts';
import { LoadingOverlay } from '../loading.tsx';
import { useOpenPdf } from '../pdf/use-open-pdf.ts';
import { ReasonButton } from '../reason-button.tsx';
import { Board, type BoardProps } from './board.tsx';
import {
  begin,
  doubtfulPlace,
  draftsOf,
  drop,
  type History,
  isOpen,
  ownDrafts,
  placesOf,
  placesWith,
  put,
  sameDrafts,
  troubleOf,
  undo,
  unsettledPoints,
} from './drafts.ts';
import { FieldNotes, fieldName } from './field-notes.tsx';
import classes from './places.module.css';
import { PointsPanel } from './points-panel.tsx';
import { useResetPlaces, useSavePlaces } from './save.ts';
import { useWhere } from './where.ts';

export function PlacesDialog(props: DialogFrame & { row: DocumentRow }) {
  const { t } = useTranslation();
  const { opened, onClose, row } = props;
  const places = useQuery({ ...signaturePlacesQuery(row.id), enabled: opened, refetchOnMount: 'always' });
  const fresh = places.isFetchedAfterMount ? places.data : undefined;
  const title = t('signaturePlaces.title', { document: documentTypeLabel(t, row.type) });
  if (fresh) return <Placing {...props} title={title} places={fresh} refetch={() => places.refetch()} />;
  return (
    <Dialog
      opened={opened}
      title={title}
      width={1180}
      onClose={onClose}
      foot={
        <Button variant="default" onClick={onClose}>
          {t('actions.close')}
        </Button>
      }
    >
      {places.isLoadingError ? (
        <FailureNote failure={places.error} onRetry={() => void places.refetch()} />
      ) : (
        <SkeletonRows rows={6} height={52} label={t('loading')} />
      )}
    </Dialog>
  );
}

/** Where the eye goes first: a signature that has its place, else the last page. */
const firstPage = (places: SignaturePlaces): number =>
  places.points.find(({ page }) => page !== null)?.page ?? places.pages.length;

interface PlacingProps extends DialogFrame {
  row: DocumentRow;
  title: string;
  places: SignaturePlaces;
  refetch: () => Promise<{ data: SignaturePlaces | undefined }>;
}

/** What is chosen in the dialog: the places as they were read, what was moved since, and what is said of it. */
function usePlacing(props: PlacingProps) {
  const { t } = useTranslation();
  const { places, row, onClose } = props;
  const [base, setBase] = useState(places);
  const [history, setHistory] = useState<History>(() => begin(draftsOf(places)));
  const [remember, setRemember] = useState(false);
  const [shown, setShown] = useState(() => firstPage(places));
  const [reloading, setReloading] = useState(false);
  const [said, setSaid] = useState('');
  const where = useWhere(base);
  const save = useSavePlaces(row.id);
  const reset = useResetPlaces(row.id);
  const drafts = history.now;
  const now = placesWith(base, drafts);
  const changed = remember || !sameDrafts(drafts, draftsOf(base));
  const onPut = (point: number, place: Place | null) => {
    // Without a place an approval that was added is not signed at all.
    const gone = place === null && point === base.approval?.point;
    const of = base.points.find((one) => one.point === point);
    // A field that serves takes its signature back.
    const next = place ?? (of ? doubtfulPlace(base, of) : null);
    setHistory((before) => (gone ? drop(before, point) : put(before, point, next)));
    if (next) setShown(next.page);
    setSaid(gone ? t('signaturePlaces.dropped') : where(next));
  };
  const takeBack = () => {
    const before = undo(history);
    setHistory(before);
    const [place] = [...before.now.values()].flatMap((at) => (at ? [at] : []));
    if (place) setShown(place.page);
    setSaid(t('signaturePlaces.undone'));
  };
  const takeOver = (fresh: SignaturePlaces) => {
    setBase(fresh);
    setHistory(begin(draftsOf(fresh)));
    setRemember(false);
    setShown(firstPage(fresh));
  };
  /** What others chose is known now; what was moved here stays as it is. Meanwhile nothing is saved: it would be forgotten. */
  const reload = async () => {
    setReloading(true);
    const { data } = await props.refetch();
    setReloading(false);
    if (data) setBase(data);
    save.reset();
  };
  const onReset = () =>
    reset.mutate(undefined, {
      onSuccess: async () => {
        const { data } = await props.refetch();
        if (data) takeOver(data);
      },
    });
  const store = () =>
    save.mutate(
      { places: placesOf(ownDrafts(now, drafts)), remember, lastModifiedDate: base.lastModifiedDate },
      { onSuccess: onClose },
    );
  return {
    ...{ base, changed, said, save, reset, reloading, reload, store },
    /** What page and list beside it both show and do. */
    board: { places: now, drafts, shown, onShow: setShown, onPut },
    panel: { remember, onRemember: setRemember, onReset: base.lastModifiedDate === null ? null : onReset },
    onUndo: history.before.length > 0 ? takeBack : null,
    busy: save.isPending || reset.isPending || reloading,
    // Saving what is shown settles it, also where nothing was moved.
    savable: changed || unsettledPoints(base).length > 0,
    bad: now.points.some((one) => troubleOf(now, drafts, one) !== null),
  };
}

type Placed = ReturnType<typeof usePlacing>;

function Placing(props: PlacingProps) {
  const { t } = useTranslation();
  const { opened, onClose, row } = props;
  const [asking, setAsking] = useState(false);
  const placing = usePlacing(props);
  const { base, busy, board, panel } = placing;
  useAskBeforeUnload(opened && placing.changed);
  const held = placing.changed && isOpen(base);
  const close = () => {
    if (held) setAsking(true);
    else onClose();
  };
  return (
    <>
      <Dialog
        {...{ opened, busy, held }}
        title={props.title}
        width={1180}
        onClose={close}
        foot={<Foot placing={placing} onClose={close} />}
      >
        <div className={classes.panel}>
          {base.fixed ? (
            <Note tone="info">{base.fixed.text}</Note>
          ) : (
            <p className={classes.lead}>{t('signaturePlaces.lead')}</p>
          )}
          <FieldNotes places={base} />
          <LeftOut places={base} />
          <Failed placing={placing} />
          <WithPicture id={row.id} board={{ ...board, onUndo: placing.onUndo }}>
            <PointsPanel {...board} {...panel} type={documentTypeLabel(t, row.type)} busy={busy} />
          </WithPicture>
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
        onConfirm={() => {
          setAsking(false);
          onClose();
        }}
      />
    </>
  );
}

function Foot(props: { placing: Placed; onClose: () => void }) {
  const { t } = useTranslation();
  const { placing, onClose } = props;
  if (!isOpen(placing.base)) {
    return (
      <Button variant="default" onClick={onClose}>
        {t('actions.close')}
      </Button>
    );
  }
  const { bad, savable } = placing;
  return (
    <>
      <Button variant="default" disabled={placing.busy} onClick={onClose}>
        {t('form.cancel')}
      </Button>
      <ReasonButton
        loading={placing.save.isPending || placing.reloading}
        reason={bad ? t('signaturePlaces.cannotSave') : savable ? null : t('signaturePlaces.unchanged')}
        onClick={placing.store}
      >
        {t('signaturePlaces.save')}
      </ReasonButton>
    </>
  );
}

/** What was in vain: saved by somebody else meanwhile, or not saved, or not given up. */
function Failed(props: { placing: Placed }) {
  const { t } = useTranslation();
  const { save, reset, reloading, reload } = props.placing;
  const failure = [save.error, reset.error].find((error) => error && !isStale(error));
  return (
    <>
      {isStale(save.error) ? <StaleNote loading={reloading} onReload={() => void reload()} /> : null}
      {failure ? (
        <FailureNote
          failure={failure}
          undone={t(`signaturePlaces.toast.${failure === save.error ? 'failed' : 'resetFailed'}`)}
        />
      ) : null}
    </>
  );
}

/** The file's pages beside the list; without a picture the list does all the same. */
function WithPicture(props: { id: number; board: Omit<BoardProps, 'pdf'>; children: ReactNode }) {
  const { t } = useTranslation();
  const [file] = useState(() => previewOf(props.id, null));
  const { pdf, trouble, again } = useOpenPdf(file);
  return (
    <>
      {trouble ? (
        <Note tone="bad" title={t('signaturePlaces.noPicture')} action={<RetryButton onRetry={again} />} />
      ) : null}
      <div className={classes.columns}>
        {pdf ? (
          <Board {...props.board} pdf={pdf} />
        ) : trouble ? null : (
          <div className={classes.board}>
            <LoadingOverlay />
          </div>
        )}
        {props.children}
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
