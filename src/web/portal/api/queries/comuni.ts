/** Queries of comuni, states and codice fiscale data: requested while a customer is typed, cached in memory only. */
import type { QueryClient } from '@tanstack/react-query';
import { readFiscalCode, searchPlaces } from '#contract/calls/places.ts';
import type { AnswerOf, RowOf } from '#contract/definition/call-types.ts';
import type { WarningContext } from '#domain/codes/code-warnings.ts';
import { isValidFiscalCode } from '#domain/codes/fiscal-code.ts';
import { sameName } from '#domain/places/place-names.ts';
import { toIsoDate } from '../../text/dates.ts';
import { queryOf } from '../query-options.ts';

export type PlaceRow = RowOf<typeof searchPlaces>;
export type FiscalCodeReading = AnswerOf<typeof readFiscalCode>;

const MIN_LENGTH = 3;

/** Places with this name, on a day if given. No request while the name is too short. */
export const placesNamed = (name: string, on: string | null) =>
  queryOf(
    searchPlaces,
    { query: { 'name.contains': name.toLowerCase(), ...(on === null ? {} : { on }) } },
    { enabled: name.length >= MIN_LENGTH, staleTime: Number.POSITIVE_INFINITY },
  );

/** No request while the code is invalid. */
export const fiscalCodeReading = (code: string) =>
  queryOf(
    readFiscalCode,
    { body: { fiscalCode: code.toUpperCase() } },
    { enabled: isValidFiscalCode(code), staleTime: Number.POSITIVE_INFINITY },
  );

/** What is already cached about the places in a customer's form; others raise no warning. */
export function knownPlaces(client: QueryClient, code: string): WarningContext {
  const reading = client.getQueryData(fiscalCodeReading(code).queryKey);
  return {
    today: toIsoDate(new Date()),
    placeOf: (placeCode) => (reading?.place?.code === placeCode ? reading.place : undefined),
    comuniNamed: (city) =>
      (client.getQueryData(placesNamed(city, null).queryKey) ?? []).filter(
        (row) => row.kind === 'comune' && row.until === null && sameName(row.name, city),
      ),
  };
}
