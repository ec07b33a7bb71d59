/** Inputs of the calls that are prefetched for a landing page: the page makes the same call, or the answer is not used. Pure. */

import type { listDealers } from '#contract/calls/dealers.ts';
import type { InputOf } from '#contract/definition/call-types.ts';
import { BRANDS, DEALER_FIELDS } from '#domain/dealers/brands.ts';
import type { Search } from '../api/queries/search.ts';

export const DEALERS: InputOf<typeof listDealers> = {
  body: { brand: BRANDS.join(','), fields: DEALER_FIELDS.join(','), test: false },
};

/** The 15 newest documents of the dashboard that wait for somebody. */
export const latestSearch = (legalEntity: string | null): Search => ({
  ...{ page: 0, size: 15, sort: 'id,desc' },
  criteria: {
    status: { in: ['DRAFT', 'READY_TO_SIGN', 'PENDING_START_SIGN'] },
    ...(legalEntity === null ? {} : { legalEntity: { equals: legalEntity } }),
  },
});
