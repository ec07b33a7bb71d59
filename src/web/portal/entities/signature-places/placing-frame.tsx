/**
 * The dialog to place signature fields: the pages, the list of signature fields next to them, and a confirmation before
 * discarding moves.
 */
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenPdf } from '../../connected/pdf/use-open-pdf.ts';
import { Note } from '../../ui/card.tsx';
import { CancelButton } from '../../ui/dialogs/cancel-button.tsx';
import { Confirm } from '../../ui/dialogs/confirm.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { LoadingOverlay } from '../../ui/loading.tsx';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { SmallButton } from '../../ui/small-button.ts';
import { FieldNotes, fieldName } from './field-notes.tsx';
import { Board } from './page-board.tsx';
import { isOpen, placeProblem, refusalAt, type SeenPlaces, unsettledPoints } from './place-drafts.ts';
import classes from './places.module.css';
import { PointsPanel } from './points-panel.tsx';
import type { Moving } from './use-moves.ts';

interface FrameProps {
  opened: boolean;
  title: string;
  placing: Moving & { base: SeenPlaces; isDirty: boolean; isBusy: boolean; save: () => void };
  /** Label of the document type. */
  type: string;
  file: Parameters<typeof useOpenPdf>[0];
  /** Label of the save button; `saving` while it runs. */
  action: string;
  saving?: boolean;
  onClose: () => void;
  /** Null while nothing was chosen. */
  onReset: (() => void) | null;
  /** Further notes. */
  notes?: ReactNode;
}

export function PlacingFrame(props: FrameProps) {
  const { t } = useTranslation();
  const { opened, placing, onClose } = props;
  const { base, isDirty, isBusy } = placing;
  const [asking, setAsking] = useState(false);
  const isHeld = isDirty && isOpen(base);
  useAskBeforeUnload(opened && isDirty);
  const close = () => {
    if (isHeld) setAsking(true);
    else onClose();
  };
  return (
    <>
      <Dialog
        opened={opened}
        title={props.title}
        width={1180}
        busy={isBusy}
        held={isHeld}
        onClose={close}
        foot={<FrameFooter {...props} onClose={close} />}
      >
        <div className={classes.panel}>
          {base.fixed ? (
            <Note tone="info">{base.fixed.text}</Note>
          ) : (
            <p className="quiet">{t('signaturePlaces.lead')}</p>
          )}
          <FieldNotes places={base} />
          <LeftOut places={base} />
          {props.notes}
          <Columns {...props} />
          <p role="status" className="sr-only">
            {placing.said}
          </p>
        </div>
      </Dialog>
      <Confirm
        opened={asking}
        onConfirm={onClose}
        onClose={() => setAsking(false)}
        title={t('signaturePlaces.leaveTitle')}
        text={t('signaturePlaces.leaveText')}
        action={t('signaturePlaces.leave')}
        back={t('signaturePlaces.stay')}
      />
    </>
  );
}

function FrameFooter(props: FrameProps) {
  const { t } = useTranslation();
  const { placing, onClose } = props;
  const { base, now, history, isDirty, isBusy, refused } = placing;
  if (!isOpen(base)) {
    return <CancelButton label={t('actions.close')} onClick={onClose} />;
  }
  const hasProblem = now.points.some(
    (point) => placeProblem(now, history.now, point) !== null || refusalAt(refused, history.now, point.point) !== null,
  );
  // Saving confirms what is shown, even when nothing was moved.
  const isSavable = isDirty || unsettledPoints(base).length > 0;
  return (
    <>
      <CancelButton busy={isBusy} onClick={onClose} />
      <ReasonButton
        loading={props.saving ?? false}
        reason={hasProblem ? t('signaturePlaces.cannotSave') : isSavable ? null : t('signaturePlaces.unchanged')}
        onClick={placing.save}
      >
        {props.action}
      </ReasonButton>
    </>
  );
}

/** The pages, with the signature fields listed next to them. */
function Columns({ placing, type, file, onReset }: FrameProps) {
  const { t } = useTranslation();
  const { now, history, shown, setShown, refused } = placing;
  const { pdf, trouble, again } = useOpenPdf(file);
  const shared = { places: now, drafts: history.now, refused, shown, onShow: setShown, onPut: placing.put };
  return (
    <>
      {trouble ? (
        <Note
          tone="bad"
          title={t('signaturePlaces.noPicture')}
          action={<SmallButton onClick={again}>{t('actions.retry')}</SmallButton>}
        />
      ) : null}
      <div className={classes.columns}>
        {pdf ? (
          <Board {...shared} pdf={pdf} onUndo={history.before.length > 0 ? placing.undo : null} />
        ) : trouble ? null : (
          <div className={classes.board}>
            <LoadingOverlay />
          </div>
        )}
        <PointsPanel
          {...shared}
          type={type}
          remember={placing.remember}
          busy={placing.isBusy}
          onRemember={placing.setRemember}
          onReset={onReset}
        />
      </div>
    </>
  );
}

/** Form fields of the file that will be omitted from the signed document: the author may have intended them for a signer. */
function LeftOut({ places }: { places: SeenPlaces }) {
  const { t } = useTranslation();
  // Those with a signature field are reported with it.
  const meant = places.points.map(({ problem }) => problem?.field);
  const fields = places.fields.filter(({ leftOut, name }) => leftOut && !meant.includes(name));
  if (fields.length === 0) return null;
  const named = fields.map((field) => fieldName(t, field)).join(', ');
  return <Note tone="waiting">{t('signaturePlaces.leftOut', { count: fields.length, fields: named })}</Note>;
}

/** The browser also asks when the user leaves the page itself. */
function useAskBeforeUnload(asks: boolean): void {
  useEffect(() => {
    if (!asks) return;
    const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();
    globalThis.addEventListener('beforeunload', askFirst);
    return () => globalThis.removeEventListener('beforeunload', askFirst);
  }, [asks]);
}
