/** What waits on a dealer's tablets (P-7, P-13). */

import { listTabletQueue, type listTablets } from '#contract/calls/tablets.ts';
import type { RowOf } from '#contract/definition/call-types.ts';
import { lookAgainMs } from '../live/live.ts';
import { queryOf } from '../query-of.ts';

export type QueuedDocument = RowOf<typeof listTabletQueue>;
export type Tablet = RowOf<typeof listTablets>;

/** While no stream tells: how often the queue is looked at again, in ms. */
const LOOK_AGAIN_MS = 5_000;

export const tabletQueueQuery = (hst: string) =>
  queryOf(listTabletQueue, { query: { hst } }, { refetchInterval: () => lookAgainMs(LOOK_AGAIN_MS) });
