/** Explains which form fields of an uploaded file cannot be used for signing, and why. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Note } from '../../ui/card.tsx';
import { SmallButton } from '../../ui/small-button.ts';
import { isDoubtful, type SeenPlaces, unsettledPoints } from './place-drafts.ts';

type Problem = NonNullable<SeenPlaces['points'][number]['problem']>;

/** The wording of one problem: the form field, and what is wrong with it. */
export const faultText = (t: TFunction, { field, fault }: Problem) => ({
  name: field,
  fault: t(`signaturePlaces.fault.${fault}`),
});

export const fieldName = (t: TFunction, { name, page }: Pick<SeenPlaces['fields'][number], 'name' | 'page'>) =>
  page === 0 ? t('signaturePlaces.fieldNowhere', { name }) : t('signaturePlaces.leftOutNamed', { name, page });

/** Signature fields placed on a line of the file because of its words, without confirmation. */
export const placedOnLines = ({ points }: Pick<SeenPlaces, 'points'>) =>
  points.filter(({ origin, words, page }) => origin === 'line' && words !== null && page !== null);

/** Signature fields without a rectangle although the file has lines that may be meant for them. */
export const waitingForLines = ({ points }: Pick<SeenPlaces, 'points'>) =>
  points.filter(({ origin, chosenBy, offers }) => origin === 'page' && chosenBy === null && offers.length > 0);

interface NotesProps {
  places: SeenPlaces;
  /** Opens the dialog to place signature fields; omitted inside that dialog. */
  onChoose?: (() => void) | undefined;
}

export function FieldNotes(props: NotesProps) {
  return (
    <>
      <ChoiceNotes {...props} />
      {props.onChoose ? <LineNote places={props.places} onMove={props.onChoose} /> : null}
    </>
  );
}

/** What a person must choose or check. */
export function ChoiceNotes(props: NotesProps) {
  const { t } = useTranslation();
  const unsettled = unsettledPoints(props.places);
  const doubtful = props.places.points.filter((point) => isDoubtful(point) && point.origin === 'field');
  const wordsOf = (points: SeenPlaces['points']) =>
    points.flatMap(({ problem }) => (problem ? [t('signaturePlaces.problem', faultText(t, problem))] : [])).join(' ');
  const action = props.onChoose ? (
    <SmallButton onClick={props.onChoose}>{t('signaturePlaces.choose')}</SmallButton>
  ) : undefined;
  return (
    <>
      {unsettled.length > 0 ? (
        <Note tone="waiting" title={`${t('signaturePlaces.unsettled', { count: unsettled.length })}.`} action={action}>
          {wordsOf(unsettled)} {t('signaturePlaces.unsettledHow')}
        </Note>
      ) : null}
      {props.onChoose && waitingForLines(props.places).length > 0 ? (
        <Note tone="waiting" title={t('signaturePlaces.unsureLines')} action={action}>
          {t('signaturePlaces.unsureLinesHow')}
        </Note>
      ) : null}
      {doubtful.length > 0 ? (
        <Note tone="info" title={`${t('signaturePlaces.doubtful', { count: doubtful.length })}.`} action={action}>
          {wordsOf(doubtful)} {t('signaturePlaces.doubtfulHow')}
        </Note>
      ) : null}
    </>
  );
}

/** The signature fields placed by the file's words, with their signers. */
function LineNote(props: { places: SeenPlaces; onMove: () => void }) {
  const { t } = useTranslation();
  const lines = placedOnLines(props.places);
  if (lines.length === 0) return null;
  return (
    <Note tone="info" action={<SmallButton onClick={props.onMove}>{t('signaturePlaces.move')}</SmallButton>}>
      {lines
        .map(({ signer, role, page, words }) =>
          t('signaturePlaces.onLineOf', { signer: signer ?? t(`label.signerRole.${role}`), page, words }),
        )
        .join(' ')}{' '}
      {t('signaturePlaces.onLineHow')}
    </Note>
  );
}
