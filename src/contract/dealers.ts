/** Dealers and legal entities (specification §7 "Configuration and tools", P-15, P-20). */
import { z } from 'zod';
import { BRANDS, DEALER_FIELDS } from '#domain/dealers/brands.ts';
import { endpoint } from './endpoint.ts';

/** A comma-joined list whose members come from a closed set; empty or absent means all of it. */
const commaJoined = <T extends string>(known: readonly [T, ...T[]]) =>
  z
    .string()
    .max(1000)
    .nullish()
    .transform((text) => (text ?? '').split(',').flatMap((part) => part.trim() || []))
    .pipe(z.array(z.enum(known)))
    .transform((list) => (list.length === 0 ? [...known] : list));

const dealerSchema = z.partialRecord(z.enum(DEALER_FIELDS), z.string());

export const listDealers = endpoint({
  method: 'POST',
  path: '/tools/conc/list',
  summary: 'Dealers the caller works with, with the fields asked for',
  access: 'staff',
  action: 'account.read',
  body: z.strictObject({
    brand: commaJoined(BRANDS),
    fields: commaJoined(DEALER_FIELDS),
    /** Dealers for tests, in tools services that have any. */
    test: z.union([z.boolean(), z.enum(['true', 'false'])]).nullish(),
  }),
  output: z.object({ concs: z.array(dealerSchema) }),
  status: 200,
  objectName: 'dealer',
  errors: [],
});

export const listLegalEntities = endpoint({
  method: 'GET',
  path: '/api/legal-entities',
  summary: 'Legal entities of the caller’s dealers',
  access: 'staff',
  action: 'account.read',
  output: z.array(z.object({ legalEntity: z.string(), name: z.string(), hstList: z.array(z.string()) })),
  status: 200,
  errors: [],
});
