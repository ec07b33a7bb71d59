/** Comuni and foreign states, and the personal data encoded in a codice fiscale. */
import { z } from 'zod';
import { withoutBlanks } from '#domain/dossiers/contact-patterns.ts';
import { isoDate, printable } from '#domain/text-schemas.ts';
import * as calls from './calls/places.ts';
import { staffEndpointsOf } from './definition/endpoint.ts';

const placeEndpoint = staffEndpointsOf('place');

/** Maximum number of results: the user types one more letter to narrow the search. */
export const MAX_PLACES = 20;
/** Shorter texts match nearly everything. */
const MIN_NAME_LENGTH = 3;

const day = z.string().nullable();

export const placeAnswer = z.object({
  code: z.string(),
  name: z.string(),
  /** Sigla; `EE` abroad. */
  province: z.string(),
  kind: z.enum(['comune', 'state']),
  /** First and last day; null if before 1900, still existing, or unknown. */
  from: day,
  until: day,
  /** Former names, and common names of a state. */
  otherNames: z.array(z.string()),
  /** First three digits of its province's postal codes; empty abroad and for abolished provinces. */
  postalCodes: z.array(z.string()),
  /** The only postal code of a present-day comune; null if it has several or is not known. */
  postalCode: z.string().nullable(),
});
export type PlaceRow = z.output<typeof placeAnswer>;

const BATTIPAGLIA: PlaceRow = {
  code: 'A717',
  name: 'Battipaglia',
  province: 'SA',
  kind: 'comune',
  from: '1929-05-21',
  until: null,
  otherNames: [],
  postalCodes: ['840', '841'],
  postalCode: '84091',
};

export const searchPlaces = placeEndpoint(calls.searchPlaces, 'dossier.read', {
  summary:
    'Italian municipalities and foreign countries by name, including former ones; at most twenty, best matches first',
  query: z.strictObject({
    'name.contains': printable(255).min(MIN_NAME_LENGTH),
    /** Only those that existed on this day. */
    on: isoDate.optional(),
  }),
  output: z.array(placeAnswer),
  example: { query: { 'name.contains': 'batt', on: '1975-04-10' }, answer: [BATTIPAGLIA] },
});

/** POST keeps the codice fiscale out of URLs and logs; the call changes nothing. */
export const readFiscalCode = placeEndpoint(calls.readFiscalCode, 'dossier.read', {
  summary: 'Decode a codice fiscale: date of birth, sex and place of birth; nothing is stored',
  body: z.strictObject({ fiscalCode: printable(40).overwrite(withoutBlanks).min(1).max(16) }),
  output: z.object({ birthDate: z.string(), sex: z.enum(['M', 'F']), place: placeAnswer.nullable() }),
  example: {
    body: { fiscalCode: 'FRNSST75D50A717N' },
    answer: { birthDate: '1975-04-10', sex: 'F', place: BATTIPAGLIA },
  },
});
