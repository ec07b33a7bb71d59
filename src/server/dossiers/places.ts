/** The comuni, states and provinces that ship with the product: loaded lazily, once. */
import { readFileSync } from 'node:fs';
import type { WarningContext } from '#domain/codes/code-warnings.ts';
import { type Gazetteer, openPlaces } from '#domain/places/gazetteer.ts';
import { romeDay } from '#domain/rome-time.ts';

const textOf = (name: string): string => readFileSync(new URL(`../../../db/places/${name}`, import.meta.url), 'utf8');

let shipped: Gazetteer | undefined;

export function shippedPlaces(): Gazetteer {
  shipped ??= openPlaces({ places: textOf('places.csv'), provinces: textOf('provinces.csv') });
  return shipped;
}

/** Reference data for warnings about a customer. */
export function referenceDataAt(at: Date): WarningContext {
  const places = shippedPlaces();
  return {
    today: romeDay(at),
    placeOf: places.placeOf,
    isPlace: (text) => places.findByName(text).length > 0,
    comuniNamed: (city) =>
      places
        .findByName(city)
        .filter(({ kind, until }) => kind === 'comune' && until === null)
        .map((place) => ({ ...place, postalCodes: places.postalCodesOf(place) })),
  };
}
