/** Where a signature stands, in words: page and millimetres from the edges that are seen (P-6). */
import { useTranslation } from 'react-i18next';
import { type Place, seenAt } from '#domain/signing/places.ts';
import { layoutOf, millimetres, type SeenPlaces } from './drafts.ts';

export function useWhere(places: SeenPlaces): (place: Place | null) => string {
  const { t } = useTranslation();
  const { pages } = layoutOf(places);
  return (place) => {
    const page = place && pages[place.page - 1];
    if (!place || !page) return t('signaturePlaces.onAddedPage');
    const { x, y, width, height } = seenAt(page, place.box);
    return t('signaturePlaces.where', {
      page: place.page,
      left: millimetres(x),
      bottom: millimetres(y),
      width: millimetres(width),
      height: millimetres(height),
    });
  };
}
