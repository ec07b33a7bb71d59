/** Inputs of the prefetched calls of a landing page: the page must make the identical call to use the answer. Pure. */
import type { listDealers } from '#contract/calls/dealers.ts';
import type { InputOf } from '#contract/definition/call-types.ts';
import { BRANDS, DEALER_FIELDS } from '#domain/dealers/brands.ts';
import type { Search } from '../api/queries/search.ts';

export const DEALERS: InputOf<typeof listDealers> = {
  body: { brand: BRANDS.join(','), fields: DEALER_FIELDS.join(','), test: false },
};

/** The dashboard's 15 newest documents that need action. */
export const latestSearch = (legalEntity: string | null): Search => ({
  ...{ page: 0, size: 15, sort: 'id,desc' },
  criteria: {
    status: { in: ['DRAFT', 'READY_TO_SIGN', 'PENDING_START_SIGN'] },
    ...(legalEntity === null ? {} : { legalEntity: { equals: legalEntity } }),
  },
});
