/** Fills in the CAP of a typed town that has only one: if it is empty, and again for another town until it is edited. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { type Comune, placeLabel } from '#domain/codes/code-warnings.ts';
import { onlyPostalCode } from '#domain/places/place-names.ts';
import { knownPlaces, placesNamed } from '../../api/queries/comuni.ts';
import type { CustomerValues } from './customer-values.ts';

/**
 * @param typing the field with the focus, if any.
 * @returns the comune of the CAP that was filled in, with its province; null for a CAP that was typed.
 */
export function usePostalCodeOfTown(
  { city, postalCode }: Pick<CustomerValues, 'city' | 'postalCode'>,
  typing: string | null,
  onFill: (filled: Partial<CustomerValues>) => void,
): string | null {
  const client = useQueryClient();
  const town = city.trim();
  /** The last town that was considered; the one with which the form opens fills nothing. */
  const [last, setLastFill] = useState<{ town: string; comune: Comune | null }>({ town, comune: null });
  const comune = onlyPostalCode(knownPlaces(client, '').comuniNamed?.(town) ?? [], town);
  const isLoaded = client.getQueryData(placesNamed(town, null).queryKey) !== undefined;
  const isOurs = last.comune?.postalCode === postalCode;

  const fillIn = useEffectEvent(() => {
    if (town === last.town) return;
    const fills = postalCode.trim() === '' || isOurs;
    setLastFill({ town, comune: fills ? comune : null });
    if (fills) onFill({ postalCode: comune?.postalCode ?? '' });
  });
  useEffect(() => {
    if (isLoaded && typing !== 'city') fillIn();
  }, [isLoaded, typing]);

  // If the field has the focus, select its content, so that typing replaces it.
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (last.comune && focused instanceof HTMLInputElement && focused.dataset.path === 'postalCode') focused.select();
  }, [last]);

  return isOurs && last.comune ? placeLabel(last.comune) : null;
}
