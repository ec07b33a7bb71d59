/** Fills in the CAP of a town that has only one: while it is empty, and again for another town until it is edited. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { type Comune, placeLabel } from '#domain/codes/warnings.ts';
import { onlyPostalCode } from '#domain/places/names.ts';
import { knownPlaces, placesNamed } from '../../api/queries/comuni.ts';
import type { CustomerValues } from './customer-values.ts';

type Address = Pick<CustomerValues, 'city' | 'postalCode'>;

/**
 * @param typing the field with the focus, if any.
 * @returns the comune of the CAP that was filled in, with its province; null for a CAP that was typed.
 */
export function usePostalCodeOfTown(
  { city, postalCode }: Address,
  typing: string | null,
  onFill: (filled: Partial<Address>) => void,
): string | null {
  const client = useQueryClient();
  const [filled, setFilled] = useState<{ code: string; comune: Comune } | null>(null);
  const town = city.trim();
  const comune = onlyPostalCode(knownPlaces(client, '').comuniNamed?.(town) ?? [], town);
  const isLoaded = client.getQueryData(placesNamed(town, null).queryKey) !== undefined;
  const isOurs = filled !== null && filled.code === postalCode;

  const arrive = useEffectEvent(() => {
    const code = comune?.postalCode ?? '';
    if (!(postalCode.trim() === '' || isOurs) || code === postalCode) return;
    setFilled(comune && { code, comune });
    onFill({ postalCode: code });
  });
  useEffect(() => {
    if (isLoaded && typing !== 'city') arrive();
  }, [isLoaded, typing]);

  // If the field has the focus, select its content, so that typing replaces it.
  useLayoutEffect(() => {
    const here = document.activeElement;
    if (filled && here instanceof HTMLInputElement && here.dataset.path === 'postalCode') here.select();
  }, [filled]);

  return isOurs ? placeLabel(filled.comune) : null;
}
