/** "Posizione delle firme": where an uploaded document will be signed, seen and moved before the signature starts (P-6). */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
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
import { FailureNote } from '../failure-note.tsx';
import { isStale, StaleNote } from '../form/stale-note.tsx';
import { documentTypeLabel } from '../labels.ts';
import { LoadingOverlay } from '../loading.tsx';
import { useOpenPdf } from '../pdf/use-open-pdf.ts';
import { ReasonButton } from '../reason-button.tsx';
import { Board } from './board.tsx';
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

function Placing(props: PlacingProps) {
  const { t } = useTranslation();
  const { opened, onClose, row, places } = props;
  const [base, setBase] = useState(places);
  const [history, setHistory] = useState<History>(() => begin(draftsOf(places)));
  const [remember, setRemember] = useState(false);
  const [shown, setShown] = useState(() => firstPage(places));
  const [asking, setAsking] = useState(false);
  const [reloading, setReloading] = useState(false);
  const [said, setSaid] = useState('');
  const [file] = useState(() => previewOf(row.id, null));
  const { pdf, trouble, again } = useOpenPdf(file);
  const where = useWhere(base);
  const save = useSavePlaces(row.id);
  const reset = useResetPlaces(row.id);
  const dirty = remember || !sameDrafts(history.now, draftsOf(base));
  // Saving what is shown settles it, also where nothing was moved.
  const isSavable = dirty || unsettledPoints(base).length > 0;
  useAskBeforeUnload(opened && dirty);

  const putAndSay = (point: number, place: Place | null) => {
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
  const now = placesWith(base, history.now);
  const bad = now.points.some((one) => troubleOf(now, history.now, one) !== null);
  const busy = save.isPending || reset.isPending || reloading;
  const close = () => {
    if (dirty && isOpen(base)) setAsking(true);
    else onClose();
  };
  const store = () =>
    save.mutate(
      { places: placesOf(ownDrafts(now, history.now)), remember, lastModifiedDate: base.lastModifiedDate },
      { onSuccess: onClose },
    );
  const failure = [save.error, reset.error].find((error) => error && !isStale(error));
  return (
    <>
      <Dialog
        opened={opened}
        title={props.title}
        width={1180}
        busy={busy}
        held={dirty && isOpen(base)}
        onClose={close}
        foot={
          !isOpen(base) ? (
            <Button variant="default" onClick={onClose}>
              {t('actions.close')}
            </Button>
          ) : (
            <>
              <Button variant="default" disabled={busy} onClick={close}>
                {t('form.cancel')}
              </Button>
              <ReasonButton
                loading={save.isPending || reloading}
                reason={bad ? t('signaturePlaces.cannotSave') : isSavable ? null : t('signaturePlaces.unchanged')}
                onClick={store}
              >
                {t('signaturePlaces.save')}
              </ReasonButton>
            </>
          )
        }
      >
        <div className={classes.panel}>
          {base.fixed ? (
            <Note tone="info">{base.fixed.text}</Note>
          ) : (
            <p className={classes.lead}>{t('signaturePlaces.lead')}</p>
          )}
          <FieldNotes places={base} />
          <LeftOut places={base} />
          {isStale(save.error) ? <StaleNote loading={reloading} onReload={() => void reload()} /> : null}
          {failure ? (
            <FailureNote
              failure={failure}
              undone={t(`signaturePlaces.toast.${failure === save.error ? 'failed' : 'resetFailed'}`)}
            />
          ) : null}
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
                shown={shown}
                onShow={setShown}
                onPut={putAndSay}
                onUndo={history.before.length > 0 ? takeBack : null}
              />
            ) : trouble ? null : (
              <div className={classes.board}>
                <LoadingOverlay />
              </div>
            )}
            <PointsPanel
              places={now}
              drafts={history.now}
              shown={shown}
              type={documentTypeLabel(t, row.type)}
              remember={remember}
              busy={busy}
              onRemember={setRemember}
              onPut={putAndSay}
              onShow={setShown}
              onReset={
                base.lastModifiedDate === null
                  ? null
                  : () =>
                      reset.mutate(undefined, {
                        onSuccess: async () => {
                          const { data } = await props.refetch();
                          if (data) takeOver(data);
                        },
                      })
              }
            />
          </div>
          <p role="status" className="sr-only">
            {said}
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
