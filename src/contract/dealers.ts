/** Dealers and legal entities. */
import { z } from 'zod';
import { BRANDS, DEALER_FIELDS } from '#domain/dealers/brands.ts';
import * as calls from './calls/dealers.ts';
import { staffEndpoint } from './definition/endpoint.ts';

/** A comma-separated list of values from a closed set; empty or absent means all of them. */
const commaJoined = <T extends string>(allowed: readonly [T, ...T[]]) =>
  z
    .string()
    .max(1000)
    .nullish()
    .transform((text) => (text ?? '').split(',').flatMap((part) => part.trim() || []))
    .pipe(z.array(z.enum(allowed)))
    .transform((list) => (list.length === 0 ? [...allowed] : list));

const dealerSchema = z.partialRecord(z.enum(DEALER_FIELDS), z.string());

/** Served from the product's own copy of the directory; the `age` header gives its age in seconds, if it was ever read. */
export const listDealers = staffEndpoint(calls.listDealers, 'account.read', {
  summary: 'The caller’s dealers, with the requested fields',
  body: z.strictObject({
    brand: commaJoined(BRANDS),
    fields: commaJoined(DEALER_FIELDS),
    /** Accepted for compatibility, without effect: the settings decide whether an installation uses real or test dealers. */
    test: z.union([z.boolean(), z.enum(['true', 'false'])]).nullish(),
  }),
  output: z.object({ concs: z.array(dealerSchema) }),
  objectName: 'dealer',
  example: {
    body: { brand: 'bmw,bmwi,mini,moto', fields: 'hst2011,name,legal_entity,tipo_auto,tipo_moto', test: false },
    answer: {
      concs: [{ hst2011: '10001', name: 'Autoesempio Bologna', legal_entity: 'LE001', tipo_auto: 'C', tipo_moto: '-' }],
    },
  },
  errors: ['dealers.unavailable'],
});

export const listLegalEntities = staffEndpoint(calls.listLegalEntities, 'account.read', {
  summary:
    'Legal entities of the caller’s dealers; all legal entities for administrators and the national organisation',
  output: z.array(z.object({ legalEntity: z.string(), name: z.string(), hstList: z.array(z.string()) })),
  example: { answer: [{ legalEntity: 'LE001', name: 'Autoesempio S.p.A.', hstList: ['10001', '10002'] }] },
  errors: ['dealers.unavailable'],
});
