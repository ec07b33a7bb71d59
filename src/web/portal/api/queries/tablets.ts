/** Queries of a dealer's tablets and their queues. */
import { listTabletQueue, type listTablets } from '#contract/calls/tablets.ts';
import type { RowOf } from '#contract/definition/call-types.ts';
import { pollIntervalMs } from '../live/live.ts';
import { queryOf } from '../query-options.ts';

export type QueuedDocument = RowOf<typeof listTabletQueue>;
export type Tablet = RowOf<typeof listTablets>;

/** Polling interval of the queue in ms while the live stream is not connected. */
const POLL_MS = 5_000;

export const tabletQueueQuery = (hst: string) =>
  queryOf(listTabletQueue, { query: { hst } }, { refetchInterval: () => pollIntervalMs(POLL_MS) });
