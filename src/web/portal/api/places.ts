/** Comuni and states, and what a codice fiscale tells (P-15, D-81, D-87): asked for while a customer is typed, kept in memory alone. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { isFiscalCodeSound } from '#domain/codes/fiscal-code.ts';
import type { Comune, Known } from '#domain/codes/warnings.ts';
import { sameName } from '#domain/places/names.ts';
import type { Place } from '#domain/places/places.ts';
import { toIsoDate } from '../text/dates.ts';
import { call } from './client.ts';

export type PlaceRow = Place & Comune;

export interface FiscalCodeReading {
  /** ISO date. */
  birthDate: string;
  sex: 'M' | 'F';
  place: PlaceRow | null;
}

const SHORTEST = 3;

/** Places of a name; on a day when it is known. Nothing while the name is too short. */
export const placesNamed = (name: string, on: string | null) =>
  queryOptions({
    queryKey: ['places', name.toLowerCase(), on],
    queryFn: ({ signal }) =>
      call<PlaceRow[]>('/api/places', { query: { 'name.contains': name, ...(on === null ? {} : { on }) }, signal }),
    enabled: name.length >= SHORTEST,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Nothing while the code is not sound. */
export const fiscalCodeReading = (code: string) =>
  queryOptions({
    queryKey: ['fiscal-code', code.toUpperCase()],
    queryFn: ({ signal }) =>
      call<FiscalCodeReading>('/api/places/fiscal-code', {
        method: 'POST',
        reads: true,
        body: { fiscalCode: code },
        signal,
      }),
    enabled: isFiscalCodeSound(code),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** What is known already of the places that a customer's form speaks of; the rest is not doubted. */
export function knownPlaces(client: QueryClient, code: string): Known {
  const reading = client.getQueryData(fiscalCodeReading(code).queryKey);
  return {
    today: toIsoDate(new Date()),
    placeOf: (asked) => (reading?.place?.code === asked ? reading.place : undefined),
    comuniNamed: (city) =>
      (client.getQueryData(placesNamed(city, null).queryKey) ?? []).filter(
        (row) => row.kind === 'comune' && row.until === null && sameName(row.name, city),
      ),
  };
}
