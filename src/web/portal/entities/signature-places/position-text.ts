/** Describes a signature field's position as text: page and millimetres from the visible edges. */
import { useTranslation } from 'react-i18next';
import { type Draft, millimetres, type SeenPlaces, seenOn } from './place-drafts.ts';

export function useWhere(places: SeenPlaces): (place: Draft) => string {
  const { t } = useTranslation();
  return (place) => {
    const seen = seenOn(places, place);
    if (!place || !seen) return t('signaturePlaces.onAddedPage');
    const { x, y, width, height } = seen;
    return t('signaturePlaces.where', {
      page: place.page,
      left: millimetres(x),
      bottom: millimetres(y),
      width: millimetres(width),
      height: millimetres(height),
    });
  };
}
