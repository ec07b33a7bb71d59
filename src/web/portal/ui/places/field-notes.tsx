/** Which signature fields of an uploaded file cannot be signed as they stand, and why. */
import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { SignaturePlaces } from '#contract/signature-places.ts';
import { Note } from '../card.tsx';
import { isDoubtful, unsettledPoints } from './drafts.ts';

type Problem = NonNullable<SignaturePlaces['points'][number]['problem']>;

/** The words of one problem: which field, and what is wrong with it. */
export const faultWords = (t: TFunction, { field, fault }: Problem) => ({
  name: field,
  fault: t(`signaturePlaces.fault.${fault}`),
});

export const fieldName = (t: TFunction, { name, page }: Pick<SignaturePlaces['fields'][number], 'name' | 'page'>) =>
  page === 0 ? t('signaturePlaces.fieldNowhere', { name }) : t('signaturePlaces.leftOutNamed', { name, page });

/** @param onChoose opens the dialog in which signatures are placed; left out in that dialog. */
export function FieldNotes(props: { places: SignaturePlaces; onChoose?: () => void }) {
  const { t } = useTranslation();
  const unsettled = unsettledPoints(props.places);
  const doubtful = props.places.points.filter((point) => isDoubtful(point) && point.origin === 'field');
  const wordsOf = (points: SignaturePlaces['points']) =>
    points.flatMap(({ problem }) => (problem ? [t('signaturePlaces.problem', faultWords(t, problem))] : [])).join(' ');
  const action = props.onChoose ? (
    <Button size="xs" variant="default" onClick={props.onChoose}>
      {t('signaturePlaces.choose')}
    </Button>
  ) : undefined;
  return (
    <>
      {unsettled.length > 0 ? (
        <Note tone="waiting" title={`${t('signaturePlaces.unsettled', { count: unsettled.length })}.`} action={action}>
          {wordsOf(unsettled)} {t('signaturePlaces.unsettledHow')}
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
