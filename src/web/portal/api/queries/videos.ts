/** Queries on tutorial videos (specification §3 Video, P-15). */

import { getVideo, listVideos } from '#contract/calls/videos.ts';
import type { RowOf } from '#contract/definition/call-types.ts';
import { pageOf, queryOf } from '../query-of.ts';

export type VideoRow = RowOf<typeof listVideos>;

/** All of them, in their order: the list is short and is put in order by hand. */
export const videosQuery = pageOf(listVideos, { query: { page: 0, size: 1000, sort: 'order,asc' } });

export const videoQuery = (id: number) => queryOf(getVideo, { path: { id } }, { gcTime: 0 });
