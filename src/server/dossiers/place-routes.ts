/** Routes for comuni and states, and for the personal data encoded in a codice fiscale. */
import * as contract from '#contract/comuni.ts';
import { readFiscalCode } from '#domain/codes/fiscal-code.ts';
import { Refusal } from '#domain/errors.ts';
import type { Locality } from '#domain/places/gazetteer.ts';
import { type Serving, serveStaff } from '../http/route.ts';
import { referenceDataAt, shippedPlaces } from './places.ts';

function presentPlace(place: Locality): contract.PlaceRow {
  return { ...place, otherNames: [...place.otherNames], postalCodes: [...shippedPlaces().postalCodesOf(place)] };
}

export function placeRoutes(serving: Serving): void {
  const { clock } = serving.world;

  serveStaff(serving, contract.searchPlaces, async ({ query }) =>
    shippedPlaces()
      .search({ name: query['name.contains'], limit: contract.MAX_PLACES, ...(query.on ? { on: query.on } : {}) })
      .map(presentPlace),
  );

  serveStaff(serving, contract.readFiscalCode, async ({ body }) => {
    const at = clock.now();
    const reading = readFiscalCode(body.fiscalCode, referenceDataAt(at).today, shippedPlaces());
    if (reading === null) {
      throw new Refusal('request.invalid', {
        fieldErrors: [{ objectName: 'place', field: 'fiscalCode', code: 'fiscalCode' }],
      });
    }
    const { birthDate, sex, place } = reading;
    return { birthDate, sex, place: place && presentPlace(place) };
  });
}
