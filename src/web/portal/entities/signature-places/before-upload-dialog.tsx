/** "Posizione delle firme" for a file that is not uploaded yet: moved signature fields are returned to its form. */
import { useTranslation } from 'react-i18next';
import { documentTypeLabel } from '../../connected/labels.ts';
import { draftsWith, type MovedPlaces, movedOf } from './moved-places.ts';
import { draftsOf, type SeenPlaces, sameDrafts, startHistory, unsettledPoints } from './place-drafts.ts';
import { PlacingFrame } from './placing-frame.tsx';
import { type MovesStart, useMoves, useMovesOver } from './use-moves.ts';

export interface BeforeUploadProps {
  file: File;
  sha256: string;
  type: string;
  /** As proposed by the server. */
  places: SeenPlaces;
  moved: MovedPlaces | null;
  onMoved: (moved: MovedPlaces | null) => void;
  onClose: () => void;
}

function startOf({ places, moved }: BeforeUploadProps): MovesStart {
  const [proposed, drafts] = [draftsOf(places), draftsWith(places, moved)];
  const history = sameDrafts(proposed, drafts) ? startHistory(proposed) : { now: drafts, before: [proposed] };
  return { history, remember: moved?.remember ?? false, refused: new Map() };
}

function usePlacingBeforeUpload(props: BeforeUploadProps) {
  const { places, moved, sha256 } = props;
  const moves = useMoves(places, () => startOf(props));
  const { history, remember } = moves;
  const proposed = draftsOf(places);
  return {
    ...useMovesOver(places, moves),
    base: places,
    isDirty: remember !== (moved?.remember ?? false) || !sameDrafts(history.now, draftsWith(places, moved)),
    isBusy: false,
    /** Without a move nothing is sent: the server's proposal still applies. */
    save: () => {
      const isProposed = !remember && unsettledPoints(places).length === 0 && sameDrafts(history.now, proposed);
      props.onMoved(isProposed ? null : movedOf(places, history.now, { sha256, remember }));
      props.onClose();
    },
    reset: () => {
      props.onMoved(null);
      props.onClose();
    },
  };
}

export function BeforeUploadDialog(props: BeforeUploadProps) {
  const { t } = useTranslation();
  const placing = usePlacingBeforeUpload(props);
  const type = documentTypeLabel(t, props.type);
  return (
    <PlacingFrame
      opened
      title={t('signaturePlaces.title', { document: type })}
      {...{ placing, type }}
      file={props.file}
      action={t('signaturePlaces.useHere')}
      onClose={props.onClose}
      onReset={props.moved === null ? null : placing.reset}
    />
  );
}
